// What must hold of suggest on any catalog, tried on small random ones.
#include <doctest/doctest.h>

#include <algorithm>

#include "embedded_world.h"
#include "properties/oracle.h"
#include "properties/small_world.h"
#include "search/ranking.h"

using namespace planner;

namespace {

constexpr std::uint32_t kWorlds = 12;  // for enumeration
constexpr std::uint32_t kFewWorlds = 6;

Request request_for(const Catalog& catalog, int gpus) {
  Request request;
  request.gpus = gpus;
  request.used = true;
  request.circuits = {{catalog.find("nema-l6-30-240"), 1}};
  return request;
}

SuggestResult solve(const Request& request, const Catalog& catalog) {
  Diagnostics diagnostics;
  return suggest(request, catalog, embedded_world().rules, "2026-12-01", diagnostics);
}

/// "2 x id, 1 x id ..." with the price: equal for equal builds.
std::string spelled(const Suggestion& s) {
  std::vector<std::string> items;
  for (const BuildItem& item : s.build.items)
    items.push_back(std::to_string(item.count) + " x " + info_of(*item.part).id);
  std::string text = Money::from_smallest(s.scores.cents).text();
  for (const std::string& item : items) text += ", " + item;
  return text;
}

std::string spelled(const SuggestResult& result) {
  std::string text;
  for (const Suggestion& s : result.builds) text += spelled(s) + "\n";
  return text;
}

/// The best of the enumerated builds by an objective; empty when there is none within the budget.
std::optional<Scores> best_of(const std::map<std::pair<const Part*, bool>, Enumerated>& builds,
                              const Request& request) {
  std::optional<Scores> best;
  for (const auto& [choice, build] : builds) {
    if (request.budget && build.cents > request.budget->smallest()) continue;
    const Scores scores = scores_of(*choice.first, request.gpus, build.cents, request.power_limit);
    if (!best || compare_of(request.objective)(scores, *best)) best = scores;
  }
  return best;
}

void compare_with_oracle(Request& request, const Catalog& catalog) {
  const auto builds = cheapest_by_enumeration(request, catalog, embedded_world().rules);
  for (const Objective objective : {Objective::throughput, Objective::cost, Objective::value, Objective::efficiency}) {
    request.objective = objective;
    const SuggestResult result = solve(request, catalog);
    const auto best = best_of(builds, request);
    std::string all;
    for (const auto& [choice, build] : builds)
      all += Money::from_smallest(build.cents).text() + ", " + build.parts + "\n";
    INFO("objective " << static_cast<int>(objective) << "\nenumerated\n" << all << "found\n" << spelled(result));
    REQUIRE(result.builds.empty() != best.has_value());
    if (!best) continue;
    const Scores& found = result.builds.front().scores;
    CHECK(found.cents == best->cents);
    CHECK(found.throughput == best->throughput);
    CHECK(result.certificate.proved);
  }
}

bool uses(const Suggestion& s, const std::string& id) {
  return std::any_of(s.build.items.begin(), s.build.items.end(),
                     [&](const BuildItem& item) { return info_of(*item.part).id == id; });
}

}  // namespace

TEST_CASE("the optimum is the one that plain enumeration finds") {
  int feasible = 0;
  for (std::uint32_t seed = 1; seed <= kWorlds; ++seed) {
    Dice dice(seed);
    const int gpus = 1 + static_cast<int>(dice.roll(2));
    const Catalog catalog = catalog_of(draw_world(dice, gpus).documents);
    Request request = request_for(catalog, gpus);
    INFO("seed " << seed);
    compare_with_oracle(request, catalog);
    request.objective = Objective::throughput;
    feasible += !solve(request, catalog).builds.empty();
  }
  CHECK(feasible >= static_cast<int>(kWorlds) / 2);
}

TEST_CASE("servers that bring their GPUs: the optimum is the one that plain enumeration finds") {
  int feasible = 0;
  for (std::uint32_t seed = 1; seed <= kFewWorlds; ++seed) {
    Dice dice(500 + seed);
    const Catalog catalog = catalog_of(draw_server_world(dice).documents);
    Request request = request_for(catalog, 8);
    request.circuits.front().count = 4;
    INFO("seed " << seed);
    compare_with_oracle(request, catalog);
    request.objective = Objective::throughput;
    feasible += !solve(request, catalog).builds.empty();
  }
  CHECK(feasible >= static_cast<int>(kFewWorlds) / 2);
}

TEST_CASE("a larger budget never gives a worse optimum, and none is exceeded") {
  for (std::uint32_t seed = 1; seed <= kFewWorlds; ++seed) {
    Dice dice(100 + seed);
    const Catalog catalog = catalog_of(draw_world(dice, 2).documents);
    Request request = request_for(catalog, 2);
    Compute last;
    for (std::int64_t dollars = 2000; dollars <= 16000; dollars += 2000) {
      request.budget = Money::from_base(dollars);
      const SuggestResult result = solve(request, catalog);
      INFO("seed " << seed << ", budget " << dollars);
      REQUIRE((last == Compute{} || !result.builds.empty()));
      if (result.builds.empty()) continue;
      CHECK(result.builds.front().scores.throughput >= last);
      for (const Suggestion& s : result.builds) CHECK(s.scores.cents <= request.budget->smallest());
      last = result.builds.front().scores.throughput;
    }
  }
}

TEST_CASE("every printed build passes check, and its price is the sum of its parts") {
  for (std::uint32_t seed = 1; seed <= kFewWorlds; ++seed) {
    Dice dice(200 + seed);
    const int gpus = 1 + static_cast<int>(dice.roll(4));
    const Catalog catalog = catalog_of(draw_world(dice, gpus).documents);
    const Request request = request_for(catalog, gpus);
    for (const Suggestion& s : solve(request, catalog).builds) {
      INFO("seed " << seed << ": " << spelled(s));
      const Report report = check(Facts(s.build), embedded_world().rules, {});
      CHECK(report.counts.blocks == 0);
      CHECK(report.counts.degrades == 0);
      CHECK(report.verdict != Verdict::incomplete);
      std::int64_t cents = 0;
      for (const BuildItem& item : s.build.items)
        if (kind_of(*item.part) != PartKind::circuit) cents += *price_cents(info_of(*item.part), true) * item.count;
      CHECK(cents == s.scores.cents);
    }
  }
}

TEST_CASE("banning a part that the optimum does not use changes nothing") {
  for (std::uint32_t seed = 1; seed <= kFewWorlds; ++seed) {
    Dice dice(300 + seed);
    const Catalog catalog = catalog_of(draw_world(dice, 2).documents);
    Request request = request_for(catalog, 2);
    const SuggestResult before = solve(request, catalog);
    if (before.builds.empty()) continue;
    for (const auto& part : catalog.parts()) {
      const std::string& id = info_of(*part).id;
      if (uses(before.builds.front(), id)) continue;
      request.bans = {id};
      const SuggestResult after = solve(request, catalog);
      INFO("seed " << seed << ", without " << id);
      REQUIRE(!after.builds.empty());
      CHECK(after.builds.front().scores.cents == before.builds.front().scores.cents);
      CHECK(after.builds.front().scores.throughput == before.builds.front().scores.throughput);
    }
  }
}

TEST_CASE("the order of catalog files and of parts within them changes nothing") {
  for (std::uint32_t seed = 1; seed <= kFewWorlds; ++seed) {
    Dice dice(400 + seed);
    const SmallWorld world = draw_world(dice, 2);
    const Catalog forward = catalog_of(world.documents);
    const Catalog backward = catalog_of(reversed(world.documents));
    INFO("seed " << seed);
    CHECK(spelled(solve(request_for(forward, 2), forward)) == spelled(solve(request_for(backward, 2), backward)));
  }
}
