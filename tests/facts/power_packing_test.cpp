#include "facts/power_packing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "units/rational.h"

using namespace planner;

namespace {

struct Outcome {
  int shortage = 0;
  Rational fullest;
  friend bool operator<(const Outcome& a, const Outcome& b) {
    return a.shortage != b.shortage ? a.shortage < b.shortage : a.fullest < b.fullest;
  }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome judge(const std::vector<PackItem>& items, const std::vector<PackBin>& bins, const PlugShortage& shortage,
              const std::vector<int>& bin_of) {
  Outcome outcome;
  int kinds = 1;
  for (const PackItem& item : items) kinds = std::max(kinds, item.kind + 1);
  for (std::size_t b = 0; b < bins.size(); ++b) {
    std::vector<int> counts(static_cast<std::size_t>(kinds), 0);
    std::int64_t load = bins[b].base;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (bin_of[i] != static_cast<int>(b)) continue;
      load += items[i].weight;
      ++counts[static_cast<std::size_t>(items[i].kind)];
    }
    if (shortage) outcome.shortage += shortage(static_cast<int>(b), counts);
    outcome.fullest = std::max(outcome.fullest, *Rational::make(load, bins[b].capacity));
  }
  return outcome;
}

Outcome best_of_all(const std::vector<PackItem>& items, const std::vector<PackBin>& bins,
                    const PlugShortage& shortage) {
  std::vector<int> bin_of(items.size(), 0);
  Outcome best = judge(items, bins, shortage, bin_of);
  for (;;) {
    std::size_t i = 0;
    while (i < items.size() && ++bin_of[i] == static_cast<int>(bins.size())) bin_of[i++] = 0;
    if (i == items.size()) return best;
    best = std::min(best, judge(items, bins, shortage, bin_of));
  }
}

struct Problem {
  std::vector<PackItem> items;
  std::vector<PackBin> bins;
  std::vector<int> plugs_by_kind;  ///< of a bin
  std::vector<int> needs_by_kind;  ///< of an item

  PlugShortage shortage() const {
    return [this](int bin, std::span<const int> counts) {
      int needed = 0;
      for (std::size_t kind = 0; kind < counts.size(); ++kind) needed += counts[kind] * needs_by_kind[kind];
      return std::max(0, needed - plugs_by_kind[static_cast<std::size_t>(bins[static_cast<std::size_t>(bin)].kind)]);
    };
  }
};

Problem random_problem(std::mt19937& random, int most_items, int most_bins) {
  const auto pick = [&random](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Problem p;
  const int item_kinds = pick(1, 3);
  std::vector<std::int64_t> weights;
  for (int k = 0; k < item_kinds; ++k) {
    weights.push_back(pick(1, 12) * 50);
    p.needs_by_kind.push_back(pick(0, 3));
  }
  const int items = pick(1, most_items);
  for (int i = 0; i < items; ++i) {
    const int kind = pick(0, item_kinds - 1);
    p.items.push_back({weights[static_cast<std::size_t>(kind)], kind});
  }
  const int bin_kinds = pick(1, 2);
  std::vector<std::int64_t> capacities;
  for (int k = 0; k < bin_kinds; ++k) {
    capacities.push_back(pick(6, 20) * 100);
    p.plugs_by_kind.push_back(pick(0, 8));
  }
  const int bins = pick(1, most_bins);
  for (int b = 0; b < bins; ++b) {
    const int kind = pick(0, bin_kinds - 1);
    p.bins.push_back({capacities[static_cast<std::size_t>(kind)], 0, kind});
  }
  p.plugs_by_kind.push_back(pick(0, 8));
  p.bins.front().base = pick(0, 6) * 100;
  p.bins.front().kind = bin_kinds;
  return p;
}

}  // namespace

TEST_CASE("packing equals the best of all assignments") {
  std::mt19937 random(20261201);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const Problem p = random_problem(random, 7, 4);
    const PlugShortage shortage = round % 2 == 0 ? p.shortage() : PlugShortage{};
    const Packing packing = pack(p.items, p.bins, shortage);
    REQUIRE(packing.exact);
    CHECK(judge(p.items, p.bins, shortage, packing.bin_of) == best_of_all(p.items, p.bins, shortage));
  }
}

TEST_CASE("packing: another bin never worsens the fullest one") {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    Problem p = random_problem(random, 8, 3);
    const Outcome before = judge(p.items, p.bins, {}, pack(p.items, p.bins).bin_of);
    p.bins.push_back({1000, 0, 9});
    const Outcome after = judge(p.items, p.bins, {}, pack(p.items, p.bins).bin_of);
    CHECK_FALSE(before < after);
  }
}

TEST_CASE("packing of 16 cards on 8 supplies ends within its step limit") {
  std::vector<PackItem> alike(16, {450, 0});
  std::vector<PackBin> bins(8, {1000, 0, 1});
  bins.front() = {1000, 400, 0};
  const Packing packing = pack(alike, bins);
  CHECK(packing.exact);
  CHECK(judge(alike, bins, {}, packing.bin_of).fullest == *Rational::make(1300, 1000));

  std::vector<PackItem> mixed;
  for (int i = 0; i < 16; ++i) mixed.push_back({301 + 17 * i, i});
  const auto start = std::chrono::steady_clock::now();
  const Packing cut_off = pack(mixed, bins);
  const auto took = std::chrono::steady_clock::now() - start;
  CHECK(cut_off.bin_of.size() == 16);
  CHECK(took < std::chrono::milliseconds(500));
}

TEST_CASE("packing without items or bins") {
  CHECK(pack({}, std::vector<PackBin>{{1000, 0, 0}}).bin_of.empty());
  CHECK(pack(std::vector<PackItem>{{100, 0}, {100, 0}}, {}).bin_of == std::vector<int>{-1, -1});
  const std::vector<PackBin> dead_and_alive{{0, 0, 0}, {1000, 0, 1}};
  CHECK(pack(std::vector<PackItem>{{100, 0}, {100, 0}}, dead_and_alive).bin_of == std::vector<int>{1, 1});
}
