// Peak of the FP32 and FP64 pipelines: register-resident chains of fused multiply-adds with a known end value.
#include "gpu_probe/cuda/block_record.cuh"
#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {
namespace {

constexpr int kChains = 8, kUnroll = 16, kThreads = 256;
static_assert(kChains * kUnroll * kThreads == kFmaPerBlockStep);

/// x <- a x + b with a = -1 and b = 1 swaps x and 1 - x, both exact; after an odd number of steps the end is 1 - x.
template <typename Real>
__global__ void __launch_bounds__(kThreads) fma_kernel(int steps, Real a, Real b, BlockRecord* records) {
  Real x[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) x[i] = static_cast<Real>(mix(threadIdx.x * kChains + i) >> 9) / 8388608;
  BlockTimer timer;
  timer.start();
#pragma unroll
  for (int i = 0; i < kChains; ++i) x[i] = a * x[i] + b;
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) x[i] = a * x[i] + b;
    }
  }
  timer.stop();
  std::uint32_t errors = 0;
#pragma unroll
  for (int i = 0; i < kChains; ++i) {
    const Real start = static_cast<Real>(mix(threadIdx.x * kChains + i) >> 9) / 8388608;
    if (x[i] != b - start) ++errors;
  }
  write_record(timer, 0, errors, records);
}

}  // namespace

void launch_fma32(int blocks, int steps, BlockRecord* records, cudaStream_t stream) {
  fma_kernel<float><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(steps, -1.0f, 1.0f, records);
}

void launch_fma64(int blocks, int steps, BlockRecord* records, cudaStream_t stream) {
  fma_kernel<double><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(steps, -1.0, 1.0, records);
}

}  // namespace planner::probe::cuda
