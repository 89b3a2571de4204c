// Examples of rules about machines: a small snapshot, and where the rule needs them a plan, complaints, measurements
// and an earlier day.
#pragma once

#include <string_view>
#include <vector>

#include "check/rule_test.h"

namespace planner::conform {

/// Runs the examples of all rules (or of the one named). An example is a map of `machine` (fields of a snapshot),
/// `output` (tool output as text), `told` (complaints), `plan` (a build, as in examples of rules about builds), `probe`
/// (results and checks) and `baseline` (machine, output). Plans are made of the example parts of `builds`.
std::vector<RuleTestResult> test_machine_rules(const RuleSet& rules, const RuleSet& builds, std::string_view only = {});

}  // namespace planner::conform
