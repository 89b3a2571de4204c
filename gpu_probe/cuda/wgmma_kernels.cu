// Tensor peak of Hopper: wgmma m64n256 with both operands in shared memory. Compiled for sm_90a alone.
#include "gpu_probe/cuda/block_record.cuh"
#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {
namespace {

constexpr int kThreads = 256, kRows = 128, kColumns = 256, kSlices = 4, kRowBytes = 32;
constexpr int kBytesA = kSlices * kRows * kRowBytes, kBytesB = kSlices * kColumns * kRowBytes;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

/// Where byte `k` of a row lies: 8 rows of 16 bytes form a core matrix; core matrices follow one another along the
/// rows, then along k. That is the layout without swizzle, and free of bank conflicts since a core matrix is 128 bytes.
__device__ inline int offset_of(int rows, int row, int k) {
  return k / 16 * (rows * 16) + row / 8 * 128 + row % 8 * 16 + k % 16;
}

/// Matrix descriptor: start, bytes between core matrices along k (leading) and along rows (stride), in 16-byte units.
__device__ inline unsigned long long descriptor(const void* start, int rows) {
  const auto address = static_cast<unsigned long long>(__cvta_generic_to_shared(start));
  return ((address & 0x3ffff) >> 4) | static_cast<unsigned long long>(rows) << 16 | 8ull << 32;
}

#define D4(c, i) c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3])
#define D16(c, i) D4(c, i), D4(c, i + 4), D4(c, i + 8), D4(c, i + 12)
#define D128(c) D16(c, 0), D16(c, 16), D16(c, 32), D16(c, 48), D16(c, 64), D16(c, 80), D16(c, 96), D16(c, 112)
#define REGISTERS                                                                                               \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28," \
  "%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,"    \
  "%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,"    \
  "%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,"  \
  "%106,%107,%108,%109,%110,%111,%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,"   \
  "%127}, %128, %129, "
#define PROBE_WGMMA(instruction, tail, c) \
  asm volatile("wgmma.mma_async.sync.aligned." instruction " " REGISTERS tail ";" : D128(c) : "l"(a), "l"(b))

template <Number N>
__device__ inline void multiply(float (&d)[128], unsigned long long a, unsigned long long b) {
  if constexpr (N == Number::fp16) PROBE_WGMMA("m64n256k16.f32.f16.f16", "1, 1, 1, 0, 0", "+f");
  if constexpr (N == Number::bf16) PROBE_WGMMA("m64n256k16.f32.bf16.bf16", "1, 1, 1, 0, 0", "+f");
  if constexpr (N == Number::tf32) PROBE_WGMMA("m64n256k8.f32.tf32.tf32", "1, 1, 1", "+f");
  if constexpr (N == Number::fp8) PROBE_WGMMA("m64n256k32.f32.e4m3.e4m3", "1, 1, 1", "+f");
}

template <Number N>
__device__ inline void multiply(int (&d)[128], unsigned long long a, unsigned long long b) {
  PROBE_WGMMA("m64n256k32.s32.s8.s8", "1", "+r");
}

__device__ inline void load(unsigned char* shared, const unsigned char* global, int rows) {
  for (int i = static_cast<int>(threadIdx.x); i < kSlices * rows * kRowBytes; i += kThreads) {
    const int slice = i / (rows * kRowBytes), row = i / kRowBytes % rows, k = i % kRowBytes;
    shared[slice * rows * kRowBytes + offset_of(rows, row, k)] = global[i];
  }
}

#endif

template <Number N>
__global__ void __launch_bounds__(kThreads, 1)
    wgmma_kernel(int steps, const unsigned char* a, const unsigned char* b, BlockRecord* records) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Accumulator = std::conditional_t<N == Number::int8, int, float>;
  extern __shared__ __align__(128) unsigned char shared[];
  load(shared, a, kRows);
  load(shared + kBytesA, b, kColumns);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const int group = static_cast<int>(threadIdx.x / 128);
  unsigned long long left[kSlices], right[kSlices];
#pragma unroll
  for (int s = 0; s < kSlices; ++s) {
    // A warpgroup takes 64 of the rows: 8 core matrices further.
    left[s] = descriptor(shared + s * kRows * kRowBytes + group * 8 * 128, kRows);
    right[s] = descriptor(shared + kBytesA + s * kColumns * kRowBytes, kColumns);
  }
  Accumulator d[128];
#pragma unroll
  for (int i = 0; i < 128; ++i) d[i] = 0;
  BlockTimer timer;
  timer.start();
#pragma unroll 1
  for (int step = 0; step < steps; step += 4) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int repeat = 0; repeat < 4; ++repeat) {
#pragma unroll
      for (int s = 0; s < kSlices; ++s) multiply<N>(d, left[s], right[s]);
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  timer.stop();
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  std::uint32_t checksum = 0;
#pragma unroll
  for (int i = 0; i < 128; ++i) {
    std::uint32_t bits;
    if constexpr (N == Number::int8)
      bits = static_cast<std::uint32_t>(d[i]);
    else
      bits = __float_as_uint(d[i]);
    checksum += element_checksum(bits, warp * 16 + lane / 4 + i % 4 / 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2);
  }
  write_record(timer, checksum, 0, records);
#endif
}

template <Number N>
void launch(int blocks, int steps, const void* a, const void* b, BlockRecord* records, cudaStream_t stream) {
  constexpr int bytes = kBytesA + kBytesB;
  cudaFuncSetAttribute(wgmma_kernel<N>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  wgmma_kernel<N><<<static_cast<unsigned>(blocks), kThreads, bytes, stream>>>(
      steps, static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b), records);
}

}  // namespace

bool has_wgmma() {
  return true;
}

void launch_wgmma(Number number, int blocks, int steps, const void* a, const void* b, BlockRecord* records,
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
      return;
  }
}

}  // namespace planner::probe::cuda
