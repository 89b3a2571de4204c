// The arbiter's core: judges an object of any domain by the rules of that domain. Builds and machines both end here.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "check/report.h"
#include "check/rule.h"

namespace planner {

struct JudgeOptions {
  std::span<const Waiver> waivers;
  std::string today;                                      ///< ISO date for expiring waivers; empty: none expires
  bool evidence = true;                                   ///< false: only verdict and counts
  std::function<bool(const Rule&)> wanted;                ///< empty: all rules
  std::function<std::vector<Fix>(const Rule&)> remedies;  ///< computed fixes of a failed rule; empty: none
};

/// Judges `root`, an object of the root type of the set's schema. One cause gives one finding: what a failed rule in
/// `yields_to` explains is dropped. Deterministic; never throws on data.
Report judge(expr::ObjectRef root, const RuleSet& rules, const JudgeOptions& options);

/// Whether the rule holds for the subject: yes also where its guard does not apply, nothing where it cannot be decided.
std::optional<bool> holds(const Rule& rule, const expr::Environment& environment);

/// The rule fails for at least one subject.
bool rule_fails(const Rule& rule, expr::ObjectRef root);
/// "passed", the message of its first failure, or "not evaluated: ...".
std::string describe_outcome(const Rule& rule, expr::ObjectRef root);

}  // namespace planner
