// The pseudo-random pattern that copies and memory tests are checked with.
#pragma once

#include <cstdint>

namespace planner::probe::cuda {

/// A mixing function in which every input bit reaches every output bit.
__host__ __device__ inline std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

/// Word i of the pattern: address in data, so that a wrong address shows as a wrong value.
__host__ __device__ inline std::uint32_t word_of(std::uint64_t i, std::uint32_t seed) {
  return mix(static_cast<std::uint32_t>(i) ^ mix(static_cast<std::uint32_t>(i >> 32) + seed));
}

}  // namespace planner::probe::cuda
