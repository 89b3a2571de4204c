// Reports as JUnit XML, for build servers: one test case for each rule.
#include <algorithm>
#include <map>

#include "report/escape.h"
#include "report/formats.h"

namespace planner {
namespace {

/// What is told of one rule.
struct RuleCase {
  std::string title;
  std::string area;
  std::vector<const Finding*> findings;
};

struct Tally {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
};

std::map<std::string, RuleCase> cases_of(const Report& report, const RuleSet* rules) {
  std::map<std::string, RuleCase> cases;
  if (rules != nullptr)
    for (const Rule& rule : rules->rules()) cases[rule.id] = {rule.title, rule.area, {}};
  for (const Finding& f : report.findings) {
    RuleCase& c = cases[f.rule];
    c.title = f.title;
    c.findings.push_back(&f);
  }
  return cases;
}

std::string details_of(const Finding& f) {
  std::string text;
  for (const std::string& s : f.subjects) text += markup_escaped(s) + "\n";
  text += markup_escaped(f.message) + "\n";
  for (const FindingEvidence& e : f.evidence)
    text += markup_escaped("  " + e.operand + " = " + e.value + ", " + source_of(e)) + "\n";
  if (!f.margin.empty()) text += markup_escaped(f.margin) + "\n";
  for (const Fix& fix : f.fixes)
    text += markup_escaped((fix.cause.empty() ? "fix: " : "cause: ") + fix_text(fix)) + "\n";
  return text;
}

bool blocks(const Finding* f) {
  return f->outcome == Outcome::failed && f->severity == Severity::blocks;
}
bool warns(const Finding* f) {
  return f->outcome == Outcome::failed && f->severity != Severity::blocks;
}

std::string failure_of(const RuleCase& c) {
  std::string message;
  std::string body;
  for (const Finding* f : c.findings) {
    if (!blocks(f)) continue;
    if (message.empty()) message = f->message;
    body += details_of(*f);
  }
  return "      <failure type=\"blocks\" message=\"" + markup_escaped(message) + "\">" + body + "</failure>\n";
}

std::string warnings_of(const RuleCase& c) {
  std::string body;
  for (const Finding* f : c.findings)
    if (warns(f)) body += std::string(name_of(f->severity)) + ": " + details_of(*f);
  return body.empty() ? body : "      <system-out>" + body + "</system-out>\n";
}

std::string skipped(const std::string& reason) {
  return "      <skipped message=\"" + markup_escaped(reason) + "\"/>\n";
}

std::string body_of(const std::string& id, const RuleCase& c, const Report& report, Tally& tally) {
  const auto has = [&](auto&& is) { return std::any_of(c.findings.begin(), c.findings.end(), is); };
  if (has(blocks)) {
    ++tally.failures;
    return failure_of(c) + warnings_of(c);
  }
  if (has(warns)) return warnings_of(c);
  if (!c.findings.empty()) {
    const Finding& f = *c.findings.front();
    ++tally.skipped;
    return skipped(f.outcome == Outcome::waived ? "waived: " + f.why : f.message);
  }
  if (!std::binary_search(report.explained.begin(), report.explained.end(), id)) return {};
  ++tally.skipped;
  return skipped("fails too; another finding explains it");
}

/// The place in the user's file, as the attributes that readers of JUnit files know.
std::string place_of(const RuleCase& c, const std::string& file) {
  if (file.empty() || c.findings.empty() || c.findings.front()->places.empty()) return {};
  return " file=\"" + markup_escaped(file) + "\" line=\"" + std::to_string(c.findings.front()->places.front().line) +
         "\"";
}

std::string verdict_case(const Report& report, const std::string& command, Tally& tally) {
  if (report.verdict != Verdict::incomplete && report.verdict != Verdict::inconclusive) return {};
  ++tally.tests;
  ++tally.errors;
  const std::string verdict(name_of(report.verdict));
  return "    <testcase classname=\"planner." + command + "\" name=\"verdict\">\n      <error type=\"" + verdict +
         "\" message=\"the verdict is " + verdict + "\"/>\n    </testcase>\n";
}

std::string counts_of(const Tally& t) {
  return " tests=\"" + std::to_string(t.tests) + "\" failures=\"" + std::to_string(t.failures) + "\" errors=\"" +
         std::to_string(t.errors) + "\" skipped=\"" + std::to_string(t.skipped) + "\"";
}

}  // namespace

std::string junit_of(const Report& report, const ReportContext& context) {
  Tally tally;
  std::string cases;
  for (const auto& [id, c] : cases_of(report, context.rules)) {
    ++tally.tests;
    const std::string area = c.area.empty() ? context.command : c.area;
    cases += "    <testcase classname=\"planner." + markup_escaped(area) + "\" name=\"" +
             markup_escaped(id + " " + c.title) + "\"" + place_of(c, context.file);
    const std::string body = body_of(id, c, report, tally);
    cases += body.empty() ? "/>\n" : ">\n" + body + "    </testcase>\n";
  }
  const std::string command = markup_escaped(context.command);
  cases += verdict_case(report, command, tally);
  const std::string counts = counts_of(tally);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"planner " + command + "\"" + counts +
         ">\n  <testsuite name=\"" + markup_escaped(context.file.empty() ? context.command : context.file) + "\"" +
         counts + ">\n" + cases + "  </testsuite>\n</testsuites>\n";
}

}  // namespace planner
