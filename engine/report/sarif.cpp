// Reports as SARIF 2.1.0 (OASIS), for code-review tools.
#include <map>

#include "report/escape.h"
#include "report/formats.h"
#include "report/json_parts.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

const char* level_of(Severity severity) {
  if (severity == Severity::blocks) return "error";
  return severity == Severity::degrades ? "warning" : "note";
}

Json text_json(const std::string& text) {
  return {{"text", safe_text(text)}};
}

std::string help_of(const Rule& rule) {
  std::string help = rule.why;
  for (const FixTemplate& fix : rule.fixes) help += (help.empty() ? "Fix: " : " Fix: ") + fix.text + ".";
  if (!rule.source.empty()) help += (help.empty() ? "Source: " : " Source: ") + rule.source;
  return help.empty() ? rule.title : help;
}

Json rule_json(const Rule& rule) {
  Json j{{"id", rule.id}, {"name", rule.title}};
  j["shortDescription"] = text_json(rule.title);
  j["fullDescription"] = text_json(rule.why.empty() ? rule.title : rule.why);
  j["help"] = text_json(help_of(rule));
  j["defaultConfiguration"] = {{"level", level_of(rule.severity)}};
  j["properties"] = {{"tags", {rule.area}}};
  return j;
}

/// A rule of which only its finding is known.
Json rule_json(const Finding& f) {
  Json j{{"id", f.rule}, {"name", f.title}};
  j["shortDescription"] = text_json(f.title);
  j["help"] = text_json(f.source.empty() ? f.title : "Source: " + f.source);
  return j;
}

Json rules_json(const Report& report, const RuleSet* rules, std::map<std::string, std::size_t>& index) {
  Json list = Json::array();
  const auto add = [&](const std::string& id, const auto& from) {
    if (index.emplace(id, list.size()).second) list.push_back(rule_json(from));
  };
  if (rules != nullptr)
    for (const Rule& rule : rules->rules()) add(rule.id, rule);
  for (const Finding& f : report.findings) add(f.rule, f);
  return list;
}

std::string message_of(const Finding& f) {
  std::string text;
  for (const std::string& s : f.subjects)
    if (s != "build") text += (text.empty() ? "" : "; ") + s;
  text += (text.empty() ? "" : ": ") + f.message;
  if (!f.margin.empty()) text += " (" + f.margin + ")";
  if (f.weakened) text += ". Would block; rests on a low-confidence figure, so verify it first";
  for (const Fix& fix : f.fixes) {
    text += fix.cause.empty() ? ". Fix: " : ". Cause: ";
    text += fix_text(fix);
  }
  return text;
}

Json locations_json(const Finding& f, const std::string& file) {
  Json list = Json::array();
  if (file.empty()) return list;
  const Json artifact = {{"uri", uri_escaped(file)}};
  for (const Location& at : f.places) {
    Json region = {{"startLine", at.line}};
    if (at.column > 0) region["startColumn"] = at.column;
    list.push_back({{"physicalLocation", {{"artifactLocation", artifact}, {"region", region}}}});
  }
  if (list.empty()) list.push_back({{"physicalLocation", {{"artifactLocation", artifact}}}});
  return list;
}

Json result_json(const Finding& f, const std::string& file, std::size_t rule) {
  const bool open = f.outcome == Outcome::not_evaluated;
  Json j{{"ruleId", f.rule}, {"ruleIndex", rule}, {"kind", open ? "open" : "fail"}};
  j["level"] = open ? "none" : level_of(f.severity);
  j["message"] = text_json(message_of(f));
  if (const Json locations = locations_json(f, file); !locations.empty()) j["locations"] = locations;
  if (f.outcome == Outcome::waived)
    j["suppressions"] = {{{"kind", "external"}, {"status", "accepted"}, {"justification", safe_text(f.why)}}};
  Json evidence = Json::array();
  for (const FindingEvidence& e : f.evidence)
    evidence.push_back(safe_text(e.operand + " = " + e.value + ", " + source_of(e)));
  j["properties"] = {{"owner", name_of(f.owner)}, {"evidence", evidence}};
  return j;
}

}  // namespace

std::string sarif_of(const Report& report, const ReportContext& context) {
  std::map<std::string, std::size_t> index;
  Json driver{{"name", "planner"}, {"semanticVersion", "0.1.0"}};
  driver["rules"] = rules_json(report, context.rules, index);
  Json results = Json::array();
  for (const Finding& f : report.findings) results.push_back(result_json(f, context.file, index.at(f.rule)));
  Json run{{"tool", {{"driver", driver}}}};
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = results;
  run["properties"] = {{"command", context.command},
                       {"verdict", name_of(report.verdict)},
                       {"counts", to_json(report.counts)},
                       {"catalog", report.catalog_digest},
                       {"rules", report.rules_digest}};
  const Json document{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planner
