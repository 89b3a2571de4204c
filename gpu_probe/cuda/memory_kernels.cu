// Streaming kernels: 16-byte accesses, several in flight per thread, tiles handed out by block.
#include "gpu_probe/cuda/kernels.h"
#include "gpu_probe/cuda/pattern.cuh"

namespace planner::probe::cuda {
namespace {

__device__ inline void add(uint4& sum, const uint4& v) {
  sum.x += v.x;
  sum.y += v.y;
  sum.z += v.z;
  sum.w += v.w;
}

__device__ inline uint4 triad(const uint4& b, const uint4& c) {
  return make_uint4(b.x + 3 * c.x, b.y + 3 * c.y, b.z + 3 * c.z, b.w + 3 * c.w);
}

__device__ inline void reduce_into(const uint4& sum, std::uint32_t* total) {
  const std::uint32_t mine = sum.x + sum.y + sum.z + sum.w;
  std::uint32_t warp = mine;
  for (int offset = 16; offset > 0; offset /= 2) warp += __shfl_down_sync(0xffffffffu, warp, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(total, warp);
}

template <StreamOperation Operation, int Unroll>
__global__ void __launch_bounds__(1024)
    stream_kernel(uint4* __restrict__ a, const uint4* __restrict__ b, const uint4* __restrict__ c, std::size_t tiles,
                  std::uint32_t seed, std::uint32_t* total) {
  const unsigned threads = blockDim.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::size_t base = tile * (threads * Unroll) + threadIdx.x;
    uint4 x[Unroll];
    if constexpr (Operation == StreamOperation::read) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) x[u] = __ldcs(b + base + u * threads);
    } else if constexpr (Operation != StreamOperation::write) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) x[u] = b[base + u * threads];
    }
    if constexpr (Operation == StreamOperation::triad) {
      uint4 y[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) y[u] = c[base + u * threads];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) x[u] = triad(x[u], y[u]);
    }
    if constexpr (Operation == StreamOperation::write) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        const std::uint32_t i = static_cast<std::uint32_t>(base + u * threads);
        x[u] = make_uint4(i ^ seed, i + seed, ~i ^ seed, i * 5 + seed);
      }
    }
    if constexpr (Operation == StreamOperation::read) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) add(sum, x[u]);
    } else {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) a[base + u * threads] = x[u];
    }
  }
  if constexpr (Operation == StreamOperation::read) reduce_into(sum, total);
}

template <StreamOperation Operation, int Unroll>
void launch(StreamShape shape, int sm_count, void* a, const void* b, const void* c, std::size_t bytes,
            std::uint32_t seed, std::uint32_t* sum, cudaStream_t stream) {
  const std::size_t tiles = bytes / (sizeof(uint4) * shape.threads * Unroll);
  const auto blocks = static_cast<unsigned>(
      shape.blocks_per_sm == 0 ? tiles : static_cast<std::size_t>(shape.blocks_per_sm) * sm_count);
  stream_kernel<Operation, Unroll><<<blocks, static_cast<unsigned>(shape.threads), 0, stream>>>(
      static_cast<uint4*>(a), static_cast<const uint4*>(b), static_cast<const uint4*>(c), tiles, seed, sum);
}

template <StreamOperation Operation, typename... Rest>
void launch_unrolled(StreamShape shape, Rest... rest) {
  switch (shape.unroll) {
    case 1:
      return launch<Operation, 1>(shape, rest...);
    case 2:
      return launch<Operation, 2>(shape, rest...);
    case 4:
      return launch<Operation, 4>(shape, rest...);
    default:
      return launch<Operation, 8>(shape, rest...);
  }
}

__global__ void __launch_bounds__(1024)
    l2_kernel(const uint4* __restrict__ data, std::size_t tiles, int passes, std::uint32_t* total) {
  constexpr int unroll = 4;
  uint4 sum = make_uint4(0, 0, 0, 0);
  std::size_t tile = (blockIdx.x * 37ull) % tiles;
  const std::size_t visits = tiles * passes;
  for (std::size_t visit = 0; visit < visits; ++visit) {
    const uint4* from = data + tile * (1024 * unroll) + threadIdx.x;
    uint4 x[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) x[u] = __ldcg(from + u * 1024);
#pragma unroll
    for (int u = 0; u < unroll; ++u) add(sum, x[u]);
    tile = tile + 1 == tiles ? 0 : tile + 1;
  }
  reduce_into(sum, total);
}

}  // namespace

void launch_stream(StreamOperation operation, StreamShape shape, int sm_count, void* a, const void* b, const void* c,
                   std::size_t bytes, std::uint32_t seed, std::uint32_t* sum, cudaStream_t stream) {
  switch (operation) {
    case StreamOperation::read:
      return launch_unrolled<StreamOperation::read>(shape, sm_count, a, b, c, bytes, seed, sum, stream);
    case StreamOperation::write:
      return launch_unrolled<StreamOperation::write>(shape, sm_count, a, b, c, bytes, seed, sum, stream);
    case StreamOperation::copy:
      return launch_unrolled<StreamOperation::copy>(shape, sm_count, a, b, c, bytes, seed, sum, stream);
    case StreamOperation::triad:
      return launch_unrolled<StreamOperation::triad>(shape, sm_count, a, b, c, bytes, seed, sum, stream);
  }
}

void launch_l2_read(const void* data, std::size_t bytes, int passes, int sm_count, std::uint32_t* sum,
                    cudaStream_t stream) {
  l2_kernel<<<static_cast<unsigned>(sm_count * 2), 1024, 0, stream>>>(static_cast<const uint4*>(data),
                                                                      bytes / (16 * 1024 * 4), passes, sum);
}

}  // namespace planner::probe::cuda
