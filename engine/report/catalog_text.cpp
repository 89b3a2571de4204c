// Lint and coverage of the catalog as text.
#include "model/lint.h"
#include "report/explain.h"

namespace planner {
namespace {

std::string percent(int part, int whole) {
  return whole == 0 ? "-" : std::to_string(part * 100 / whole) + " %";
}

}  // namespace

LintAnswer lint_text(const Catalog& catalog, bool all) {
  LintAnswer answer;
  for (const LintFinding& f : lint(catalog)) {
    const bool error = f.level == DiagnosticLevel::error;
    (error ? answer.errors : answer.warnings)++;
    if (!error && !all && answer.warnings > 40) continue;
    answer.text += f.file + ":" + std::to_string(f.at.line) + ": " + (error ? "error: " : "warning: ") + f.part +
                   (f.field.empty() ? "" : " " + f.field) + ": " + f.message + "\n";
  }
  int figures = 0;
  int low = 0;
  for (const KindCoverage& k : coverage(catalog).kinds) {
    for (const FieldCoverage& f : k.fields) {
      figures += f.known;
      low += f.low_confidence;
    }
  }
  answer.text += std::to_string(answer.errors) + " errors, " + std::to_string(answer.warnings) + " warnings; " +
                 std::to_string(figures) + " figures, " + std::to_string(low) + " of low confidence\n";
  return answer;
}

std::string coverage_text(const Catalog& catalog) {
  std::string out;
  for (const KindCoverage& k : coverage(catalog).kinds) {
    out += std::string(name_of(k.kind)) + ": " + std::to_string(k.parts) + " parts, " + percent(k.priced, k.parts) +
           " priced\n";
    std::vector<std::vector<std::string>> rows = {{"field", "known", "low confidence", "looked for, not found"}};
    for (const FieldCoverage& f : k.fields)
      rows.push_back(
          {f.field, percent(f.known, k.parts), percent(f.low_confidence, f.known), std::to_string(f.stated_unknown)});
    out += table(rows, 2);
  }
  return out;
}

}  // namespace planner
