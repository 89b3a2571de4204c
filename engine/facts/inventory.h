// A build taken apart into its units: one entry per physical card, CPU, supply; the host resolved from board or
// platform.
#pragma once

#include <vector>

#include "model/build.h"

namespace planner {

class Facts;

/// One physical part. `index` counts units of its kind from 0 in build order.
template <class T>
struct Fitted {
  const Facts* facts = nullptr;
  int index = 0;
  const T* part = nullptr;
  const PartInfo* info = nullptr;
  const BuildItem* item = nullptr;
};

/// All units of a build. Pointers go into the catalog and the build, which must outlive it.
struct Inventory {
  const Build* build = nullptr;
  const Platform* platform = nullptr;
  const Board* board = nullptr;  ///< the build's board, or the platform's
  const PartInfo* board_info = nullptr;
  int boards = 0;  ///< boards and platforms in the build; more than one is a mistake of the list
  const Chassis* chassis = nullptr;
  const PartInfo* chassis_info = nullptr;
  std::vector<Fitted<Gpu>> gpus;  ///< includes GPUs that come with the platform
  std::vector<Fitted<Cpu>> cpus;
  std::vector<Fitted<Memory>> memory;  ///< kits
  std::vector<Fitted<Psu>> psus;       ///< the build's, else the platform's modules
  std::vector<Fitted<Cooler>> coolers;
  std::vector<Fitted<Riser>> risers;
  std::vector<Fitted<Storage>> storage;
  std::vector<Fitted<Nic>> nics;
  std::vector<Fitted<Circuit>> circuits;
};

Inventory take_inventory(const Build& build, const Facts* facts);

}  // namespace planner
