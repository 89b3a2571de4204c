// What a reader cannot see in one figure alone: figures that contradict physics, each other or the rest of the catalog.
#pragma once

#include <string>
#include <vector>

#include "model/catalog.h"

namespace planner {

/// One doubt about one part. An error is impossible or breaks verdicts; a warning is unlikely or weakens them.
struct LintFinding {
  std::string part;   ///< id
  std::string field;  ///< "memory_bandwidth", "board.socket", "slots", "prices"; empty: the part as a whole
  DiagnosticLevel level = DiagnosticLevel::warning;
  std::string message;
  std::string file;
  Location at;
};

/// All doubts about a catalog, by file, line, part, field and message. Deterministic; never fails. A note of the part
/// that begins with "lint FIELD:" and goes on to say why answers the warnings about that field; errors cannot be
/// answered so.
std::vector<LintFinding> lint(const Catalog& catalog);

struct FieldCoverage {
  std::string field;
  int known = 0;
  int low_confidence = 0;  ///< of the known ones
  int stated_unknown = 0;  ///< looked for and not found: unknown with a reason
};

struct KindCoverage {
  PartKind kind = PartKind::gpu;
  int parts = 0;
  int priced = 0;                     ///< with at least one price
  std::vector<FieldCoverage> fields;  ///< in the order of the field table; for platforms the sections' fields follow
};

struct Coverage {
  std::vector<KindCoverage> kinds;  ///< kinds that have parts, in the order of PartKind
};

/// How complete each kind is, field by field.
Coverage coverage(const Catalog& catalog);

}  // namespace planner
