// Operand matrices of the tensor measurements: random for power, small integers for exact checks. Needs no GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace planner::probe {

enum class Metric : std::uint8_t;

/// Number formats of tensor operands. fp8 is E4M3.
enum class Number : std::uint8_t { fp16, bf16, tf32, fp8, int8, fp64 };

/// The number format of a tensor metric, nothing for any other.
std::optional<Number> number_of(Metric metric);

/// One step of a tensor kernel multiplies A (m rows) by B (n columns) over `slices` slices of `row_bytes` bytes each.
/// In memory: A[slice][m][row_bytes], B[slice][n][row_bytes], both contiguous along k.
struct TensorShape {
  int m = 0, n = 0, slices = 0, row_bytes = 0;

  int k_per_slice(Number number) const;
  /// Multiplications and additions of one step (an FMA counts as 2).
  double operations(Number number) const;
};

/// What one warp (mma.sync) or one block of two warpgroups (wgmma) works on in a step.
TensorShape mma_shape(Number number);
TensorShape wgmma_shape();

enum class OperandKind : std::uint8_t {
  random,  ///< uniform in [-1, 1), int8 over its whole range
  exact,   ///< integers -2 to 2, so that sums stay exact in every accumulator, also FP8's of 14 bits
};

/// Steps for which sums of exact operands stay exact.
inline constexpr int kExactSteps = 16;

struct Operands {
  Number number = Number::fp16;
  TensorShape shape;
  std::vector<std::uint8_t> a, b;
};

Operands make_operands(Number number, TensorShape shape, OperandKind kind, std::uint32_t seed);

/// Checksum of the exact product after `steps` steps, as computed by the processor: what each worker must report.
std::uint32_t exact_checksum(const Operands& operands, int steps);

/// Encodes a value as a binary float of this many exponent and mantissa bits, truncating; bit patterns like IEEE 754.
std::uint32_t encode_float(float value, int exponent_bits, int mantissa_bits);

}  // namespace planner::probe
