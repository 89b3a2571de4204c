// What leads from a finding about a build back to files: the lines of the quote it is about, and the catalog figures
// that computed facts rest on.
#pragma once

#include <span>
#include <string_view>

#include "check/report.h"
#include "check/rule.h"
#include "facts/facts.h"

namespace planner {

/// A computed fact and the catalog fields that decide it, all as "type.member".
struct FactInputs {
  std::string_view fact;
  std::span<const std::string_view> fields;
};

/// The facts whose inputs are few enough to be shown beside them.
std::span<const FactInputs> fact_inputs();

/// Adds the catalog fields behind each computed fact of a failed finding, with file and line.
void add_catalog_figures(Report& report, const Facts& facts);

/// Gives findings about the build as a whole the places of the parts that their rule reads, where those are of at most
/// three kinds.
void add_places(Report& report, const Facts& facts, const RuleSet& rules);

}  // namespace planner
