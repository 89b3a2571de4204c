// Summaries of telemetry.
#include "gpu_probe/telemetry.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "gpu_probe/statistics.h"

namespace planner::probe {
namespace {

using Field = std::optional<double> TelemetrySample::*;

std::vector<double> values_of(const std::vector<TelemetrySample>& samples, Field field) {
  std::vector<double> values;
  for (const TelemetrySample& sample : samples) {
    if (sample.*field) values.push_back(*(sample.*field));
  }
  return values;
}

std::optional<double> median_of(const std::vector<TelemetrySample>& samples, Field field) {
  std::vector<double> values = values_of(samples, field);
  if (values.empty()) return std::nullopt;
  return median(std::move(values));
}

std::optional<double> highest_of(const std::vector<TelemetrySample>& samples, Field field) {
  const std::vector<double> values = values_of(samples, field);
  if (values.empty()) return std::nullopt;
  return *std::ranges::max_element(values);
}

std::uint64_t persistent_events(const std::vector<TelemetrySample>& samples) {
  std::uint64_t persistent = 0;
  for (std::size_t i = 2; i < samples.size(); ++i) {
    persistent |= samples[i].clock_events.value_or(0) & samples[i - 1].clock_events.value_or(0) &
                  samples[i - 2].clock_events.value_or(0);
  }
  return persistent;
}

constexpr std::array<std::pair<std::uint64_t, std::string_view>, 9> kEventNames{{
    {clock_event::idle, "idle"},
    {clock_event::user_clocks, "clocks set by the user"},
    {clock_event::software_power_cap, "power cap"},
    {clock_event::hardware_slowdown, "hardware slowdown"},
    {clock_event::sync_boost, "sync boost"},
    {clock_event::software_thermal, "thermal (software)"},
    {clock_event::hardware_thermal, "thermal (hardware)"},
    {clock_event::power_brake, "power brake"},
    {clock_event::display_clocks, "display clocks"},
}};

}  // namespace

LoadSummary summarize(const std::vector<TelemetrySample>& all) {
  LoadSummary summary;
  summary.samples = static_cast<int>(all.size());
  std::vector<TelemetrySample> busy;
  std::ranges::copy_if(all, std::back_inserter(busy), [](const TelemetrySample& sample) {
    return (sample.clock_events.value_or(0) & clock_event::idle) == 0;
  });
  summary.sm_clock_mhz = median_of(busy, &TelemetrySample::sm_clock_mhz);
  summary.memory_clock_mhz = median_of(busy, &TelemetrySample::memory_clock_mhz);
  summary.power_w = median_of(busy, &TelemetrySample::power_w);
  summary.max_power_w = highest_of(busy, &TelemetrySample::power_w);
  summary.max_temperature_c = highest_of(busy, &TelemetrySample::temperature_c);
  summary.max_memory_temperature_c = highest_of(busy, &TelemetrySample::memory_temperature_c);
  summary.persistent_clock_events = persistent_events(busy);
  for (const TelemetrySample& sample : busy) {
    summary.clock_events |= sample.clock_events.value_or(0);
  }
  for (const TelemetrySample& sample : all) {
    if (sample.link_gen) summary.link_gen = std::max(summary.link_gen.value_or(0), *sample.link_gen);
    if (sample.link_width) summary.link_width = std::min(summary.link_width.value_or(64), *sample.link_width);
  }
  return summary;
}

std::string describe_clock_events(std::uint64_t events) {
  std::string text;
  const auto add = [&text](std::string_view name) {
    if (!text.empty()) text += ", ";
    text += name;
  };
  for (const auto& [bit, name] : kEventNames) {
    if ((events & bit) != 0) add(name);
    events &= ~bit;
  }
  if (events != 0) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "0x%llx", static_cast<unsigned long long>(events));
    add(number.data());
  }
  return text;
}

Counters increase(const Counters& before, const Counters& after) {
  Counters delta;
  for (const auto& [name, value] : after) {
    const auto earlier = before.find(name);
    if (earlier == before.end()) continue;
    delta[name] = value >= earlier->second ? value - earlier->second : value;
  }
  return delta;
}

}  // namespace planner::probe
