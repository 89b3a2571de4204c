#include "facts/placement_packing.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace planner::packing {
namespace {

constexpr std::size_t kMostStates = 16384;
constexpr std::size_t kBuckets = 512;
constexpr std::int16_t kNoGap = std::numeric_limits<std::int16_t>::max();

/// A partial packing: what decides the future (the key), what it is worth (the label), and how it came about.
struct State {
  Counts used;
  std::array<std::uint8_t, kRoots> root_used{};
  std::int16_t free_from = 0;  ///< first position not covered, 0 if that no longer matters
  std::int16_t open_end = -1;  ///< back end, in quarter pitches, of a GPU whose gap is still open
  std::int16_t smallest_gap = kNoGap;
  std::int16_t gaps = 0;
  std::int16_t waste = 0;
  std::int16_t gpus = 0;
  std::int64_t score = 0;
  std::int32_t parent = -1;
  std::int32_t option = -1;
  std::int32_t next = -1;  ///< in the hash chain
};

bool same_future(const State& a, const State& b) {
  return a.used == b.used && a.root_used == b.root_used && a.free_from == b.free_from && a.open_end == b.open_end;
}

/// `a` is at least as good as `b` whatever follows.
bool dominates(const State& a, const State& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.smallest_gap >= b.smallest_gap && a.gaps >= b.gaps && a.waste <= b.waste;
}

class Packer {
 public:
  Packer(const Problem& problem, Bandwidth at_least, int gpus) : problem_(problem), at_least_(at_least), gpus_(gpus) {}

  Result run() {
    count_what_can_follow();
    states_.reserve(512);
    states_.emplace_back();
    std::size_t begin = 0;
    for (std::size_t spot = 0; spot < problem_.spots.size(); ++spot) {
      const std::size_t end = states_.size();
      buckets_.fill(-1);
      for (std::size_t i = begin; i < end; ++i) expand(static_cast<std::int32_t>(i), spot, end);
      begin = end;
      if (states_.size() == end) return {};
    }
    return best_of(begin);
  }

 private:
  bool usable(const Option& option) const { return option.gpus == 0 || option.narrowest >= at_least_; }

  void count_what_can_follow() {
    following_.assign(problem_.spots.size() + 1, 0);
    for (std::size_t i = problem_.spots.size(); i-- > 0;) {
      int most = 0;
      for (int o = problem_.spots[i].first; o < problem_.spots[i].last; ++o) {
        const Option& option = problem_.options[static_cast<std::size_t>(o)];
        if (usable(option)) most = std::max<int>(most, option.gpus);
      }
      following_[i] = following_[i + 1] + most;
    }
  }

  void expand(std::int32_t from, std::size_t spot_index, std::size_t layer) {
    const Spot& spot = problem_.spots[spot_index];
    const int position_after = spot_index + 1 < problem_.spots.size() ? problem_.spots[spot_index + 1].position : 0;
    const int needed = gpus_ - following_[spot_index + 1];
    // By value: adding states moves the vector.
    const State state = states_[static_cast<std::size_t>(from)];
    const bool covered = spot.position > 0 && state.free_from > spot.position;
    for (int o = spot.first; o < spot.last && !covered; ++o) {
      const Option& option = problem_.options[static_cast<std::size_t>(o)];
      if (!usable(option) || state.gpus + option.gpus < needed) continue;
      State next = state;
      if (!take(next, option, spot.position)) continue;
      next.option = o;
      add(next, from, position_after, layer);
    }
    if (state.gpus < needed) return;
    State skipped = state;
    skipped.option = -1;
    add(skipped, from, position_after, layer);
  }

  bool take(State& state, const Option& option, int position) const {
    state.used = state.used + option.takes;
    if (!state.used.within(problem_.stock)) return false;
    if (option.root >= 0) {
      const auto root = static_cast<std::size_t>(option.root);
      const int used = state.root_used[root] + option.lanes;
      if (used > std::min(problem_.root_lanes[root], 255)) return false;
      state.root_used[root] = static_cast<std::uint8_t>(used);
    }
    if (position > 0) {
      state.free_from = static_cast<std::int16_t>(position + option.pitches);
      if (option.in_air) stand_in_air(state, option, position);
    }
    state.score += option.score;
    state.waste = static_cast<std::int16_t>(state.waste + option.waste);
    state.gpus = static_cast<std::int16_t>(state.gpus + option.gpus);
    return true;
  }

  static void stand_in_air(State& state, const Option& option, int position) {
    if (state.open_end >= 0) {
      const auto gap = static_cast<std::int16_t>(position * 4 - state.open_end);
      state.smallest_gap = std::min(state.smallest_gap, gap);
      state.gaps = static_cast<std::int16_t>(state.gaps + gap);
    }
    state.open_end = option.wants_air ? static_cast<std::int16_t>(position * 4 + option.quarters) : std::int16_t{-1};
  }

  void add(State& state, std::int32_t parent, int position_after, std::size_t layer) {
    if (position_after == 0 || state.free_from <= position_after) state.free_from = 0;
    if (position_after == 0) state.open_end = -1;
    state.parent = parent;
    auto& head = buckets_[bucket(state)];
    for (std::int32_t i = head; i >= 0; i = states_[static_cast<std::size_t>(i)].next) {
      State& other = states_[static_cast<std::size_t>(i)];
      if (!same_future(other, state)) continue;
      if (dominates(other, state)) return;
      if (dominates(state, other)) {
        state.next = other.next;
        other = state;
        return;
      }
    }
    if (states_.size() - layer >= kMostStates) return;
    state.next = head;
    head = static_cast<std::int32_t>(states_.size());
    states_.push_back(state);
  }

  static std::size_t bucket(const State& state) {
    std::uint64_t h = state.used.hash();
    h ^= static_cast<std::uint64_t>(state.free_from) * 0x9e3779b97f4a7c15ull;
    h ^= static_cast<std::uint64_t>(state.open_end + 1) * 0xc2b2ae3d27d4eb4full;
    for (const auto lanes : state.root_used) h = (h ^ lanes) * 0x100000001b3ull;
    return (h ^ (h >> 29)) % kBuckets;
  }

  Result best_of(std::size_t begin) const {
    Result best;
    std::size_t best_at = begin;
    for (std::size_t i = begin; i < states_.size(); ++i) {
      const State& s = states_[i];
      Result candidate{true, s.score, s.smallest_gap, s.gaps, s.waste, {}};
      if (best.found && !better(candidate, best)) continue;
      best = std::move(candidate);
      best_at = i;
    }
    best.chosen.assign(problem_.spots.size(), -1);
    auto at = static_cast<std::int32_t>(best_at);
    for (std::size_t spot = problem_.spots.size(); spot-- > 0;) {
      best.chosen[spot] = states_[static_cast<std::size_t>(at)].option;
      at = states_[static_cast<std::size_t>(at)].parent;
    }
    return best;
  }

  const Problem& problem_;
  Bandwidth at_least_;
  int gpus_;
  std::vector<State> states_;
  std::vector<int> following_;
  std::array<std::int32_t, kBuckets> buckets_{};
};

}  // namespace

std::uint64_t Counts::hash() const {
  std::uint64_t h = 0x9e3779b97f4a7c15ull;
  for (const std::uint64_t word : words_) h = (h ^ word) * 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}

bool better(const Result& a, const Result& b) {
  if (a.found != b.found) return a.found;
  return std::tuple(a.score, a.smallest_gap, a.gaps, -a.waste) > std::tuple(b.score, b.smallest_gap, b.gaps, -b.waste);
}

Result pack(const Problem& problem, Bandwidth at_least, int gpus) {
  return Packer(problem, at_least, gpus).run();
}

}  // namespace planner::packing
