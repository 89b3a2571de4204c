#include <doctest/doctest.h>

#include <optional>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

using Cents = std::optional<std::int64_t>;

QuoteLine line(std::string text, int quantity, Cents unit, Cents total, Known<PartKind> kind = {},
               QuoteLine::Status status = QuoteLine::Status::resolved) {
  QuoteLine l;
  l.text = std::move(text);
  l.quantity = quantity;
  l.unit_cents = unit;
  l.total_cents = total;
  if (kind) l.kind = *kind;
  l.status = status;
  return l;
}

QuoteFacts facts_of(std::string currency, std::vector<QuoteLine> lines, Cents stated_total = {}) {
  Rig rig;
  rig.build().quote.emplace();
  rig.build().quote->currency = std::move(currency);
  rig.build().quote->lines = std::move(lines);
  rig.build().quote->stated_total_cents = stated_total;
  return rig.quote();
}

constexpr auto kIgnored = QuoteLine::Status::ignored;

}  // namespace

TEST_CASE("a bill in dollars whose total is a thousand short") {
  const QuoteFacts q =
      facts_of("USD",
               {line("RTX PRO 6000 Max-Q", 1, 825000, 825000), line("9975WX", 1, 409900, 409900),
                line("WRX90E-SAGE SE", 1, 110000, 110000), line("32GB DDR5-6400", 6, 15800, 95000),
                line("990 Pro", 1, 20000, 20000), line("T700", 1, 45000, 45000), line("TX-1300", 1, 38000, 38000),
                line("NH-U14S", 1, 12000, 12000), line("Define 7 XL", 1, 20000, 20000)},
               1474900);
  CHECK(*q.lines_sum == Money::from_base(15749));
  CHECK(*q.difference == Money::from_base(-1000));
  CHECK_MESSAGE(q.line_mismatches == 0, "6 x $158 = $948 is $950 with the unit price rounded to dollars");
  CHECK(q.currency == "USD");
}

TEST_CASE("a bill in francs that adds up") {
  const QuoteFacts q = facts_of(
      "CHF",
      {line("2x RTX 5090", 2, 235000, 470000), line("7960X", 1, 96600, {}), line("TRX50", 1, 64200, {}),
       line("64 GB", 1, 62900, {}), line("PG-1600G", 1, 20500, {}), line("Define 7 XL", 1, 19600, {}),
       line("NH-U14S", 1, 10400, {}), line("990 EVO", 1, 18300, {}), line("cables", 1, {}, 10000, {}, kIgnored)},
      772500);
  CHECK(*q.lines_sum == Money::from_base(7725));
  CHECK(*q.difference == Money{});
  CHECK(q.unpriced_lines == 0);
}

TEST_CASE("euros without total, and lines without price") {
  const QuoteFacts q = facts_of(
      "EUR", {line("PM50100", 3, 242000, {}), line("WRX90E", 1, {}, {}), line("monitor", 1, {}, {}, {}, kIgnored)});
  CHECK(*q.lines_sum == Money::from_base(7260));
  CHECK_FALSE(q.stated_total.known());
  CHECK_FALSE(q.difference.known());
  CHECK(q.unpriced_lines == 1);
}

TEST_CASE("yen, named by the lines only") {
  QuoteLine card = line("RTX 5090", 2, 39'800'000, {});
  card.currency = "JPY";
  QuoteLine supply = line("TC-1650T", 1, 5'980'000, {});
  supply.currency = "JPY";
  const QuoteFacts q = facts_of("", {card, supply}, 85'580'000);
  CHECK(q.currency == "JPY");
  CHECK(*q.lines_sum == Money::from_base(855'800));
  CHECK(*q.difference == Money{});
}

TEST_CASE("mixed currencies have no sum") {
  QuoteLine euro = line("switch", 1, 242000, {});
  euro.currency = "EUR";
  const QuoteFacts q = facts_of("USD", {line("card", 1, 100000, {}), euro}, 342000);
  CHECK_FALSE(q.lines_sum.known());
  CHECK(q.lines_sum.reason() == "prices in USD and EUR");
  CHECK_FALSE(q.difference.known());
  CHECK_FALSE(facts_of("USD", {line("card", 1, {}, {})}, 100).lines_sum.known());
}

TEST_CASE("line totals that contradict quantity times unit price are named") {
  const QuoteFacts q =
      facts_of("USD", {line("right", 4, 75000, 300000), line("wrong", 4, 75000, 375000), line("cents", 3, 1999, 5998)});
  CHECK(q.line_mismatches == 1);
  CHECK(q.mismatched == std::vector<std::string>{"wrong"});
}

TEST_CASE("duplicates count where one is enough") {
  const auto duplicates = [](std::vector<QuoteLine> lines) {
    return facts_of("USD", std::move(lines)).duplicate_lines;
  };
  const auto of = [](PartKind kind, int quantity = 1) { return line("x", quantity, {}, {}, kind); };
  CHECK(duplicates({of(PartKind::cpu), of(PartKind::cooler), of(PartKind::cooler)}) == 1);
  CHECK(duplicates({of(PartKind::cpu, 2), of(PartKind::cooler), of(PartKind::cooler)}) == 0);
  CHECK(duplicates({of(PartKind::cpu, 2), of(PartKind::cooler, 2)}) == 0);
  CHECK(duplicates({of(PartKind::board), of(PartKind::platform), of(PartKind::board)}) == 2);
  CHECK(duplicates({of(PartKind::chassis), of(PartKind::chassis)}) == 1);
  CHECK(duplicates({of(PartKind::cpu), of(PartKind::cpu)}) == 1);
  CHECK(duplicates({of(PartKind::gpu), of(PartKind::gpu), of(PartKind::memory), of(PartKind::memory), of(PartKind::psu),
                    of(PartKind::psu)}) == 0);
  CHECK(duplicates({of(PartKind::board), line("x", 1, {}, {}, PartKind::board, kIgnored)}) == 0);
}

TEST_CASE("lines are counted by what became of them, and no quote means no sums") {
  const QuoteFacts q =
      facts_of("USD", {line("a", 1, 100, {}, {}, QuoteLine::Status::unresolved),
                       line("b", 1, 100, {}, {}, QuoteLine::Status::ambiguous), line("c", 1, 100, {})});
  CHECK(q.unresolved_lines == 1);
  CHECK(q.ambiguous_lines == 1);
  CHECK_FALSE(Rig().quote().lines_sum.known());
}
