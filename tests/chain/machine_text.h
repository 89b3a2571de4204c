// What lspci, nvidia-smi and topo would print on a many-GPU machine, with faults of choice: for chains without
// hardware.
#pragma once

#include <string>
#include <vector>

namespace planner::chain {

/// A GPU as the machine holds it; the planned one unless a fault changes a member.
struct MachineGpu {
  std::string name, device;  ///< "NVIDIA H200", "2335"
  int gen = 5, width = 16;
  int socket = 0;
  int pcie_switch = -1;  ///< or -1: a root port of its own
  int nvlinks = 0, nvlinks_up = 0;
  int memory_mib = 0, watts = 0;
  std::string slot = {};  ///< label of the firmware, or none
};

/// GPUs in bus order, GPU k at 0000:(k+1):00.0 as in the simulated device.
struct MachineText {
  std::vector<MachineGpu> gpus;
  int sockets = 2;
  std::vector<int> uplink_widths;  ///< of each switch, x16 where not given
  bool nvswitches = false;
  std::string fabric = "N/A";  ///< state in `nvidia-smi -q`
  std::string cpu = "AMD EPYC 9334 32-Core Processor";

  /// `lspci -Dvv` of root ports, switches, GPUs and NVSwitches.
  std::string lspci() const;
  std::string dmidecode() const;
  std::string numactl() const;
  std::string smi_query() const;
  std::string topology() const;
  std::string nvlink_status() const;
};

}  // namespace planner::chain
