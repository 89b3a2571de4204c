// Filling memory with a pattern and comparing it, in separate launches so that no cache stands between.
#include "gpu_probe/cuda/kernels.h"
#include "gpu_probe/cuda/pattern.cuh"

namespace planner::probe::cuda {
namespace {

constexpr int kThreads = 256;
constexpr unsigned kMostBlocks = 8192;

unsigned blocks_for(std::size_t quads) {
  const std::size_t blocks = (quads + kThreads - 1) / kThreads;
  return blocks < kMostBlocks ? static_cast<unsigned>(blocks) : kMostBlocks;
}

__device__ inline std::size_t first_quad() {
  return blockIdx.x * static_cast<std::size_t>(kThreads) + threadIdx.x;
}
__device__ inline std::size_t quad_step() {
  return gridDim.x * static_cast<std::size_t>(kThreads);
}

__device__ inline uint4 quad_of(std::size_t quad, std::uint32_t seed) {
  const std::uint64_t i = static_cast<std::uint64_t>(quad) * 4;
  return make_uint4(word_of(i, seed), word_of(i + 1, seed), word_of(i + 2, seed), word_of(i + 3, seed));
}

__device__ inline uint4 inverted(const uint4& v, std::uint32_t by) {
  return make_uint4(v.x ^ by, v.y ^ by, v.z ^ by, v.w ^ by);
}

__device__ inline void note(std::uint32_t difference, std::uint64_t word, PatternErrors* errors) {
  if (difference == 0) return;
  atomicAdd(&errors->count, 1ull);
  atomicMin(&errors->first_offset, static_cast<unsigned long long>(word * 4));
  for (int bit = 0; bit < 32; ++bit) {
    if ((difference >> bit & 1u) != 0) atomicAdd(&errors->bits[bit], 1u);
  }
}

__device__ inline void compare(const uint4& found, const uint4& expected, std::size_t quad, PatternErrors* errors) {
  const std::uint64_t word = static_cast<std::uint64_t>(quad) * 4;
  note(found.x ^ expected.x, word, errors);
  note(found.y ^ expected.y, word + 1, errors);
  note(found.z ^ expected.z, word + 2, errors);
  note(found.w ^ expected.w, word + 3, errors);
}

__global__ void fill_kernel(uint4* data, std::size_t quads, std::uint32_t seed, std::uint32_t invert) {
  for (std::size_t q = first_quad(); q < quads; q += quad_step()) __stcs(data + q, inverted(quad_of(q, seed), invert));
}

__global__ void verify_kernel(uint4* data, std::size_t quads, std::uint32_t seed, std::uint32_t invert,
                              std::uint32_t next_invert, PatternErrors* errors) {
  for (std::size_t q = first_quad(); q < quads; q += quad_step()) {
    const uint4 pattern = quad_of(q, seed);
    compare(__ldcs(data + q), inverted(pattern, invert), q, errors);
    if (next_invert != invert) __stcs(data + q, inverted(pattern, next_invert));
  }
}

__global__ void sum_kernel(std::size_t quads, std::uint32_t seed, std::uint32_t* total) {
  std::uint32_t sum = 0;
  for (std::size_t q = first_quad(); q < quads; q += quad_step()) {
    const uint4 v = quad_of(q, seed);
    sum += v.x + v.y + v.z + v.w;
  }
  atomicAdd(total, sum);
}

__global__ void verify_triad_kernel(const uint4* a, std::size_t quads, std::uint32_t seed_b, std::uint32_t seed_c,
                                    PatternErrors* errors) {
  for (std::size_t q = first_quad(); q < quads; q += quad_step()) {
    const uint4 b = quad_of(q, seed_b);
    const uint4 c = quad_of(q, seed_c);
    compare(__ldcs(a + q), make_uint4(b.x + 3 * c.x, b.y + 3 * c.y, b.z + 3 * c.z, b.w + 3 * c.w), q, errors);
  }
}

}  // namespace

std::uint32_t pattern_word(std::uint64_t i, std::uint32_t seed) {
  return word_of(i, seed);
}

void launch_fill(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t invert, cudaStream_t stream) {
  fill_kernel<<<blocks_for(bytes / 16), kThreads, 0, stream>>>(static_cast<uint4*>(data), bytes / 16, seed, invert);
}

void launch_verify(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t invert, std::uint32_t next_invert,
                   PatternErrors* errors, cudaStream_t stream) {
  verify_kernel<<<blocks_for(bytes / 16), kThreads, 0, stream>>>(static_cast<uint4*>(data), bytes / 16, seed, invert,
                                                                 next_invert, errors);
}

void launch_pattern_sum(std::size_t bytes, std::uint32_t seed, std::uint32_t* sum, cudaStream_t stream) {
  sum_kernel<<<blocks_for(bytes / 16), kThreads, 0, stream>>>(bytes / 16, seed, sum);
}

void launch_verify_triad(const void* a, std::size_t bytes, std::uint32_t seed_b, std::uint32_t seed_c,
                         PatternErrors* errors, cudaStream_t stream) {
  verify_triad_kernel<<<blocks_for(bytes / 16), kThreads, 0, stream>>>(static_cast<const uint4*>(a), bytes / 16, seed_b,
                                                                       seed_c, errors);
}

}  // namespace planner::probe::cuda
