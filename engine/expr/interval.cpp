#include "expr/interval.h"

#include <algorithm>
#include <array>

namespace planner::expr {
namespace {

Value overflow() {
  return Unknown{"number too large to hold exactly"};
}

// Whole numbers are the common case: they need no common denominator.

std::optional<Rational> exact_sum(Rational a, Rational b) {
  std::int64_t whole = 0;
  if (a.is_integer() && b.is_integer() && !__builtin_add_overflow(a.num(), b.num(), &whole)) return Rational(whole);
  return add(a, b);
}

std::optional<Rational> exact_difference(Rational a, Rational b) {
  std::int64_t whole = 0;
  if (a.is_integer() && b.is_integer() && !__builtin_sub_overflow(a.num(), b.num(), &whole)) return Rational(whole);
  return subtract(a, b);
}

std::optional<Rational> exact_product(Rational a, Rational b) {
  std::int64_t whole = 0;
  if (a.is_integer() && b.is_integer() && !__builtin_mul_overflow(a.num(), b.num(), &whole)) return Rational(whole);
  return multiply(a, b);
}

bool below(Rational a, Rational b) {
  return a.den() == b.den() ? a.num() < b.num() : a < b;
}

Value exact_or_overflow(std::optional<Rational> value) {
  return value ? number(*value) : overflow();
}

/// An end of a range: a number, or infinity in one direction.
struct End {
  int infinite = 0;  ///< -1, 0 or 1
  Rational value;
};

End low_end(const Range& r) {
  return r.low ? End{0, *r.low} : End{-1, {}};
}
End high_end(const Range& r) {
  return r.high ? End{0, *r.high} : End{1, {}};
}
int sign(const End& e) {
  return e.infinite != 0 ? e.infinite : (e.value.num() > 0) - (e.value.num() < 0);
}

bool below(const End& a, const End& b) {
  if (a.infinite != b.infinite) return a.infinite < b.infinite;
  return a.infinite == 0 && below(a.value, b.value);
}

/// Product of two ends; 0 * infinity is 0, as the infinite end itself is never reached.
std::optional<End> product(const End& a, const End& b) {
  if (a.infinite != 0 || b.infinite != 0) return End{sign(a) * sign(b), {}};
  const auto value = exact_product(a.value, b.value);
  return value ? std::optional(End{0, *value}) : std::nullopt;
}

/// Quotient of two ends, `b` not 0; anything / infinity tends to 0, also infinity / infinity at its lower end.
std::optional<End> quotient(const End& a, const End& b) {
  if (b.infinite != 0) return End{};
  if (a.infinite != 0) return End{a.infinite * sign(b), {}};
  const auto value = divide(a.value, b.value);
  return value ? std::optional(End{0, *value}) : std::nullopt;
}

/// Hull of an operation that is monotone in each operand, from the four pairs of ends.
template <class Operation>
Value corners(const Range& a, const Range& b, Operation operation) {
  const std::array<std::optional<End>, 4> ends = {operation(low_end(a), low_end(b)), operation(low_end(a), high_end(b)),
                                                  operation(high_end(a), low_end(b)),
                                                  operation(high_end(a), high_end(b))};
  if (!std::all_of(ends.begin(), ends.end(), [](const auto& e) { return e.has_value(); })) return overflow();
  End low = *ends[0];
  End high = *ends[0];
  for (const auto& end : ends) {
    if (below(*end, low)) low = *end;
    if (below(high, *end)) high = *end;
  }
  Range range;
  if (low.infinite == 0) range.low = low.value;
  if (high.infinite == 0) range.high = high.value;
  return range;
}

template <class Pick>
std::optional<Rational> picked(const std::optional<Rational>& a, const std::optional<Rational>& b, Pick pick) {
  return a && b ? std::optional(pick(*a, *b) ? *a : *b) : std::nullopt;
}

bool smaller(Rational a, Rational b) {
  return below(a, b);
}
bool larger(Rational a, Rational b) {
  return below(b, a);
}

/// The operation where both ends are present and it does not overflow: an end that overflows is taken as infinite.
template <class Operation>
std::optional<Rational> end_of(const std::optional<Rational>& a, const std::optional<Rational>& b,
                               Operation operation) {
  return a && b ? operation(*a, *b) : std::nullopt;
}

}  // namespace

Value negated(const Range& a) {
  return minus(Range::exact(0), a);
}

Value plus(const Range& a, const Range& b) {
  if (a.is_exact() && b.is_exact()) return exact_or_overflow(exact_sum(*a.low, *b.low));
  return Range{end_of(a.low, b.low, exact_sum), end_of(a.high, b.high, exact_sum)};
}

Value minus(const Range& a, const Range& b) {
  if (a.is_exact() && b.is_exact()) return exact_or_overflow(exact_difference(*a.low, *b.low));
  return Range{end_of(a.low, b.high, exact_difference), end_of(a.high, b.low, exact_difference)};
}

Value times(const Range& a, const Range& b) {
  if (a.is_exact() && b.is_exact()) return exact_or_overflow(exact_product(*a.low, *b.low));
  return corners(a, b, product);
}

Value divided_by(const Range& a, const Range& b) {
  const bool zero_above = !b.low || b.low->num() <= 0;
  const bool zero_below = !b.high || b.high->num() >= 0;
  if (zero_above && zero_below) return Unknown{b.is_exact() ? "division by zero" : ""};
  if (a.is_exact() && b.is_exact()) return exact_or_overflow(divide(*a.low, *b.low));
  return corners(a, b, quotient);
}

Truth less(const Range& a, const Range& b) {
  if (a.high && b.low && below(*a.high, *b.low)) return Truth::yes;
  if (a.low && b.high && !below(*a.low, *b.high)) return Truth::no;
  return Truth::unknown;
}

Truth less_equal(const Range& a, const Range& b) {
  return !less(b, a);
}

Truth equal(const Range& a, const Range& b) {
  if (a.is_exact() && b.is_exact()) return truth_of(*a.low == *b.low);
  return less(a, b) == Truth::yes || less(b, a) == Truth::yes ? Truth::no : Truth::unknown;
}

Range hull(const Range& a, const Range& b) {
  return {picked(a.low, b.low, smaller), picked(a.high, b.high, larger)};
}

Range smaller_of(const Range& a, const Range& b) {
  Range range{picked(a.low, b.low, smaller), picked(a.high, b.high, smaller)};
  if (!range.high) range.high = a.high ? a.high : b.high;
  return range;
}

Range larger_of(const Range& a, const Range& b) {
  Range range{picked(a.low, b.low, larger), picked(a.high, b.high, larger)};
  if (!range.low) range.low = a.low ? a.low : b.low;
  return range;
}

}  // namespace planner::expr
