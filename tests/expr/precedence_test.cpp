// The language is a subset of CEL: what both accept is parsed alike. Left: as written; right: the grouping of CEL.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

#include "world.h"

namespace planner::expr::testing {
namespace {

using Pair = std::pair<const char*, const char*>;

constexpr std::array kEqualInCel = {
    Pair{"yes || no && maybe", "yes || (no && maybe)"},
    Pair{"yes && no || maybe", "(yes && no) || maybe"},
    Pair{"!yes && no", "(!yes) && no"},
    Pair{"!yes || no ? 1 : 2", "((!yes) || no) ? 1 : 2"},
    Pair{"yes ? 1 : no ? 2 : 3", "yes ? 1 : (no ? 2 : 3)"},
    Pair{"yes || no ? 1 + 2 : 3 * 4", "(yes || no) ? (1 + 2) : (3 * 4)"},
    Pair{"1 + 2 * 3 == 7", "(1 + (2 * 3)) == 7"},
    Pair{"8 / 4 / 2 == 1", "((8 / 4) / 2) == 1"},
    Pair{"8 - 4 - 2 == 2", "((8 - 4) - 2) == 2"},
    Pair{"8 / 4 * 2 == 4", "((8 / 4) * 2) == 4"},
    Pair{"8 - 4 + 2 == 6", "((8 - 4) + 2) == 6"},
    Pair{"-1 + 2 == 1", "((-1) + 2) == 1"},
    Pair{"-2 * -3 == 6", "((-2) * (-3)) == 6"},
    Pair{"1 + 2 < 4 && 3 < 4", "((1 + 2) < 4) && (3 < 4)"},
    Pair{"1 + 1 in [2, 3]", "(1 + 1) in [2, 3]"},
    Pair{"g.name == \"0\" && !maybe", "(g.name == \"0\") && (!maybe)"},
    Pair{"!gpus.all(h, h.hot)", "!(gpus.all(h, h.hot))"},
    Pair{"-g.length < g.length", "(-(g.length)) < (g.length)"},
    Pair{"gpus.all(h, h.hot || yes && no)", "gpus.all(h, (h.hot || (yes && no)))"},
    Pair{"gpus.exists(h, h.hot) == yes", "(gpus.exists(h, h.hot)) == yes"},
    Pair{"yes == no || yes != no", "(yes == no) || (yes != no)"},
    Pair{"yes && (no || maybe)", "yes && ((no || maybe))"},
};

/// Implication is ours: weaker than ||, stronger than ?:, grouping to the right.
constexpr std::array kEqualWithUs = {
    Pair{"yes ==> no || maybe", "yes ==> (no || maybe)"},   Pair{"yes || no ==> maybe", "(yes || no) ==> maybe"},
    Pair{"yes ==> no ==> maybe", "yes ==> (no ==> maybe)"}, Pair{"yes ==> no ? 1 : 2", "(yes ==> no) ? 1 : 2"},
    Pair{"80% * 2 W + 1 W", "((80%) * (2 W)) + (1 W)"},
};

constexpr std::array kDifferent = {
    Pair{"yes || no && maybe", "(yes || no) && maybe"},
    Pair{"8 - (4 - 2)", "8 - 4 - 2"},
    Pair{"8 / (4 / 2)", "8 / 4 / 2"},
    Pair{"(1 + 2) * 3", "1 + 2 * 3"},
    Pair{"!(yes && no)", "!yes && no"},
    Pair{"-(1 + 2)", "-1 + 2"},
    Pair{"(yes ==> no) ==> maybe", "yes ==> no ==> maybe"},
};

TEST_CASE("precedence and grouping are those of CEL") {
  for (const auto& [written, grouped] : kEqualInCel) CHECK(compiled(written).text() == compiled(grouped).text());
  for (const auto& [written, grouped] : kEqualWithUs) CHECK(compiled(written).text() == compiled(grouped).text());
  for (const auto& [a, b] : kDifferent) CHECK(compiled(a).text() != compiled(b).text());
}

TEST_CASE("canonical text") {
  CHECK(compiled("((g.length))<=chassis . gpu_clearance").text() == "g.length <= chassis.gpu_clearance");
  CHECK(compiled("450W+1_000W").text() == "450 W + 1000 W");
  CHECK(compiled("80 % * $3").text() == "80% * $3");
}

TEST_CASE("canonical text of literals and macros") {
  CHECK(compiled("'it\\'s' == \"a\\\\b\"").text() == "\"it's\" == \"a\\\\b\"");
  CHECK(compiled("g.cooling in ['blower','passive']").text() == "g.cooling in [\"blower\", \"passive\"]");
  CHECK(compiled("g.delta in [-5W]").text() == "g.delta in [-5 W]");
  CHECK(compiled("gpus.size()").text() == "gpus.count()");
  CHECK(compiled("gpus.filter(h,h.hot).count()>0").text() == "gpus.filter(h, h.hot).count() > 0");
  CHECK(compiled("known( g.length )").text() == "known(g.length)");
  CHECK(compiled("(yes?gpus:gpus).count()").text() == "(yes ? gpus : gpus).count()");
  CHECK(compiled("x16<=g.lanes").text() == "x16 <= g.lanes");
  CHECK(compiled("1-(2-3)").text() == "1 - (2 - 3)");
  CHECK(compiled("(1-2)-3").text() == "1 - 2 - 3");
  CHECK(compiled("(yes&&no)&&maybe").text() == "yes && no && maybe");
  CHECK(compiled("yes&&(no&&maybe)").text() == "yes && (no && maybe)");
  CHECK(compiled("12 in > 1 in").text() == "12 in > 1 in");
  CHECK(compiled("100 GB / 2 s").text() == "100 GB / 2 s");
  CHECK(compiled("build.price").text() == "build.price");
}

}  // namespace
}  // namespace planner::expr::testing
