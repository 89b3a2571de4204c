// Message and check of an all-reduce.
#include "gpu_probe/cuda/all_reduce.h"

#include <algorithm>
#include <cmath>

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kTrialBytes = std::size_t{64} << 20;

/// Whole tiles of the adding kernel for every member.
std::size_t whole_tiles(std::size_t count, std::size_t n) {
  const std::size_t quantum = 8192 * n;
  return std::max(quantum, count / quantum * quantum);
}

}  // namespace

std::size_t message_count(const std::vector<Gpu>& gpus) {
  std::size_t bytes = std::size_t{1} << 30;
  for (const Gpu& gpu : gpus) {
    check(cudaSetDevice(gpu.ordinal), "select a GPU");
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "read free memory");
    bytes = std::min(bytes, free / 8);
  }
  return whole_tiles(bytes / sizeof(float), gpus.size());
}

std::size_t trial_count(std::size_t most, std::size_t n) {
  return std::min(most, whole_tiles(kTrialBytes / sizeof(float), n));
}

std::size_t count_by_trial(std::size_t most, std::size_t n, double trial_seconds) {
  constexpr double wanted_seconds = 0.05;
  const double longer = std::max(1.0, wanted_seconds / std::max(trial_seconds, 1e-6));
  const double count = static_cast<double>(trial_count(most, n)) * longer;
  return count >= static_cast<double>(most) ? most : whole_tiles(static_cast<std::size_t>(count), n);
}

double bus_bytes(std::size_t n, std::size_t bytes) {
  return 2 * static_cast<double>(n - 1) / static_cast<double>(n) * static_cast<double>(bytes);
}

void fill_member(float* data, std::size_t count, std::size_t i, cudaStream_t stream) {
  launch_ramp(data, count, static_cast<float>(i + 1), stream);
  check(cudaGetLastError(), "launch");
}

std::uint64_t wrong_elements(const float* data, std::size_t count, std::size_t n, cudaStream_t stream) {
  const auto members = static_cast<float>(n);
  const DeviceMemory found(sizeof(unsigned long long));
  clear(found, stream);
  launch_verify_ramp(data, count, members * (members + 1) / 2, members, found.as<unsigned long long>(), stream);
  check(cudaGetLastError(), "launch");
  check(cudaStreamSynchronize(stream), "wait for the GPU");
  unsigned long long wrong = 0;
  check(cudaMemcpy(&wrong, found.as(), sizeof wrong, cudaMemcpyDeviceToHost), "copy results");
  return wrong;
}

int all_reduces_for(double milliseconds, double seconds) {
  constexpr int most = 20;
  return std::clamp(static_cast<int>(std::ceil(milliseconds * 1e-3 / std::max(seconds, 1e-6))), 1, most);
}

}  // namespace planner::probe::cuda
