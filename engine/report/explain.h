// One page about a rule, a part, a field or a fact.
#pragma once

#include <optional>
#include <string>

#include "check/rule.h"
#include "model/catalog.h"
#include "report/style.h"

namespace planner {

struct ExplainAnswer {
  bool found = false;
  std::string text;  ///< the page, or "nothing called ...; did you mean"
};

/// Looks the name up among rules (id or title), parts (id), members ("gpu.length", "power.sustained") and types
/// ("gpu").
ExplainAnswer explain(const std::string& name, const Catalog& catalog, const RuleSet& rules, const TextStyle& style);

/// A part with all fields, sources, prices and topology; nothing if there is none of that id.
std::optional<std::string> explain_part(const std::string& id, const Catalog& catalog, const TextStyle& style);

struct LintAnswer {
  std::string text;
  int errors = 0;
  int warnings = 0;
};

/// Findings of the catalog lint; `all` lists every low-confidence note too.
LintAnswer lint_text(const Catalog& catalog, bool all);

/// Known, unknown and low-confidence share of every field of every kind, and prices.
std::string coverage_text(const Catalog& catalog);

}  // namespace planner
