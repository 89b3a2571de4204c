// Time stamps and checksums that the arithmetic kernels leave for the host.
#pragma once

#include "gpu_probe/cuda/kernels.h"
#include "gpu_probe/cuda/pattern.cuh"

namespace planner::probe::cuda {

__device__ inline unsigned long long global_nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// Started before and stopped after the loop of a kernel.
struct BlockTimer {
  unsigned long long cycles, nanoseconds;

  __device__ void start() {
    __syncthreads();
    cycles = clock64();
    nanoseconds = global_nanoseconds();
  }
  __device__ void stop() {
    __syncthreads();
    cycles = clock64() - cycles;
    nanoseconds = global_nanoseconds() - nanoseconds;
  }
};

/// Adds up the threads' checksums and errors and writes the block's record.
__device__ inline void write_record(const BlockTimer& timer, std::uint32_t checksum, std::uint32_t errors,
                                    BlockRecord* records) {
  __shared__ std::uint32_t sums[2];
  if (threadIdx.x == 0) sums[0] = sums[1] = 0;
  __syncthreads();
  atomicAdd(&sums[0], checksum);
  if (errors != 0) atomicAdd(&sums[1], errors);
  __syncthreads();
  if (threadIdx.x == 0) records[blockIdx.x] = {timer.cycles, timer.nanoseconds, sums[0], sums[1]};
}

/// One element's share of a checksum; must equal `checksum_of` in operands.cpp.
__device__ inline std::uint32_t element_checksum(std::uint32_t bits, int row, int column) {
  return mix(bits + mix(static_cast<std::uint32_t>(row * 4096 + column)));
}

}  // namespace planner::probe::cuda
