// What the catalog says about a GPU model, as far as the probe compares with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu_probe/inventory.h"

namespace planner::probe {

/// Datasheet figures of one GPU model; rates dense, without sparsity. An empty optional means unknown.
struct GpuReference {
  std::string id, name;              ///< of the catalog
  std::vector<std::string> aliases;  ///< other names, also the driver's
  std::vector<std::string> pci_ids;  ///< "10de:2335"
  std::string architecture;          ///< "Hopper"
  std::string memory_type;           ///< "HBM3e"
  std::optional<double> memory_gb_per_s;
  std::optional<double> fp32, fp64, tf32, fp16, bf16, fp8, int8;  ///< tera-operations per second
  std::optional<double> board_power_w, boost_mhz;
  std::optional<double> nvlink_gb_per_s;  ///< one direction, all links
  std::optional<int> nvlink_links;        ///< of the card, all of them
  bool nvlink_switched = false;           ///< they end at NVSwitches, so all of them are always in use
  std::optional<int> sm_count, pcie_gen, pcie_width;
};

/// The reference of a GPU: by PCI id, where several share it by name, else by name alone ("NVIDIA", "GeForce" and case
/// do not matter). Null if none fits.
const GpuReference* find_reference(const std::vector<GpuReference>& references, const GpuFacts& facts);

}  // namespace planner::probe
