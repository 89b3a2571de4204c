// What is missing, said so that nobody is asked for what was given.
#pragma once

#include <string>

#include "check/report.h"
#include "gpu_probe/machine/machine.h"

namespace planner::conform {

/// Rewrites reasons such as "not looked at: `nvidia-smi -q` shows it" where the whole output of that tool was read and
/// does not hold the figure. Hints that ask for root stay: the output may have been made without.
void settle_hints(const machine::Machine& machine, Report& report);

/// The tool that a reason asks for ("nvidia-smi -q"), or empty where it asks for none.
std::string tool_asked_for(const std::string& why);

}  // namespace planner::conform
