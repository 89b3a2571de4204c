// Judging all results of a run: figures of one measurement are the yardstick of another.
#pragma once

#include "gpu_probe/runner.h"

namespace planner::probe {

/// Fills the judgements, checks and outcome of a report from its results and facts.
void judge_report(Report& report, const RunInput& input);

}  // namespace planner::probe
