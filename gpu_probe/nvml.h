// The driver's management library, loaded at run time: a machine without it loses facts, not the run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu_probe/inventory.h"
#include "gpu_probe/telemetry.h"

namespace planner::probe {

/// The active NVLink links of one GPU.
struct NvlinkEnds {
  int active = 0;
  int at_switch = 0;                  ///< links to something that is no GPU of this machine
  std::map<std::string, int> at_gpu;  ///< links to other GPUs, by "0000:01:00.0"
};

/// Links between two GPUs: their direct ones, else as many as both have at a switch; where the ends are hidden but
/// copies go over NVLink, as many as both have up. 0 if there are none.
int links_between(const NvlinkEnds& from, const std::string& from_bus_id, const NvlinkEnds& to,
                  const std::string& to_bus_id, bool copies_over_nvlink);

/// NVML through dlopen. A symbol that a driver lacks makes its facts "not reported"; it never makes a call fail.
class Nvml {
 public:
  /// Loads and initializes `library`. On failure the object answers nothing and `problem` says why.
  explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  bool ready() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  /// Symbols that the library lacks.
  const std::vector<std::string>& missing() const { return missing_; }

  std::string driver_version() const;
  /// Adds what NVML knows about the GPU of `facts.bus_id`.
  void describe(GpuFacts& facts) const;
  TelemetrySample sample(const std::string& bus_id) const;
  Counters counters(const std::string& bus_id) const;
  /// Common ancestor of two GPUs: "PIX", "PXB", "PHB", "NODE", "SYS", or empty.
  std::string topology_level(const std::string& from, const std::string& to) const;
  /// Why NVML says that peer reads are not possible, empty if they are or it does not say.
  std::string peer_problem(const std::string& from, const std::string& to) const;
  /// Where the active NVLink links of a GPU end.
  NvlinkEnds nvlink_ends(const std::string& bus_id) const;
  /// True if the driver says that copies between the two go over NVLink; links themselves may be hidden (in a guest).
  bool copies_over_nvlink(const std::string& from, const std::string& to) const;
  /// True once a call has answered that the GPU fell off the bus.
  bool is_lost(const std::string& bus_id) const;

  struct Calls;  ///< nvml_calls.h

 private:
  std::unique_ptr<Calls> calls_;
  std::string problem_;
  std::vector<std::string> missing_;
};

}  // namespace planner::probe
