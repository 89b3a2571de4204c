// The one arbiter: judges a build by all rules. suggest, check and conform all end here.
#pragma once

#include <string>

#include "check/report.h"
#include "check/rule.h"
#include "facts/facts.h"
#include "model/catalog.h"

namespace planner {

struct CheckOptions {
  std::string today;                 ///< ISO date for expiring waivers; empty: none expires
  const Catalog* catalog = nullptr;  ///< where fixes look for other parts; null: no computed fixes
  bool evidence = true;              ///< false: only verdict and counts (the search needs no more)
};

/// Judges a build. Deterministic; never throws on data. `facts` may be shared to avoid computing them twice.
Report check(const Facts& facts, const RuleSet& rules, const CheckOptions& options);

/// True if the build has no finding that blocks and none that makes it incomplete: what suggest may print.
bool is_sound(const Facts& facts, const RuleSet& rules);

/// A rule that stands against every completion of an incomplete build, and how.
struct Blame {
  const Rule* rule = nullptr;
  bool undecided = false;  ///< an essential rule whose figures are all chosen but not recorded
};

/// Looks at the rules of at least `floor` whose footprint meets `changed`: the first that fails surely, whatever parts
/// of the kinds in `open` are still chosen, or an essential one that can never be decided. No rule: "maybe".
Blame surely_blocked(const Facts& facts, const RuleSet& rules, expr::Footprint open, expr::Footprint changed,
                     Severity floor);

/// Outcome of one rule alone.
bool rule_fails(const Facts& facts, const Rule& rule);
/// "passed", the message of its first failure, or "not evaluated: ...".
std::string describe_outcome(const Rule& rule, const Facts& facts);

}  // namespace planner
