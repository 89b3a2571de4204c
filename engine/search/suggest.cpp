#include "search/suggest.h"

#include <algorithm>

#include "search/ranking.h"

namespace planner {
namespace {

Compute rate_of(const Gpu& g) {
  return g.bf16.known() ? *g.bf16 : g.fp16.value_or(Compute{});
}

std::vector<std::string> assumptions_of(const Request& request) {
  std::vector<std::string> lines = {
      "all GPUs are of one model; mixed builds are not searched",
      "host memory is the cheapest that holds at least half of the VRAM and fills every channel; the drive is the "
      "cheapest of 1 TB or more",
      "no rule that blocks or degrades may fail; every essential rule must be decided by recorded figures",
      "supplies of one model, up to four, with plugs and efficiency on record",
      "prices are the catalog's, without tax, shipping and labor",
  };
  if (request.circuits.empty())
    lines.push_back(
        "no circuit was given: the smallest common North American circuit that carries the build is chosen; it is not "
        "in the price");
  if (request.power_limit)
    lines.push_back("throughput is the cards' rated figure; a limit below the board power lowers it");
  if (!request.used) lines.push_back("new prices only (--used yes counts used ones)");
  return lines;
}

Suggestion to_suggestion(const Candidate& e, std::vector<std::string> roles, const Catalog& catalog,
                         const RuleSet& rules, const std::string& today) {
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

/// Builds that play a role, then the rest of the Pareto front by the objective, at most `top` beside the roles.
class Choice {
 public:
  Choice(Ranking& ranking, const Request& request) : ranking_(ranking), request_(request) {}

  void choose() {
    give(faster, "fastest");
    give(cheaper, "cheapest");
    give(better_value, "best_value");
    if (request_.objective == Objective::efficiency) give(more_efficient, "most_efficient");
    const Compare compare = compare_of(request_.objective);
    ranking_.release();
    for (int front = 0; front < request_.top;) {
      const Candidate* next = ranking_.best(compare);
      if (next == nullptr) break;
      if (has_role(next) || ranking_.dominated(*next)) continue;
      chosen_.push_back({next, {"front"}});
      ++front;
    }
    std::stable_sort(chosen_.begin(), chosen_.end(),
                     [&](const auto& a, const auto& b) { return compare(a.first->scores, b.first->scores); });
  }

  using Roles = std::vector<std::string>;
  const std::vector<std::pair<const Candidate*, Roles>>& chosen() const { return chosen_; }

 private:
  bool has_role(const Candidate* c) const {
    return std::any_of(chosen_.begin(), chosen_.end(), [&](const auto& other) { return other.first == c; });
  }

  void give(Compare compare, const char* role) {
    ranking_.release();
    const Candidate* best = ranking_.best(compare);
    if (best == nullptr) return;
    for (auto& [candidate, roles] : chosen_)
      if (candidate == best) return roles.push_back(role);
    chosen_.push_back({best, {role}});
  }

  Ranking& ranking_;
  const Request& request_;
  std::vector<std::pair<const Candidate*, Roles>> chosen_;
};

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
  {
    HostSolver solver(world);
    Ranking ranking(world, solver);
    Choice choice(ranking, request);
    choice.choose();
    ranking.report();
    result.certificate.gpu_models = ranking.models();
    for (const auto& [candidate, roles] : choice.chosen())
      result.builds.push_back(to_suggestion(*candidate, roles, catalog, rules, today));
  }
  Certificate& c = result.certificate;
  c.proved = !world.stopped;
  c.nodes = world.nodes;
  c.leaves = world.leaves;
  c.prunes = world.prunes;
  c.excluded = world.excluded;
  c.catalog_digest = catalog.digest();
  c.rules_digest = rules.digest();
  c.assumptions = assumptions_of(request);
  if (result.builds.empty()) explain_infeasible(request, catalog, rules, result);
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
  Ranking ranking(world, solver);
  Candidate* best = ranking.best(cheaper);
  if (best == nullptr) return std::nullopt;
  return std::pair(std::move(best->build), best->scores.cents);
}

}  // namespace planner
