// Kernels around copies: the spin kernel that hides launch latency, the adder of the ring, and the pointer chase.
#include "gpu_probe/cuda/block_record.cuh"
#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {
namespace {

__global__ void spin_kernel(const volatile int* flag, unsigned long long timeout_ns) {
  const unsigned long long start = global_nanoseconds();
  while (*flag == 0 && global_nanoseconds() - start < timeout_ns) {
  }
}

__global__ void __launch_bounds__(512)
    add_kernel(float4* __restrict__ destination, const float4* __restrict__ source, std::size_t quads) {
  constexpr int unroll = 4;
  const std::size_t tile = 512 * unroll;
  std::size_t base = blockIdx.x * tile + threadIdx.x;
  for (; base + tile - threadIdx.x <= quads; base += gridDim.x * tile) {
    float4 x[unroll], y[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) x[u] = __ldcs(source + base + u * 512);
#pragma unroll
    for (int u = 0; u < unroll; ++u) y[u] = __ldcs(destination + base + u * 512);
#pragma unroll
    for (int u = 0; u < unroll; ++u) {
      destination[base + u * 512] = make_float4(x[u].x + y[u].x, x[u].y + y[u].y, x[u].z + y[u].z, x[u].w + y[u].w);
    }
  }
}

__global__ void ramp_kernel(float* data, std::size_t count, float value) {
  const std::size_t step = gridDim.x * static_cast<std::size_t>(blockDim.x);
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += step) {
    data[i] = value + static_cast<float>(i % 256);
  }
}

__global__ void verify_ramp_kernel(const float* data, std::size_t count, float value, float factor,
                                   unsigned long long* errors) {
  const std::size_t step = gridDim.x * static_cast<std::size_t>(blockDim.x);
  unsigned long long wrong = 0;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += step) {
    if (data[i] != value + factor * static_cast<float>(i % 256)) ++wrong;
  }
  if (wrong != 0) atomicAdd(errors, wrong);
}

__global__ void chain_kernel(unsigned int* chain, unsigned int elements, unsigned int stride) {
  const unsigned int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < elements) chain[i] = (i + stride) % elements;
}

__global__ void chase_kernel(const unsigned int* chain, int hops, BlockRecord* record) {
  unsigned int at = 0;
  BlockTimer timer;
  timer.start();
  for (int hop = 0; hop < hops; ++hop) at = *reinterpret_cast<const volatile unsigned int*>(chain + at);
  timer.stop();
  *record = {timer.cycles, timer.nanoseconds, at, 0};
}

}  // namespace

void launch_spin(const volatile int* flag, unsigned long long timeout_ns, cudaStream_t stream) {
  spin_kernel<<<1, 1, 0, stream>>>(flag, timeout_ns);
}

void launch_add(float* destination, const float* source, std::size_t count, int blocks, cudaStream_t stream) {
  add_kernel<<<static_cast<unsigned>(blocks), 512, 0, stream>>>(reinterpret_cast<float4*>(destination),
                                                                reinterpret_cast<const float4*>(source), count / 4);
}

void launch_ramp(float* data, std::size_t count, float value, cudaStream_t stream) {
  ramp_kernel<<<1024, 256, 0, stream>>>(data, count, value);
}

void launch_verify_ramp(const float* data, std::size_t count, float value, float factor, unsigned long long* errors,
                        cudaStream_t stream) {
  verify_ramp_kernel<<<1024, 256, 0, stream>>>(data, count, value, factor, errors);
}

void launch_build_chain(unsigned int* chain, unsigned int elements, unsigned int stride, cudaStream_t stream) {
  const unsigned int links = elements / stride;
  chain_kernel<<<(links + 255) / 256, 256, 0, stream>>>(chain, elements, stride);
}

void launch_chase(const unsigned int* chain, int hops, BlockRecord* record, cudaStream_t stream) {
  chase_kernel<<<1, 1, 0, stream>>>(chain, hops, record);
}

}  // namespace planner::probe::cuda
