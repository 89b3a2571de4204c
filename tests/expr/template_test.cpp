#include <doctest/doctest.h>

#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

std::string rendered(std::string_view text, const World& world = {}) {
  Diagnostics diagnostics;
  const auto made = Template::compile(text, scope(), {"rules.yaml", {5, 12}, {}}, diagnostics);
  INFO(render(diagnostics));
  REQUIRE(made.has_value());
  return made->render(world.environment());
}

std::string failed(std::string_view text) {
  Diagnostics diagnostics;
  CHECK_FALSE(Template::compile(text, scope(), {"rules.yaml", {5, 12}, {}}, diagnostics));
  std::string shown;
  for (const Diagnostic& d : diagnostics.items())
    shown += std::to_string(d.at.line) + ":" + std::to_string(d.at.column) + " " + d.message + "; ";
  return shown;
}

TEST_CASE("template: holes are expressions, printed with their unit") {
  CHECK(rendered("card of {g.length} in {chassis.gpu_clearance}") == "card of 358 mm in 330 mm");
  CHECK(rendered("short by {g.length - chassis.gpu_clearance}") == "short by 28 mm");
  CHECK(rendered("{gpus.count()}x {g.cooling}, {g.lanes}, {g.hot}, {price}") == "2x open_air, x16, true, $6,000");
  CHECK(rendered("{gpus.filter(h, h.length > 330 mm)}") == "GPU 0");
  CHECK(rendered("{power.sustained / 230 V}") == "6.52 A");
  CHECK(rendered("plain") == "plain");
  CHECK(rendered("") == "");
}

TEST_CASE("template: braces, and braces inside texts") {
  CHECK(rendered("{{g.length}} {{{g.length}}}") == "{g.length} {358 mm}");
  CHECK(rendered("{g.name == \"}\" ? \"{\" : '}'}") == "}");
  CHECK(rendered("{g.name == '\\'}' ? 1 : 2}") == "2");
}

TEST_CASE("template: an unknown hole prints as unknown") {
  World world;
  world.chassis.reset();
  CHECK(rendered("clearance {chassis.gpu_clearance}", world) == "clearance unknown");
}

TEST_CASE("template: every error has its place") {
  CHECK(failed("a {g.lenght} b {nothing_like_it}") ==
        "5:17 gpu has no member `lenght`; 5:28 unknown name `nothing_like_it`; ");
  CHECK(failed("a } b") == "5:14 `}` without `{`; ");
  CHECK(failed("a {g.length") == "5:14 `{` is not closed; ");
  CHECK(failed("a {} b") == "5:15 expression is empty; ");
  CHECK(failed("one\n two {zz9}") == "6:18 unknown name `zz9`; ");
  CHECK(failed(std::string(20'000, 'x')) == "5:12 message is longer than 16384 bytes; ");
}

TEST_CASE("template: footprint is that of all holes") {
  Diagnostics diagnostics;
  const auto made = Template::compile("{g.length} {chassis.form}", scope(), {}, diagnostics);
  REQUIRE(made);
  CHECK(made->footprint() == (kGpu | kChassis));
}

TEST_CASE("format: what people read") {
  CHECK(format(number(450), Type::number(dim::power)) == "450 W");
  CHECK(format(Range{Rational(1), std::nullopt}, Type::number(dim::power)) == "at least 1 W");
  CHECK(format(Range{std::nullopt, Rational(1)}, Type::number(dim::lanes)) == "at most x1");
  CHECK(format(Range{Rational(1), Rational(2)}, Type::number(dim::number)) == "1 to 2");
  CHECK(format(Range{}, Type::number(dim::number)) == "any");
  CHECK(format(Unknown{}, Type::text()) == "unknown");
  CHECK(format(Unknown{"depth not recorded"}, Type::text()) == "unknown (depth not recorded)");
  CHECK(format(List{}, Type::list_of(schema().find("gpu"))) == "none");
  CHECK(format(ObjectRef{}, Type::object_of(schema().find("gpu"))) == "gpu");
  CHECK(format(std::string("rdimm"), Type::text()) == "rdimm");
}

}  // namespace
}  // namespace planner::expr::testing
