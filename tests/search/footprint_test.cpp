// What the search takes on trust: a rule says the same of a build and of the parts of its footprint alone, and
// placements shared by key are those that a fresh look finds. Checked on random builds of the shipped catalog.
#include <doctest/doctest.h>

#include <random>

#include "check/judge.h"
#include "check/schema.h"
#include "check/subjects.h"
#include "embedded_world.h"
#include "facts/placement_memo.h"

using namespace planner;

namespace {

class RandomBuilds {
 public:
  explicit RandomBuilds(unsigned seed) : random_(seed) {}

  Build next() {
    Build build;
    add(build, PartKind::gpu, pick({1, 2, 4, 8}));
    if (pick({0, 0, 1}) == 1) {
      add(build, PartKind::platform, 1);
    } else {
      add(build, PartKind::board, 1);
      add(build, PartKind::psu, pick({1, 2, 3}));
      add(build, PartKind::chassis, 1);
    }
    add(build, PartKind::cpu, pick({1, 2}));
    add(build, PartKind::memory, pick({1, 4, 8}));
    add(build, PartKind::storage, 1);
    add(build, PartKind::cooler, 1);
    add(build, PartKind::circuit, 1);
    if (pick({0, 1}) == 1) add(build, PartKind::riser, pick({1, 4, 8}));
    return build;
  }

 private:
  int pick(std::initializer_list<int> values) {
    return *(values.begin() + std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random_));
  }
  void add(Build& build, PartKind kind, int count) {
    const auto parts = embedded_world().catalog.of_kind(kind);
    BuildItem item;
    item.part = parts[std::uniform_int_distribution<std::size_t>(0, parts.size() - 1)(random_)];
    item.count = count;
    build.items.push_back(item);
  }

  std::mt19937 random_;
};

/// Kinds that an item decides: a server is board, chassis, supplies and coolers at once.
expr::Footprint decided_by(const BuildItem& item) {
  const PartKind kind = kind_of(*item.part);
  if (kind != PartKind::platform) return footprint_of(kind);
  return footprint_of(PartKind::board) | footprint_of(PartKind::chassis) | footprint_of(PartKind::psu) |
         footprint_of(PartKind::cooler) | footprint_of(PartKind::platform);
}

Build excerpt(const Build& build, expr::Footprint reads) {
  Build part;
  for (const BuildItem& item : build.items)
    if ((decided_by(item) & reads) != 0) part.items.push_back(item);
  return part;
}

std::vector<std::optional<bool>> outcomes(const Rule& rule, const Facts& facts) {
  std::vector<std::optional<bool>> result;
  for (const Subject& subject : subjects_of(rule, facts)) result.push_back(holds(rule, subject.environment));
  return result;
}

bool same_card(const CardPlacement& a, const CardPlacement& b) {
  return a.mount == b.mount && a.slot == b.slot && a.port == b.port && a.riser == b.riser && a.lanes == b.lanes &&
         a.gen == b.gen && a.gap == b.gap && a.socket == b.socket && a.behind_chipset == b.behind_chipset &&
         a.switch_id == b.switch_id;
}

}  // namespace

TEST_CASE("a rule says the same of a build and of the parts in its footprint alone") {
  RandomBuilds builds(20261201);
  int compared = 0;
  for (int n = 0; n < 150; ++n) {
    const Build build = builds.next();
    const Facts facts(build);
    for (const Rule& rule : embedded_world().rules.rules()) {
      if (rule.severity < Severity::degrades || rule.footprint == 0) continue;
      const Build part = excerpt(build, rule.footprint);
      const Facts alone(part);
      INFO(rule.id << " on build " << n);
      CHECK(outcomes(rule, facts) == outcomes(rule, alone));
      ++compared;
    }
  }
  CHECK(compared > 5'000);
}

TEST_CASE("placements shared by key equal fresh ones") {
  RandomBuilds builds(7);
  PlacementMemo memo;
  std::vector<Build> kept;  // keys hold addresses of parts alone, but builds live as long as the memo all the same
  kept.reserve(400);
  for (int n = 0; n < 400; ++n) {
    const Build& build = kept.emplace_back(builds.next());
    const Inventory inventory = take_inventory(build, nullptr);
    const Placement fresh = place_cards(inventory);
    const auto shared = memo.place(inventory);
    INFO("build " << n);
    REQUIRE(shared->gpus.size() == fresh.gpus.size());
    for (std::size_t g = 0; g < fresh.gpus.size(); ++g) CHECK(same_card(shared->gpus[g], fresh.gpus[g]));
    CHECK(shared->direct_capacity == fresh.direct_capacity);
    CHECK(shared->unplaced == fresh.unplaced);
    CHECK(shared->risers_missing == fresh.risers_missing);
    CHECK(shared->slots_known == fresh.slots_known);
    CHECK(shared->shortfall == fresh.shortfall);
  }
}

TEST_CASE("cards of one shape share a placement, cards of another do not") {
  const Catalog& catalog = embedded_world().catalog;
  PlacementMemo memo;
  const auto place = [&](const char* gpu, const char* chassis) {
    Build build;
    for (const char* id : {gpu, "asus-pro-ws-wrx90e-sage-se", chassis}) {
      BuildItem item;
      item.part = catalog.find(id);
      REQUIRE(item.part != nullptr);
      build.items.push_back(item);
    }
    return memo.place(take_inventory(build, nullptr));
  };
  const auto ada = place("nvidia-rtx-5880-ada", "generic-frame-8-gpu");
  CHECK(ada == place("nvidia-rtx-6000-ada", "generic-frame-8-gpu"));
  CHECK(ada != place("nvidia-geforce-rtx-4090", "generic-frame-8-gpu"));
}
