// Placement on random small boards against exhaustive enumeration, and what must hold of every placement.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "facts/machine_sketch.h"
#include "facts/placement_result.h"

using namespace planner;
using namespace planner::testing;

namespace {

struct RandomMachine {
  Board board;
  std::vector<Gpu> gpus;
  int cpu_lanes = 0;
  int expansion_slots = 0;
};

RandomMachine draw(std::mt19937& random) {
  RandomMachine m;
  const auto pick = [&](std::initializer_list<int> values) { return *(values.begin() + random() % values.size()); };
  int position = 1;
  std::vector<Slot> slots;
  const int count = 1 + static_cast<int>(random() % 5);
  for (int i = 0; i < count; ++i) {
    slots.push_back(sketch_slot("S" + std::to_string(i), position, pick({4, 8, 16, 16}), pick({3, 4, 4}),
                                random() % 4 == 0 ? "chipset" : "cpu0"));
    position += pick({1, 1, 2, 3});
  }
  m.board = sketch_board(1, slots);
  for (int i = 0; i + 1 < count; ++i)
    if (random() % 3 == 0)
      m.board.shares.push_back({"S" + std::to_string(i + 1), "", "S" + std::to_string(i), pick({0, 4, 8}), ""});
  const int cards = 1 + static_cast<int>(random() % 4);
  for (int i = 0; i < cards; ++i)
    m.gpus.push_back(sketch_gpu(pick({4, 8, 9, 11, 12, 14}) / 4.0, pick({8, 16, 16}), pick({3, 4, 5})));
  m.cpu_lanes = pick({16, 20, 24, 128, 128});
  m.expansion_slots = random() % 2 == 0 ? position + 1 : 0;
  return m;
}

Machine build(const RandomMachine& m) {
  Machine machine;
  machine.add(m.board).add(sketch_cpu(m.cpu_lanes, 4));
  for (const Gpu& gpu : m.gpus) machine.add(gpu);
  if (m.expansion_slots > 0) machine.add(sketch_chassis(ChassisType::tower, m.expansion_slots));
  return machine;
}

/// Narrowest link, sum, cards on CPU lanes, smallest gap, sum of gaps.
using Objective = std::tuple<std::int64_t, std::int64_t, int, std::int64_t, std::int64_t>;

/// Every assignment of cards to slots and, where the CPU is short, every halving of widths; shares no code with the
/// solver.
class Oracle {
 public:
  explicit Oracle(const RandomMachine& m) : m_(m), at_(m.gpus.size(), -1) {}

  bool best(Objective& out) {
    assign(0);
    out = best_;
    return found_;
  }

 private:
  void assign(std::size_t card) {
    if (card == m_.gpus.size()) {
      choose_widths(0, std::vector<int>());
      return;
    }
    for (int s = 0; s < static_cast<int>(m_.board.slots.size()); ++s) {
      if (std::find(at_.begin(), at_.end(), s) != at_.end()) continue;
      at_[card] = s;
      if (fits()) assign(card + 1);
      at_[card] = -1;
    }
  }

  const Slot& slot(std::size_t card) const { return m_.board.slots[static_cast<std::size_t>(at_[card])]; }

  std::int64_t quarters(std::size_t card) const { return m_.gpus[card].slot_width->smallest(); }

  bool fits() const {
    for (std::size_t a = 0; a < at_.size(); ++a) {
      if (at_[a] < 0) continue;
      const std::int64_t end = slot(a).position + (quarters(a) + 3) / 4;
      if (m_.expansion_slots > 0 && end - 1 > m_.expansion_slots) return false;
      for (std::size_t b = 0; b < at_.size(); ++b)
        if (b != a && at_[b] >= 0 && slot(b).position >= slot(a).position && slot(b).position < end) return false;
    }
    return true;
  }

  int offered(std::size_t card) const {
    auto lanes = static_cast<int>(slot(card).lanes->smallest());
    for (const LaneShare& share : m_.board.shares) {
      if (share.affects != slot(card).label) continue;
      for (std::size_t other = 0; other < at_.size(); ++other)
        if (slot(other).label == share.used) lanes = std::min(lanes, share.lanes);
    }
    return lanes;
  }

  void choose_widths(std::size_t card, std::vector<int> widths) {
    if (card == m_.gpus.size()) {
      judge(widths);
      return;
    }
    for (int width = offered(card); width >= 1; width /= 2) {
      widths.push_back(width);
      choose_widths(card + 1, widths);
      widths.pop_back();
      if (slot(card).upstream == "chipset") return;
    }
  }

  void judge(const std::vector<int>& widths) {
    int on_cpu = 0, lanes = 0;
    std::int64_t narrowest = std::int64_t{1} << 40, sum = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool cpu = slot(i).upstream == "cpu0";
      on_cpu += cpu ? 1 : 0;
      lanes += cpu ? widths[i] : 0;
      const std::int64_t gen = std::min({*slot(i).gen, *m_.gpus[i].pcie_gen, std::int64_t{cpu ? 4 : 6}});
      const auto width = std::min<std::int64_t>(widths[i], m_.gpus[i].pcie_lanes->smallest());
      const std::int64_t bandwidth = pcie_bandwidth(gen, Lanes::from_base(width)).smallest();
      narrowest = std::min(narrowest, bandwidth);
      sum += bandwidth;
    }
    if (lanes > m_.cpu_lanes) return;
    std::int64_t smallest_gap = 0, gaps = 0;
    measure_gaps(smallest_gap, gaps);
    const Objective objective{narrowest, sum, on_cpu, smallest_gap, gaps};
    if (!found_ || objective > best_) best_ = objective;
    found_ = true;
  }

  void measure_gaps(std::int64_t& smallest, std::int64_t& sum) const {
    smallest = std::int64_t{1} << 40;
    for (std::size_t a = 0; a < at_.size(); ++a) {
      std::int64_t nearest = -1;
      for (std::size_t b = 0; b < at_.size(); ++b)
        if (slot(b).position > slot(a).position && (nearest < 0 || slot(b).position < nearest))
          nearest = slot(b).position;
      if (nearest < 0) continue;
      const std::int64_t gap = nearest * 4 - slot(a).position * 4 - quarters(a);
      smallest = std::min(smallest, gap);
      sum += gap;
    }
  }

  const RandomMachine& m_;
  std::vector<int> at_;
  Objective best_;
  bool found_ = false;
};

Objective objective_of(const Placement& p) {
  std::int64_t narrowest = std::int64_t{1} << 40, sum = 0, smallest_gap = std::int64_t{1} << 40, gaps = 0;
  int on_cpu = 0;
  for (const CardPlacement& g : p.gpus) {
    const std::int64_t bandwidth = pcie_bandwidth(*g.gen, *g.lanes).smallest();
    narrowest = std::min(narrowest, bandwidth);
    sum += bandwidth;
    on_cpu += g.behind_chipset ? 0 : 1;
    if (!g.gap) continue;
    smallest_gap = std::min(smallest_gap, g.gap->smallest());
    gaps += g.gap->smallest();
  }
  return {narrowest, sum, on_cpu, smallest_gap, gaps};
}

bool all_direct(const Placement& p) {
  return std::all_of(p.gpus.begin(), p.gpus.end(), [](const CardPlacement& g) { return g.mount == Mount::direct; });
}

}  // namespace

TEST_CASE("placement agrees with exhaustive enumeration on random small boards") {
  std::mt19937 random(11);
  int fitting = 0, crowded = 0;
  for (int round = 0; round < 3000; ++round) {
    const RandomMachine m = draw(random);
    const Machine machine = build(m);
    const Placement p = machine.place();
    Objective expected;
    const bool fits = Oracle(m).best(expected);
    CAPTURE(round);
    // A slot that neighbors turn dark has width 0 and no link: the oracle finds nothing there either.
    REQUIRE(fits == all_direct(p));
    if (fits) REQUIRE(objective_of(p) == expected);
    (fits ? fitting : crowded) += 1;
  }
  CHECK(fitting > 500);
  CHECK(crowded > 500);
}

TEST_CASE("no CPU gives more lanes than it has, no two cards overlap, the same input gives the same answer") {
  std::mt19937 random(12);
  for (int round = 0; round < 1000; ++round) {
    const RandomMachine m = draw(random);
    const Machine machine = build(m);
    const Placement p = machine.place();
    CAPTURE(round);
    for (const LaneBudget& root : p.roots)
      if (root.offered) REQUIRE(root.used <= *root.offered);
    std::set<std::int64_t> covered;
    for (std::size_t g = 0; g < p.gpus.size(); ++g) {
      if (p.gpus[g].mount != Mount::direct) continue;
      const Slot& slot = *p.slots[static_cast<std::size_t>(p.gpus[g].slot)].slot;
      for (std::int64_t i = 0; i < (m.gpus[g].slot_width->smallest() + 3) / 4; ++i)
        REQUIRE(covered.insert(slot.position + i).second);
    }
    for (const CardPlacement& g : p.gpus)
      if (g.mount == Mount::assumed && g.slot >= 0)
        REQUIRE(covered.count(p.slots[static_cast<std::size_t>(g.slot)].slot->position) == 0);
    const Placement again = machine.place();
    for (std::size_t g = 0; g < p.gpus.size(); ++g) REQUIRE(p.gpus[g].slot == again.gpus[g].slot);
    REQUIRE(p.direct_capacity == again.direct_capacity);
  }
}

TEST_CASE("the maximum flow of lanes equals the cut that proves it") {
  std::mt19937 random(13);
  int short_of = 0;
  for (int round = 0; round < 500; ++round) {
    const RandomMachine m = draw(random);
    const Machine machine = build(m);
    const Inventory inventory = machine.inventory();
    const placement::Host host = placement::describe_host(inventory, {});
    const placement::Cards cards =
        placement::collect_cards(inventory, host, std::vector<bool>(inventory.gpus.size(), false));
    const placement::Solution solution = placement::solve(host, cards, {});
    const placement::LaneCut cut = placement::cut_lanes(host, cards, solution);
    REQUIRE(cut.carried == cut.cut);
    REQUIRE(cut.carried <= cut.wanted);
    REQUIRE(cut.words.empty() == (cut.carried == cut.wanted));
    short_of += cut.words.empty() ? 0 : 1;
  }
  CHECK(short_of > 100);
}

TEST_CASE("more slots never make the narrowest link narrower") {
  std::mt19937 random(14);
  for (int round = 0; round < 500; ++round) {
    RandomMachine m = draw(random);
    m.board.shares.clear();
    const Placement before = build(m).place();
    m.board.slots.push_back(sketch_slot("extra", m.board.slots.back().position + 3, 16, 4));
    m.expansion_slots = 0;
    const Placement after = build(m).place();
    if (all_direct(before)) REQUIRE(std::get<0>(objective_of(after)) >= std::get<0>(objective_of(before)));
    if (before.direct_capacity) REQUIRE(*after.direct_capacity >= *before.direct_capacity);
  }
}
