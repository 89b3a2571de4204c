// Exact arithmetic and three-valued comparison of ranges. Every result contains every exact result that operands from
// the ranges can have; what does not fit 64-bit fractions is unknown.
#pragma once

#include "expr/value.h"

namespace planner::expr {

enum class Truth : std::uint8_t { no, yes, unknown };

inline Truth truth_of(bool value) {
  return value ? Truth::yes : Truth::no;
}
inline Truth operator!(Truth t) {
  return t == Truth::unknown ? t : truth_of(t == Truth::no);
}

/// Range or Unknown with the reason (overflow, division by zero).
Value negated(const Range& a);
Value plus(const Range& a, const Range& b);
Value minus(const Range& a, const Range& b);
Value times(const Range& a, const Range& b);
Value divided_by(const Range& a, const Range& b);

Truth less(const Range& a, const Range& b);
Truth less_equal(const Range& a, const Range& b);
Truth equal(const Range& a, const Range& b);

/// Smallest range that contains both.
Range hull(const Range& a, const Range& b);
/// Range of the smaller (larger) one of two numbers.
Range smaller_of(const Range& a, const Range& b);
Range larger_of(const Range& a, const Range& b);

}  // namespace planner::expr
