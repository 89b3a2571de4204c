// Tensor peak through mma.sync with all operands in registers: every architecture from Turing on.
// Fragment layouts are those of the PTX manual; in bytes they are the same for 8-, 16- and 32-bit operands.
#include "gpu_probe/cuda/block_record.cuh"
#include "gpu_probe/cuda/kernels.h"

#ifndef __CUDA_ARCH__
#define PROBE_ARCH 0
#else
#define PROBE_ARCH __CUDA_ARCH__
#endif

namespace planner::probe::cuda {
namespace {

constexpr int kThreads = kMmaWarpsPerBlock * 32;

#define PROBE_MMA(instruction, c)                                                   \
  asm volatile(instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : c(d[0]), c(d[1]), c(d[2]), c(d[3])                                 \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

/// d (16 x 8) += a (16 x 32 bytes) b (32 bytes x 8).
template <Number N>
__device__ inline void multiply(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
#if PROBE_ARCH >= 890
  if constexpr (N == Number::fp8) PROBE_MMA("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f");
#endif
#if PROBE_ARCH >= 800
  if constexpr (N == Number::fp16) PROBE_MMA("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "+f");
  if constexpr (N == Number::bf16) PROBE_MMA("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "+f");
  if constexpr (N == Number::tf32) PROBE_MMA("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "+f");
#elif PROBE_ARCH >= 750
  if constexpr (N == Number::fp16) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[2]), "r"(a[3]), "r"(b[1]));
  }
#endif
}

#if PROBE_ARCH >= 750 && PROBE_ARCH < 800
__device__ inline void multiply_8x8(int& d0, int& d1, std::uint32_t a, std::uint32_t b) {
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+r"(d0), "+r"(d1)
               : "r"(a), "r"(b));
}
#endif

template <Number N>
__device__ inline void multiply(int (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
#if PROBE_ARCH >= 800
  PROBE_MMA("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "+r");
#elif PROBE_ARCH >= 750
  multiply_8x8(d[0], d[1], a[0], b[0]);
  multiply_8x8(d[2], d[3], a[1], b[0]);
  multiply_8x8(d[0], d[1], a[2], b[1]);
  multiply_8x8(d[2], d[3], a[3], b[1]);
#endif
}

template <Number N>
__global__ void __launch_bounds__(kThreads)
    mma_kernel(int steps, const std::uint32_t* a, const std::uint32_t* b, BlockRecord* records) {
  constexpr int slices = 2, tiles = 8, row_words = 8;
  using Accumulator = std::conditional_t<N == Number::int8, int, float>;
  const int lane = static_cast<int>(threadIdx.x % 32), group = lane / 4, quarter = lane % 4;
  std::uint32_t left[slices][4], right[slices][tiles][2];
#pragma unroll
  for (int s = 0; s < slices; ++s) {
    const std::uint32_t* rows = a + s * 16 * row_words;
    left[s][0] = rows[group * row_words + quarter];
    left[s][1] = rows[(group + 8) * row_words + quarter];
    left[s][2] = rows[group * row_words + quarter + 4];
    left[s][3] = rows[(group + 8) * row_words + quarter + 4];
#pragma unroll
    for (int t = 0; t < tiles; ++t) {
      const std::uint32_t* column = b + (s * tiles * 8 + t * 8 + group) * row_words;
      right[s][t][0] = column[quarter];
      right[s][t][1] = column[quarter + 4];
    }
  }
  Accumulator sums[tiles][4] = {};
  BlockTimer timer;
  timer.start();
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int s = 0; s < slices; ++s) {
#pragma unroll
      for (int t = 0; t < tiles; ++t) multiply<N>(sums[t], left[s], right[s][t]);
    }
  }
  timer.stop();
  std::uint32_t checksum = 0;
#pragma unroll
  for (int t = 0; t < tiles; ++t) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      std::uint32_t bits;
      if constexpr (N == Number::int8)
        bits = static_cast<std::uint32_t>(sums[t][i]);
      else
        bits = __float_as_uint(sums[t][i]);
      checksum += element_checksum(bits, group + (i / 2) * 8, t * 8 + quarter * 2 + i % 2);
    }
  }
  write_record(timer, checksum, 0, records);
}

/// d (16 x 8) += a (16 x 16) b (16 x 8) in FP64.
__device__ inline void multiply(double (&d)[4], const double (&a)[8], const double (&b)[4]) {
#if PROBE_ARCH >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "
      "{%12,%13,%14,%15}, {%0,%1,%2,%3};"
      : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
        "d"(b[2]), "d"(b[3]));
#elif PROBE_ARCH >= 800
#pragma unroll
  for (int k = 0; k < 4; ++k) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                   : "+d"(d[half * 2]), "+d"(d[half * 2 + 1])
                   : "d"(a[k * 2 + half]), "d"(b[k]));
    }
  }
#endif
}

__global__ void __launch_bounds__(kThreads)
    mma_fp64_kernel(int steps, const double* a, const double* b, BlockRecord* records) {
  constexpr int tiles = 4, depth = 16;
  const int lane = static_cast<int>(threadIdx.x % 32), group = lane / 4, quarter = lane % 4;
  double left[8], right[tiles][4], sums[tiles][4] = {};
#pragma unroll
  for (int i = 0; i < 8; ++i) left[i] = a[(group + i % 2 * 8) * depth + i / 2 * 4 + quarter];
#pragma unroll
  for (int t = 0; t < tiles; ++t) {
#pragma unroll
    for (int i = 0; i < 4; ++i) right[t][i] = b[(t * 8 + group) * depth + i * 4 + quarter];
  }
  BlockTimer timer;
  timer.start();
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int t = 0; t < tiles; ++t) multiply(sums[t], left, right[t]);
  }
  timer.stop();
  std::uint32_t checksum = 0;
#pragma unroll
  for (int t = 0; t < tiles; ++t) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const auto bits = static_cast<unsigned long long>(__double_as_longlong(sums[t][i]));
      const std::uint32_t folded = static_cast<std::uint32_t>(bits) ^ mix(static_cast<std::uint32_t>(bits >> 32));
      checksum += element_checksum(folded, group + (i / 2) * 8, t * 8 + quarter * 2 + i % 2);
    }
  }
  write_record(timer, checksum, 0, records);
}

template <Number N>
void launch(int blocks, int steps, const void* a, const void* b, BlockRecord* records, cudaStream_t stream) {
  mma_kernel<N><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(steps, static_cast<const std::uint32_t*>(a),
                                                                        static_cast<const std::uint32_t*>(b), records);
}

}  // namespace

void launch_mma(Number number, int blocks, int steps, const void* a, const void* b, BlockRecord* records,
                cudaStream_t stream) {
  switch (number) {
    case Number::fp16:
      return launch<Number::fp16>(blocks, steps, a, b, records, stream);
    case Number::bf16:
      return launch<Number::bf16>(blocks, steps, a, b, records, stream);
    case Number::tf32:
      return launch<Number::tf32>(blocks, steps, a, b, records, stream);
    case Number::fp8:
      return launch<Number::fp8>(blocks, steps, a, b, records, stream);
    case Number::int8:
      return launch<Number::int8>(blocks, steps, a, b, records, stream);
    case Number::fp64:
      mma_fp64_kernel<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(steps, static_cast<const double*>(a),
                                                                              static_cast<const double*>(b), records);
  }
}

}  // namespace planner::probe::cuda
