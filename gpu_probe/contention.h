// Who shares the way to the host: GPUs behind one PCIe switch, GPUs of one socket.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu_probe/report.h"

namespace planner::probe {

/// GPUs, in order, that share a part of the way.
struct SharedPath {
  std::string name;  ///< "switch 0", "socket 1"
  std::vector<int> gpus;
};

/// Groups of two and more GPUs whose common ancestor is a PCIe switch (level PIX or PXB).
std::vector<SharedPath> switches_of(const Inventory& inventory);
/// By NUMA node where all are known, else GPUs that are not at level SYS to each other. One group: nothing is known.
std::vector<SharedPath> sockets_of(const Inventory& inventory);

/// Share of a GPU's link that remains while all `gpus` copy, if the uplink of its switch is as wide as the link itself.
double share_behind_switch(const Inventory& inventory, int gpu, const std::vector<int>& gpus);

/// What one GPU gave alone and what it gave while all copied.
struct HostShare {
  int gpu = 0;
  double alone = 0, together = 0;  ///< GB/s
};
/// From the results of a run in one direction; GPUs of which either is missing are left out.
std::vector<HostShare> host_shares(const Report& report, Metric all_at_once);

}  // namespace planner::probe
