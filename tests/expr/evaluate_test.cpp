#include <doctest/doctest.h>

#include <array>
#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

struct Case {
  const char* text;
  std::string expected;
};

template <std::size_t N>
void expect_all(const std::array<Case, N>& cases, const World& world = {}, Footprint open = 0) {
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(result(c.text, world, open) == c.expected);
  }
}

TEST_CASE("numbers are exact and carry their unit") {
  expect_all(std::array{
      Case{"0.1 + 0.2 == 0.3", "true"},
      Case{"7 / 2", "3.5"},
      Case{"1 / 3 * 3 == 1", "true"},
      Case{"450 W + 1 kW", "1450 W"},
      Case{"450W", "450 W"},
      Case{"2 in", "50.8 mm"},
      Case{"20.32 mm * 2.5", "50.8 mm"},
      Case{"80% * 1600 W", "1280 W"},
      Case{"80 %", "0.8"},
      Case{"$412 * 8", "$3,296"},
      Case{"$412 == 412 USD", "true"},
      Case{"x16 + 2 lanes", "x18"},
      Case{"2.5 slots + 1 slot", "3.5 slots"},
      Case{"31.5 GB/s", "31.5 GB/s"},
      Case{"63 GB / 2 s", "31.5 GB/s"},
      Case{"100 GB/s * 2 s == 200 GB", "true"},
      Case{"8 Gb/s == 1 GB/s", "true"},
      Case{"100 GB/g.vram", "4.167"},
      Case{"15 A * 120 V", "1800 W"},
      Case{"power.sustained / 230 V <= 80% * 15 A", "true"},
      Case{"1 GiB > 1 GB", "true"},
      Case{"1_000 W == 1 kW", "true"},
      Case{"-5 W + 10 W", "5 W"},
      Case{"--5", "5"},
      Case{"3 - -2", "5"},
      Case{"450 W / 150 W", "3"},
      Case{"65 degC >= 35 degC", "true"},
      Case{"3200 MT/s == 3.2 GHz", "true"},
  });
}

TEST_CASE("comparisons, texts and names") {
  expect_all(std::array{
      Case{"g.length <= chassis.gpu_clearance", "false"},
      Case{"g.length > 357.9 mm", "true"},
      Case{"g.slot_width >= 3.5 slots", "true"},
      Case{"g.slot_width < 3.5 slots", "false"},
      Case{"g.cooling == \"open_air\"", "true"},
      Case{"'blower' != g.cooling", "true"},
      Case{"g.cooling in [\"passive\", 'blower']", "false"},
      Case{"g.cooling in [\"passive\", \"open_air\"]", "true"},
      Case{"g.lanes in [x8, x16]", "true"},
      Case{"g.delta in [-10 W, 0 W]", "true"},
      Case{"2 in [1, 2, 3]", "true"},
      Case{"2 in == 50.8 mm", "true"},
      Case{"2 in in [2 in, 3 in]", "true"},
      Case{"true in [false]", "false"},
      Case{"g.name == \"0\"", "true"},
      Case{"\"a\\\"b\" == 'a\"b'", "true"},
      Case{"yes == !no", "true"},
      Case{"yes != no", "true"},
      Case{"chassis == chassis", "true"},
      Case{"gpus.all(h, h == g)", "false"},
      Case{"gpus.exists(h, h == g)", "true"},
      Case{"g", "GPU 0"},
      Case{"gpus", "GPU 0, GPU 1"},
      Case{"build.price == price", "true"},
      Case{"build.chassis.form", "tower"},
      Case{"(g.hot ? g.cooling : \"passive\") == \"open_air\"", "true"},
      Case{"yes ? 1 W : 2 W", "1 W"},
      Case{"no ==> false", "true"},
      Case{"yes ==> no", "false"},
      Case{"known(g.length) && !known(maybe)", "true"},
  });
}

TEST_CASE("macros") {
  expect_all(std::array{
      Case{"gpus.all(h, h.length > 300 mm)", "true"},
      Case{"gpus.all(h, h.length <= chassis.gpu_clearance)", "false"},
      Case{"gpus.exists(h, h.cooling == \"blower\")", "true"},
      Case{"gpus.exists(h, h.cooling == \"passive\")", "false"},
      Case{"gpus.sum(h, h.board_power)", "900 W"},
      Case{"gpus.sum(h, 1)", "2"},
      Case{"gpus.min(h, h.length)", "304 mm"},
      Case{"gpus.max(h, h.slot_width)", "3.5 slots"},
      Case{"gpus.count(h, h.hot)", "1"},
      Case{"gpus.count()", "2"},
      Case{"gpus.size()", "2"},
      Case{"gpus.filter(h, h.hot)", "GPU 0"},
      Case{"gpus.filter(h, h.hot).sum(h, h.length)", "358 mm"},
      Case{"gpus.filter(h, !h.hot).filter(i, i.length > 400 mm).count()", "0"},
      Case{"(yes ? gpus : gpus.filter(h, h.hot)).count()", "2"},
      Case{"gpus.all(a, gpus.all(b, a == b || a.length != b.length))", "true"},
      Case{"gpus.sum(a, gpus.sum(b, a.length / b.length)) > 4", "true"},
      Case{"psus.filter(p, known(p.rated_output)).sum(p, p.rated_output)", "1600 W"},
  });
}

TEST_CASE("macros over an empty list") {
  World world;
  world.gpus.clear();
  expect_all(std::array{Case{"gpus.all(h, h.hot)", "true"}, Case{"gpus.exists(h, h.hot)", "false"},
                        Case{"gpus.sum(h, h.length)", "0 mm"}, Case{"gpus.count()", "0"},
                        Case{"gpus.min(h, h.length)", "unknown (min of an empty list)"},
                        Case{"gpus.max(h, h.length) > 0 mm", "unknown (max of an empty list)"},
                        Case{"gpus.count(h, h.hot)", "0"}, Case{"gpus.filter(h, h.hot)", "none"}},
             world);
}

TEST_CASE("what cannot be computed is unknown, with the reason") {
  World world;
  world.chassis.reset();
  world.power.voltage = 0;
  world.gpus.front().vram.reset();
  expect_all(
      std::array{
          Case{"1 / 0", "unknown (division by zero)"},
          Case{"power.sustained / power.voltage > 1 A", "unknown (division by zero)"},
          Case{"9223372036854775807 + 1", "unknown (number too large to hold exactly)"},
          Case{"9223372036854775807 * 9223372036854775807 > 0", "unknown (number too large to hold exactly)"},
          Case{"-9223372036854775807 - 2", "unknown (number too large to hold exactly)"},
          Case{"1 / 9223372036854775807 + 1 / 9223372036854775806", "unknown (number too large to hold exactly)"},
          Case{"g.length <= chassis.gpu_clearance", "unknown (no chassis in the build)"},
          Case{"known(chassis)", "false"},
          Case{"known(chassis.form)", "false"},
          Case{"!known(chassis) || chassis.form == \"rack\"", "true"},
          Case{"g.vram", "unknown (not recorded)"},
          Case{"g.vram * 0", "unknown (not recorded)"},
          Case{"maybe ? 1 : 1", "1"},
          Case{"maybe ? 1 : 2", "unknown (not recorded)"},
          Case{"(maybe ? 1 : 2) < 3", "true"},
          Case{"(maybe ? g.cooling : \"open_air\")", "open_air"},
          Case{"(maybe ? gpus : gpus).count()", "unknown (not recorded)"},
      },
      world);
}

TEST_CASE("a getter that breaks its type is unknown, not a crash") {
  Schema odd;
  ObjectType& root = odd.add("root", "");
  Member wrong;
  wrong.name = "wrong";
  wrong.type = Type::number(dim::power);
  wrong.get = [](const void*) -> Value { return std::string("450"); };
  root.members.push_back(wrong);
  odd.root = &root;
  Diagnostics diagnostics;
  const auto expression = Expression::compile("wrong > 1 W", Scope{&odd, {}}, {}, diagnostics);
  REQUIRE(expression);
  const Value value = expression->evaluate({{&root, &odd}, {}, 0});
  CHECK(format(value, expression->type()) == "unknown (value is of another type)");
}

TEST_CASE("footprint and member names") {
  const Expression fits = compiled("gpus.all(h, h.length <= chassis.gpu_clearance)");
  CHECK(fits.footprint() == (kGpu | kChassis));
  CHECK(fits.member_names() ==
        std::vector<std::string>{"build.chassis", "build.gpus", "chassis.gpu_clearance", "gpu.length"});
  CHECK(compiled("1 W < 2 W").footprint() == 0);
  CHECK(compiled("yes ? s.redundant : no").footprint() == kPsu);
  CHECK(compiled("known(price)").footprint() == (kGpu | kChassis | kPsu));
}

TEST_CASE("missing bindings are unknown") {
  const Expression expression = compiled("g.length > 1 mm");
  Environment environment = World{}.environment();
  environment.bindings.clear();
  CHECK(is_unknown(expression.evaluate(environment)));
}

}  // namespace
}  // namespace planner::expr::testing
