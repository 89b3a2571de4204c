#include "search/suggest.h"

#include <algorithm>

#include "search/solver.h"

namespace planner {
namespace {

/// One GPU model with the cheapest sound build around it.
struct Entry {
  const Part* gpu = nullptr;
  Scores scores;
  Build build;
};

Compute rate_of(const Gpu& g) {
  return g.bf16.known() ? *g.bf16 : g.fp16.value_or(Compute{});
}

bool faster(const Scores& a, const Scores& b) {
  if (a.throughput != b.throughput) return a.throughput > b.throughput;
  if (a.vram != b.vram) return a.vram > b.vram;
  return a.cents < b.cents;
}

bool better_value(const Scores& a, const Scores& b) {
  const Int128 left = static_cast<Int128>(a.throughput.smallest()) * b.cents;
  const Int128 right = static_cast<Int128>(b.throughput.smallest()) * a.cents;
  return left != right ? left > right : faster(a, b);
}

bool more_efficient(const Scores& a, const Scores& b) {
  const Int128 left = static_cast<Int128>(a.throughput.smallest()) * b.gpu_power.smallest();
  const Int128 right = static_cast<Int128>(b.throughput.smallest()) * a.gpu_power.smallest();
  return left != right ? left > right : faster(a, b);
}

bool cheaper(const Scores& a, const Scores& b) {
  return a.cents != b.cents ? a.cents < b.cents : faster(a, b);
}

bool dominates(const Scores& a, const Scores& b) {
  const bool no_worse =
      a.cents <= b.cents && a.throughput >= b.throughput && a.vram >= b.vram && a.gpu_power <= b.gpu_power;
  const bool better = a.cents < b.cents || a.throughput > b.throughput || a.vram > b.vram || a.gpu_power < b.gpu_power;
  return no_worse && better;
}

using Compare = bool (*)(const Scores&, const Scores&);

Compare compare_of(Objective objective) {
  switch (objective) {
    case Objective::cost:
      return cheaper;
    case Objective::value:
      return better_value;
    case Objective::efficiency:
      return more_efficient;
    default:
      return faster;
  }
}

std::vector<std::string> assumptions_of(const Request& request) {
  std::vector<std::string> lines = {
      "all GPUs are of one model; mixed builds are not searched",
      "host memory is the cheapest that holds at least half of the VRAM and fills every channel; the drive is the cheapest of 1 TB or more",
      "no rule that blocks or degrades may fail; every essential rule must be decided by recorded figures",
      "prices are the catalog's, without tax, shipping and labor",
  };
  if (request.circuits.empty())
    lines.push_back(
        "no circuit was given: the smallest common North American circuit that carries the build is chosen; it is not "
        "in the price");
  if (!request.used) lines.push_back("new prices only (--used yes counts used ones)");
  return lines;
}

/// A build with these scores must cost less than this to be on the front: less than any found build that is no slower, has no
/// less memory and draws no more, and within the budget.
std::optional<std::int64_t> price_to_beat(const std::vector<Entry>& entries, const Scores& s, std::optional<std::int64_t> bound) {
  for (const Entry& e : entries) {
    const bool covers = e.scores.throughput >= s.throughput && e.scores.vram >= s.vram && e.scores.gpu_power <= s.gpu_power;
    if (covers && (!bound || e.scores.cents < *bound)) bound = e.scores.cents;
  }
  return bound;
}

/// The cheapest sound build per GPU model, skipping models that nothing can bring under the budget.
std::vector<Entry> solve_all(const Request& request, SearchWorld& world, HostSolver& solver, Certificate& certificate) {
  std::vector<Entry> entries;
  std::vector<const Part*> gpus = gpu_candidates(world);
  std::stable_sort(gpus.begin(), gpus.end(), [](const Part* a, const Part* b) {
    return rate_of(std::get<Gpu>(*a)) > rate_of(std::get<Gpu>(*b));
  });
  certificate.gpu_models = static_cast<int>(gpus.size());
  const std::optional<std::int64_t> bound =
      request.budget ? std::optional(request.budget->smallest() + 1) : std::nullopt;
  for (const Part* gpu : gpus) {
    const Gpu& g = std::get<Gpu>(*gpu);
    if (!g.bf16 && !g.fp16) {
      ++world.excluded["gpu: no tensor rate recorded"];
      continue;
    }
    if (bound && solver.lower_bound(gpu) >= *bound) {
      ++world.excluded["gpu: over budget with any host"];
      continue;
    }
    const auto limit = price_to_beat(entries, scores_of(*gpu, request.gpus, 0, request.power_limit), bound);
    if (limit && solver.lower_bound(gpu) >= *limit) {
      ++world.excluded["gpu: beaten by a found build in speed, memory, power and price"];
      continue;
    }
    auto solution = solver.cheapest(gpu, limit);
    if (!solution) {
      ++world.excluded["gpu: no sound build below the budget or the price of a better one"];
      continue;
    }
    Entry e{gpu, scores_of(*gpu, request.gpus, solution->cents, request.power_limit), std::move(solution->build)};
    entries.push_back(std::move(e));
  }
  return entries;
}

Suggestion to_suggestion(const Entry& e, std::vector<std::string> roles, const Catalog& catalog, const RuleSet& rules,
                         const std::string& today) {
  Suggestion s;
  s.roles = std::move(roles);
  s.build = e.build;
  s.build.name = std::to_string(e.build.items.front().count) + "x " + info_of(*e.gpu).name;
  s.scores = e.scores;
  CheckOptions options;
  options.today = today;
  options.catalog = &catalog;
  s.report = check(Facts(s.build), rules, options);
  return s;
}

const Entry& best_of(const std::vector<Entry>& entries, Compare compare) {
  return *std::min_element(entries.begin(), entries.end(),
                           [&](const Entry& a, const Entry& b) { return compare(a.scores, b.scores); });
}

/// Builds that play a role, then the rest of the Pareto front, at most `top` beside the roles.
void choose(const std::vector<Entry>& entries, const Request& request, const Catalog& catalog, const RuleSet& rules,
            const std::string& today, SuggestResult& result) {
  std::vector<std::pair<const Entry*, std::vector<std::string>>> chosen;
  const auto give = [&](const Entry& e, const char* role) {
    for (auto& [entry, roles] : chosen)
      if (entry == &e) return roles.push_back(role);
    chosen.push_back({&e, {role}});
  };
  give(best_of(entries, faster), "fastest");
  give(best_of(entries, cheaper), "cheapest");
  give(best_of(entries, better_value), "best_value");
  if (request.objective == Objective::efficiency) give(best_of(entries, more_efficient), "most_efficient");
  std::vector<const Entry*> order;
  for (const Entry& e : entries) order.push_back(&e);
  const Compare compare = compare_of(request.objective);
  std::stable_sort(order.begin(), order.end(),
                   [&](const Entry* a, const Entry* b) { return compare(a->scores, b->scores); });
  int front = 0;
  for (const Entry* e : order) {
    const bool dominated =
        std::any_of(entries.begin(), entries.end(), [&](const Entry& o) { return dominates(o.scores, e->scores); });
    const bool has_role = std::any_of(chosen.begin(), chosen.end(), [&](const auto& c) { return c.first == e; });
    if (dominated || has_role || front >= request.top) continue;
    chosen.push_back({e, {"front"}});
    ++front;
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](const auto& a, const auto& b) { return compare(a.first->scores, b.first->scores); });
  for (auto& [entry, roles] : chosen) result.builds.push_back(to_suggestion(*entry, roles, catalog, rules, today));
}

}  // namespace

Scores scores_of(const Part& gpu, int count, std::int64_t cents, const std::optional<Power>& limit) {
  const Gpu& g = std::get<Gpu>(gpu);
  Scores s;
  s.throughput = rate_of(g) * count;
  s.fp16 = !g.bf16.known();
  s.vram = g.vram.value_or(DataSize{}) * count;
  s.gpu_power = limit.value_or(g.board_power.value_or(Power{})) * count;
  s.cents = cents;
  return s;
}

SuggestResult suggest(const Request& request, const Catalog& catalog, const RuleSet& rules, const std::string& today,
                      Diagnostics& diagnostics) {
  SuggestResult result;
  SearchWorld world;
  world.catalog = &catalog;
  world.rules = &rules;
  world.request = &request;
  world.wishes = rules_of(request, diagnostics);
  HostSolver solver(world);
  const std::vector<Entry> entries = solve_all(request, world, solver, result.certificate);
  if (!entries.empty()) choose(entries, request, catalog, rules, today, result);
  Certificate& c = result.certificate;
  c.proved = !world.stopped;
  c.nodes = world.nodes;
  c.leaves = world.leaves;
  c.prunes = world.prunes;
  c.excluded = world.excluded;
  c.catalog_digest = catalog.digest();
  c.rules_digest = rules.digest();
  c.assumptions = assumptions_of(request);
  if (entries.empty()) explain_infeasible(request, catalog, rules, result);
  return result;
}

std::optional<std::pair<Build, std::int64_t>> cheapest_build(const Request& request, const Catalog& catalog,
                                                             const RuleSet& rules) {
  SearchWorld world;
  Diagnostics ignored;
  world.catalog = &catalog;
  world.rules = &rules;
  world.request = &request;
  world.wishes = rules_of(request, ignored);
  HostSolver solver(world);
  std::vector<const Part*> gpus = gpu_candidates(world);
  std::optional<std::int64_t> bound;
  if (request.budget) bound = request.budget->smallest() + 1;
  std::optional<std::pair<Build, std::int64_t>> best;
  for (const Part* gpu : gpus) {
    const Gpu& g = std::get<Gpu>(*gpu);
    if ((!g.bf16 && !g.fp16) || (bound && solver.lower_bound(gpu) >= *bound)) continue;
    auto solution = solver.cheapest(gpu, bound);
    if (!solution) continue;
    bound = solution->cents;
    best = {std::move(solution->build), solution->cents};
  }
  return best;
}

}  // namespace planner
