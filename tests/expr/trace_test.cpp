#include <doctest/doctest.h>

#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

/// "false | g.length = 358 mm [GPU 0]; ... | 28 mm": result, evidence in order, margin.
std::string traced(std::string_view text, const World& world = {}, Footprint open = 0) {
  const Expression expression = compiled(text);
  const Trace trace = expression.trace(world.environment(open));
  std::string shown = format(trace.result, expression.type()) + " |";
  for (const Evidence& evidence : trace.evidence) {
    CHECK(evidence.why_unknown.empty() == !is_unknown(evidence.value));
    shown += " " + evidence.path + " = " + format(evidence.value, evidence.type) + " [" + evidence.label + "];";
  }
  if (trace.margin) shown += " | " + format_amount({trace.margin->amount, trace.margin->dimension});
  return shown;
}

TEST_CASE("trace: a failed comparison shows both sides and by how much it failed") {
  CHECK(traced("g.length <= chassis.gpu_clearance") ==
        "false | g.length = 358 mm [GPU 0]; chassis.gpu_clearance = 330 mm [Case]; | 28 mm");
  CHECK(traced("chassis.gpu_clearance >= g.length + 10 mm") ==
        "false | chassis.gpu_clearance = 330 mm [Case]; g.length = 358 mm [GPU 0]; | 38 mm");
  CHECK(traced("!(g.length > chassis.gpu_clearance)") ==
        "false | g.length = 358 mm [GPU 0]; chassis.gpu_clearance = 330 mm [Case]; | 28 mm");
  CHECK(traced("power.sustained <= 80% * psus.count() * 900 W") ==
        "false | power.sustained = 1500 W [power]; psus.count() = 2 [build]; | 60 W");
  CHECK(traced("g.cooling == \"passive\"") == "false | g.cooling = open_air [GPU 0];");
  CHECK(traced("g.cooling in [\"passive\", \"blower\"]") == "false | g.cooling = open_air [GPU 0];");
}

TEST_CASE("trace: a held comparison shows the slack as a negative margin") {
  CHECK(traced("g.length <= 400 mm") == "true | g.length = 358 mm [GPU 0]; | -42 mm");
  CHECK(traced("g.length >= 300 mm") == "true | g.length = 358 mm [GPU 0]; | -58 mm");
  CHECK(traced("g.length >= 300 mm && g.vram >= 16 GB") == "true | g.length = 358 mm [GPU 0]; g.vram = 24 GB [GPU 0];");
  CHECK(traced("gpus.all(h, h.length <= 400 mm)") ==
        "true | h.length = 358 mm [GPU 0]; h.length = 304 mm [GPU 1]; | -42 mm");
}

TEST_CASE("trace: the false operands of &&, all of ||") {
  CHECK(traced("yes && no && g.vram >= 16 GB") == "false | no = false [build];");
  CHECK(traced("yes && no && g.vram >= 32 GB") == "false | no = false [build]; g.vram = 24 GB [GPU 0]; | 8 GB");
  CHECK(traced("no || g.vram >= 32 GB") == "false | no = false [build]; g.vram = 24 GB [GPU 0]; | 8 GB");
  CHECK(traced("yes || g.vram >= 32 GB") == "true | yes = true [build];");
  CHECK(traced("g.vram >= 32 GB && g.length <= 330 mm") ==
        "false | g.vram = 24 GB [GPU 0]; g.length = 358 mm [GPU 0]; | 8 GB");
}

TEST_CASE("trace: implication, negation, choice") {
  CHECK(traced("g.hot ==> g.length <= 330 mm") == "false | g.hot = true [GPU 0]; g.length = 358 mm [GPU 0]; | 28 mm");
  CHECK(traced("no ==> g.length <= 330 mm") == "true | no = false [build];");
  CHECK(traced("yes ==> g.length <= 400 mm") == "true | g.length = 358 mm [GPU 0]; | -42 mm");
  CHECK(traced("!(yes && g.hot)") == "false | yes = true [build]; g.hot = true [GPU 0];");
  CHECK(traced("g.hot ? g.length <= 330 mm : no") ==
        "false | g.hot = true [GPU 0]; g.length = 358 mm [GPU 0]; | 28 mm");
  CHECK(traced("known(maybe)") == "false | maybe = unknown (not recorded) [build];");
}

TEST_CASE("trace: macros show the elements that decide") {
  CHECK(traced("gpus.all(h, h.length <= chassis.gpu_clearance)") ==
        "false | h.length = 358 mm [GPU 0]; chassis.gpu_clearance = 330 mm [Case]; | 28 mm");
  CHECK(traced("gpus.exists(h, h.cooling == \"blower\")") == "true | h.cooling = blower [GPU 1];");
  CHECK(traced("gpus.exists(h, h.length <= 300 mm)") ==
        "false | h.length = 358 mm [GPU 0]; h.length = 304 mm [GPU 1]; | 58 mm");
  CHECK(traced("gpus.sum(h, h.board_power) <= 800 W") ==
        "false | h.board_power = 450 W [GPU 0]; h.board_power = 450 W [GPU 1]; | 100 W");
  CHECK(traced("gpus.max(h, h.length) <= 330 mm") == "false | h.length = 358 mm [GPU 0]; | 28 mm");
  CHECK(traced("gpus.min(h, h.length) <= 300 mm") == "false | h.length = 304 mm [GPU 1]; | 4 mm");
  CHECK(traced("gpus.count(h, h.length <= 330 mm) == 2") ==
        "false | h.length = 358 mm [GPU 0]; h.length = 304 mm [GPU 1];");
  CHECK(traced("gpus.count() >= 4") == "false | gpus.count() = 2 [build]; | 2");
  CHECK(traced("gpus.filter(h, h.hot).count() >= 4") == "false | gpus.filter(h, h.hot).count() = 1 [build]; | 3");
}

TEST_CASE("trace: evidence is not repeated, whatever name reads it") {
  CHECK(traced("g.length <= 330 mm && g.length <= 300 mm") == "false | g.length = 358 mm [GPU 0]; | 28 mm");
  CHECK(traced("gpus.exists(h, h == g && h.length <= 330 mm) || g.length <= 330 mm") ==
        "false | h.length = 358 mm [GPU 0]; h = GPU 1 [GPU 1]; g = GPU 0 [GPU 0]; | 28 mm");
  CHECK(traced("g.length <= 330 mm || chassis.gpu_clearance >= g.length") ==
        "false | g.length = 358 mm [GPU 0]; chassis.gpu_clearance = 330 mm [Case]; | 28 mm");
}

TEST_CASE("trace: an empty list is evidence") {
  World world;
  world.gpus.clear();
  CHECK(traced("gpus.exists(h, h.hot)", world) == "false | gpus = none [build];");
  CHECK(traced("gpus.sum(h, h.board_power) > 0 W", world) == "false | gpus = none [build]; | 0 W");
  CHECK(traced("gpus.count() > 0", world) == "false | gpus.count() = 0 [build]; | 0");
}

TEST_CASE("trace: an unknown result lists the unknown reads") {
  World world;
  world.chassis.reset();
  world.gpus.back().length.reset();
  CHECK(traced("g.length <= chassis.gpu_clearance", world) ==
        "unknown (no chassis in the build) | chassis = unknown (no chassis in the build) [build];");
  CHECK(traced("yes && gpus.all(h, h.length <= 400 mm)", world) ==
        "unknown (not recorded) | h.length = unknown (not recorded) [GPU 1];");
  CHECK(traced("gpus.max(h, h.length) <= 400 mm", world) ==
        "unknown (not recorded) | h.length = unknown (not recorded) [GPU 1];");
  CHECK(traced("gpus.max(h, h.length) <= 330 mm", world) == "false | h.length = 358 mm [GPU 0];");
  CHECK(traced("gpus.filter(h, h.length <= 400 mm).count() == 2", world) ==
        "unknown (not recorded) | h.length = unknown (not recorded) [GPU 1];");
  CHECK(traced("1500 W / (power.voltage - 230 V) > 1 A") ==
        "unknown (division by zero) | power.voltage = 230 V [power];");
  CHECK(traced("psus.sum(p, p.rated_output) < 1500 W") == "false | p.rated_output = 1600 W [PSU];");
  CHECK(traced("psus.sum(p, p.rated_output) < 2000 W") ==
        "unknown (not recorded) | p.rated_output = unknown (not recorded) [PSU];");
  CHECK(traced("(maybe ? g.length : 400 mm) <= 330 mm") == "false | g.length = 358 mm [GPU 0];");
  CHECK(traced("maybe ? yes : no") == "unknown (not recorded) | maybe = unknown (not recorded) [build];");
}

TEST_CASE("trace: open parts are named as what is unknown") {
  CHECK(traced("g.length <= chassis.gpu_clearance", {}, kChassis) ==
        "unknown (not chosen yet) | chassis = unknown (not chosen yet) [build];");
  CHECK(traced("power.sustained <= 1000 W", {}, kGpu) == "false | power.sustained = at least 1500 W [power];");
  CHECK(traced("power.sustained <= 2000 W", {}, kGpu) ==
        "unknown (not chosen yet) | power.sustained = at least 1500 W [power];");
}

TEST_CASE("trace: evidence carries origin and type") {
  const Trace trace = compiled("g.length <= chassis.gpu_clearance").trace(World{}.environment());
  REQUIRE(trace.evidence.size() == 2);
  REQUIRE(trace.evidence[0].origin.has_value());
  CHECK(trace.evidence[0].origin->file == "gpus.yaml");
  CHECK(trace.evidence[0].origin->at == Location{41, 5});
  CHECK_FALSE(trace.evidence[1].origin.has_value());
  CHECK(trace.evidence[0].type.dimension == dim::length);
  REQUIRE(trace.margin);
  CHECK(trace.margin->amount == Rational(28));
  CHECK(trace.margin->dimension == dim::length);
}

TEST_CASE("trace: evidence of long lists is bounded") {
  World world;
  while (world.gpus.size() < 1000) world.gpus.push_back(world.gpus.front());
  const Trace trace = compiled("gpus.all(h, h.length <= 300 mm)").trace(world.environment());
  CHECK(trace.evidence.size() == 200);
  CHECK(trace.result == Value(false));
}

}  // namespace
}  // namespace planner::expr::testing
