#include "check/fix.h"

#include <algorithm>
#include <bit>

#include "check/schema.h"

namespace planner {
namespace {

constexpr std::size_t kCandidateLimit =
    60;  // cheapest candidates tried per fix, so that a check stays within milliseconds

/// A supply without certificate is a claim; planner does not recommend it.
bool certified(const Part& part) {
  const Psu* psu = std::get_if<Psu>(&part);
  return psu == nullptr || psu->efficiency.known();
}

std::vector<const Part*> by_price(const Catalog& catalog, PartKind kind) {
  std::vector<const Part*> parts;
  for (const Part* p : catalog.of_kind(kind)) {
    if (!certified(*p)) continue;
    if (usd_price(info_of(*p)) != nullptr && !info_of(*p).discontinued && !info_of(*p).generic) parts.push_back(p);
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part* a, const Part* b) {
    return usd_price(info_of(*a))->cents < usd_price(info_of(*b))->cents;
  });
  return parts;
}

void replace_all(std::string& text, std::string_view hole, const std::string& with) {
  for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + with.size()))
    text.replace(at, hole.size(), with);
}

std::optional<Money> price_of(const Part* part) {
  const Price* price = part ? usd_price(info_of(*part)) : nullptr;
  return price ? std::optional(Money::from_smallest(price->cents)) : std::nullopt;
}

/// One failed rule, and what must not get worse when it is mended.
struct Wound {
  const Rule& rule;
  const RuleSet& rules;
  std::vector<const Rule*> others;  ///< rules that hold now
};

std::vector<const Rule*> holding(const Facts& facts, const RuleSet& rules) {
  std::vector<const Rule*> result;
  for (const Rule& r : rules.rules())
    if (!rule_fails(facts, r)) result.push_back(&r);
  return result;
}

/// Less memory is no repair.
bool keeps_capacity(const Part& old, const Part& candidate) {
  const auto* before = std::get_if<Memory>(&old);
  const auto* after = std::get_if<Memory>(&candidate);
  if (before == nullptr || after == nullptr) return true;
  if (!before->modules || !before->module_capacity) return true;
  return after->modules && after->module_capacity &&
         *after->module_capacity * *after->modules >= *before->module_capacity * *before->modules;
}

/// True if the build fails another blocking rule that reads parts of the kind and few beside: a supply or a kit that
/// the board or the case refuses is not proposed, even where the one on the list was refused as well.
bool still_refused(const Facts& facts, PartKind kind, const Wound& wound) {
  return std::any_of(wound.rules.rules().begin(), wound.rules.rules().end(), [&](const Rule& r) {
    return &r != &wound.rule && r.severity == Severity::blocks && (r.footprint & footprint_of(kind)) != 0 &&
           std::popcount(r.footprint) <= 3 && rule_fails(facts, r);
  });
}

/// The rule holds now, no other that held is broken, and the part put in for one of the kind, if any, is not refused.
bool mends(const Build& build, const Wound& wound, std::optional<PartKind> replaced = {}) {
  const Facts facts(build);
  if (rule_fails(facts, wound.rule) || (replaced && still_refused(facts, *replaced, wound))) return false;
  return std::none_of(wound.others.begin(), wound.others.end(),
                      [&](const Rule* r) { return r->severity >= wound.rule.severity && rule_fails(facts, *r); });
}

/// Replaces every item of the kind by the cheapest part that mends the rule; keeps the count.
std::optional<Fix> try_replace(const FixTemplate& wanted, const Wound& wound, const Facts& facts,
                               const Catalog& catalog) {
  const auto items = facts.build().of_kind(wanted.kind);
  if (items.size() != 1) return std::nullopt;
  const std::string old_id = info_of(*items[0]->part).id;
  std::size_t tried = 0;
  for (const Part* candidate : by_price(catalog, wanted.kind)) {
    if (candidate == items[0]->part || !keeps_capacity(*items[0]->part, *candidate)) continue;
    if (++tried > kCandidateLimit) break;
    Fix fix;
    fix.patch = Fix::Patch{Fix::Patch::Kind::replace, old_id, info_of(*candidate).id, items[0]->count, {}};
    const auto changed = apply_patch(facts.build(), *fix.patch, catalog);
    if (!changed || !mends(*changed, wound, wanted.kind)) continue;
    fix.text = wanted.text;
    replace_all(fix.text, "{part}", info_of(*candidate).name);
    const auto before = price_of(items[0]->part);
    if (before) fix.cost = (*price_of(candidate) - *before) * items[0]->count;
    fix.verified = true;
    return fix;
  }
  return std::nullopt;
}

std::optional<Fix> try_add(const FixTemplate& wanted, const Wound& wound, const Facts& facts, const Catalog& catalog) {
  std::size_t tried = 0;
  for (const Part* candidate : by_price(catalog, wanted.kind)) {
    if (++tried > kCandidateLimit / 2) break;
    for (const int count : {1, 2, 4, 8}) {
      Fix fix;
      fix.patch = Fix::Patch{Fix::Patch::Kind::add, info_of(*candidate).id, {}, count, {}};
      const auto changed = apply_patch(facts.build(), *fix.patch, catalog);
      if (!changed || !mends(*changed, wound)) continue;
      fix.text = wanted.text;
      replace_all(fix.text, "{part}", info_of(*candidate).name);
      replace_all(fix.text, "{count}", std::to_string(count));
      fix.cost = *price_of(candidate) * count;
      fix.verified = true;
      return fix;
    }
  }
  return std::nullopt;
}

/// The highest limit below board power, in steps of 10 W and not under the card's minimum, at which the rule holds.
std::optional<Fix> try_cap(const FixTemplate& wanted, const Wound& wound, const Facts& facts, const Catalog& catalog) {
  Power highest;
  Power lowest;
  for (const auto& g : facts.inventory().gpus) {
    if (!g.part->board_power) return std::nullopt;
    highest = std::max(highest, *g.part->board_power);
    lowest = std::max(lowest, g.part->power_limit_min.value_or(g.part->board_power->scaled(1, 2)));
  }
  const Power step = Power::from_base(10);
  for (Power limit = highest - step; limit >= lowest && limit > Power{}; limit -= step) {
    Fix fix;
    fix.patch = Fix::Patch{Fix::Patch::Kind::set_power_limit, {}, {}, 0, limit};
    const auto changed = apply_patch(facts.build(), *fix.patch, catalog);
    if (!changed || !mends(*changed, wound)) continue;
    fix.text = wanted.text;
    replace_all(fix.text, "{limit}", limit.text());
    fix.cost = Money{};
    fix.verified = true;
    return fix;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Fix> find_fixes(const Rule& rule, const Facts& facts, const RuleSet& rules, const CheckOptions& options) {
  std::vector<Fix> fixes;
  const Wound wound{rule, rules, holding(facts, rules)};
  for (const FixTemplate& wanted : rule.fixes) {
    std::optional<Fix> fix;
    switch (wanted.type) {
      case FixKind::advice:
        fix = Fix{wanted.text, {}, {}, false, {}};
        break;
      case FixKind::replace_part:
        fix = try_replace(wanted, wound, facts, *options.catalog);
        break;
      case FixKind::add_part:
        fix = try_add(wanted, wound, facts, *options.catalog);
        break;
      case FixKind::cap_gpu_power:
        fix = try_cap(wanted, wound, facts, *options.catalog);
        break;
    }
    if (fix) fixes.push_back(std::move(*fix));
  }
  return fixes;
}

std::optional<Build> apply_patch(const Build& build, const Fix::Patch& patch, const Catalog& catalog) {
  Build changed = build;
  using Kind = Fix::Patch::Kind;
  if (patch.kind == Kind::add) {
    const Part* part = catalog.find(patch.part);
    if (part == nullptr) return std::nullopt;
    changed.items.push_back(BuildItem{part, patch.count, {}, {}, {}, {}, {}});
    return changed;
  }
  const Part* replacement = patch.kind == Kind::replace ? catalog.find(patch.replacement) : nullptr;
  if (patch.kind == Kind::replace && replacement == nullptr) return std::nullopt;
  for (BuildItem& item : changed.items) {
    if (patch.kind == Kind::set_power_limit && kind_of(*item.part) == PartKind::gpu)
      item.power_limit = patch.power_limit;
    if (patch.kind == Kind::replace && info_of(*item.part).id == patch.part) item.part = replacement;
  }
  if (patch.kind == Kind::remove) {
    std::erase_if(changed.items, [&](const BuildItem& item) { return info_of(*item.part).id == patch.part; });
  }
  return changed;
}

}  // namespace planner
