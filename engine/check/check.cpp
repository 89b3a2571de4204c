#include "check/check.h"

#include <algorithm>
#include <array>

#include "check/finding.h"
#include "check/fix.h"
#include "check/schema.h"
#include "check/subjects.h"

namespace planner {
namespace {

enum class Truth : std::uint8_t { no, yes, unknown };

Truth truth(const expr::Value& value) {
  if (const auto* b = std::get_if<bool>(&value)) return *b ? Truth::yes : Truth::no;
  return Truth::unknown;
}

/// Whether the rule holds for the subject: yes also where its guard does not apply.
Truth holds(const Rule& rule, const expr::Environment& environment) {
  Truth guard = Truth::yes;
  if (rule.when) guard = truth(rule.when->evaluate(environment));
  if (guard == Truth::no) return Truth::yes;
  const Truth required = truth(rule.require->evaluate(environment));
  if (required == Truth::yes) return Truth::yes;
  return guard == Truth::unknown ? Truth::unknown : required;
}

const Waiver* waiver_for(const Build& build, const Rule& rule, const std::string& today) {
  for (const Waiver& w : build.waivers) {
    const bool named = w.rule == rule.id || w.rule == rule.title;
    if (named && (w.until.empty() || today.empty() || w.until >= today)) return &w;
  }
  return nullptr;
}

void count_finding(Counts& counts, const Finding& f) {
  if (f.outcome == Outcome::not_evaluated) ++counts.not_evaluated;
  if (f.outcome == Outcome::waived) ++counts.waived;
  if (f.outcome != Outcome::failed) return;
  if (f.severity == Severity::blocks) ++counts.blocks;
  if (f.severity == Severity::degrades) ++counts.degrades;
  if (f.severity == Severity::advises) ++counts.advises;
}

/// What one rule says about the build: merged findings over its subjects, or a pass.
void judge_rule(const Rule& rule, const Facts& facts, const RuleSet& rules, const CheckOptions& options, Report& report) {
  FindingMerger merger(rule, options.evidence);
  for (const Subject& subject : subjects_of(rule, facts)) {
    const Truth result = holds(rule, subject.environment);
    if (result == Truth::no) merger.add_failure(subject);
    if (result == Truth::unknown) merger.add_unknown(subject);
  }
  std::vector<Finding> findings = merger.take();
  if (findings.empty()) ++report.counts.passed;
  const Waiver* waiver = waiver_for(facts.build(), rule, options.today);
  for (Finding& f : findings) {
    if (f.outcome == Outcome::failed && waiver != nullptr) {
      f.outcome = Outcome::waived;
      f.why = waiver->reason;
    }
    if (f.outcome == Outcome::failed && options.catalog != nullptr) f.fixes = find_fixes(rule, facts, rules, options);
    report.findings.push_back(std::move(f));
  }
}

/// One cause, one finding: drops failures that another failed rule explains, and counts what is left.
void keep_causes(Report& report, const RuleSet& rules) {
  const auto failed = [&](const std::string& id) {
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [&](const Finding& f) { return f.rule == id && f.outcome == Outcome::failed; });
  };
  std::vector<std::string> explained;
  for (const Finding& f : report.findings) {
    const Rule* rule = rules.find(f.rule);
    if (rule != nullptr && std::any_of(rule->yields_to.begin(), rule->yields_to.end(), failed)) explained.push_back(f.rule);
  }
  std::erase_if(report.findings, [&](const Finding& f) {
    return f.outcome == Outcome::failed && std::find(explained.begin(), explained.end(), f.rule) != explained.end();
  });
  for (const Finding& f : report.findings) count_finding(report.counts, f);
}

int order_of(const Finding& f) {
  if (f.outcome == Outcome::failed) return 2 - static_cast<int>(f.severity);
  return f.outcome == Outcome::waived ? 3 : 4;
}

Verdict verdict_of(const Report& report, bool incomplete) {
  if (report.counts.blocks > 0) return Verdict::fail;
  if (incomplete) return Verdict::incomplete;
  return report.counts.degrades + report.counts.advises > 0 ? Verdict::pass_with_warnings : Verdict::pass;
}

}  // namespace

Report check(const Facts& facts, const RuleSet& rules, const CheckOptions& options) {
  Report report;
  report.rules_digest = rules.digest();
  if (options.catalog != nullptr) report.catalog_digest = options.catalog->digest();
  bool incomplete = false;
  for (const Rule& rule : rules.rules()) {
    const std::size_t before = report.findings.size();
    judge_rule(rule, facts, rules, options, report);
    for (std::size_t i = before; i < report.findings.size(); ++i)
      incomplete = incomplete || (rule.makes_incomplete && report.findings[i].outcome == Outcome::failed);
  }
  keep_causes(report, rules);
  report.verdict = verdict_of(report, incomplete);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return order_of(a) < order_of(b); });
  if (options.evidence && options.catalog != nullptr) report.questions = vendor_questions_of(report, facts, rules, *options.catalog);
  return report;
}

bool is_sound(const Facts& facts, const RuleSet& rules) {
  for (const Rule& rule : rules.rules()) {
    if (rule.severity != Severity::blocks && !rule.makes_incomplete) continue;
    for (const Subject& subject : subjects_of(rule, facts)) {
      const Truth truth_of_rule = holds(rule, subject.environment);
      if (truth_of_rule == Truth::no || (rule.essential && truth_of_rule == Truth::unknown)) return false;
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
      const Truth result = holds(rule, subject.environment);
      if (result == Truth::no) return {&rule, false};
      if (result == Truth::unknown && rule.essential && (rule.footprint & open) == 0) return {&rule, true};
    }
  }
  return {};
}

bool rule_fails(const Facts& facts, const Rule& rule) {
  const std::vector<Subject> subjects = subjects_of(rule, facts);
  return std::any_of(subjects.begin(), subjects.end(),
                     [&](const Subject& s) { return holds(rule, s.environment) == Truth::no; });
}

std::string describe_outcome(const Rule& rule, const Facts& facts) {
  Report report;
  CheckOptions options;
  judge_rule(rule, facts, RuleSet{}, options, report);
  return report.findings.empty() ? "passed" : report.findings.front().message;
}

}  // namespace planner
