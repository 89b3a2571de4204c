#include "check/finding.h"

#include <algorithm>
#include <iterator>

namespace planner {
namespace {

std::string describe_margin(const expr::Trace& trace) {
  if (!trace.margin || trace.margin->amount == Rational(0)) return {};
  const bool missed = trace.margin->amount > Rational(0);
  const Rational size = missed ? trace.margin->amount : subtract(0, trace.margin->amount).value_or(0);
  return (missed ? "off by " : "slack ") + format_amount({size, trace.margin->dimension});
}

/// The reasons why the trace could not be decided, each once.
std::string describe_unknowns(const expr::Trace& trace) {
  std::string text;
  for (const expr::Evidence& e : trace.evidence) {
    if (!expr::is_unknown(e.value)) continue;
    const std::string reason = e.path + ": " + (e.why_unknown.empty() ? "not recorded" : e.why_unknown);
    if (text.find(reason) == std::string::npos) text += (text.empty() ? "" : "; ") + reason;
  }
  return text.empty() ? "an operand is unknown" : text;
}

/// The rule's causes that the evidence speaks for, then those that nothing speaks against, each in the rule's order.
std::vector<Fix> ranked_causes(const Rule& rule, const expr::Environment& environment) {
  std::vector<Fix> likely;
  std::vector<Fix> possible;
  for (const Cause& cause : rule.causes) {
    const expr::Value seen = cause.when ? cause.when->evaluate(environment) : expr::Value(false);
    const bool* holds = std::get_if<bool>(&seen);
    if (cause.when && (holds == nullptr || !*holds)) continue;
    Fix fix;
    fix.cause = cause.text->render(environment);
    fix.text = cause.next->render(environment);
    (cause.when ? likely : possible).push_back(std::move(fix));
  }
  likely.insert(likely.end(), std::make_move_iterator(possible.begin()), std::make_move_iterator(possible.end()));
  return likely;
}

/// Adds where the input names the subject, each place once.
void add_place(std::vector<Location>& places, const Subject& subject) {
  constexpr std::size_t kMaxPlaces = 16;
  const expr::ObjectRef ref = subject.object();
  if (places.size() >= kMaxPlaces || !ref.type->place) return;
  const Location at = ref.type->place(ref.object);
  if (at.line > 0 && std::find(places.begin(), places.end(), at) == places.end()) places.push_back(at);
}

}  // namespace

FindingEvidence to_finding_evidence(const expr::Evidence& e) {
  FindingEvidence out;
  out.operand = e.path;
  out.fact = e.fact;
  out.subject = e.label;
  out.value = expr::is_unknown(e.value) ? "unknown (" + e.why_unknown + ")" : expr::format(e.value, e.type);
  if (e.type.kind == expr::Type::Kind::number && !e.type.dimension.is_number()) out.unit = describe(e.type.dimension);
  if (e.origin) {
    out.file = e.origin->file;
    out.line = e.origin->at.line;
    out.source = e.origin->source;
    out.as_of = e.origin->as_of;
    out.low_confidence = e.origin->low_confidence;
  }
  return out;
}

FindingMerger::Group& FindingMerger::group(Outcome outcome, const std::string& key) {
  const auto [it, added] = index_.try_emplace({outcome, key}, groups_.size());
  if (added) {
    Group g;
    g.finding.rule = rule_.id;
    g.finding.title = rule_.title;
    g.finding.severity = rule_.severity;
    g.finding.outcome = outcome;
    g.finding.owner = rule_.owner;
    g.finding.source = rule_.source;
    groups_.push_back(std::move(g));
  }
  return groups_[it->second];
}

void FindingMerger::add_failure(const Subject& subject) {
  if (!evidence_) {
    group(Outcome::failed, {});
    return;
  }
  const std::string message = rule_.message->render(subject.environment);
  const expr::Trace trace = rule_.require->trace(subject.environment);
  const bool low = std::any_of(trace.evidence.begin(), trace.evidence.end(),
                               [](const expr::Evidence& e) { return e.origin && e.origin->low_confidence; });
  Group& g = group(Outcome::failed, message);
  g.labels.push_back(subject.label());
  add_place(g.finding.places, subject);
  if (g.labels.size() > 1) return;
  g.finding.message = message;
  g.finding.margin = describe_margin(trace);
  for (const expr::Evidence& e : trace.evidence) g.finding.evidence.push_back(to_finding_evidence(e));
  g.finding.fixes = ranked_causes(rule_, subject.environment);
  if (low && rule_.severity == Severity::blocks) {
    g.finding.severity = Severity::degrades;
    g.finding.weakened = true;
  }
}

void FindingMerger::add_unknown(const Subject& subject) {
  if (!evidence_) {
    group(Outcome::not_evaluated, {});
    return;
  }
  expr::Trace trace = rule_.require->trace(subject.environment);
  if (rule_.when && expr::is_unknown(rule_.when->evaluate(subject.environment)))
    trace = rule_.when->trace(subject.environment);
  const std::string why = describe_unknowns(trace);
  Group& g = group(Outcome::not_evaluated, why);
  g.labels.push_back(subject.label());
  add_place(g.finding.places, subject);
  if (g.labels.size() > 1) return;
  g.finding.why = why;
  g.finding.message = "not evaluated: " + why;
  for (const expr::Evidence& e : trace.evidence) g.finding.evidence.push_back(to_finding_evidence(e));
}

void FindingMerger::add_missing(const std::string& why) {
  Group& g = group(Outcome::not_evaluated, why);
  g.finding.why = why;
  g.finding.message = "not evaluated: " + why;
}

std::vector<Finding> FindingMerger::take() {
  std::vector<Finding> findings;
  for (Group& g : groups_) {
    g.finding.subjects = compress_labels(g.labels);
    findings.push_back(std::move(g.finding));
  }
  groups_.clear();
  index_.clear();
  return findings;
}

}  // namespace planner
