// PCI facts from sysfs: NUMA node, local processors, link and error counters; readable without privileges.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/inventory.h"
#include "gpu_probe/telemetry.h"

namespace planner::probe {

/// The folder of one PCI device. `root` is /sys, or a copy of parts of it in tests.
class SysfsPci {
 public:
  explicit SysfsPci(std::string bus_id, std::filesystem::path root = "/sys");

  /// Fills what `facts.link` does not know yet: NUMA node, and link speeds and widths.
  void describe(GpuFacts& facts) const;
  /// "aer_correctable", "aer_nonfatal", "aer_fatal" of the device.
  Counters counters() const;
  /// Processors on the same NUMA node; empty if unknown.
  std::vector<int> local_processors() const;

 private:
  std::optional<std::string> line(std::string_view file) const;
  std::filesystem::path folder_;
};

/// PCIe generation of a sysfs speed ("16.0 GT/s PCIe" is 4), nothing for an unknown one.
std::optional<int> gen_of_speed(std::string_view text);
/// Numbers of a kernel list "0-3,8,10-11"; malformed parts are left out.
std::vector<int> parse_cpu_list(std::string_view text);

}  // namespace planner::probe
