#include "search/ranking.h"

#include <algorithm>

namespace planner {
namespace {

/// Compares first / first price with second / second price, exactly.
std::strong_ordering compare_per(Compute a, std::int64_t a_share, Compute b, std::int64_t b_share) {
  return static_cast<Int128>(a.smallest()) * b_share <=> static_cast<Int128>(b.smallest()) * a_share;
}

/// No slower, no less memory and no more power, whatever the prices.
bool covers(const Scores& a, const Scores& b) {
  return a.throughput >= b.throughput && a.vram >= b.vram && a.gpu_power <= b.gpu_power;
}

bool dominates(const Scores& a, const Scores& b) {
  const bool better = a.cents < b.cents || a.throughput > b.throughput || a.vram > b.vram || a.gpu_power < b.gpu_power;
  return covers(a, b) && a.cents <= b.cents && better;
}

/// The lowest price at which `scores` no longer come before `best`; `above` if they do at every price below that.
std::int64_t price_to_match(Scores scores, const Scores& best, Compare compare, std::int64_t above) {
  std::int64_t low = scores.cents;
  std::int64_t high = above;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    scores.cents = middle;
    if (compare(scores, best)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

bool faster(const Scores& a, const Scores& b) {
  if (a.throughput != b.throughput) return a.throughput > b.throughput;
  if (a.vram != b.vram) return a.vram > b.vram;
  return a.cents < b.cents;
}

bool cheaper(const Scores& a, const Scores& b) {
  return a.cents != b.cents ? a.cents < b.cents : faster(a, b);
}

bool better_value(const Scores& a, const Scores& b) {
  const auto order = compare_per(a.throughput, a.cents, b.throughput, b.cents);
  return order != 0 ? order > 0 : faster(a, b);
}

bool more_efficient(const Scores& a, const Scores& b) {
  const auto order = compare_per(a.throughput, a.gpu_power.smallest(), b.throughput, b.gpu_power.smallest());
  return order != 0 ? order > 0 : faster(a, b);
}

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

Ranking::Ranking(SearchWorld& world, HostSolver& solver) : world_(world), solver_(solver) {
  const Request& request = *world.request;
  if (request.budget) budget_ = request.budget->smallest() + 1;
  for (const GpuChoice& choice : gpu_candidates(world)) {
    const Gpu& g = std::get<Gpu>(*choice.gpu);
    Candidate& c = candidates_.emplace_back();
    c.choice = choice;
    c.scores = scores_of(*choice.gpu, request.gpus, 0, request.power_limit);
    if (!g.bf16 && !g.fp16) {
      ++world.excluded["gpu: no tensor rate recorded"];
      c.dropped = true;
      continue;
    }
    c.scores.cents = solver.lower_bound(choice);
    c.dropped = budget_ && c.scores.cents >= *budget_;
    if (c.dropped) ++world.excluded["gpu: over budget with any host"];
  }
}

/// A build with these scores must cost less than any found one that covers it, and be within the budget.
std::optional<std::int64_t> Ranking::price_to_beat(const Candidate& candidate) const {
  std::optional<std::int64_t> limit = budget_;
  for (const Candidate& c : candidates_)
    if (c.solved && &c != &candidate && covers(c.scores, candidate.scores) && (!limit || c.scores.cents < *limit))
      limit = c.scores.cents;
  return limit;
}

Candidate* Ranking::first(Compare compare, bool solved) {
  Candidate* best = nullptr;
  for (Candidate& c : candidates_) {
    if (c.dropped || c.chosen || (solved && !c.solved)) continue;
    if (best == nullptr || compare(c.scores, best->scores)) best = &c;
  }
  return best;
}

void Ranking::solve(Candidate& candidate, std::optional<std::int64_t> limit) {
  const auto beat = price_to_beat(candidate);
  const bool whole = !limit || (beat && *limit >= *beat);
  if (whole) limit = beat;
  std::optional<Solution> solution;
  if (!limit || candidate.scores.cents < *limit) solution = solver_.cheapest(candidate.choice, limit);
  if (solution) {
    candidate.solved = true;
    candidate.scores.cents = solution->cents;
    candidate.build = std::move(solution->build);
  } else if (world_.stopped) {
    candidate.dropped = candidate.undecided = true;
  } else if (whole) {
    candidate.dropped = true;
    ++world_.excluded[beat == budget_ ? "gpu: no sound build below the budget"
                                      : "gpu: beaten by a found build in speed, memory, power and price"];
  } else {
    candidate.scores.cents = *limit;
  }
}

Candidate* Ranking::best(Compare compare) {
  while (Candidate* c = first(compare, false)) {
    if (c->solved) {
      c->chosen = true;
      return c;
    }
    const Candidate* rival = first(compare, true);
    std::optional<std::int64_t> limit;
    if (rival != nullptr) {
      const std::int64_t above = budget_.value_or(INT64_MAX / 4);
      const std::int64_t match = price_to_match(c->scores, rival->scores, compare, above);
      if (match < above) limit = match;
    }
    solve(*c, limit);
  }
  return nullptr;
}

bool Ranking::dominated(const Candidate& candidate) {
  for (Candidate& c : candidates_) {
    if (&c == &candidate || c.dropped || !covers(c.scores, candidate.scores)) continue;
    if (!c.solved && c.scores.cents <= candidate.scores.cents) solve(c, candidate.scores.cents + 1);
    if (c.solved && dominates(c.scores, candidate.scores)) return true;
  }
  return false;
}

void Ranking::release() {
  for (Candidate& c : candidates_) c.chosen = false;
}

OpenQuestion Ranking::open(Compare compare, const Candidate* found) const {
  OpenQuestion question;
  for (const Candidate& c : candidates_) {
    if (!c.undecided) continue;
    ++question.models;
    if (found != nullptr && !compare(c.scores, found->scores)) continue;
    if (question.best == nullptr || compare(c.scores, question.best->scores)) question.best = &c;
  }
  return question;
}

void Ranking::report() {
  for (const Candidate& c : candidates_)
    if (!c.solved && !c.dropped) ++world_.excluded["gpu: no price at which it would be among these answers"];
}

}  // namespace planner
