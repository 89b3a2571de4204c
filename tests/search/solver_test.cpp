// The solver against plain enumeration on the rules' example parts, and properties of suggest.
#include "search/solver.h"

#include <doctest/doctest.h>

#include "check/schema.h"
#include "embedded_world.h"
#include "search/suggest.h"

using namespace planner;

namespace {

constexpr expr::Footprint bit(PartKind kind) {
  return footprint_of(kind);
}

/// The example parts of the rules as a small catalog.
const Catalog& small_catalog() {
  static Catalog catalog;
  static const bool loaded = [] {
    Diagnostics diagnostics;
    catalog.add_layer(embedded_world().rules.example_parts(), diagnostics);
    return !diagnostics.has_errors();
  }();
  REQUIRE(loaded);
  return catalog;
}

SearchWorld world_for(const Request& request) {
  SearchWorld world;
  world.catalog = &small_catalog();
  world.rules = &embedded_world().rules;
  world.request = &request;
  return world;
}

void append(Build& build, const Option& option) {
  build.items.insert(build.items.end(), option.items.begin(), option.items.end());
}

/// Cheapest acceptable build by trying every combination; knows nothing of bounds, cuts or dominance.
std::optional<std::int64_t> enumerate(SearchWorld& world, const Part* gpu) {
  std::optional<std::int64_t> best;
  const Option cards = make_option(world, {{gpu, world.request->gpus}}, bit(PartKind::gpu));
  const auto circuits = circuit_options(world);
  for (const Option& host : host_options(world)) {
    if (kind_of(*host.items.front().part) == PartKind::platform) continue;
    for (const Part* cpu : usable_parts(world, PartKind::cpu))
      for (const Part* memory : usable_parts(world, PartKind::memory))
        for (int modules : {1, 2, 4, 8})
          for (const Option& psu : psu_options(world))
            for (const Part* chassis : usable_parts(world, PartKind::chassis))
              for (const Part* cooler : usable_parts(world, PartKind::cooler))
                for (const Part* drive : usable_parts(world, PartKind::storage)) {
                  std::int64_t cents = cards.cents + host.cents + psu.cents;
                  const Option rest =
                      make_option(world, {{cpu, 1}, {memory, modules}, {chassis, 1}, {cooler, 1}, {drive, 1}}, 0);
                  cents += rest.cents;
                  if (best && cents >= *best) continue;
                  Build build;
                  for (const Option* o : {&cards, &host, &rest, &psu, &circuits.front()}) append(build, *o);
                  const Facts facts(build);
                  const MemoryFacts& m = facts.memory();
                  if (!m.modules || !m.channels || *m.modules % *m.channels != 0 || *m.modules < *m.channels) continue;
                  if (*m.capacity < DataSize::from_base(64) || *m.capacity < *m.vram_total / 2) continue;
                  if (acceptable(build, world)) best = cents;
                }
  }
  return best;
}

}  // namespace

TEST_CASE("the solver finds the price that plain enumeration finds") {
  for (const char* id : {"ex-gpu", "ex-gpu-8pin", "ex-gpu-open"}) {
    for (const int count : {1, 2}) {
      Request request;
      request.gpus = count;
      request.circuits = {{small_catalog().find("ex-circuit-240-30"), 1}};
      request.bans = {"ex-server"};
      SearchWorld world = world_for(request);
      HostSolver solver(world);
      const Part* gpu = small_catalog().find(id);
      const auto solution = solver.cheapest({gpu, false}, std::nullopt);
      const auto expected = enumerate(world, gpu);
      INFO(id << " x " << count);
      REQUIRE(solution.has_value() == expected.has_value());
      if (expected) CHECK(solution->cents == *expected);
    }
  }
}

TEST_CASE("a build below the bound is found, and none at or above it") {
  Request request;
  request.gpus = 1;
  request.circuits = {{small_catalog().find("ex-circuit-240-30"), 1}};
  SearchWorld world = world_for(request);
  HostSolver solver(world);
  const Part* gpu = small_catalog().find("ex-gpu");
  const auto solution = solver.cheapest({gpu, false}, std::nullopt);
  REQUIRE(solution);
  CHECK(solver.lower_bound({gpu, false}) <= solution->cents);
  CHECK(solver.cheapest({gpu, false}, solution->cents + 1).has_value());
  CHECK_FALSE(solver.cheapest({gpu, false}, solution->cents).has_value());
  CHECK(acceptable(solution->build, world));
}

TEST_CASE("an impossible budget names the budget and how much more it takes") {
  Request request;
  request.gpus = 1;
  request.budget = Money::from_base(10);
  request.circuits = {{small_catalog().find("ex-circuit-240-30"), 1}};
  Diagnostics diagnostics;
  const SuggestResult result = suggest(request, small_catalog(), embedded_world().rules, "2026-12-01", diagnostics);
  CHECK(result.builds.empty());
  REQUIRE(result.conflict.size() == 1);
  CHECK(result.conflict.front() == "a budget of $10");
  bool budget = false;
  for (const Relaxation& r : result.relaxations) budget = budget || r.wish == "budget";
  CHECK(budget);
}
