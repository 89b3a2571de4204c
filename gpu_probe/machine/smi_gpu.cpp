// The parts of a GPU that are lists: throttle reasons, ECC counters, MIG devices, processes.
#include <array>
#include <utility>
#include <vector>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/smi_log.h"

namespace planner::machine {
namespace {

/// The reason's name without the prefixes of XML and CSV, in the words of gpu.h.
std::string reason_name(std::string name) {
  for (const std::string_view prefix :
       {"clocks_event_reason_", "clocks_throttle_reason_", "clocks_event_reasons_", "clocks_throttle_reasons_"}) {
    if (starts_with(name, prefix)) name = name.substr(prefix.size());
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> words{{
      {"gpu_idle", "idle"},
      {"applications_clocks_setting", "clocks_setting"},
      {"hw_thermal_slowdown", "hw_thermal"},
      {"hw_power_brake_slowdown", "hw_power_brake"},
      {"hw_power_brake", "hw_power_brake"},
      {"sw_thermal_slowdown", "sw_thermal"},
      {"display_clock_setting", "display_clock"},
      {"display_clocks_setting", "display_clock"},
      {"sw_power_capping", "sw_power_cap"},
      {"user_defined_clocks", "clocks_setting"},
  }};
  for (const auto& [word, ours] : words) {
    if (name == word) return std::string(ours);
  }
  return name;
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

void fill_reasons(const SmiValues& values, Gpu& gpu) {
  for (const SmiValue& value : values) {
    const bool reason =
        starts_with(value.path, "clocks_event_reason") || starts_with(value.path, "clocks_throttle_reason");
    if (!reason || contains(value.path, "counters")) continue;
    const auto active = flag_of(value.value);
    if (active && !value.value.empty() && value.value != "0")
      gpu.clocks.reasons.push_back({reason_name(last_part(value.path)), *active});
  }
}

void add_to(Number& sum, std::int64_t count) {
  sum = sum.value_or(0) + count;
}

/// Sums SRAM and DRAM where the driver states no total.
void sum_parts(const std::vector<EccCount>& counts, std::string_view prefix, Number& corrected, Number& uncorrected) {
  const bool has_corrected = corrected.has_value(), has_uncorrected = uncorrected.has_value();
  for (const EccCount& count : counts) {
    if (!starts_with(count.name, prefix)) continue;
    const std::string_view name = std::string_view(count.name).substr(prefix.size());
    if (!starts_with(name, "sram_") && !starts_with(name, "dram_")) continue;
    if (contains(name, "uncorrectable")) {
      if (!has_uncorrected) add_to(uncorrected, count.count);
    } else if (contains(name, "correctable") && !has_corrected) {
      add_to(corrected, count.count);
    }
  }
}

/// "ecc_errors/volatile/single_bit/total" or "ecc_errors_corrected_volatile_total".
void take_total(const std::string& name, std::int64_t count, Gpu& gpu) {
  const bool lifetime = contains(name, "aggregate");
  if (contains(name, "single_bit") || contains(name, "_corrected")) {
    (lifetime ? gpu.ecc.aggregate_corrected : gpu.ecc.volatile_corrected) = count;
  } else if (contains(name, "double_bit") || contains(name, "_uncorrected")) {
    (lifetime ? gpu.ecc.aggregate_uncorrected : gpu.ecc.volatile_uncorrected) = count;
  }
}

void fill_ecc(const SmiValues& values, Gpu& gpu) {
  for (const SmiValue& value : values) {
    const std::size_t at = value.path.find("ecc_errors");
    if (at == std::string::npos || contains(value.path, "sram_sources")) continue;
    const auto count = whole_at(value.value);
    if (!count || *count < 0) continue;
    std::string name = value.path.substr(at + 10);
    if (name.size() > 6 && name.substr(name.size() - 5) == "total") take_total(name, *count, gpu);
    for (char& c : name) c = c == '/' ? '.' : c;
    gpu.ecc.counts.push_back({name.substr(name.empty() ? 0 : 1), *count});
  }
  sum_parts(gpu.ecc.counts, "volatile.", gpu.ecc.volatile_corrected, gpu.ecc.volatile_uncorrected);
  sum_parts(gpu.ecc.counts, "aggregate.", gpu.ecc.aggregate_corrected, gpu.ecc.aggregate_uncorrected);
}

const std::string* first_of(const SmiValues& values, std::initializer_list<std::string_view> patterns) {
  for (const std::string_view pattern : patterns) {
    if (const std::string* value = find_value(values, pattern)) return value;
  }
  return nullptr;
}

MigDevice mig_device(const SmiValues& values) {
  MigDevice device;
  if (const auto* v = first_of(values, {"gpu_instance_id"})) device.gpu_instance = whole_at(*v);
  if (const auto* v = first_of(values, {"compute_instance_id"})) device.compute_instance = whole_at(*v);
  if (const auto* v = first_of(values, {"fb_memory_usage/total", "shared_fb_memory_usage/total"}))
    device.memory_total_bytes = bytes_of(*v);
  if (const auto* v = first_of(values, {"fb_memory_usage/used", "shared_fb_memory_usage/used"}))
    device.memory_used_bytes = bytes_of(*v);
  return device;
}

GpuProcess process(const SmiValues& values) {
  GpuProcess process;
  if (const auto* v = first_of(values, {"process_name", "name"})) process.name = known_text(*v);
  if (const auto* v = first_of(values, {"type"})) process.type = known_text(*v);
  if (const auto* v = first_of(values, {"used_memory", "used_gpu_memory"})) process.memory_bytes = bytes_of(*v);
  return process;
}

}  // namespace

void fill_gpu(const SmiGpu& from, Gpu& to) {
  fill_from_table(from.values, to);
  fill_reasons(from.values, to);
  fill_ecc(from.values, to);
  for (const SmiValues& device : from.mig_devices) to.mig_devices.push_back(mig_device(device));
  for (const SmiValues& one : from.processes) to.processes.push_back(process(one));
  for (const SmiValue& value : from.values) {
    if (!to.fault && is_fault(value.value)) to.fault = shorten(value.value, 200);
  }
}

}  // namespace planner::machine
