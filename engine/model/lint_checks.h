// The groups of checks behind lint(), each about one subject.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/lint.h"

namespace planner {

/// Collects findings and locates them.
class LintReport {
 public:
  void error(const PartInfo& info, std::string_view field, std::string message) {
    add(DiagnosticLevel::error, info, field, std::move(message));
  }
  /// Dropped if a note of the part answers it.
  void warning(const PartInfo& info, std::string_view field, std::string message) {
    if (!is_answered(info, field)) add(DiagnosticLevel::warning, info, field, std::move(message));
  }
  /// At a place of its own, e.g. one price of several.
  void error_at(const PartInfo& info, std::string_view field, Location at, std::string message);
  std::vector<LintFinding> take();

 private:
  static bool is_answered(const PartInfo& info, std::string_view field);
  void add(DiagnosticLevel level, const PartInfo& info, std::string_view field, std::string message);
  std::vector<LintFinding> findings_;
};

/// One struct of a part with the prefix of its fields: the part itself, or a platform's section ("board.").
struct PartSection {
  PartKind kind;
  const void* part;
  std::string_view prefix;
};
std::vector<PartSection> sections_of(const Part& part);

/// Every figure within what exists on the market (with room to grow), whole enumerations of lanes and generations.
void lint_ranges(const Part& part, LintReport& report);
/// GPU: bandwidth = bus width x data rate of its memory type; tensor rate = SMs x clock x operations of the
/// architecture; dense against sparse figures; ratios between the precisions; power limits in order.
void lint_gpu(const Gpu& gpu, LintReport& report);
/// Slots in order of position, upstreams among the sockets, lanes within what a CPU of the socket offers.
void lint_board(const Board& board, const PartInfo& info, std::string_view prefix, const Catalog& catalog,
                LintReport& report);
/// Output bands in order, within the input range and the rating; efficiency against its class.
void lint_psu(const Psu& psu, const PartInfo& info, std::string_view prefix, LintReport& report);
/// GPUs that a part names exist (the loader sees to the ids of variants and of GPUs that come with a platform).
void lint_references(const Part& part, const Catalog& catalog, LintReport& report);
/// A source for every figure; date and source for every price.
void lint_provenance(const Part& part, LintReport& report);
/// Names, aliases and part numbers that mean two different parts.
void lint_names(const Catalog& catalog, LintReport& report);

}  // namespace planner
