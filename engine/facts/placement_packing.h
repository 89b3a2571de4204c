// Exact packing of cards into connectors along a board: a left-to-right dynamic program that knows nothing of parts.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "units/quantity.h"

namespace planner::packing {

/// Kinds of things that can be used up: classes of GPUs and NICs, pools of risers.
inline constexpr int kResources = 32;
/// Lane sources whose lanes can run out.
inline constexpr int kRoots = 4;

/// How many of each resource; every count stays below 128, so that eight of them add and compare in one word.
class Counts {
 public:
  void add(int resource, int n) {
    words_[static_cast<std::size_t>(resource / 8)] += static_cast<std::uint64_t>(n) << (8 * (resource % 8));
  }
  int of(int resource) const {
    return static_cast<int>(words_[static_cast<std::size_t>(resource / 8)] >> (8 * (resource % 8)) & 0xff);
  }
  /// True if no count exceeds that of `stock`.
  bool within(const Counts& stock) const {
    constexpr std::uint64_t kHigh = 0x8080808080808080ull;
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((((stock.words_[i] | kHigh) - words_[i]) & kHigh) != kHigh) return false;
    return true;
  }
  std::uint64_t hash() const;
  friend Counts operator+(Counts a, const Counts& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] += b.words_[i];
    return a;
  }
  friend bool operator==(const Counts&, const Counts&) = default;

 private:
  std::array<std::uint64_t, kResources / 8> words_{};
};

/// One way to use one connector.
struct Option {
  Counts takes;
  std::int64_t score = 0;     ///< additive; larger is better
  Bandwidth narrowest;        ///< of the GPU links it makes; meaningless if it serves none
  std::int16_t pitches = 1;   ///< slot positions it covers, from its own on
  std::int16_t quarters = 4;  ///< its width in quarter pitches
  std::int8_t gpus = 0;       ///< GPUs it serves
  bool in_air = false;        ///< a card that stands in its neighbor's air
  bool wants_air = false;     ///< a GPU that draws air from the side of increasing positions
  std::int8_t root = -1;      ///< lane source with a limit, or -1
  std::int16_t lanes = 0;     ///< lanes taken from it
  std::int16_t waste = 0;     ///< lanes left idle by a card that could do with fewer
};

/// A connector: its position along the board (0: none, or not recorded) and the range of its options.
struct Spot {
  int position = 0;
  int first = 0;
  int last = 0;
};

struct Problem {
  std::vector<Spot> spots;  ///< by ascending position
  std::vector<Option> options;
  Counts stock;
  std::array<int, kRoots> root_lanes{};
};

/// Of all ways to use the spots within the stock, the one with the highest score, then the largest smallest gap, then
/// the largest sum of gaps, then the least waste.
struct Result {
  bool found = false;
  std::int64_t score = 0;
  int smallest_gap = 0;  ///< quarter pitches; a large number if there is none
  int gaps = 0;
  int waste = 0;
  std::vector<int> chosen;  ///< option index for each spot, or -1
};

/// True if `a` is a better result than `b`.
bool better(const Result& a, const Result& b);

/// Uses only options whose GPU links have at least `at_least`, and serves at least `gpus` GPUs. Exact while a layer
/// holds no more than 16,384 states (16 cards of four kinds on 24 slots make fewer than 10,000); beyond that the states
/// that come first are kept.
Result pack(const Problem& problem, Bandwidth at_least, int gpus);

}  // namespace planner::packing
