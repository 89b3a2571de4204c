// Rules prove themselves: every accept example passes its rule, every reject example fails it, every fix mends it.
#pragma once

#include <string>
#include <vector>

#include "check/rule.h"
#include "model/catalog.h"

namespace planner {

struct RuleTestResult {
  std::string rule;
  int example = 0;  ///< number within accept or reject, from 1
  bool accept = false;
  bool passed = false;
  std::string message;  ///< what went otherwise, or the finding's message of a reject example
};

/// Catalog and build of an example.
struct ExampleWorld {
  Catalog catalog;
  std::optional<Build> build;
};

/// Makes the build that an example of `rule` describes (a named base with changes, a part list or a quote) from the
/// example parts of `rules`. False and diagnostics where that fails.
bool make_example_world(const RuleSet& rules, const Rule& rule, const Node& example, ExampleWorld& world,
                        Diagnostics& diagnostics);

/// Runs all examples of all rules (or of the one named) against the example parts of the set.
std::vector<RuleTestResult> test_rules(const RuleSet& rules, std::string_view only = {});

}  // namespace planner
