// A thread that looks at one GPU ten times a second while a measurement runs.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "gpu_probe/device.h"

namespace planner::probe {

class Sampler {
 public:
  Sampler(Device& device, int gpu);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  /// Stops and returns the samples; none for a negative GPU.
  std::vector<TelemetrySample> finish();

 private:
  std::atomic<bool> done_{false};
  std::vector<TelemetrySample> samples_;
  std::thread thread_;
};

}  // namespace planner::probe
