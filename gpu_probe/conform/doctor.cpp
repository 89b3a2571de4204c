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

/// Whether a rule had anything to say: those about a plan do not where there is none, nor the other way round.
bool applies(const Rule& rule, bool has_plan) {
  const std::string when = rule.when ? rule.when->text() : std::string();
  const std::size_t at = when.find("has_plan");
  if (at == std::string::npos) return true;
  const bool wants_none = at > 0 && when[at - 1] == '!';
  return wants_none != has_plan;
}

/// Titles of the rules that name the symptom, had something to look at and found nothing.
std::string fine(const Comparison& c, const Report& report, const RuleSet& rules, const Symptom& symptom) {
  std::string text;
  for (const Rule& r : rules.rules()) {
    const bool silent = has(report, r.id, Outcome::failed) || has(report, r.id, Outcome::not_evaluated) ||
                        std::find(report.explained.begin(), report.explained.end(), r.id) != report.explained.end();
    if (!concerns(r, symptom) || silent || !applies(r, c.input.plan != nullptr)) continue;
    // Nobody judges complaints by being silent about them.
    if (r.each == "complaints" || (r.each == "bmc_troubles" && c.input.machine->bmc_log.empty())) continue;
    text += (text.empty() ? "" : ", ") + r.title;
  }
  return text;
}

/// Where the evidence comes from: "lspci (bus.txt), kernel-log (dmesg.txt)"; what could not be read, with the reason.
std::string read_list(const machine::Machine& m) {
  constexpr std::size_t kMost = 24;
  std::string text;
  std::size_t count = 0;
  for (const machine::Source& s : m.sources) {
    if (s.format == "unknown" || ++count > kMost) continue;
    const bool live = s.format == "live" || s.format == "sysroot" || s.format == s.name;
    text += (text.empty() ? "" : ", ") + (live ? s.name : s.format + " (" + s.name + ")");
  }
  return text;
}

std::string unread_list(const machine::Machine& m) {
  std::string text;
  for (const machine::Unknown& u : m.unknown) text += (text.empty() ? "" : "; ") + u.section + ": " + u.reason;
  return text.substr(0, 1500);
}

/// Only what was told failed: no rule explains it.
bool unexplained(const Report& report) {
  return std::all_of(report.findings.begin(), report.findings.end(), [](const Finding& f) {
    return f.outcome != Outcome::failed || f.rule == "TST-841" || f.rule == "TST-842" || f.rule == "EVD-851";
  });
}

/// What to do where no GPU is on record at all.
std::string evidence_wanted(const Symptom& symptom, const Comparison& c) {
  if (c.bus_gpus && *c.bus_gpus == 0)
    return "no GPU is on this machine's bus; where another machine is meant, run this there";
  return "no GPU is on record: run this on the machine in question, or give its outputs: `planner doctor " +
         std::string(symptom.id) +
         " --machine q.txt --machine lspci.txt --machine dmesg.txt` with `nvidia-smi -q`, `sudo lspci -vvv` and `sudo "
         "dmesg`";
}

/// The step that brings an answer nearest: the likeliest cause's, the outputs that are missing altogether, or the
/// measurement that decides. Who reports a hard symptom can act on it without any record.
std::string next_check(const Symptom& symptom, const Comparison& c, const Report& report) {
  if (!unexplained(report)) return next_step(report);
  if (c.gpus.empty()) return symptom.hard ? next_step(report) : evidence_wanted(symptom, c);
  const bool measures = !symptom.measure.empty() && c.input.probe == nullptr;
  return measures ? std::string(symptom.measure) : next_step(report);
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
  if (const std::string read = read_list(*c.input.machine); !read.empty())
    out += "  read: " + wrap(style, printable(read), 8) + "\n";
  if (const std::string unread = unread_list(*c.input.machine); !unread.empty())
    out += "  not read: " + wrap(style, printable(unread), 12) + "\n";
  out += "  " + std::to_string(asked) + " rules know it; " + std::to_string(c.gpus.size()) + " GPUs on record" +
         (c.input.plan != nullptr ? ", compared with the plan" : ", without a plan") + "\n\n";
  const std::string found = findings_section(report, style, options.verbose);
  out += found.empty() ? "Nothing that was looked at explains it.\n\n" : found;
  if (const std::string text = fine(c, report, rules, symptom); !text.empty())
    out += paint(style, Ink::bold, "Looked at, nothing found") + "\n  " + wrap(style, text, 2) + "\n\n";
  const auto open = missing(report);
  if (!open.empty()) out += paint(style, Ink::bold, "Not looked at") + "\n";
  for (const auto& [why, titles] : open) {
    std::string names;
    for (const std::string& t : titles) names += (names.empty() ? "" : ", ") + t;
    out += "  " + wrap(style, printable(names + ": " + why), 4) + "\n";
  }
  if (!open.empty()) out += "\n";
  out += "next check: " + wrap(style, printable(next_check(symptom, c, report)), 12) + "\n";
  if (c.gpus.empty() && symptom.hard)
    out += "evidence:    " + wrap(style, printable(evidence_wanted(symptom, c)), 13) + "\n";
  const bool offer = !symptom.measure.empty() && !c.gpus.empty() && c.input.probe == nullptr && !unexplained(report);
  if (offer) out += "to measure:  " + wrap(style, std::string(symptom.measure), 13) + "\n";
  return out;
}

std::string doctor_json(const Symptom& symptom, const Comparison& c, const Report& report) {
  Json j{{"format_version", kFormatVersion},
         {"command", "doctor"},
         {"symptom", symptom.id},
         {"verdict", planner::name_of(report.verdict)}};
  j["read"] = Json::array();
  for (const machine::Source& source : c.input.machine->sources)
    if (source.format != "unknown") j["read"].push_back({{"name", source.name}, {"format", source.format}});
  j["not_read"] = Json::array();
  for (const machine::Unknown& u : c.input.machine->unknown)
    j["not_read"].push_back({{"section", u.section}, {"reason", u.reason}});
  j["findings"] = Json::array();
  for (const Finding& f : report.findings) j["findings"].push_back(to_json(f));
  j["next_check"] = next_check(symptom, c, report);
  j["measure"] = symptom.measure;
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace planner::conform
