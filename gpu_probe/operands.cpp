// Encoding of operands and the processor's own product, which the GPU's is compared with.
#include "gpu_probe/operands.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "gpu_probe/metric.h"

namespace planner::probe {
namespace {

/// Equal to `mix` of the kernels (pattern.cuh).
std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

std::uint32_t element_checksum(std::uint32_t bits, int row, int column) {
  return mix(bits + mix(static_cast<std::uint32_t>(row * 4096 + column)));
}

int bytes_of(Number number) {
  switch (number) {
    case Number::fp16:
    case Number::bf16:
      return 2;
    case Number::tf32:
      return 4;
    case Number::fp8:
    case Number::int8:
      return 1;
    case Number::fp64:
      return 8;
  }
  return 1;
}

void store(std::vector<std::uint8_t>& to, std::size_t element, Number number, double value) {
  const auto width = static_cast<std::size_t>(bytes_of(number));
  std::uint64_t bits = 0;
  switch (number) {
    case Number::fp16:
      bits = encode_float(static_cast<float>(value), 5, 10);
      break;
    case Number::bf16:
      bits = encode_float(static_cast<float>(value), 8, 7);
      break;
    case Number::tf32:
      bits = std::uint64_t{encode_float(static_cast<float>(value), 8, 10)} << 13;
      break;
    case Number::fp8:
      bits = encode_float(static_cast<float>(value), 4, 3);
      break;
    case Number::int8:
      bits = static_cast<std::uint8_t>(static_cast<std::int8_t>(value));
      break;
    case Number::fp64:
      bits = std::bit_cast<std::uint64_t>(value);
      break;
  }
  std::memcpy(to.data() + element * width, &bits, width);  // both machines are little-endian
}

double value_of(std::uint32_t random, Number number, OperandKind kind) {
  if (kind == OperandKind::exact) return static_cast<double>(random % 5) - 2;
  if (number == Number::int8) return static_cast<double>(random % 256) - 128;
  return static_cast<double>(random) / 2147483648.0 - 1;
}

std::vector<std::uint8_t> make_matrix(Number number, std::size_t bytes, OperandKind kind, std::uint32_t seed) {
  std::vector<std::uint8_t> matrix(bytes);
  const std::size_t count = bytes / static_cast<std::size_t>(bytes_of(number));
  for (std::size_t i = 0; i < count; ++i) {
    store(matrix, i, number, value_of(mix(static_cast<std::uint32_t>(i) * 2654435761u + seed), number, kind));
  }
  return matrix;
}

std::uint32_t result_bits(double value, Number number) {
  if (number == Number::int8) return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
  if (number != Number::fp64) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return static_cast<std::uint32_t>(bits) ^ mix(static_cast<std::uint32_t>(bits >> 32));
}

/// Exact operands are small integers; reads one back.
double integer_at(const std::vector<std::uint8_t>& matrix, std::size_t element, Number number) {
  for (int value = -2; value <= 2; ++value) {
    std::vector<std::uint8_t> encoded(8);
    store(encoded, 0, number, value);
    const auto width = static_cast<std::size_t>(bytes_of(number));
    if (std::memcmp(encoded.data(), matrix.data() + element * width, width) == 0) return value;
  }
  return 0;
}

std::vector<double> integers_of(const std::vector<std::uint8_t>& matrix, Number number) {
  std::vector<double> values(matrix.size() / static_cast<std::size_t>(bytes_of(number)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = integer_at(matrix, i, number);
  return values;
}

}  // namespace

std::optional<Number> number_of(Metric metric) {
  switch (metric) {
    case Metric::tensor_fp16:
      return Number::fp16;
    case Metric::tensor_bf16:
    case Metric::sustained_load:
    case Metric::pulsed_load:
      return Number::bf16;
    case Metric::tensor_tf32:
      return Number::tf32;
    case Metric::tensor_fp8:
      return Number::fp8;
    case Metric::tensor_int8:
      return Number::int8;
    case Metric::tensor_fp64:
      return Number::fp64;
    default:
      return std::nullopt;
  }
}

int TensorShape::k_per_slice(Number number) const {
  return row_bytes / bytes_of(number);
}

double TensorShape::operations(Number number) const {
  return 2.0 * m * n * slices * k_per_slice(number);
}

TensorShape mma_shape(Number number) {
  if (number == Number::fp64) return {16, 32, 1, 128};
  return {16, 64, 2, 32};
}

TensorShape wgmma_shape() {
  return {128, 256, 4, 32};
}

std::uint32_t encode_float(float value, int exponent_bits, int mantissa_bits) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const std::uint32_t sign = bits >> 31 << (exponent_bits + mantissa_bits);
  if ((bits & 0x7fffffffu) == 0) return sign;
  const int exponent = static_cast<int>(bits >> 23 & 0xffu) - 127 + bias;
  std::uint32_t significand = (bits & 0x7fffffu) | 0x800000u;
  if (exponent >= 1) {
    return sign | static_cast<std::uint32_t>(exponent) << mantissa_bits |
           (significand & 0x7fffffu) >> (23 - mantissa_bits);
  }
  const int shift = 1 - exponent + 23 - mantissa_bits;
  return shift < 32 ? sign | significand >> shift : sign;
}

Operands make_operands(Number number, TensorShape shape, OperandKind kind, std::uint32_t seed) {
  const auto slice = static_cast<std::size_t>(shape.row_bytes * shape.slices);
  return {number, shape, make_matrix(number, slice * static_cast<std::size_t>(shape.m), kind, seed),
          make_matrix(number, slice * static_cast<std::size_t>(shape.n), kind, seed + 1)};
}

std::uint32_t exact_checksum(const Operands& operands, int steps) {
  const std::vector<double> a = integers_of(operands.a, operands.number);
  const std::vector<double> b = integers_of(operands.b, operands.number);
  const TensorShape& shape = operands.shape;
  const auto k = static_cast<std::size_t>(shape.k_per_slice(operands.number));
  std::uint32_t checksum = 0;
  for (int row = 0; row < shape.m; ++row) {
    for (int column = 0; column < shape.n; ++column) {
      double sum = 0;
      for (int slice = 0; slice < shape.slices; ++slice) {
        const std::size_t at_a = static_cast<std::size_t>(slice * shape.m + row) * k;
        const std::size_t at_b = static_cast<std::size_t>(slice * shape.n + column) * k;
        for (std::size_t i = 0; i < k; ++i) sum += a[at_a + i] * b[at_b + i];
      }
      checksum += element_checksum(result_bits(sum * steps, operands.number), row, column);
    }
  }
  return checksum;
}

}  // namespace planner::probe
