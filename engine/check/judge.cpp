#include "check/judge.h"

#include <algorithm>

#include "check/finding.h"
#include "check/subjects.h"

namespace planner {
namespace {

std::optional<bool> truth(const expr::Value& value) {
  if (const auto* b = std::get_if<bool>(&value)) return *b;
  return std::nullopt;
}

const Waiver* waiver_for(std::span<const Waiver> waivers, const Rule& rule, const std::string& today) {
  for (const Waiver& w : waivers) {
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

/// What one rule says: merged findings over its subjects, or a pass.
void judge_rule(const Rule& rule, expr::ObjectRef root, const JudgeOptions& options, Report& report) {
  FindingMerger merger(rule, options.evidence);
  if (const auto why = missing_list(rule, root)) merger.add_missing(*why);
  for (const Subject& subject : subjects_of(rule, root)) {
    const std::optional<bool> result = holds(rule, subject.environment);
    if (!result)
      merger.add_unknown(subject);
    else if (!*result)
      merger.add_failure(subject);
  }
  std::vector<Finding> findings = merger.take();
  if (findings.empty()) ++report.counts.passed;
  const Waiver* waiver = waiver_for(options.waivers, rule, options.today);
  for (Finding& f : findings) {
    if (f.outcome == Outcome::failed && waiver != nullptr) {
      f.outcome = Outcome::waived;
      f.why = waiver->reason;
    }
    if (f.outcome == Outcome::failed && options.remedies) {
      std::vector<Fix> fixes = options.remedies(rule);
      f.fixes.insert(f.fixes.end(), std::make_move_iterator(fixes.begin()), std::make_move_iterator(fixes.end()));
    }
    report.findings.push_back(std::move(f));
  }
}

bool failed(const Report& report, const std::string& id) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& f) { return f.rule == id && f.outcome == Outcome::failed; });
}

/// One cause, one finding: drops failures that another failed rule explains, and counts what is left.
void keep_causes(Report& report, const RuleSet& rules) {
  std::vector<std::string> explained;
  for (const Finding& f : report.findings) {
    const Rule* rule = rules.find(f.rule);
    if (rule == nullptr) continue;
    const auto& causes = rule->yields_to;
    if (std::any_of(causes.begin(), causes.end(), [&](const std::string& id) { return failed(report, id); }))
      explained.push_back(f.rule);
  }
  std::erase_if(report.findings, [&](const Finding& f) {
    return f.outcome == Outcome::failed && std::find(explained.begin(), explained.end(), f.rule) != explained.end();
  });
  std::sort(explained.begin(), explained.end());
  explained.erase(std::unique(explained.begin(), explained.end()), explained.end());
  report.explained = std::move(explained);
  for (const Finding& f : report.findings) count_finding(report.counts, f);
}

int order_of(const Finding& f) {
  if (f.outcome == Outcome::failed) return 2 - static_cast<int>(f.severity);
  return f.outcome == Outcome::waived ? 3 : 4;
}

Verdict verdict_of(const Report& report, bool incomplete, bool inconclusive) {
  if (report.counts.blocks > 0) return Verdict::fail;
  if (incomplete) return Verdict::incomplete;
  if (inconclusive) return Verdict::inconclusive;
  return report.counts.degrades + report.counts.advises > 0 ? Verdict::pass_with_warnings : Verdict::pass;
}

}  // namespace

std::optional<bool> holds(const Rule& rule, const expr::Environment& environment) {
  std::optional<bool> guard = true;
  if (rule.when) guard = truth(rule.when->evaluate(environment));
  if (guard == false) return true;
  const std::optional<bool> required = truth(rule.require->evaluate(environment));
  if (required == true) return true;
  return guard ? required : std::nullopt;
}

Report judge(expr::ObjectRef root, const RuleSet& rules, const JudgeOptions& options) {
  Report report;
  report.rules_digest = rules.digest();
  for (const Rule& rule : rules.rules())
    if (!options.wanted || options.wanted(rule)) judge_rule(rule, root, options, report);
  keep_causes(report, rules);
  bool incomplete = false;
  bool inconclusive = false;
  for (const Finding& f : report.findings) {
    const Rule* rule = f.outcome == Outcome::failed ? rules.find(f.rule) : nullptr;
    incomplete = incomplete || (rule != nullptr && rule->makes_incomplete);
    inconclusive = inconclusive || (rule != nullptr && rule->makes_inconclusive);
  }
  report.verdict = verdict_of(report, incomplete, inconclusive);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return order_of(a) < order_of(b); });
  return report;
}

bool rule_fails(const Rule& rule, expr::ObjectRef root) {
  const std::vector<Subject> subjects = subjects_of(rule, root);
  return std::any_of(subjects.begin(), subjects.end(),
                     [&](const Subject& s) { return holds(rule, s.environment) == false; });
}

std::string describe_outcome(const Rule& rule, expr::ObjectRef root) {
  Report report;
  judge_rule(rule, root, {}, report);
  return report.findings.empty() ? "passed" : report.findings.front().message;
}

}  // namespace planner
