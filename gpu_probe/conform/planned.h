// What the plan promises, in the terms in which a machine can be looked at.
#pragma once

#include <string>
#include <vector>

#include "facts/facts.h"

namespace planner::conform {

/// One GPU of the plan and the place that the engine found for it.
struct PlannedGpu {
  int index = 0;
  const Gpu* part = nullptr;
  std::string slot;          ///< "PCIE5", or empty
  std::string slot_note;     ///< "x8 because M2_1 is used", or empty
  bool slot_stated = false;  ///< the build names the slot; otherwise the engine chose it
  std::string riser;         ///< name of the riser or cable it hangs on, or empty
  bool behind_chipset = false;
  std::string switch_id;  ///< PCIe switch above it, or empty
  Known<Lanes> lanes;
  Known<std::int64_t> gen;
  Known<std::int64_t> socket;
  Known<Power> power_limit;  ///< the planned limit, else the card's board power
  bool limit_planned = false;
  Known<Bandwidth> host;        ///< narrowest link to its CPU
  Known<Bandwidth> fair_share;  ///< while all GPUs load at once
  Known<std::int64_t> nvlinks;  ///< to all other GPUs together
};

/// One network card of the plan and its place.
struct PlannedNic {
  int index = 0;
  std::string name, slot;
  Known<Lanes> lanes;
  Known<std::int64_t> gen, socket;
  Known<Bandwidth> port_speed;
  bool beside_gpu = false;  ///< below a PCIe switch that also has a GPU
};

struct PlannedPair {
  int a = 0, b = 0;
  Known<PathLevel> level;
  int nvlinks = 0;
};

/// The plan as a whole. Figures are unknown where the build lists no such part.
struct Planned {
  std::string name;
  std::vector<PlannedGpu> gpus;
  std::vector<PlannedPair> pairs;
  std::vector<PlannedNic> nic_cards;
  Known<std::int64_t> cpus, nics, supplies;
  Known<std::int64_t> drives;  ///< those on PCIe
  Known<Temperature> inlet_limit;
  std::string cpu_name, board_name;
  Known<std::int64_t> modules;
  Known<std::string> memory_type,
      module_type;  ///< "DDR5"; "rdimm" (also load-reduced) or "udimm", where all kits agree
  Known<DataSize> memory;
  Known<Frequency> memory_speed;   ///< what the slowest of modules and CPU can do
  bool uses_peer_traffic = false;  ///< two or more GPUs that can copy to each other over PCIe
  bool platform = false;
};

Planned planned_from(const Facts& facts);

/// "nvlink", "pix", ... as nvidia-smi calls it, in lower case.
std::string_view name_of(PathLevel level);

}  // namespace planner::conform
