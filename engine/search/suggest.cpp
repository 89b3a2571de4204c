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

Suggestion to_suggestion(const Candidate& e, int gpus, std::vector<std::string> roles, const Catalog& catalog,
                         const RuleSet& rules, const std::string& today) {
  Suggestion s;
  s.roles = std::move(roles);
  s.build = e.build;
  s.build.name = std::to_string(gpus) + "x " + info_of(*e.choice.gpu).name;
  s.scores = e.scores;
  CheckOptions options;
  options.today = today;
  options.catalog = &catalog;
  s.report = check(Facts(s.build), rules, options);
  return s;
}

/// By how much the scores may beat those found, as a share of them; 1 without any found.
double gain(Objective objective, const Scores& possible, const Candidate* found) {
  if (found == nullptr) return 1;
  const auto ratio = [&](double better, double worse) { return worse > 0 ? std::max(0.0, better / worse - 1) : 1.0; };
  const Scores& s = found->scores;
  const double faster = ratio(possible.throughput.to_double(), s.throughput.to_double());
  const double cheaper = ratio(static_cast<double>(s.cents), static_cast<double>(possible.cents));
  switch (objective) {
    case Objective::cost:
      return cheaper;
    case Objective::value:
      return (1 + faster) * (1 + cheaper) - 1;
    case Objective::efficiency:
      return ratio(possible.throughput.to_double() / possible.gpu_power.to_double(),
                   s.throughput.to_double() / s.gpu_power.to_double());
    default:
      return faster;
  }
}

/// What a stopped search has not decided about the objective.
void tell_open(const Ranking& ranking, const Request& request, const Candidate* found, Certificate& certificate) {
  const OpenQuestion question = ranking.open(compare_of(request.objective), found);
  certificate.open = std::to_string(question.models) + " GPU models undecided";
  if (question.best == nullptr) {
    certificate.open += ", none of which can beat the first build";
    return;
  }
  const Scores& s = question.best->scores;
  certificate.gap = gain(request.objective, s, found);
  certificate.open += "; " + info_of(*question.best->choice.gpu).name + " might give " + s.throughput.text() + " for " +
                      Money::from_smallest(s.cents).text() + " or more";
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
    if (world.stopped)
      tell_open(ranking, request, choice.chosen().empty() ? nullptr : choice.chosen().front().first,
                result.certificate);
    for (const auto& [candidate, roles] : choice.chosen())
      result.builds.push_back(to_suggestion(*candidate, request.gpus, roles, catalog, rules, today));
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
  // After a stop nothing is known to be infeasible.
  if (result.builds.empty() && c.proved) explain_infeasible(request, catalog, rules, result);
  return result;
}

std::optional<CheapestBuild> cheapest_build(const Request& request, const Catalog& catalog, const RuleSet& rules) {
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
  return CheapestBuild{best->choice.gpu, std::move(best->build), best->scores.cents};
}

}  // namespace planner
