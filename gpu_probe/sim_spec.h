// A simulated machine from one line of text: "8x h200 nvswitch", "4x rtx-4090 switch:2 gpu3:x8".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/sim_model.h"

namespace planner::probe {

/// What is wrong with one simulated GPU.
struct SimFaults {
  int width = 0, gen = 0;           ///< "x8", "gen3": the link runs narrower or slower
  bool wrong_numa = false;          ///< "numa"
  double compute = 1;               ///< "compute:0.33": share of the arithmetic rate
  double memory = 1;                ///< "memory:0.7": share of the memory bandwidth
  double power = 1;                 ///< "power:0.6": share of the default power limit
  double noise = 0.001;             ///< "noise:0.08": relative scatter of samples
  bool rebar_off = false;           ///< "rebar-off": small BAR1, broken peer copies
  bool bit_error = false;           ///< "bit-error": one wrong bit in memory
  bool mig = false;                 ///< "mig"
  bool lost = false;                ///< "lost": falls off the bus during the tensor measurements
  bool hot = false;                 ///< "hot": thermal slowdown
  int replays = 0;                  ///< "replays:500": PCIe replays during the run
  int nvlinks_down = 0;             ///< "nvlinks-down:1"
  int socket = -1;                  ///< "socket:1": it sits in a slot of that socket; -1: where its number puts it
  const SimModel* model = nullptr;  ///< "model:h100": another GPU than the rest; null: the same
};

/// Socket of each GPU and uplink of each PCIe switch.
struct SimTopology {
  std::vector<int> sockets;        ///< GPUs on each; one socket if empty
  int per_switch = 0;              ///< "switch:4": GPUs that share one PCIe switch uplink; 0: none
  std::vector<int> uplink_widths;  ///< "switch1:x8": of each switch; the GPU's own width where not given
  int uplink_gen = 0;              ///< "uplinks:gen5"; 0: the GPU's own
};

struct SimMachine {
  const SimModel* model = nullptr;
  int gpus = 1;
  bool nvswitch = false;          ///< all GPUs linked through NVLink switches
  bool fabric_down = false;       ///< "fabric-down": NVSwitches that no fabric manager has set up; CUDA does not start
  bool nccl = false;              ///< "nccl": the library is installed
  SimTopology topology;           ///< "2s": half of the GPUs on each socket; "sockets:6+2"
  bool peer = false;              ///< peer access over PCIe: the model's, or forced by "p2p"
  bool no_nvml = false;           ///< "no-nvml"
  std::string missing_symbol;     ///< "missing:nvmlDeviceGetPowerUsage"
  std::vector<SimFaults> faults;  ///< by GPU
};

/// Parses a line: `[N x] MODEL [option...] [gpuK:fault...]`, up to 16 GPUs. On an error `problem` names the word and
/// what is allowed.
std::optional<SimMachine> parse_sim_spec(std::string_view text, std::string& problem);

}  // namespace planner::probe
