#include "facts/power_packing.h"

#include <algorithm>
#include <numeric>

#include "units/rational.h"

namespace planner {
namespace {

/// load / capacity, compared exactly.
struct LoadRatio {
  std::int64_t load = 0;
  std::int64_t capacity = 1;
  friend bool operator<(LoadRatio a, LoadRatio b) {
    return static_cast<Int128>(a.load) * b.capacity < static_cast<Int128>(b.load) * a.capacity;
  }
};

struct Score {
  int shortage = 0;
  LoadRatio fullest;
  friend bool operator<(const Score& a, const Score& b) {
    if (a.shortage != b.shortage) return a.shortage < b.shortage;
    return a.fullest < b.fullest;
  }
};

class Packer {
 public:
  Packer(std::span<const PackItem> items, std::span<const PackBin> bins, const PlugShortage& shortage)
      : items_(items),
        bins_(bins),
        shortage_of_(shortage),
        order_(items.size()),
        bin_of_(items.size(), -1),
        load_(bins.size()),
        short_(bins.size(), 0),
        used_(bins.size(), 0) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      if (items_[a].weight != items_[b].weight) return items_[a].weight > items_[b].weight;
      return items_[a].kind < items_[b].kind;
    });
    for (const PackItem& item : items_) {
      kinds_ = std::max(kinds_, static_cast<std::size_t>(item.kind) + 1);
      unplaced_ += item.weight;
    }
    counts_.assign(bins.size() * kinds_, 0);
    for (std::size_t b = 0; b < bins.size(); ++b) {
      load_[b] = bins[b].base;
      raise(score_, b);
      if (shortage_of_) short_[b] = shortage_of_(static_cast<int>(b), counts_of(b));
      score_.shortage += short_[b];
    }
  }

  Packing run() {
    place_greedily();
    if (!(lower_bound() < best_)) return {best_bins_, true};
    nodes_left_ = kPackingNodes;
    descend(0, score_);
    return {best_bins_, nodes_left_ > 0};
  }

 private:
  std::span<const int> counts_of(std::size_t bin) const { return {counts_.data() + bin * kinds_, kinds_}; }
  LoadRatio ratio_of(std::size_t bin) const { return {load_[bin], std::max<std::int64_t>(bins_[bin].capacity, 1)}; }
  void raise(Score& score, std::size_t bin) const {
    if (score.fullest < ratio_of(bin)) score.fullest = ratio_of(bin);
  }

  /// No packing does better: all loads spread evenly, or the base loads alone.
  Score lower_bound() const {
    Score bound = score_;
    LoadRatio even{unplaced_, 0};
    for (const PackBin& bin : bins_) {
      even.load += bin.base;
      even.capacity += std::max<std::int64_t>(bin.capacity, 1);
    }
    if (bound.fullest < even) bound.fullest = even;
    return bound;
  }

  /// Puts item `i` into `bin`; returns the score with it there.
  Score put(std::size_t i, std::size_t bin, Score score) {
    const PackItem& item = items_[i];
    load_[bin] += item.weight;
    ++counts_[bin * kinds_ + static_cast<std::size_t>(item.kind)];
    ++used_[bin];
    bin_of_[i] = static_cast<int>(bin);
    raise(score, bin);
    if (shortage_of_) {
      const int now = shortage_of_(static_cast<int>(bin), counts_of(bin));
      score.shortage += now - short_[bin];
      short_[bin] = now;
    }
    return score;
  }

  void take_back(std::size_t i, std::size_t bin, int old_shortage) {
    const PackItem& item = items_[i];
    load_[bin] -= item.weight;
    --counts_[bin * kinds_ + static_cast<std::size_t>(item.kind)];
    --used_[bin];
    short_[bin] = old_shortage;
  }

  /// Heaviest first, each where it does least harm.
  void place_greedily() {
    const auto before = short_;
    Score score = score_;
    for (const std::size_t i : order_) {
      std::size_t chosen = 0;
      Score least;
      for (std::size_t b = 0; b < bins_.size(); ++b) {
        const int old_shortage = short_[b];
        Score here = put(i, b, {score.shortage, {}});
        take_back(i, b, old_shortage);
        if (b == 0 || here < least) {
          least = here;
          chosen = b;
        }
      }
      score = put(i, chosen, score);
    }
    best_ = score;
    best_bins_ = bin_of_;
    for (const std::size_t i : order_) take_back(i, static_cast<std::size_t>(bin_of_[i]), 0);
    short_ = before;
  }

  /// True if the rest cannot fit without some bin reaching the best ratio known.
  bool hopeless(std::int64_t rest, const Score& score) const {
    if (!(score < best_)) return true;
    if (score.shortage < best_.shortage) return false;
    Int128 room = 0;
    for (std::size_t b = 0; b < bins_.size(); ++b) {
      const Int128 capacity = std::max<std::int64_t>(bins_[b].capacity, 1);
      const Int128 below = (static_cast<Int128>(best_.fullest.load) * capacity - 1) / best_.fullest.capacity;
      room += std::max<Int128>(0, below - load_[b]);
    }
    return room < rest;
  }

  /// An empty bin of a kind stands for all empty bins of that kind.
  bool repeats_empty_bin(std::size_t bin) const {
    if (used_[bin] > 0) return false;
    for (std::size_t b = 0; b < bin; ++b)
      if (used_[b] == 0 && bins_[b].kind == bins_[bin].kind) return true;
    return false;
  }

  void descend(std::size_t depth, const Score& score) {
    if (depth == order_.size()) {
      best_ = score;
      best_bins_ = bin_of_;
      return;
    }
    const std::size_t i = order_[depth];
    std::size_t first = 0;
    // Equal items take bins in rising order, so that no permutation of them is tried twice.
    if (depth > 0 && items_[order_[depth - 1]].kind == items_[i].kind)
      first = static_cast<std::size_t>(bin_of_[order_[depth - 1]]);
    unplaced_ -= items_[i].weight;
    for (std::size_t b = first; b < bins_.size() && nodes_left_ > 0; ++b) {
      if (repeats_empty_bin(b)) continue;
      --nodes_left_;
      const int old_shortage = short_[b];
      const Score next = put(i, b, score);
      if (!hopeless(unplaced_, next)) descend(depth + 1, next);
      take_back(i, b, old_shortage);
    }
    unplaced_ += items_[i].weight;
  }

  std::span<const PackItem> items_;
  std::span<const PackBin> bins_;
  const PlugShortage& shortage_of_;
  std::vector<std::size_t> order_;
  std::size_t kinds_ = 1;
  std::vector<int> counts_;
  std::vector<int> bin_of_;
  std::vector<std::int64_t> load_;
  std::vector<int> short_;
  std::vector<int> used_;
  Score score_;
  std::int64_t unplaced_ = 0;
  Score best_;
  std::vector<int> best_bins_;
  int nodes_left_ = 0;
};

}  // namespace

Packing pack(std::span<const PackItem> items, std::span<const PackBin> bins, const PlugShortage& shortage) {
  if (bins.empty()) return {std::vector<int>(items.size(), -1), true};
  return Packer(items, bins, shortage).run();
}

}  // namespace planner
