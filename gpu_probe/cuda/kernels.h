// Launchers of the measurement kernels, callable from plain C++. None of them waits; errors are those of the launch.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "gpu_probe/operands.h"

namespace planner::probe::cuda {

/// What each block of an arithmetic kernel leaves behind.
struct BlockRecord {
  unsigned long long cycles;       ///< of the SM's clock, from the first to the last instruction of the loop
  unsigned long long nanoseconds;  ///< of the GPU's global timer, over the same stretch
  std::uint32_t checksum;          ///< of the results; equal in all blocks of a healthy GPU
  std::uint32_t errors;            ///< results that differ from their known value
};

/// A grid for a streaming kernel. Throughput depends on it and differs between GPUs, so the probe tries several.
struct StreamShape {
  int threads;        ///< of a block: 128 to 1024
  int unroll;         ///< 16-byte accesses in flight per thread and operand: 1, 2, 4 or 8
  int blocks_per_sm;  ///< 0: one block per tile, not persistent
};

enum class StreamOperation { read, write, copy, triad };

/// Streams `bytes` (a multiple of 1 MiB) once. read: adds all words of `b` into `*sum`; write: stores a pattern of
/// `seed` to `a`; copy: a = b; triad: a = b + 3 c in wrapping 32-bit integers.
void launch_stream(StreamOperation operation, StreamShape shape, int sm_count, void* a, const void* b, const void* c,
                   std::size_t bytes, std::uint32_t seed, std::uint32_t* sum, cudaStream_t stream);

/// Every block reads the `bytes` at `data` `passes` times through the L2 cache, each block starting elsewhere.
void launch_l2_read(const void* data, std::size_t bytes, int passes, int sm_count, std::uint32_t* sum,
                    cudaStream_t stream);

/// Word i of the pattern of `seed`; the same on host and device.
std::uint32_t pattern_word(std::uint64_t i, std::uint32_t seed);

void launch_fill(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t invert, cudaStream_t stream);
/// Found by a verification: number of wrong words, the lowest wrong byte offset, and how often each bit was wrong.
struct PatternErrors {
  unsigned long long count, first_offset;
  unsigned int bits[32];
};
/// Compares with the pattern (xor `invert`) and, if `next_invert` differs, writes the pattern xor `next_invert` back.
void launch_verify(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t invert, std::uint32_t next_invert,
                   PatternErrors* errors, cudaStream_t stream);
/// Sum of all words of the pattern, computed without memory.
void launch_pattern_sum(std::size_t bytes, std::uint32_t seed, std::uint32_t* sum, cudaStream_t stream);
/// Compares `a` with pattern(seed_b) + 3 pattern(seed_c).
void launch_verify_triad(const void* a, std::size_t bytes, std::uint32_t seed_b, std::uint32_t seed_c,
                         PatternErrors* errors, cudaStream_t stream);

/// Blocks of an FMA kernel per SM, and fused multiply-adds that one block does per step.
inline constexpr int kFmaBlocksPerSm = 4;
inline constexpr int kFmaPerBlockStep = 256 * 8 * 16;
void launch_fma32(int blocks, int steps, BlockRecord* records, cudaStream_t stream);
void launch_fma64(int blocks, int steps, BlockRecord* records, cudaStream_t stream);

/// Tensor kernels hold their operands in registers or shared memory. Operands are laid out by `operands.h`.
inline constexpr int kMmaBlocksPerSm = 2;
inline constexpr int kMmaWarpsPerBlock = 8;
void launch_mma(Number number, int blocks, int steps, const void* a, const void* b, BlockRecord* records,
                cudaStream_t stream);
/// True if this build holds wgmma code (sm_90a).
bool has_wgmma();
void launch_wgmma(Number number, int blocks, int steps, const void* a, const void* b, BlockRecord* records,
                  cudaStream_t stream);

/// Holds a stream until `*flag` (pinned host memory) is not 0, at most `timeout_ns`.
void launch_spin(const volatile int* flag, unsigned long long timeout_ns, cudaStream_t stream);

/// dst = dst + src over `count` floats (a multiple of 4); either may lie on a peer.
void launch_add(float* destination, const float* source, std::size_t count, int blocks, cudaStream_t stream);
/// data[i] = value + i mod 256.
void launch_ramp(float* data, std::size_t count, float value, cudaStream_t stream);
/// Counts elements that differ from value + factor (i mod 256).
void launch_verify_ramp(const float* data, std::size_t count, float value, float factor, unsigned long long* errors,
                        cudaStream_t stream);
/// Builds a pointer chase in `chain`, then follows it `hops` times and leaves the cycles and nanoseconds.
void launch_build_chain(unsigned int* chain, unsigned int elements, unsigned int stride, cudaStream_t stream);
void launch_chase(const unsigned int* chain, int hops, BlockRecord* record, cudaStream_t stream);

}  // namespace planner::probe::cuda
