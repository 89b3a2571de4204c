// PCI facts from sysfs.
#include "gpu_probe/sysfs_pci.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>

namespace planner::probe {
namespace {

std::optional<int> parse_int(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

void set_if_unknown(std::optional<int>& to, std::optional<int> value) {
  if (!to) to = value;
}

}  // namespace

SysfsPci::SysfsPci(std::string bus_id, std::filesystem::path root)
    : folder_(std::move(root) / "bus/pci/devices" / bus_id) {}

std::optional<std::string> SysfsPci::line(std::string_view file) const {
  std::ifstream in(folder_ / file);
  std::string text;
  if (!std::getline(in, text)) return std::nullopt;
  return text;
}

void SysfsPci::describe(GpuFacts& facts) const {
  const auto number = [this](std::string_view file) -> std::optional<int> {
    const auto text = line(file);
    return text ? parse_int(*text) : std::nullopt;
  };
  const auto gen = [this](std::string_view file) -> std::optional<int> {
    const auto text = line(file);
    return text ? gen_of_speed(*text) : std::nullopt;
  };
  if (const auto node = number("numa_node"); node && *node >= 0) facts.link.numa_node = node;
  set_if_unknown(facts.link.gen, gen("current_link_speed"));
  set_if_unknown(facts.link.width, number("current_link_width"));
  set_if_unknown(facts.link.card_gen, gen("max_link_speed"));
  set_if_unknown(facts.link.max_width, number("max_link_width"));
}

Counters SysfsPci::counters() const {
  Counters counters;
  constexpr std::array<std::array<const char*, 3>, 3> files{
      {{"aer_dev_correctable", "TOTAL_ERR_COR", "aer_correctable"},
       {"aer_dev_nonfatal", "TOTAL_ERR_NONFATAL", "aer_nonfatal"},
       {"aer_dev_fatal", "TOTAL_ERR_FATAL", "aer_fatal"}}};
  for (const auto& [file, total, name] : files) {
    std::ifstream in(folder_ / file);
    std::string key;
    std::uint64_t value = 0;
    while (in >> key >> value) {
      if (key == total) counters[name] = value;
    }
  }
  return counters;
}

std::vector<int> SysfsPci::local_processors() const {
  const auto list = line("local_cpulist");
  return list ? parse_cpu_list(*list) : std::vector<int>{};
}

std::optional<int> gen_of_speed(std::string_view text) {
  const double speed = std::strtod(std::string(text).c_str(), nullptr);
  constexpr std::array<double, 6> speeds{2.5, 5, 8, 16, 32, 64};
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (speed == speeds[i]) return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

std::vector<int> parse_cpu_list(std::string_view text) {
  std::vector<int> processors;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const std::size_t dash = part.find('-');
    const auto first = parse_int(part);
    const auto last = dash == std::string_view::npos ? first : parse_int(part.substr(dash + 1));
    constexpr int most = 4096;
    if (first && last) {
      for (int i = *first; i <= *last && i < most; ++i) processors.push_back(i);
    }
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  return processors;
}

}  // namespace planner::probe
