// The seam between measuring and judging: a machine with GPUs, real (CUDA), simulated or replayed from a recording.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu_probe/inventory.h"
#include "gpu_probe/metric.h"
#include "gpu_probe/telemetry.h"

namespace planner::probe {

/// How much work one measurement does.
struct Effort {
  int repeats = 5;             ///< samples
  double sample_ms = 20;       ///< least device time of a sample
  double seconds = 0;          ///< length of a sustained load
  double memory_fraction = 0;  ///< of the free memory, for the pattern test
};

/// One measurement to make. `gpu` and `peer` for Scope::pair (from, to); `gpus` for Scope::machine.
struct Task {
  Metric metric = Metric::memory_read;
  int gpu = -1, peer = -1;
  std::vector<int> gpus;
  Effort effort;
};

enum class ReadingStatus : std::uint8_t {
  measured,
  skipped,      ///< does not apply here; `reason` says why
  failed,       ///< was tried and broke; `reason` says how
  gpu_lost,     ///< broke so that nothing more can be measured on the GPUs in `lost`
  interrupted,  ///< stopped by the user; samples taken so far are kept
};

/// What a measurement gave.
struct Reading {
  ReadingStatus status = ReadingStatus::measured;
  std::string reason;
  std::vector<double> samples;            ///< in the metric's unit, in the order taken
  bool verified = false;                  ///< results were compared with their known value
  std::uint64_t errors = 0;               ///< wrong elements found by that comparison
  std::string method;                     ///< instruction or engine: "wgmma", "mma.sync", "copy engine"
  std::map<std::string, double> details;  ///< extra figures, each with its unit in the name ("sm_clock_mhz")
  std::vector<int> lost;                  ///< GPUs, by index, on which nothing works any more
};

/// Name of the detail that holds the share of one GPU in a figure of all ("gpu3_gb_per_s").
inline std::string detail_of_gpu(int gpu) {
  return "gpu" + std::to_string(gpu) + "_gb_per_s";
}

/// A machine with GPUs. `measure`, `sample` and `counters` may be called from one thread per GPU at once.
/// No call throws for a fault of the hardware: it becomes a Reading with a reason.
class Device {
 public:
  virtual ~Device() = default;
  virtual Inventory inventory() = 0;
  /// Makes one measurement; looks at `stop` at least every second.
  virtual Reading measure(const Task& task, const std::atomic<bool>& stop) = 0;
  /// Clocks, power and link now; costs at most a few milliseconds.
  virtual TelemetrySample sample(int gpu) = 0;
  virtual Counters counters(int gpu) = 0;
  /// False where samples and time mean nothing (a simulation, a recording): then no sampler thread is run,
  /// and `load` gives the summary instead.
  virtual bool live() const = 0;
  virtual LoadSummary load(const Task& task) = 0;
  /// Of a recording, the level at which it was taken: what it does not hold was not asked for.
  virtual std::optional<Level> recorded_level() const { return std::nullopt; }
};

}  // namespace planner::probe
