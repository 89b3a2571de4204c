// The answer of check.
#include "report/answer.h"
#include "report/json_parts.h"
#include "report/sections.h"

namespace planner {

namespace {

std::string questions_section(const Report& report, const TextStyle& style) {
  if (report.questions.empty()) return {};
  std::string out = paint(style, Ink::bold, "Questions to the vendor") + "\n";
  for (const std::string& q : report.questions) out += "  - " + wrap(style, printable(q), 4) + "\n";
  return out + "\n";
}

nlohmann::ordered_json line_json(const QuoteLine& l) {
  constexpr const char* kStatus[] = {"resolved", "unresolved", "ambiguous", "ignored"};
  nlohmann::ordered_json j{{"line", l.line}, {"text", l.text}, {"status", kStatus[static_cast<std::size_t>(l.status)]}};
  j["part"] = l.part ? nlohmann::ordered_json(info_of(*l.part).id) : nlohmann::ordered_json();
  j["quantity"] = l.quantity;
  j["kind"] = l.kind ? nlohmann::ordered_json(name_of(*l.kind)) : nlohmann::ordered_json();
  j["matched_by"] = l.matched_by;
  j["score"] = l.score;
  j["candidates"] = l.candidates;
  if (!l.reason.empty()) j["reason"] = l.reason;
  if (l.unit_cents) j["unit_price"] = static_cast<double>(*l.unit_cents) / 100;
  if (l.total_cents) j["total_price"] = static_cast<double>(*l.total_cents) / 100;
  if (!l.currency.empty()) j["currency"] = l.currency;
  return j;
}

nlohmann::ordered_json item_line_json(const BuildItem& item) {
  return {{"line", item.at.line},
          {"text", info_of(*item.part).id},
          {"status", "resolved"},
          {"part", info_of(*item.part).id},
          {"quantity", item.count}};
}

}  // namespace

std::string check_text(const Facts& facts, const Report& report, const AnswerOptions& options) {
  const TextStyle& style = options.style;
  const Build& build = facts.build();
  std::string out = build.quote ? lines_section(build, style) : parts_section(build, options.used, style);
  out += "\n" + slot_map(facts, style) + "\n" + power_section(facts, style) + "\n";
  if (const std::string bandwidth = bandwidth_section(facts, style); !bandwidth.empty() && options.verbose)
    out += bandwidth + "\n";
  out += findings_section(report, style, options.verbose);
  if (const std::string open = not_evaluated_section(report, style, options.verbose); !open.empty()) out += open + "\n";
  return out + questions_section(report, style) + verdict_line(report, style);
}

std::string check_json(const Facts& facts, const Report& report) {
  nlohmann::ordered_json j{
      {"format_version", kFormatVersion}, {"command", "check"}, {"verdict", name_of(report.verdict)}};
  j["counts"] = to_json(report.counts);
  j["lines"] = nlohmann::ordered_json::array();
  if (facts.build().quote) {
    for (const QuoteLine& l : facts.build().quote->lines) j["lines"].push_back(line_json(l));
  } else {
    for (const BuildItem& item : facts.build().items) j["lines"].push_back(item_line_json(item));
  }
  j["findings"] = nlohmann::ordered_json::array();
  for (const Finding& f : report.findings) j["findings"].push_back(to_json(f));
  j["questions"] = report.questions;
  j["facts"] = facts_json(facts);
  j["digests"] = {{"catalog", report.catalog_digest}, {"rules", report.rules_digest}};
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

int exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
    case Verdict::pass_with_warnings:
      return 0;
    case Verdict::fail:
      return 1;
    case Verdict::incomplete:
    case Verdict::inconclusive:
      return 4;
  }
  return 70;
}

}  // namespace planner
