// Puts several readings into one snapshot.
#pragma once

#include <string>
#include <vector>

#include "gpu_probe/machine/reader.h"

namespace planner::machine {

/// Adds what `reading` knows to `machine`. Where both know a thing the first stays; if they differ and the thing does
/// not change by itself (temperature, clocks, use) a contradiction is listed. GPUs are matched by PCI address, else by
/// index.
void merge(Reading reading, Machine& machine);

/// Reads every document and merges them; then completes what follows from the whole (indices, counts, unknowns) and,
/// unless `identifiers`, removes identifiers.
Machine merge_all(std::vector<Reading> readings, bool identifiers);

/// Sorts, numbers GPUs where that is safe, compares counts of GPUs, and lists what is unknown and why.
void complete(Machine& machine);

}  // namespace planner::machine
