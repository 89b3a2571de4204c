#include "search/pruner.h"

#include <algorithm>
#include <bit>

#include "check/judge.h"
#include "check/schema.h"

namespace planner {
namespace {

enum class Truth : std::uint8_t { yes, unknown, no };

/// The worst that a rule says of its subjects in a build in which `open` kinds are still to be chosen.
Truth worst_of(const Rule& rule, const Facts& facts, expr::Footprint open) {
  expr::Environment environment{root_object(facts), {}, open};
  const auto judge = [&] {
    const std::optional<bool> result = holds(rule, environment);
    return !result ? Truth::unknown : *result ? Truth::yes : Truth::no;
  };
  if (rule.each.empty()) return judge();
  const expr::Value list = rule_schema().root->find(rule.each)->get(&facts);
  const auto* elements = std::get_if<expr::List>(&list);
  if (elements == nullptr) return Truth::yes;
  environment.bindings.resize(1);
  Truth worst = Truth::yes;
  for (const expr::ObjectRef& element : *elements) {
    environment.bindings.front() = element;
    worst = std::max(worst, judge());
    if (worst == Truth::no) break;
  }
  return worst;
}

/// The chosen options of some columns as a build, its facts, and the kinds that the options leave open.
struct Excerpt {
  Excerpt(const Partial& partial, std::uint16_t columns, SearchWorld& world)
      : build(chosen_of(partial, columns, world)), facts(build, &world.placements) {
    for (std::size_t c = 0; c < kColumns; ++c)
      if (((columns >> c) & 1u) != 0) open &= ~partial[c]->closes;
  }

  Build build;
  Facts facts;
  expr::Footprint open = kSearchedKinds;

 private:
  static Build chosen_of(Partial partial, std::uint16_t columns, const SearchWorld& world) {
    for (std::size_t c = 0; c < kColumns; ++c)
      if (((columns >> c) & 1u) == 0) partial[c] = nullptr;
    Build chosen = build_of(partial);
    chosen.catalog = world.catalog;
    return chosen;
  }
};

void add_new(std::vector<std::uint16_t>& sets, std::uint16_t columns) {
  if (std::find(sets.begin(), sets.end(), columns) == sets.end()) sets.push_back(columns);
}

/// Full name ("gpu.length") to the member; null for none.
const expr::Member* member_named(std::string_view name) {
  const std::size_t dot = name.find('.');
  const expr::ObjectType* type =
      dot == std::string_view::npos ? rule_schema().root : rule_schema().find(name.substr(0, dot));
  return type == nullptr ? nullptr : type->find(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

}  // namespace

/// The excerpts of one partial build: several groups of rules read the same columns.
class Pruner::Bench {
 public:
  Bench(const Partial& partial, SearchWorld& world) : partial_(partial), world_(world) {}

  const Partial& partial() const { return partial_; }
  const Excerpt& excerpt(Columns columns) {
    for (const auto& [known, excerpt] : excerpts_)
      if (known == columns) return *excerpt;
    return *excerpts_.emplace_back(columns, std::make_unique<Excerpt>(partial_, columns, world_)).second;
  }

 private:
  const Partial& partial_;
  SearchWorld& world_;
  std::vector<std::pair<Columns, std::unique_ptr<Excerpt>>> excerpts_;
};

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
    group->rules.push_back(describe(rule));
  }
}

Pruner::Judged Pruner::describe(const Rule& rule) {
  Judged judged{&rule, true, 0};
  std::vector<std::string> names = rule.require->member_names();
  if (rule.when) names.insert(names.end(), rule.when->member_names().begin(), rule.when->member_names().end());
  if (!rule.each.empty()) names.push_back(rule.each);
  bool placed = false;
  for (const std::string& name : names) {
    const expr::Member* member = member_named(name);
    if (member != nullptr && member->producer == "place_cards") {
      placed = true;
    } else {
      judged.beside |= member != nullptr ? member->reads : rule.footprint;
    }
  }
  judged.by_placement = placed;
  return judged;
}

/// What the rule says of the build of these columns, in which `open` kinds are still to be chosen.
Pruner::Stand Pruner::stand_of(const Judged& judged, const Facts& facts, const Partial& partial, Columns columns,
                               expr::Footprint open) {
  const Rule& rule = *judged.rule;
  const auto examine = [&] {
    const bool decides = rule.essential && (rule.footprint & open) == 0;
    switch (worst_of(rule, facts, open)) {
      case Truth::no:
        return Stand::fails;
      case Truth::unknown:
        return decides ? Stand::undecided : Stand::lets_pass;
      default:
        return Stand::lets_pass;
    }
  };
  if (!judged.by_placement) return examine();
  const auto beside = static_cast<Columns>(columns & columns_read(judged.beside, partial));
  const PlacedKey key{&rule, &facts.placement(), rule.footprint & open, key_of(partial, beside)};
  const auto found = by_placement_.find(key);
  if (found != by_placement_.end()) return found->second;
  return by_placement_.emplace(key, examine()).first->second;
}

std::size_t Pruner::PlacedHash::operator()(const PlacedKey& key) const {
  const Key own{reinterpret_cast<std::uintptr_t>(key.rule), reinterpret_cast<std::uintptr_t>(key.placement), key.open};
  return Hash()(own) * 31 + Hash()(key.beside);
}

std::size_t Pruner::Hash::operator()(const Key& key) const {
  std::uint64_t h = 0;
  for (const std::uint64_t word : key) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

Pruner::Columns Pruner::columns_read(expr::Footprint reads, const Partial& partial) {
  Columns columns = 0;
  for (std::size_t c = 0; c < kColumns; ++c)
    if (partial[c] != nullptr && (partial[c]->closes & reads) != 0) columns |= static_cast<Columns>(1u << c);
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

/// Each choice is taken back in turn, the last ones first, and stays away if the rule fails all the same. The sets that
/// this led to before are tried first: mostly the cause is of the same shape.
Pruner::Columns Pruner::fewest_causes(const Reason& reason, Bench& bench, Columns columns) const {
  const auto fails = [&](Columns some) {
    const Excerpt& excerpt = bench.excerpt(some);
    return worst_of(*reason.rule, excerpt.facts, excerpt.open) == Truth::no;
  };
  for (const Columns known : reason.causes)
    if ((known & ~columns) == 0 && (known == columns || fails(known))) return known;
  for (std::size_t c = kColumns; c-- > 0;) {
    const auto without = static_cast<Columns>(columns & ~(1u << c));
    if (without != columns && without != 0 && fails(without)) columns = without;
  }
  return columns;
}

Pruner::Reason& Pruner::reason_of(const Rule& rule, bool undecided) {
  const auto found = std::find_if(reasons_.begin(), reasons_.end(),
                                  [&](const Reason& r) { return r.rule == &rule && r.undecided == undecided; });
  return found != reasons_.end() ? *found : *reasons_.insert(reasons_.end(), {&rule, undecided, 0, {}});
}

Pruner::Reason* Pruner::judge(Group& group, Bench& bench, Columns columns) {
  const Partial& partial = bench.partial();
  const Key key = key_of(partial, columns);
  if (group.fine.count(key) != 0) return nullptr;
  const Excerpt& excerpt = bench.excerpt(columns);
  for (const Judged& judged : group.rules) {
    const Stand stand = stand_of(judged, excerpt.facts, partial, columns, excerpt.open);
    if (stand == Stand::lets_pass) continue;
    Reason& reason = reason_of(*judged.rule, stand == Stand::undecided);
    const Columns causes = reason.undecided ? columns : fewest_causes(reason, bench, columns);
    add_new(reason.causes, causes);
    add_new(group.shapes, causes);
    group.bad.emplace(key_of(partial, causes), static_cast<std::uint32_t>(&reason - reasons_.data()));
    return &reason;
  }
  group.fine.insert(key);
  return nullptr;
}

const Rule* Pruner::cut(const Partial& partial, Column changed) {
  const expr::Footprint decided = partial[changed]->closes;
  Bench bench(partial, world_);
  for (Group& group : groups_) {
    if ((group.reads & decided) == 0) continue;
    const Columns columns = columns_read(group.reads, partial);
    Reason* reason = find_bad(group, partial, columns);
    if (reason == nullptr) reason = judge(group, bench, columns);
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
