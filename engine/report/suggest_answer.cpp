// The answer of suggest as text.
#include <algorithm>

#include "report/answer.h"
#include "report/sections.h"
#include "report/suggest_rows.h"

namespace planner {
namespace {

std::string certificate_text(const Certificate& c, const TextStyle& style) {
  std::string out = paint(style, Ink::bold, "Proof") + "\n";
  for (const auto& row : proof_rows(c)) out += "  " + row[0] + ": " + wrap(style, row[1], row[0].size() + 4) + "\n";
  return out + "  catalog " + c.catalog_digest + ", rules " + c.rules_digest + "\n";
}

std::string no_build_text(const SuggestResult& result, const TextStyle& style) {
  if (!result.certificate.proved)
    return paint(style, Ink::yellow, "no sound build was found before the search was stopped") +
           "\n  that proves nothing: allow more time, or narrow the wish (--gpu, --budget)\n";
  std::string out = paint(style, Ink::red, "no sound build meets this request") + "\n";
  if (!result.conflict.empty()) {
    out += "  these wishes cannot hold together:\n";
    for (const std::string& wish : result.conflict) out += "    - " + wish + "\n";
  } else {
    out += "  the catalog and the rules allow no sound build at all for it\n";
  }
  if (!result.relaxations.empty()) out += "  any one of these changes gives a sound build:\n";
  for (const std::string& text : relaxation_texts(result)) out += "    - " + text + "\n";
  return out;
}

std::string steps_text(const SuggestResult& result, const TextStyle& style) {
  const std::vector<std::string> steps = budget_steps(result);
  if (steps.empty()) return {};
  std::string out = paint(style, Ink::bold, "What more money buys") + "\n";
  for (const std::string& step : steps) out += "  " + wrap(style, step, 4) + "\n";
  return out + "\n";
}

}  // namespace

std::string suggest_text(const SuggestResult& result, const Request& request, const AnswerOptions& options) {
  const TextStyle& style = options.style;
  if (result.builds.empty()) return no_build_text(result, style) + "\n" + certificate_text(result.certificate, style);
  std::string out = paint(style, Ink::bold, request_text(request)) + "\n";
  out += table(comparison_rows(result), 2) + "\n" + steps_text(result, style);
  const Suggestion& best = result.builds.front();
  const Facts facts(best.build);
  out += paint(style, Ink::bold, "Build 1: " + best.build.name + " (" + role_text(best.roles) + ")") + "\n\n";
  out += parts_section(best.build, options.used, style) + "\n" + slot_map(facts, style) + "\n" +
         power_section(facts, style) + "\n";
  if (const std::string bandwidth = bandwidth_section(facts, style); !bandwidth.empty()) out += bandwidth + "\n";
  out += findings_section(best.report, style, options.verbose);
  if (const std::string open = not_evaluated_section(best.report, style, options.verbose); !open.empty())
    out += open + "\n";
  return out + certificate_text(result.certificate, style) + verdict_line(best.report, style);
}

}  // namespace planner
