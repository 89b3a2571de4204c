#include "facts/placement_solve.h"

#include <algorithm>
#include <tuple>

namespace planner::placement {
namespace {

// A board with more connectors that take lanes from others than this has the rest counted as in use.
constexpr std::size_t kMostTriggers = 8;

bool better(const Solution& a, const Solution& b) {
  if (a.found != b.found) return a.found;
  const auto head_a = Score::head(a.result.score), head_b = Score::head(b.result.score);
  if (std::tuple(head_a, a.narrowest) != std::tuple(head_b, b.narrowest))
    return std::tuple(head_a, a.narrowest) > std::tuple(head_b, b.narrowest);
  return packing::better(a.result, b.result);
}

/// One way of sharing lanes, with its options.
struct Scenario {
  Case given;
  Options options;
};

Bandwidth narrowest_of(const Options& options, const packing::Result& result) {
  Bandwidth narrowest;
  bool any = false;
  for (const int chosen : result.chosen) {
    if (chosen < 0) continue;
    const packing::Option& option = options.problem.options[static_cast<std::size_t>(chosen)];
    if (option.gpus == 0) continue;
    narrowest = any ? std::min(narrowest, option.narrowest) : option.narrowest;
    any = true;
  }
  return narrowest;
}

class Solver {
 public:
  Solver(const Host& host, const Cards& cards, Ways ways) : host_(host), cards_(cards), ways_(ways) {}

  /// `drive_connectors` hold drives; they are in use and take nothing else.
  Solution solve(const std::vector<int>& drive_connectors) {
    scenarios_.clear();
    drives_ = &drive_connectors;
    const std::vector<int> triggers = list_triggers();
    for (unsigned used = 0; used < 1u << triggers.size(); ++used) add_scenario(triggers, used);
    return pick();
  }

  bool roots_limited() const { return limited_; }

 private:
  bool holds_drive(int connector) const {
    return std::find(drives_->begin(), drives_->end(), connector) != drives_->end();
  }

  bool can_be_used(int connector) const {
    const Connector& c = host_.connectors[static_cast<std::size_t>(connector)];
    if (c.kind == ConnectorKind::slot || ways_.assumed) return true;
    return ways_.listed && std::any_of(cards_.pools.begin(), cards_.pools.end(), [&](const RiserPool& pool) {
             return c.kind == ConnectorKind::m2 ? pool.from_m2 : pool.from_cable;
           });
  }

  /// Connectors whose use takes lanes from others and is still open.
  std::vector<int> list_triggers() {
    std::vector<int> triggers;
    always_used_.clear();
    for (const Sharing& s : host_.sharings) {
      if (holds_drive(s.used)) {
        always_used_.push_back(s.used);
      } else if (can_be_used(s.used) && std::find(triggers.begin(), triggers.end(), s.used) == triggers.end()) {
        triggers.push_back(s.used);
      }
    }
    while (triggers.size() > kMostTriggers) {
      always_used_.push_back(triggers.back());
      triggers.pop_back();
    }
    return triggers;
  }

  void add_scenario(const std::vector<int>& triggers, unsigned used) {
    Scenario scenario;
    std::vector<int>& lanes = scenario.given.lanes;
    for (const Connector& c : host_.connectors) lanes.push_back(c.offer.lanes);
    for (const Sharing& s : host_.sharings) {
      const auto at = std::find(triggers.begin(), triggers.end(), s.used);
      const bool in_use = at != triggers.end()
                              ? (used >> (at - triggers.begin()) & 1u) != 0
                              : std::find(always_used_.begin(), always_used_.end(), s.used) != always_used_.end();
      int& offered = lanes[static_cast<std::size_t>(s.affects)];
      if (in_use) offered = offered < 0 ? s.lanes : std::min(offered, s.lanes);
      // What would turn off the socket of a drive is not used.
      if (in_use && s.lanes == 0 && holds_drive(s.affects) && !holds_drive(s.used))
        lanes[static_cast<std::size_t>(s.used)] = 0;
    }
    for (std::size_t i = 0; i < triggers.size(); ++i)
      if ((used >> i & 1u) == 0) lanes[static_cast<std::size_t>(triggers[i])] = 0;
    take_for_drives(scenario.given);
    scenario.options = list_options(host_, cards_, scenario.given, ways_);
    for (const packing::Option& option : scenario.options.problem.options) limited_ = limited_ || option.root >= 0;
    scenarios_.push_back(std::move(scenario));
  }

  void take_for_drives(Case& given) const {
    for (const int connector : *drives_) {
      if (connector < 0) continue;
      const Connector& c = host_.connectors[static_cast<std::size_t>(connector)];
      int& lanes = given.lanes[static_cast<std::size_t>(connector)];
      if (c.takes_root_lanes && c.root < packing::kRoots)
        given.drive_lanes[static_cast<std::size_t>(c.root)] += std::max(lanes, 0);
      lanes = 0;
    }
  }

  /// The widest threshold at which everything goes in. Where nothing does, first what can be placed at all, then the
  /// widest threshold at which that is still possible.
  Solution pick() {
    const std::vector<Bandwidth> thresholds = list_thresholds();
    const std::int64_t everything = most_possible();
    for (const Bandwidth threshold : thresholds) {
      Solution best;
      for (const Scenario& s : scenarios_) consider(s, threshold, everything, best);
      if (best.found) return best;
    }
    std::int64_t head = -1;
    for (const Scenario& s : scenarios_) {
      const packing::Result result = packing::pack(s.options.problem, {}, 0);
      if (result.found) head = std::max(head, Score::head(result.score));
    }
    for (const Bandwidth threshold : thresholds) {
      Solution best;
      for (const Scenario& s : scenarios_) consider(s, threshold, head, best);
      if (best.found) return best;
    }
    return {};
  }

  /// Head of the score with every card placed and every listed riser in use.
  std::int64_t most_possible() const {
    std::int64_t served = 0, nics = 0;
    if (ways_.listed)
      for (const RiserPool& pool : cards_.pools) served += pool.outputs * static_cast<std::int64_t>(pool.units.size());
    if (ways_.nics)
      for (const CardClass& nic : cards_.nics) nics += static_cast<std::int64_t>(nic.units.size());
    const std::int64_t gpus = cards_.gpu_count;
    return Score::head((gpus << Score::kPlaced) + (std::min(gpus, served) << Score::kListed) + (nics << Score::kNics));
  }

  std::vector<Bandwidth> list_thresholds() const {
    std::vector<Bandwidth> all{Bandwidth{}};
    for (const Scenario& s : scenarios_)
      for (const packing::Option& option : s.options.problem.options)
        if (option.gpus > 0) all.push_back(option.narrowest);
    std::sort(all.begin(), all.end(), std::greater<>());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  /// Takes the best packing of a scenario that keeps the threshold and reaches the head of the score, if it beats
  /// `best`.
  void consider(const Scenario& s, Bandwidth threshold, std::int64_t head, Solution& best) const {
    Solution candidate;
    candidate.result = packing::pack(s.options.problem, threshold, Score::placed(head << Score::kNics));
    if (!candidate.result.found || Score::head(candidate.result.score) != head) return;
    candidate.found = true;
    candidate.narrowest = narrowest_of(s.options, candidate.result);
    if (!better(candidate, best)) return;
    candidate.options = s.options;
    candidate.given = s.given;
    candidate.drive_connectors = *drives_;
    best = std::move(candidate);
  }

  const Host& host_;
  const Cards& cards_;
  Ways ways_;
  const std::vector<int>* drives_ = nullptr;
  std::vector<int> always_used_;
  std::vector<Scenario> scenarios_;
  bool limited_ = false;
};

Solution solve_with(const Host& host, const Cards& cards, const std::vector<Drive>& drives, Ways ways) {
  const bool gpus_on_m2 =
      ways.assumed || std::any_of(cards.pools.begin(), cards.pools.end(), [](const RiserPool& p) { return p.from_m2; });
  Solution best;
  for (const std::vector<int>& connectors : list_drive_cases(host, drives)) {
    Solver solver(host, cards, ways);
    Solution candidate = solver.solve(connectors);
    if (better(candidate, best)) best = std::move(candidate);
    const bool harmless =
        !gpus_on_m2 && !solver.roots_limited() &&
        std::none_of(connectors.begin(), connectors.end(), [&](int c) { return shares_lanes(host, c); });
    if (harmless) break;
  }
  return best;
}

}  // namespace

Solution solve(const Host& host, const Cards& cards, const std::vector<Drive>& drives) {
  Solution solution = solve_with(host, cards, drives, Ways{});
  if (solution.found && Score::placed(solution.result.score) == cards.gpu_count) return solution;
  Ways with_assumed;
  with_assumed.assumed = true;
  return solve_with(host, cards, drives, with_assumed);
}

int count_direct(const Host& host, const Cards& cards) {
  Ways direct_only;
  direct_only.listed = direct_only.nics = false;
  const Solution solution = Solver(host, cards, direct_only).solve({});
  return solution.found ? Score::placed(solution.result.score) : 0;
}

}  // namespace planner::placement
