// What an incomplete machine is said to be, every completion of it must be; and printing loses nothing.
#include <doctest/doctest.h>

#include <string>

#include "random_expression.h"

namespace planner::expr::testing {
namespace {

/// Whether a value known later agrees with what was claimed before. An unknown, before or after, claims nothing.
bool agrees(const Value& before, const Value& after) {
  if (is_unknown(before) || is_unknown(after)) return true;
  if (const Range* range = std::get_if<Range>(&before)) {
    const Range& exact = std::get<Range>(after);
    if (!exact.is_exact()) return false;
    return (!range->low || *range->low <= *exact.low) && (!range->high || *exact.high <= *range->high);
  }
  return before == after;
}

struct Tally {
  int claimed = 0;  ///< known before and after: the property says something
  int total = 0;
};

template <class Change>
void check_property(std::uint32_t seed, bool with_known, Footprint open, Tally& tally, Change change) {
  RandomExpression random(seed, with_known);
  const int form = random.pick(4);
  const std::string text = form == 0   ? random.aggregate(dim::length, 2)
                           : form == 1 ? random.number(dim::power, 4)
                                       : random.boolean(4);
  CAPTURE(seed);
  CAPTURE(text);
  CAPTURE(open);
  const Expression expression = compiled(text);
  for (int round = 0; round < 4; ++round) {
    World world = random.world();
    const Value before = expression.evaluate(world.environment(open));
    const Trace trace = expression.trace(world.environment(open));
    CHECK(trace.result == before);
    change(random, world);
    const Value after = expression.evaluate(world.environment());
    INFO("before: ", format(before, expression.type()), ", after: ", format(after, expression.type()));
    CHECK(agrees(before, after));
    ++tally.total;
    tally.claimed += !is_unknown(before) && !is_unknown(after) ? 1 : 0;
  }
}

TEST_CASE("soundness: every completion of an incomplete machine lies in the range given before") {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
    const Footprint open = seed % 8;
    check_property(seed, true, open, tally,
                   [&](RandomExpression& random, World& world) { random.complete(world, open); });
  }
  CHECK(tally.claimed > tally.total / 5);
}

TEST_CASE("soundness: a verdict reached in spite of unknown figures holds whatever they are") {
  Tally tally;
  for (std::uint32_t seed = 10'001; seed <= 13'000; ++seed)
    check_property(seed, false, 0, tally, [](RandomExpression& random, World& world) { random.reveal(world); });
  CHECK(tally.claimed > tally.total / 5);
}

TEST_CASE("with nothing open, results are exact or unknown with a reason") {
  for (std::uint32_t seed = 20'001; seed <= 21'000; ++seed) {
    RandomExpression random(seed, true);
    const std::string text = random.number(dim::power, 4);
    CAPTURE(text);
    const Value value = compiled(text).evaluate(random.world().environment());
    if (const auto* unknown = std::get_if<Unknown>(&value)) {
      CHECK_FALSE(unknown->reason.empty());
    } else {
      CHECK(std::get<Range>(value).is_exact());
    }
  }
}

TEST_CASE("an unknown result has its reason among the evidence") {
  int unknown_results = 0;
  for (std::uint32_t seed = 30'001; seed <= 31'000; ++seed) {
    RandomExpression random(seed, false);
    const std::string text = random.boolean(3);
    CAPTURE(text);
    const World world = random.world();
    const Trace trace = compiled(text).trace(world.environment());
    if (const auto* unknown = std::get_if<Unknown>(&trace.result)) {
      const bool computed =
          unknown->reason.starts_with("division") || unknown->reason.find("empty list") != std::string::npos;
      bool reason_shown = computed;
      for (const Evidence& evidence : trace.evidence)
        reason_shown = reason_shown || evidence.why_unknown == unknown->reason;
      CHECK(reason_shown);
      CHECK_FALSE(trace.margin.has_value());
      ++unknown_results;
    } else {
      for (const Evidence& evidence : trace.evidence)
        CHECK(evidence.why_unknown.empty() == !is_unknown(evidence.value));
    }
  }
  CHECK(unknown_results > 100);
}

TEST_CASE("printing and parsing again gives the same text and value") {
  for (std::uint32_t seed = 40'001; seed <= 42'000; ++seed) {
    RandomExpression random(seed, true);
    const std::string text = random.boolean(4);
    CAPTURE(text);
    const Expression first = compiled(text);
    const Expression second = compiled(first.text());
    CHECK(second.text() == first.text());
    CHECK(second.member_names() == first.member_names());
    CHECK(second.footprint() == first.footprint());
    const World world = random.world();
    CHECK(second.evaluate(world.environment(seed % 8)) == first.evaluate(world.environment(seed % 8)));
  }
}

}  // namespace
}  // namespace planner::expr::testing
