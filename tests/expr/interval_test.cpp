#include "expr/interval.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>

namespace planner::expr::testing {
namespace {

class RandomRange {
 public:
  explicit RandomRange(std::uint32_t seed) : random_(seed) {}
  int pick(int count) { return static_cast<int>(random_() % static_cast<std::uint32_t>(count)); }
  Rational rational() { return *Rational::make(pick(17) - 8, 1 + pick(3)); }

  Range range() {
    const Rational a = rational();
    const Rational b = pick(3) == 0 ? a : rational();
    Range made{a < b ? a : b, a < b ? b : a};
    if (pick(4) == 0) made.low.reset();
    if (pick(4) == 0) made.high.reset();
    return made;
  }

  /// A number in the range, its ends among them.
  Rational inside(const Range& range) {
    if (range.low && pick(3) == 0) return *range.low;
    if (range.high && pick(3) == 0) return *range.high;
    const Rational far = pick(4) == 0 ? Rational(1000) : Rational(3);
    const Rational low = range.low ? *range.low : *subtract(range.high ? *range.high : Rational(0), far);
    const Rational high = range.high ? *range.high : *add(low, far);
    return *add(low, *multiply(*subtract(high, low), *Rational::make(pick(5), 4)));
  }

 private:
  std::mt19937 random_;
};

bool contains(const Range& range, Rational value) {
  return (!range.low || *range.low <= value) && (!range.high || value <= *range.high);
}

/// The exact result of numbers taken from the operands lies in the result of the operands.
template <class OnRanges, class OnNumbers>
void check_contains(OnRanges on_ranges, OnNumbers on_numbers) {
  RandomRange random(5);
  int bounded = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Range a = random.range();
    const Range b = random.range();
    const Value result = on_ranges(a, b);
    if (is_unknown(result)) continue;
    const Range& range = std::get<Range>(result);
    bounded += range.low || range.high ? 1 : 0;
    for (int j = 0; j < 4; ++j) {
      const auto exact = on_numbers(random.inside(a), random.inside(b));
      CHECK((!exact || contains(range, *exact)));
    }
  }
  CHECK(bounded > 2000);
}

TEST_CASE("interval arithmetic contains every exact result") {
  check_contains(plus, [](Rational a, Rational b) { return add(a, b); });
  check_contains(minus, [](Rational a, Rational b) { return subtract(a, b); });
  check_contains(times, [](Rational a, Rational b) { return multiply(a, b); });
  check_contains(divided_by, [](Rational a, Rational b) { return divide(a, b); });
  check_contains([](const Range& a, const Range&) { return negated(a); },
                 [](Rational a, Rational) { return subtract(0, a); });
  const auto smaller = [](Rational a, Rational b) { return std::optional(a < b ? a : b); };
  const auto larger = [](Rational a, Rational b) { return std::optional(a < b ? b : a); };
  check_contains([](const Range& a, const Range& b) { return Value(smaller_of(a, b)); }, smaller);
  check_contains([](const Range& a, const Range& b) { return Value(larger_of(a, b)); }, larger);
  check_contains([](const Range& a, const Range& b) { return Value(hull(a, b)); }, smaller);
  check_contains([](const Range& a, const Range& b) { return Value(hull(a, b)); }, larger);
}

TEST_CASE("interval comparisons are sure only when every pair of numbers agrees") {
  RandomRange random(6);
  int sure = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Range a = random.range();
    const Range b = random.range();
    const Rational x = random.inside(a);
    const Rational y = random.inside(b);
    const auto agrees = [&](Truth truth, bool exact) {
      sure += truth == Truth::unknown ? 0 : 1;
      return truth == Truth::unknown || truth == truth_of(exact);
    };
    CHECK(agrees(less(a, b), x < y));
    CHECK(agrees(less_equal(a, b), x <= y));
    CHECK(agrees(equal(a, b), x == y));
  }
  CHECK(sure > 10'000);
}

TEST_CASE("interval results are as narrow as the ends allow") {
  const Range two_three{Rational(2), Rational(3)};
  const Range from_two{Rational(2), std::nullopt};
  CHECK(times(two_three, Range{Rational(-1), Rational(4)}) == Value(Range{Rational(-3), Rational(12)}));
  CHECK(times(from_two, Range::exact(0)) == number(0));
  CHECK(times(from_two, Range::exact(-3)) == Value(Range{std::nullopt, Rational(-6)}));
  CHECK(divided_by(Range::exact(6), two_three) == Value(Range{Rational(2), Rational(3)}));
  CHECK(divided_by(Range::exact(6), from_two) == Value(Range{Rational(0), Rational(3)}));
  CHECK(divided_by(from_two, from_two) == Value(Range{Rational(0), std::nullopt}));
  CHECK(smaller_of(two_three, Range{}) == Range{std::nullopt, Rational(3)});
  CHECK(larger_of(two_three, Range{}) == Range{Rational(2), std::nullopt});
  CHECK(less(two_three, Range{Rational(3), Rational(4)}) == Truth::unknown);
  CHECK(less_equal(two_three, Range{Rational(3), Rational(4)}) == Truth::yes);
  CHECK(equal(two_three, Range{Rational(4), std::nullopt}) == Truth::no);
}

TEST_CASE("interval overflow: an end becomes infinite, an exact result unknown") {
  const Rational most(std::numeric_limits<std::int64_t>::max());
  CHECK(is_unknown(plus(Range::exact(most), Range::exact(1))));
  CHECK(plus(Range{Rational(0), most}, Range::exact(1)) == Value(Range{Rational(1), std::nullopt}));
  CHECK(is_unknown(times(Range{Rational(1), most}, Range::exact(2))));
  CHECK(is_unknown(negated(Range::exact(std::numeric_limits<std::int64_t>::min()))));
  CHECK(is_unknown(divided_by(Range::exact(1), Range::exact(0))));
  CHECK(is_unknown(divided_by(Range::exact(1), Range{Rational(-1), Rational(1)})));
}

}  // namespace
}  // namespace planner::expr::testing
