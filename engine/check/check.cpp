#include "check/check.h"

#include <algorithm>

#include "check/evidence.h"
#include "check/finding.h"
#include "check/fix.h"
#include "check/judge.h"
#include "check/schema.h"
#include "check/subjects.h"

namespace planner {

Report check(const Facts& facts, const RuleSet& rules, const CheckOptions& options) {
  JudgeOptions judging;
  judging.waivers = facts.build().waivers;
  judging.today = options.today;
  judging.evidence = options.evidence;
  if (options.catalog != nullptr)
    judging.remedies = [&](const Rule& rule) { return find_fixes(rule, facts, rules, options); };
  Report report = judge(root_object(facts), rules, judging);
  if (options.evidence) {
    add_catalog_figures(report, facts);
    add_places(report, facts, rules);
  }
  if (options.catalog == nullptr) return report;
  report.catalog_digest = options.catalog->digest();
  if (options.evidence) report.questions = vendor_questions_of(report, facts, rules, *options.catalog);
  return report;
}

bool is_sound(const Facts& facts, const RuleSet& rules) {
  for (const Rule& rule : rules.rules()) {
    if (rule.severity != Severity::blocks && !rule.makes_incomplete) continue;
    for (const Subject& subject : subjects_of(rule, facts)) {
      const std::optional<bool> result = holds(rule, subject.environment);
      if (result == false || (rule.essential && !result)) return false;
    }
  }
  return true;
}

Blame surely_blocked(const Facts& facts, const RuleSet& rules, expr::Footprint open, expr::Footprint changed,
                     Severity floor) {
  for (const Rule& rule : rules.rules()) {
    if (rule.severity < floor || (rule.footprint & changed) == 0) continue;
    for (Subject& subject : subjects_of(rule, facts)) {
      subject.environment.open = open;
      const std::optional<bool> result = holds(rule, subject.environment);
      if (result == false) return {&rule, false};
      if (!result && rule.essential && (rule.footprint & open) == 0) return {&rule, true};
    }
  }
  return {};
}

bool rule_fails(const Facts& facts, const Rule& rule) {
  return rule_fails(rule, root_object(facts));
}

std::string describe_outcome(const Rule& rule, const Facts& facts) {
  return describe_outcome(rule, root_object(facts));
}

}  // namespace planner
