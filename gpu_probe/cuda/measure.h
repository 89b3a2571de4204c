// One function per family of measurements. Each throws CudaFailure; CudaDevice turns that into a Reading.
#pragma once

#include <atomic>
#include <vector>

#include "gpu_probe/cuda/kernels.h"
#include "gpu_probe/device.h"

namespace planner::probe::cuda {

/// A GPU as CUDA sees it.
struct Gpu {
  int ordinal = 0;
  GpuFacts facts;
  std::vector<int> processors;  ///< on its NUMA node, empty if unknown
};

/// What a measurement gets.
struct Job {
  const Task& task;
  const std::atomic<bool>& stop;
};

Reading measure_memory(const Gpu& gpu, const Job& job);
Reading measure_l2(const Gpu& gpu, const Job& job);
Reading measure_fma(const Gpu& gpu, const Job& job);
Reading measure_tensor(const Gpu& gpu, const Job& job);
/// Sustained or pulsed tensor load for `effort.seconds`; one sample about every second.
Reading measure_load(const Gpu& gpu, const Job& job);
Reading measure_pattern(const Gpu& gpu, const Job& job);
Reading measure_host_link(const Gpu& gpu, const Job& job);
/// Sum over all GPUs copying at once.
Reading measure_all_host_links(const std::vector<Gpu>& gpus, const Job& job);
Reading measure_peer(const Gpu& from, const Gpu& to, const Job& job);
Reading measure_ring(const std::vector<Gpu>& gpus, const Job& job);
Reading measure_nccl(const std::vector<Gpu>& gpus, const Job& job);

/// A Reading that says why a measurement does not apply.
Reading skip(std::string reason);

}  // namespace planner::probe::cuda
