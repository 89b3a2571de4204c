// Units, amounts as text, exact fractions.
#include "units/quantity.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "units/known.h"

using namespace planner;

namespace {

Rational fraction(std::int64_t num, std::int64_t den) {
  return *Rational::make(num, den);
}

Amount read(std::string_view text) {
  const auto amount = parse_amount(text);
  REQUIRE_MESSAGE(amount.has_value(), std::string(text));
  return *amount;
}

}  // namespace

TEST_CASE("amounts are read in base units") {
  CHECK(read("450 W") == Amount{450, dim::power});
  CHECK(read("1.5 kW") == Amount{1500, dim::power});
  CHECK(read("10 in") == Amount{254, dim::length});
  CHECK(read("3.5 slots") == Amount{fraction(7, 2), dim::slots});
  CHECK(read("1 slot") == Amount{1, dim::slots});
  CHECK(read("x16") == Amount{16, dim::lanes});
  CHECK(read("gen4") == Amount{4, dim::number});
  CHECK(read("$412") == Amount{412, dim::money});
  CHECK(read("80%") == Amount{fraction(4, 5), dim::number});
  CHECK(read("80 %") == Amount{fraction(4, 5), dim::number});
  CHECK(read("10 Gb/s") == Amount{fraction(5, 4), dim::bandwidth});
  CHECK(read("32 GiB") == Amount{fraction(34359738368, 1000000000), dim::data});
  CHECK(read("3200 MT/s") == Amount{3'200'000'000, dim::frequency});
  CHECK(read("-5 degC") == Amount{-5, dim::temperature});
  CHECK(read(" 16 ") == Amount{16, dim::number});
}

TEST_CASE("what is no amount is not read as one") {
  for (const char* text : {"",
                           " ",
                           "W",
                           "450 w",
                           "450 Watt",
                           "1e3 W",
                           "inf",
                           "nan",
                           "0x10",
                           "1..2 W",
                           "1.",
                           ".5",
                           "--1",
                           "x",
                           "x1.5",
                           "x-4",
                           "gen",
                           "gen1.5",
                           "$",
                           "$x",
                           "16 16",
                           "1_",
                           "_1",
                           "99999999999999999999999999 W",
                           "1.00000000000000000000000000000000000000000000000001 W"}) {
    CHECK_MESSAGE(!parse_amount(text).has_value(), text);
  }
}

TEST_CASE("amounts are written the way people read them") {
  CHECK(format_amount({5900, dim::power}) == "5900 W");
  CHECK(format_amount({fraction(123450, 100), dim::money}) == "$1,234.50");
  CHECK(format_amount({-1500000, dim::money}) == "-$1,500,000");
  CHECK(format_amount({16, dim::lanes}) == "x16");
  CHECK(format_amount({fraction(7, 2), dim::slots}) == "3.5 slots");
  CHECK(format_amount({1, dim::slots}) == "1 slot");
  CHECK(format_amount({80, dim::data}) == "80 GB");
  CHECK(format_amount({fraction(63, 2), dim::bandwidth}) == "31.5 GB/s");
  CHECK(format_amount({2'520'000'000, dim::frequency}) == "2520 MHz");
  CHECK(format_amount({fraction(1, 3), dim::number}) == "0.333");
  CHECK(format_amount({15, dim::current}) == "15 A");
}

TEST_CASE("dimensions follow physics and have names") {
  CHECK(dim::current * dim::voltage == dim::power);
  CHECK(dim::bandwidth * dim::time == dim::data);
  CHECK(describe(dim::power) == "power (W)");
  CHECK(describe(dim::number) == "number");
  CHECK(describe(dim::bandwidth) == "GB/s");
  CHECK(describe(dim::length * dim::length) == "mm*mm");
}

TEST_CASE("every unit reads back what is written in it") {
  for (const Unit& unit : unit_table()) {
    if (unit.symbol == "$") continue;
    const auto amount = read("7 " + std::string(unit.symbol));
    CHECK(amount.dimension == unit.dimension);
    CHECK(amount.value == *multiply(7, unit.scale));
    CHECK(find_unit(unit.symbol) == &unit);
  }
  CHECK(find_unit("parsec") == nullptr);
}

TEST_CASE("quantities are exact integers") {
  CHECK(Power::from_base(450) + Power::from_smallest(500) == Power::from_smallest(450'500));
  CHECK(Length::from_rational(fraction(2032, 100)) == kSlotPitch);
  CHECK(Power::from_base(1000).scaled(4, 5) == Power::from_base(800));
  CHECK(Power::from_smallest(std::numeric_limits<std::int64_t>::max() / 2).scaled(3, 3).smallest() ==
        std::numeric_limits<std::int64_t>::max() / 2);
  CHECK(SlotWidth::from_rational(fraction(5, 2)).smallest() == 10);
  CHECK(Lanes::from_base(16).text() == "x16");
}

TEST_CASE("fractions are reduced, exact and refuse to overflow") {
  CHECK(fraction(6, -4) == fraction(-3, 2));
  CHECK(!Rational::make(1, 0));
  CHECK(*add(fraction(1, 10), fraction(2, 10)) == fraction(3, 10));
  const Rational big(std::numeric_limits<std::int64_t>::max());
  const Rational least(std::numeric_limits<std::int64_t>::min());
  CHECK(!add(big, 1));
  CHECK(!multiply(big, big));
  CHECK(!divide(Rational(1), Rational(0)));
  CHECK(*subtract(big, big) == Rational(0));
  CHECK(least < big);
  CHECK(Rational(std::numeric_limits<std::int64_t>::min()).floor() == std::numeric_limits<std::int64_t>::min());
  CHECK(fraction(-7, 2).floor() == -4);
  CHECK(fraction(-7, 2).ceil() == -3);
  CHECK(fraction(-7, 2).round() == -4);
  CHECK(fraction(7, 2).round() == 4);
}

TEST_CASE("decimals survive writing and reading (property)") {
  std::mt19937_64 random(20261201);
  for (int i = 0; i < 5000; ++i) {
    const auto value =
        *Rational::make(static_cast<std::int64_t>(random() % 2'000'000'000'000) - 1'000'000'000'000, 1'000'000);
    CHECK(parse_decimal(format_decimal(value, 6)) == value);
  }
}

TEST_CASE("arithmetic agrees with 128-bit integers (property)") {
  std::mt19937_64 random(7);
  const auto small = [&] { return static_cast<std::int64_t>(random() % 2001) - 1000; };
  for (int i = 0; i < 5000; ++i) {
    const Rational a = fraction(small(), 1 + static_cast<std::int64_t>(random() % 99));
    const Rational b = fraction(small(), 1 + static_cast<std::int64_t>(random() % 99));
    CHECK(*subtract(*add(a, b), b) == a);
    if (b != Rational(0)) CHECK(*multiply(*divide(a, b), b) == a);
    CHECK((a < b) == (a.num() * b.den() < b.num() * a.den()));
  }
}

TEST_CASE("unknown is a state with a reason") {
  const auto nothing = Known<int>::unknown("depends on the card");
  CHECK(!nothing.known());
  CHECK(nothing.reason() == "depends on the card");
  CHECK(nothing.value_or(7) == 7);
  CHECK(Known<int>(0).known());
  CHECK(!(Known<int>(0) == Known<int>()));
}
