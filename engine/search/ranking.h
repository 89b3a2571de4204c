// GPU models in the order of an objective, each with its cheapest sound build; models whose price matters to nobody are
// never solved.
#pragma once

#include <deque>
#include <optional>

#include "search/solver.h"
#include "search/suggest.h"

namespace planner {

/// One GPU model and what is known of the cheapest sound build around it.
struct Candidate {
  GpuChoice choice;
  Scores scores;  ///< until `solved` the price is only a floor
  Build build;    ///< once solved
  bool solved = false;
  bool dropped = false;    ///< no sound build below the budget or below a better one's price
  bool undecided = false;  ///< the search was stopped before this one was solved or dropped for a reason
  bool chosen = false;
};

/// What a stopped search leaves open of an objective.
struct OpenQuestion {
  int models = 0;                   ///< undecided
  const Candidate* best = nullptr;  ///< the undecided one that may beat the answer by most; null: none can
};

/// Whether the first scores come before the second. Of two scores that differ in price alone the cheaper is never
/// behind.
using Compare = bool (*)(const Scores&, const Scores&);

bool faster(const Scores& a, const Scores& b);
bool cheaper(const Scores& a, const Scores& b);
bool better_value(const Scores& a, const Scores& b);
bool more_efficient(const Scores& a, const Scores& b);
Compare compare_of(Objective objective);

class Ranking {
 public:
  Ranking(SearchWorld& world, HostSolver& solver);

  /// The best candidate not yet chosen, solved; null when there is no other sound build.
  Candidate* best(Compare compare);
  /// Whether some sound build is at least as fast, large, frugal and cheap as this solved one, and better in something.
  bool dominated(const Candidate& candidate);
  /// Lets every candidate be chosen again.
  void release();
  int models() const { return static_cast<int>(candidates_.size()); }
  /// What is undecided after a stop, against the best that was found (none: null).
  OpenQuestion open(Compare compare, const Candidate* found) const;
  /// Notes in the world why models fell out.
  void report();

 private:
  void solve(Candidate& candidate, std::optional<std::int64_t> limit);
  std::optional<std::int64_t> price_to_beat(const Candidate& candidate) const;
  Candidate* first(Compare compare, bool solved);

  SearchWorld& world_;
  HostSolver& solver_;
  std::optional<std::int64_t> budget_;  ///< cents, exclusive
  std::deque<Candidate> candidates_;
};

}  // namespace planner
