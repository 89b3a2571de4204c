// Telemetry sampling thread.
#include "gpu_probe/sampler.h"

#include <chrono>

namespace planner::probe {

Sampler::Sampler(Device& device, int gpu) {
  if (gpu < 0) return;
  thread_ = std::thread([this, &device, gpu] {
    const auto start = std::chrono::steady_clock::now();
    // The first look waits until the load is likely to run.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    while (!done_) {
      TelemetrySample sample = device.sample(gpu);
      sample.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      samples_.push_back(sample);
      for (int i = 0; i < 10 && !done_; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
}

std::vector<TelemetrySample> Sampler::finish() {
  done_ = true;
  if (thread_.joinable()) thread_.join();
  return std::move(samples_);
}

Sampler::~Sampler() {
  done_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace planner::probe
