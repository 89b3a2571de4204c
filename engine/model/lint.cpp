#include "model/lint.h"

#include <algorithm>
#include <tuple>

#include "model/field.h"
#include "model/lint_checks.h"
#include "model/structured_field.h"

namespace planner {
namespace {

void lint_part(const Part& part, const Catalog& catalog, LintReport& report) {
  const PartInfo& info = info_of(part);
  lint_ranges(part, report);
  if (const auto* gpu = std::get_if<Gpu>(&part)) lint_gpu(*gpu, report);
  if (const auto* board = std::get_if<Board>(&part)) lint_board(*board, info, "", catalog, report);
  if (const auto* psu = std::get_if<Psu>(&part)) lint_psu(*psu, info, "", report);
  if (const auto* platform = std::get_if<Platform>(&part)) {
    lint_board(platform->board, info, "board.", catalog, report);
    lint_psu(platform->psu, info, "psu.", report);
  }
  lint_references(part, catalog, report);
  lint_provenance(part, report);
}

void count_field(FieldCoverage& count, const Known<Scalar>& value, const Provenance& origin) {
  if (value) {
    ++count.known;
    if (origin.confidence == Confidence::low) ++count.low_confidence;
  } else if (!value.reason().empty()) {
    ++count.stated_unknown;
  }
}

void count_part(KindCoverage& kind, const Part& part) {
  const PartInfo& info = info_of(part);
  ++kind.parts;
  if (!info.prices.empty()) ++kind.priced;
  std::size_t next = 0;
  const auto slot = [&](std::string name) -> FieldCoverage& {
    if (next == kind.fields.size()) kind.fields.push_back({std::move(name), 0, 0, 0});
    return kind.fields[next++];
  };
  for (const PartSection& section : sections_of(part)) {
    for (const Field& field : fields_of(section.kind)) {
      const std::string name = std::string(section.prefix) + std::string(field.name);
      count_field(slot(name), field.get(section.part), provenance_of(info, name));
    }
    for (const StructuredField& field : structured_fields_of(section.kind)) {
      FieldCoverage& count = slot(std::string(section.prefix) + std::string(field.name));
      if (field.write(section.part)) {
        ++count.known;
        if (provenance_of(info, count.field).confidence == Confidence::low) ++count.low_confidence;
      }
    }
  }
}

}  // namespace

void LintReport::add(DiagnosticLevel level, const PartInfo& info, std::string_view field, std::string message) {
  const Provenance origin = provenance_of(info, field);
  findings_.push_back({info.id, std::string(field), level, std::move(message), std::string(origin.file), origin.at});
}

void LintReport::error_at(const PartInfo& info, std::string_view field, Location at, std::string message) {
  findings_.push_back({info.id, std::string(field), DiagnosticLevel::error, std::move(message), info.file, at});
}

bool LintReport::is_answered(const PartInfo& info, std::string_view field) {
  const std::string answer = "lint " + std::string(field) + ":";
  return std::any_of(info.notes.begin(), info.notes.end(),
                     [&](const std::string& note) { return note.size() > answer.size() && note.starts_with(answer); });
}

std::vector<LintFinding> LintReport::take() {
  const auto key = [](const LintFinding& f) {
    return std::tie(f.file, f.at.line, f.at.column, f.part, f.field, f.message);
  };
  std::sort(findings_.begin(), findings_.end(),
            [&](const LintFinding& a, const LintFinding& b) { return key(a) < key(b); });
  return std::move(findings_);
}

std::vector<PartSection> sections_of(const Part& part) {
  std::vector<PartSection> sections{{kind_of(part), raw(part), ""}};
  if (const auto* platform = std::get_if<Platform>(&part)) {
    sections.push_back({PartKind::board, &platform->board, "board."});
    sections.push_back({PartKind::chassis, &platform->chassis, "chassis."});
    sections.push_back({PartKind::psu, &platform->psu, "psu."});
  }
  return sections;
}

std::vector<LintFinding> lint(const Catalog& catalog) {
  LintReport report;
  for (const auto& part : catalog.parts()) lint_part(*part, catalog, report);
  lint_names(catalog, report);
  return report.take();
}

Coverage coverage(const Catalog& catalog) {
  std::vector<KindCoverage> all(kPartKinds);
  for (std::size_t k = 0; k < kPartKinds; ++k) all[k].kind = static_cast<PartKind>(k);
  for (const auto& part : catalog.parts()) count_part(all[static_cast<std::size_t>(kind_of(*part))], *part);
  Coverage result;
  for (KindCoverage& kind : all)
    if (kind.parts > 0) result.kinds.push_back(std::move(kind));
  return result;
}

}  // namespace planner
