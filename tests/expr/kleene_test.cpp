#include <doctest/doctest.h>

#include <array>
#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

constexpr std::array<const char*, 3> kNames = {"yes", "no", "maybe"};  // true, false, unknown

char letter(const std::string& text) {
  const Value value = compiled(text).evaluate(World{}.environment());
  if (is_unknown(value)) return 'U';
  return std::get<bool>(value) ? 'T' : 'F';
}

/// The table of a binary operator over true, false, unknown, row by row.
std::string table(const std::string& op) {
  std::string rows;
  for (const char* left : kNames) {
    for (const char* right : kNames) rows += letter(left + (" " + op + " ") + right);
    rows += ' ';
  }
  return rows;
}

TEST_CASE("truth tables of strong Kleene logic") {
  CHECK(table("&&") == "TFU FFF UFU ");
  CHECK(table("||") == "TTT TFU TUU ");
  CHECK(table("==>") == "TFU TTT TUU ");
  CHECK(table("==") == "TFU FTU UUU ");
  CHECK(table("!=") == "FTU TFU UUU ");
  CHECK(letter("!yes") == 'F');
  CHECK(letter("!no") == 'T');
  CHECK(letter("!maybe") == 'U');
  CHECK(letter("maybe && yes && no") == 'F');
  CHECK(letter("maybe || no || yes") == 'T');
}

TEST_CASE("the reason of an unknown is that of the operand that decides it") {
  World world;
  world.chassis.reset();
  CHECK(result("yes && maybe && chassis.form == \"rack\"", world) == "unknown (not recorded)");
  CHECK(result("(maybe || yes) && chassis.form == \"rack\"", world) == "unknown (no chassis in the build)");
  CHECK(result("psus.min(p, p.rated_output) >= 1500 W", world) == "unknown (not recorded)");
}

TEST_CASE("macros over lists with unknown elements") {
  // PSU 0 gives 1600 W, PSU 1 is unknown.
  CHECK(result("psus.all(p, p.rated_output >= 2000 W)") == "false");
  CHECK(result("psus.all(p, p.rated_output >= 1000 W)") == "unknown (not recorded)");
  CHECK(result("psus.exists(p, p.rated_output >= 1000 W)") == "true");
  CHECK(result("psus.exists(p, p.rated_output >= 2000 W)") == "unknown (not recorded)");
  CHECK(result("psus.sum(p, p.rated_output)") == "unknown (not recorded)");
  CHECK(result("psus.sum(p, p.rated_output) < 1600 W") == "false");
  CHECK(result("psus.sum(p, p.rated_output) >= 1600 W") == "true");
  CHECK(result("psus.sum(p, p.rated_output) >= 1601 W") == "unknown (not recorded)");
  CHECK(result("psus.sum(p, -p.rated_output) <= 0 W") == "unknown (not recorded)");
  CHECK(result("psus.min(p, p.rated_output)") == "unknown (not recorded)");
  CHECK(result("psus.min(p, p.rated_output) >= 2000 W") == "false");
  CHECK(result("psus.max(p, p.rated_output) >= 1000 W") == "true");
  CHECK(result("psus.max(p, p.rated_output) >= 2000 W") == "unknown (not recorded)");
  CHECK(result("psus.count(p, p.rated_output >= 1000 W)") == "unknown (not recorded)");
  CHECK(result("psus.count(p, p.rated_output >= 1000 W) >= 1") == "true");
  CHECK(result("psus.count(p, p.rated_output >= 1000 W) > 2") == "false");
  CHECK(result("psus.filter(p, p.rated_output >= 1000 W)") == "unknown (not recorded)");
  CHECK(result("psus.filter(p, p.rated_output >= 1000 W).count() <= 2") == "true");
  CHECK(result("psus.filter(p, p.rated_output >= 1000 W).all(p, p.redundant)") == "false");
  CHECK(result("psus.filter(p, p.rated_output >= 1000 W).exists(p, p.redundant)") == "unknown (not recorded)");
  CHECK(result("psus.filter(p, p.rated_output >= 1000 W).all(p, true)") == "true");
}

TEST_CASE("min and max over a list whose elements are not all certain") {
  World world;  // 358 mm and 304 mm
  const auto verdict = [&](const char* text) { return result(text, world).substr(0, 7); };
  world.gpus[0].hot.reset();
  world.gpus[1].hot = true;
  CHECK(verdict("gpus.filter(h, h.hot).max(h, h.length) >= 304 mm") == "true");
  CHECK(verdict("gpus.filter(h, h.hot).max(h, h.length) > 330 mm") == "unknown");
  CHECK(verdict("gpus.filter(h, h.hot).max(h, h.length) > 358 mm") == "false");
  CHECK(verdict("gpus.filter(h, h.hot).min(h, h.length) == 304 mm") == "true");
  world.gpus[0].hot = true;
  world.gpus[1].hot.reset();
  CHECK(verdict("gpus.filter(h, h.hot).min(h, h.length) <= 358 mm") == "true");
  CHECK(verdict("gpus.filter(h, h.hot).min(h, h.length) < 330 mm") == "unknown");
  CHECK(verdict("gpus.filter(h, h.hot).min(h, h.length) < 304 mm") == "false");
  world.gpus[0].hot.reset();
  CHECK(verdict("gpus.filter(h, h.hot).max(h, h.length) >= 300 mm") == "unknown");
  CHECK(verdict("gpus.filter(h, h.hot).max(h, h.length) > 358 mm") == "false");
  CHECK(verdict("gpus.filter(h, h.hot).min(h, h.length) <= 358 mm") == "unknown");
}

TEST_CASE("open parts: members yield bounds by direction, or unknown") {
  const World world;
  CHECK(result("power.sustained", world, kGpu) == "at least 1500 W");
  CHECK(result("power.headroom", world, kGpu) == "at most 100 W");
  CHECK(result("power.sustained <= 1400 W", world, kGpu) == "false");
  CHECK(result("power.sustained <= 1600 W", world, kGpu) == "unknown (not chosen yet)");
  CHECK(result("power.sustained > 1400 W", world, kGpu) == "true");
  CHECK(result("power.headroom >= 200 W", world, kGpu) == "false");
  CHECK(result("power.voltage >= 200 V", world, kGpu) == "true");
  CHECK(result("g.vram", world, kGpu) == "unknown (not chosen yet)");
  CHECK(result("g.length", world, kGpu) == "358 mm");
  CHECK(result("chassis.form == \"rack\"", world, kChassis) == "unknown (not chosen yet)");
  CHECK(result("g.length <= chassis.gpu_clearance", world, kChassis) == "unknown (not chosen yet)");
  CHECK(result("g.length <= chassis.gpu_clearance", world, kPsu) == "false");
  CHECK(result("price * 2", world, kPsu) == "at least $12,000");
  CHECK(result("-price", world, kPsu) == "at most -$6,000");
  CHECK(result("1500 W / power.sustained", world, kGpu) == "0 to 1");
  CHECK(result("known(price)", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("g.lanes <= x16", world, kChassis) == "true");
}

TEST_CASE("open parts: a list that grows is a prefix of the final one") {
  World world;
  world.psus.back().rated_output = 1000;
  CHECK(result("psus.all(p, p.rated_output >= 1200 W)", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("psus.all(p, p.redundant)", world, kPsu) == "false");
  CHECK(result("psus.exists(p, known(p.redundant))", world, kPsu) == "true");
  CHECK(result("psus.exists(p, known(p.rated_output))", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("gpus.all(h, h.length <= 340 mm)", world, kGpu) == "false");
  CHECK(result("gpus.all(h, h.length <= 360 mm)", world, kGpu) == "unknown (not chosen yet)");
  CHECK(result("gpus.exists(h, h.cooling == \"blower\")", world, kGpu) == "true");
  CHECK(result("gpus.sum(h, h.length) <= 600 mm", world, kGpu) == "false");
  CHECK(result("gpus.max(h, h.length)", world, kGpu) == "at least 358 mm");
  CHECK(result("psus.count()", world, kPsu) == "at least 2");
  CHECK(result("psus", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("gpus.all(h, h.length <= chassis.gpu_clearance)", world, kPsu) == "false");
  CHECK(result("psus.count() <= 1", world, kPsu) == "false");
  CHECK(result("psus.all(p, power.voltage > 300 V)", world, kPsu) == "false");
  CHECK(result("psus.all(p, power.voltage > 200 V)", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("psus.exists(p, power.voltage > 200 V)", world, kPsu) == "true");
  CHECK(result("psus.exists(p, power.voltage > 300 V)", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("psus.sum(p, 5 W)", world, kPsu) == "at least 10 W");
  CHECK(result("psus.sum(p, -5 W)", world, kPsu) == "unknown (not chosen yet)");
  CHECK(result("psus.min(p, power.voltage)", world, kPsu) == "at most 230 V");
  CHECK(result("psus.max(p, power.voltage)", world, kPsu) == "at least 230 V");
  CHECK(result("psus.count(p, power.voltage > 200 V)", world, kPsu) == "at least 2");
  CHECK(result("psus.filter(p, power.voltage > 200 V).count()", world, kPsu) == "at least 2");
}

}  // namespace
}  // namespace planner::expr::testing
