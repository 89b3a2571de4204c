// A search that is stopped answers with what it has, says what it leaves open, and claims nothing.
#include <doctest/doctest.h>

#include <algorithm>

#include "embedded_world.h"
#include "search/suggest.h"

using namespace planner;

namespace {

Request eight_gpus() {
  Request request;
  request.gpus = 8;
  request.budget = Money::from_base(60000);
  return request;
}

SuggestResult solve(const Request& request) {
  Diagnostics diagnostics;
  return suggest(request, embedded_world().catalog, embedded_world().rules, "2026-12-01", diagnostics);
}

}  // namespace

TEST_CASE("a search that may not begin proves nothing and names no conflict") {
  Request request = eight_gpus();
  request.go_on = [](std::int64_t) { return false; };
  const SuggestResult result = solve(request);
  CHECK(result.builds.empty());
  CHECK(result.conflict.empty());
  CHECK(result.relaxations.empty());
  CHECK_FALSE(result.certificate.proved);
  CHECK(result.certificate.gap == 1);
  CHECK(result.certificate.open.find("undecided") != std::string::npos);
}

TEST_CASE("the gap of a stopped search covers what the whole search finds") {
  const SuggestResult whole = solve(eight_gpus());
  REQUIRE(whole.certificate.proved);
  CHECK(whole.certificate.gap == 0);
  const double best = whole.builds.front().scores.throughput.to_double();
  bool stopped_with_builds = false;
  for (const std::int64_t nodes : {200, 800, 1600, 3000}) {
    Request request = eight_gpus();
    request.go_on = [nodes](std::int64_t looked_at) { return looked_at < nodes; };
    const SuggestResult part = solve(request);
    INFO(nodes << " nodes: " << part.certificate.open);
    CHECK_FALSE(part.certificate.proved);
    if (part.builds.empty()) continue;
    stopped_with_builds = true;
    const double found = part.builds.front().scores.throughput.to_double();
    CHECK(found <= best);
    CHECK(found * (1 + part.certificate.gap) >= best * 0.999);
  }
  CHECK(stopped_with_builds);
}

TEST_CASE("with money enough a server that brings its modules is found, and passes check") {
  Request request = eight_gpus();
  request.budget = Money::from_base(400000);
  request.gpu_patterns = {"h200-sxm"};
  const SuggestResult result = solve(request);
  REQUIRE_FALSE(result.builds.empty());
  const Build& build = result.builds.front().build;
  CHECK(std::none_of(build.items.begin(), build.items.end(),
                     [](const BuildItem& item) { return kind_of(*item.part) == PartKind::gpu; }));
  CHECK(Facts(build).inventory().gpus.size() == 8);
  CHECK(result.builds.front().report.counts.blocks == 0);
  request.gpus = 7;
  CHECK(solve(request).builds.empty());
}
