// A snapshot for people.
#pragma once

#include <string>

#include "gpu_probe/machine/machine.h"

namespace planner::machine {

/// What was found, what the log says, what sources disagree on, and what is unknown and why.
std::string summarize_machine(const Machine& machine);

}  // namespace planner::machine
