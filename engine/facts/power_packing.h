// Sharing out loads over supplies (or supplies over circuits) so that the fullest one is as little loaded as possible.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace planner {

/// A load to place. Items of one kind are interchangeable: same weight, same connectors.
struct PackItem {
  std::int64_t weight = 0;
  int kind = 0;  ///< 0 .. number of kinds - 1
};

/// Where loads go. Bins of one kind are interchangeable: same capacity, base and connectors.
struct PackBin {
  std::int64_t capacity = 0;  ///< 0: takes nothing as long as another bin can
  std::int64_t base = 0;      ///< load that it carries anyway
  int kind = 0;
};

/// Inputs without a plug when `bin` serves `count_by_kind` items. Never falls when an item is added.
using PlugShortage = std::function<int(int bin, std::span<const int> count_by_kind)>;

struct Packing {
  std::vector<int> bin_of;  ///< one per item
  bool exact = true;        ///< proved best; false: the search was cut off
};

/// Minimises the sum of shortages first and the largest load ratio second, by branch and bound from the
/// longest-processing-time assignment. Deterministic. After `kPackingNodes` steps (about a millisecond) it returns the
/// best found so far, which is never worse than that first assignment, whose largest load is at most 4/3 - 1/(3m) of
/// the best over m equal bins without base loads and shortages (Graham 1969). Nothing to place or no bins: an empty or
/// all -1 answer.
inline constexpr int kPackingNodes = 20'000;
Packing pack(std::span<const PackItem> items, std::span<const PackBin> bins, const PlugShortage& shortage = {});

}  // namespace planner
