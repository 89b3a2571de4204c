// Asked by symptom: what was looked at, what was found, what could not be seen, and the next check.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "gpu_probe/conform/conform_answer.h"
#include "report/json_parts.h"
#include "report/sections.h"

namespace planner::conform {
namespace {

using Json = nlohmann::ordered_json;

bool concerns(const Rule& rule, const Symptom& symptom) {
  return std::find(rule.symptoms.begin(), rule.symptoms.end(), symptom.id) != rule.symptoms.end();
}

bool has(const Report& report, const std::string& rule, Outcome outcome) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& f) { return f.rule == rule && f.outcome == outcome; });
}

/// Titles of the rules that name the symptom and found nothing.
std::string fine(const Report& report, const RuleSet& rules, const Symptom& symptom) {
  std::string text;
  for (const Rule& r : rules.rules()) {
    if (!concerns(r, symptom) || has(report, r.id, Outcome::failed) || has(report, r.id, Outcome::not_evaluated))
      continue;
    text += (text.empty() ? "" : ", ") + r.title;
  }
  return text;
}

/// What is missing, by the way to learn it, most wanted first.
std::vector<std::pair<std::string, std::vector<std::string>>> missing(const Report& report) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::not_evaluated) by_reason[f.why].push_back(f.title);
  std::vector<std::pair<std::string, std::vector<std::string>>> sorted(by_reason.begin(), by_reason.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  return sorted;
}

}  // namespace

std::string doctor_text(const Symptom& symptom, const Comparison& c, const Report& report, const RuleSet& rules,
                        const AnswerOptions& options) {
  const TextStyle& style = options.style;
  const auto asked =
      std::count_if(rules.rules().begin(), rules.rules().end(), [&](const Rule& r) { return concerns(r, symptom); });
  std::string out = paint(style, Ink::bold, "Symptom: " + std::string(symptom.title)) + "\n";
  out += "  " + std::to_string(asked) + " rules know it; " + std::to_string(c.gpus.size()) + " GPUs on record" +
         (c.input.plan != nullptr ? ", compared with the plan" : ", without a plan") + "\n\n";
  const std::string found = findings_section(report, style, options.verbose);
  out += found.empty() ? "Nothing that was looked at explains it.\n\n" : found;
  if (const std::string text = fine(report, rules, symptom); !text.empty())
    out += paint(style, Ink::bold, "Looked at, nothing found") + "\n  " + wrap(style, text, 2) + "\n\n";
  const auto open = missing(report);
  if (!open.empty()) out += paint(style, Ink::bold, "Not looked at") + "\n";
  for (const auto& [why, titles] : open) {
    std::string names;
    for (const std::string& t : titles) names += (names.empty() ? "" : ", ") + t;
    out += "  " + wrap(style, printable(names + ": " + why), 4) + "\n";
  }
  if (!open.empty()) out += "\n";
  return out + "next check: " + wrap(style, printable(next_step(report)), 12) + "\n";
}

std::string doctor_json(const Symptom& symptom, const Report& report) {
  Json j{{"format_version", kFormatVersion},
         {"command", "doctor"},
         {"symptom", symptom.id},
         {"verdict", planner::name_of(report.verdict)}};
  j["findings"] = Json::array();
  for (const Finding& f : report.findings) j["findings"].push_back(to_json(f));
  j["next_check"] = next_step(report);
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace planner::conform
