#include "search/pruner.h"

#include <algorithm>
#include <bit>

#include "check/judge.h"
#include "check/schema.h"
#include "check/subjects.h"

namespace planner {
namespace {

enum class Stand : std::uint8_t { lets_pass, fails, undecided };

/// What a rule says of a build in which `open` kinds are still to be chosen.
Stand stand_of(const Rule& rule, const Facts& facts, expr::Footprint open) {
  for (Subject& subject : subjects_of(rule, facts)) {
    subject.environment.open = open;
    const std::optional<bool> result = holds(rule, subject.environment);
    if (result == false) return Stand::fails;
    if (!result && rule.essential && (rule.footprint & open) == 0) return Stand::undecided;
  }
  return Stand::lets_pass;
}

/// The chosen options of some columns as a build, and the kinds that they leave open.
struct Excerpt {
  Excerpt(const Partial& partial, std::uint16_t columns) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (((columns >> c) & 1u) == 0) continue;
      build.items.insert(build.items.end(), partial[c]->items.begin(), partial[c]->items.end());
      open &= ~partial[c]->closes;
    }
  }
  Build build;
  expr::Footprint open = kSearchedKinds;
};

}  // namespace

Pruner::Pruner(SearchWorld& world) : world_(world) {
  add_rules(*world.rules);
  add_rules(world.wishes);
  // Rules that read few kinds are cheap, and their failures say most.
  std::stable_sort(groups_.begin(), groups_.end(),
                   [](const Group& a, const Group& b) { return std::popcount(a.reads) < std::popcount(b.reads); });
}

void Pruner::add_rules(const RuleSet& rules) {
  for (const Rule& rule : rules.rules()) {
    if (rule.severity < Severity::degrades) continue;
    auto group =
        std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.reads == rule.footprint; });
    if (group == groups_.end()) {
      group = groups_.insert(groups_.end(), Group{});
      group->reads = rule.footprint;
    }
    group->rules.push_back(&rule);
  }
}

std::size_t Pruner::Hash::operator()(const Key& key) const {
  std::uint64_t h = 0;
  for (const std::uint64_t word : key) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

Pruner::Columns Pruner::columns_read(const Group& group, const Partial& partial) const {
  Columns columns = 0;
  for (std::size_t c = 0; c < kColumns; ++c)
    if (partial[c] != nullptr && (partial[c]->closes & group.reads) != 0) columns |= static_cast<Columns>(1u << c);
  return columns;
}

Pruner::Key Pruner::key_of(const Partial& partial, Columns columns) {
  Key key{};
  for (std::size_t c = 0; c < kColumns; ++c)
    if (((columns >> c) & 1u) != 0) key[c / 4] |= static_cast<std::uint64_t>(partial[c]->id) << (c % 4 * 16);
  return key;
}

Pruner::Reason* Pruner::find_bad(Group& group, const Partial& partial, Columns columns) {
  for (const Columns shape : group.shapes) {
    if ((shape & ~columns) != 0) continue;
    const auto found = group.bad.find(key_of(partial, shape));
    if (found != group.bad.end()) return &reasons_[found->second];
  }
  return nullptr;
}

/// Each choice is taken back in turn, the last ones first, and stays away if the rule fails all the same.
Pruner::Columns Pruner::fewest_causes(const Rule& rule, const Partial& partial, Columns columns) const {
  for (std::size_t c = kColumns; c-- > 0;) {
    const auto without = static_cast<Columns>(columns & ~(1u << c));
    if (without == columns || without == 0) continue;
    const Excerpt excerpt(partial, without);
    const Facts facts(excerpt.build, &world_.placements);
    if (stand_of(rule, facts, excerpt.open) == Stand::fails) columns = without;
  }
  return columns;
}

Pruner::Reason* Pruner::remember(Group& group, const Partial& partial, Columns columns, const Rule& rule,
                                 bool undecided) {
  auto reason = std::find_if(reasons_.begin(), reasons_.end(),
                             [&](const Reason& r) { return r.rule == &rule && r.undecided == undecided; });
  if (reason == reasons_.end()) reason = reasons_.insert(reasons_.end(), {&rule, undecided, 0});
  group.bad.emplace(key_of(partial, columns), static_cast<std::uint32_t>(reason - reasons_.begin()));
  if (std::find(group.shapes.begin(), group.shapes.end(), columns) == group.shapes.end())
    group.shapes.push_back(columns);
  return &*reason;
}

Pruner::Reason* Pruner::judge(Group& group, const Partial& partial, Columns columns) {
  const Key key = key_of(partial, columns);
  if (group.fine.count(key) != 0) return nullptr;
  const Excerpt excerpt(partial, columns);
  const Facts facts(excerpt.build, &world_.placements);
  for (const Rule* rule : group.rules) {
    const Stand stand = stand_of(*rule, facts, excerpt.open);
    if (stand == Stand::lets_pass) continue;
    const bool undecided = stand == Stand::undecided;
    return remember(group, partial, undecided ? columns : fewest_causes(*rule, partial, columns), *rule, undecided);
  }
  group.fine.insert(key);
  return nullptr;
}

const Rule* Pruner::cut(const Partial& partial, Column changed) {
  const expr::Footprint decided = partial[changed]->closes;
  for (Group& group : groups_) {
    if ((group.reads & decided) == 0) continue;
    const Columns columns = columns_read(group, partial);
    Reason* reason = find_bad(group, partial, columns);
    if (reason == nullptr) reason = judge(group, partial, columns);
    if (reason == nullptr) continue;
    ++reason->count;
    return reason->rule;
  }
  return nullptr;
}

void Pruner::report() {
  for (Reason& reason : reasons_) {
    if (reason.count > 0)
      world_.prunes[reason.rule->id + (reason.undecided ? " (figures not recorded)" : "")] += reason.count;
    reason.count = 0;
  }
}

}  // namespace planner
