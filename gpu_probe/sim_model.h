// GPU models that the simulation knows, with figures that real ones were measured to give.
#pragma once

#include <span>
#include <string_view>

#include "gpu_probe/reference.h"

namespace planner::probe {

/// Datasheet figures and measured ones (GB/s, tera-operations). Sources: published measurements and own H200 runs.
struct SimModel {
  std::string_view key, name, pci_id, architecture, memory_type;
  int major, minor, sm_count;
  double boost_mhz, load_mhz;  ///< datasheet, and under tensor load
  int bus_bits;
  double memory_mhz;
  double memory_gb, l2_mb, datasheet_memory;
  double read, write, copy, triad;  ///< measured device memory
  double fp32, bf16;                ///< datasheet, dense
  double sustained;                 ///< measured
  int pcie_gen, pcie_width;
  double power_w, nvlink_gb_per_s;  ///< 0 without NVLink
  bool pcie_peer;                   ///< peer access over PCIe with the stock driver
};

std::span<const SimModel> sim_models();
/// Null if there is no such model.
const SimModel* find_sim_model(std::string_view key);
/// The model's datasheet as the catalog would give it.
GpuReference reference_of(const SimModel& model);

}  // namespace planner::probe
