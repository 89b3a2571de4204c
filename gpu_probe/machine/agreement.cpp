// When two sources agree.
#include "gpu_probe/machine/agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "gpu_probe/machine/document.h"

namespace planner::machine {

bool may_differ(std::string_view field) {
  constexpr std::array<std::string_view, 51> fields{"draw_w",
                                                    "sm_mhz",
                                                    "memory_mhz",
                                                    "graphics_mhz",
                                                    "temperature_c",
                                                    "memory_temperature_c",
                                                    "margin_c",
                                                    "fan_percent",
                                                    "gen",
                                                    "speed_gts",
                                                    "memory_used_bytes",
                                                    "memory_reserved_bytes",
                                                    "bar1_used_bytes",
                                                    "utilization_percent",
                                                    "memory_utilization_percent",
                                                    "performance_state",
                                                    "free_bytes",
                                                    "current_mhz",
                                                    "status",
                                                    "usage",
                                                    "replays",
                                                    "rank",
                                                    "speed_downgraded",
                                                    "width_downgraded",
                                                    "class_name",
                                                    "name_text",
                                                    "subsystem_id",
                                                    "virtual_machine",
                                                    "operating_system",
                                                    "driver",
                                                    "iommu_setting",
                                                    "kernel_command_line",
                                                    "memory_total_bytes",
                                                    "memory_bytes",
                                                    "cpus",
                                                    "nvlink_note",
                                                    "board_part_number",
                                                    "bandwidth_gbs",
                                                    "display_active",
                                                    "aer_correctable",
                                                    "aer_nonfatal",
                                                    "aer_fatal",
                                                    "problem",
                                                    "nvidia_smi_version",
                                                    "slot",
                                                    "model",
                                                    "vendor",
                                                    "designation",
                                                    "port_type",
                                                    "brand",
                                                    "max_mhz"};
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

std::string word(const std::string& value) {
  return value;
}
std::string word(std::int64_t value) {
  return std::to_string(value);
}
std::string word(bool value) {
  return value ? "yes" : "no";
}
std::string word(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}
std::string word(const PciAddress& value) {
  return to_text(value);
}

bool agree(const std::string& a, const std::string& b) {
  // Tables cut names: "NVIDIA GeForce RTX 2080 ...".
  const auto cut = [](const std::string& full, const std::string& part) {
    if (part.size() < 4 || part.substr(part.size() - 3) != "...") return false;
    return starts_with(full, trim(std::string_view(part).substr(0, part.size() - 3)));
  };
  return lower(a) == lower(b) || cut(a, b) || cut(b, a);
}
bool agree(double a, double b) {
  return std::fabs(a - b) <= 0.01 * std::max({1.0, std::fabs(a), std::fabs(b)});
}
bool agree(std::int64_t a, std::int64_t b) {
  return a == b;
}
bool agree(bool a, bool b) {
  return a == b;
}
bool agree(const PciAddress& a, const PciAddress& b) {
  return a == b;
}

}  // namespace planner::machine
