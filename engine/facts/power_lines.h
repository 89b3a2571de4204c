// The consumers of a build and what each draws.
#pragma once

#include <vector>

#include "facts/power.h"

namespace planner {

/// All consumers: one line per GPU (line i is GPU i), then one per CPU, then board, memory, drives, NICs and fans. A
/// GPU draws its planned limit, kept within its settable range, else its board power; a CPU its short-term limit (PL2,
/// PPT) where one above TDP is recorded, since a training job holds it there, else TDP. Where the rest has no figure,
/// allowances stand in, marked `estimated`.
std::vector<PowerLine> list_consumers(const Inventory& inventory);

}  // namespace planner
