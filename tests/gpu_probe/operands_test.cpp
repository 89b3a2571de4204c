// Operand encoding and the processor's own product.
#include "gpu_probe/operands.h"

#include <doctest/doctest.h>

#include <bit>

#include "gpu_probe/metric.h"

using namespace planner::probe;

TEST_CASE("values are encoded like IEEE 754 and E4M3") {
  CHECK(encode_float(1.0f, 5, 10) == 0x3c00);
  CHECK(encode_float(-2.0f, 5, 10) == 0xc000);
  CHECK(encode_float(0.0f, 5, 10) == 0);
  CHECK(encode_float(1.0f, 8, 7) == 0x3f80);
  CHECK(encode_float(1.0f, 4, 3) == 0x38);
  CHECK(encode_float(-2.0f, 4, 3) == 0xc0);
  CHECK(encode_float(0.0009765625f, 4, 3) == 0);   // below half of the smallest subnormal
  CHECK(encode_float(0.001953125f, 4, 3) == 1);    // the smallest subnormal
  CHECK(encode_float(5.9604645e-8f, 5, 10) == 1);  // the smallest FP16 subnormal
}

TEST_CASE("a step of every format does 256 multiply-adds of 8 bits a byte of operand") {
  CHECK(wgmma_shape().operations(Number::fp16) == 2.0 * 128 * 256 * 64);
  CHECK(wgmma_shape().operations(Number::fp8) == 2 * wgmma_shape().operations(Number::fp16));
  CHECK(mma_shape(Number::tf32).operations(Number::tf32) * 2 == mma_shape(Number::fp16).operations(Number::fp16));
  CHECK(mma_shape(Number::fp64).operations(Number::fp64) == 2.0 * 16 * 32 * 16);
}

TEST_CASE("exact operands: the checksum depends on steps and on a single element") {
  for (const Number number : {Number::fp16, Number::bf16, Number::tf32, Number::fp8, Number::int8, Number::fp64}) {
    Operands operands = make_operands(number, mma_shape(number), OperandKind::exact, 7);
    const std::uint32_t right = exact_checksum(operands, kExactSteps);
    CHECK(right == exact_checksum(operands, kExactSteps));
    CHECK(right != exact_checksum(operands, kExactSteps - 1));
    const auto changed = make_operands(number, mma_shape(number), OperandKind::exact, 8);
    CHECK(right != exact_checksum(changed, kExactSteps));
  }
}

TEST_CASE("metrics know their number format") {
  CHECK(number_of(Metric::tensor_fp8) == Number::fp8);
  CHECK_FALSE(number_of(Metric::memory_read).has_value());
}
