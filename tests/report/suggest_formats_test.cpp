// Suggestions as Markdown and HTML.
#include <doctest/doctest.h>

#include "check/check.h"
#include "embedded_world.h"
#include "report/formats.h"
#include "report/markup.h"
#include "report/suggest_rows.h"

using namespace planner;

namespace {

Suggestion suggestion(const char* gpu, std::int64_t dollars, std::vector<std::string> roles) {
  EmbeddedWorld& world = embedded_world();
  Suggestion s;
  s.roles = std::move(roles);
  const Part* part = world.catalog.find(gpu);
  REQUIRE(part != nullptr);
  s.build.name = "1x " + info_of(*part).name;
  s.build.items.push_back({part, 1, {}, {}, {}, {}, {}});
  s.build.catalog = &world.catalog;
  s.scores = scores_of(*part, 1, dollars * 100, std::nullopt);
  s.report = check(Facts(s.build), world.rules, {});
  return s;
}

SuggestResult two_builds() {
  SuggestResult result;
  result.builds.push_back(suggestion("nvidia-geforce-rtx-4090", 5000, {"fastest"}));
  result.builds.push_back(suggestion("nvidia-geforce-rtx-3090", 2500, {"cheapest", "best_value"}));
  result.certificate.proved = true;
  return result;
}

}  // namespace

TEST_CASE("what more money buys") {
  const auto steps = budget_steps(two_builds());
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].find("the smallest budget with a sound build is $2,500") == 0);
  CHECK(steps[1].find("+$2,500 (to $5,000) buys 1x NVIDIA GeForce RTX 4090") == 0);
  CHECK(steps[1].find("% more tensor rate") != std::string::npos);
  CHECK(steps[1].find("VRAM") == std::string::npos);  // both have 24 GB
}

TEST_CASE("suggest in Markdown and HTML") {
  const SuggestResult result = two_builds();
  const auto markdown = suggest_document(Format::markdown, result, {}, {});
  REQUIRE(markdown);
  for (const char* wanted : {"## Comparison", "best value", "## What more money buys", "## Build 1", "proved optimal"})
    CHECK_MESSAGE(markdown->find(wanted) != std::string::npos, wanted);
  const auto html = suggest_document(Format::html, result, {}, {});
  REQUIRE(html);
  CHECK(markup_fault(*html) == "");
  CHECK(!suggest_document(Format::sarif, result, {}, {}));
}

TEST_CASE("a refusal names the conflict and what would help") {
  SuggestResult result;
  result.conflict = {"budget of $100"};
  result.relaxations.push_back({"budget", "raise the budget by $412", std::nullopt});
  const auto html = suggest_document(Format::html, result, {}, {});
  REQUIRE(html);
  CHECK(markup_fault(*html) == "");
  CHECK(html->find("budget of $100") != std::string::npos);
  CHECK(html->find("raise the budget by $412") != std::string::npos);
}
