// A snapshot as JSON (docs/machine-format.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu_probe/machine/machine.h"
#include "source/diagnostic.h"

namespace planner::machine {

/// Changes when a field changes its meaning; new fields do not change it.
inline constexpr int kSnapshotVersion = 1;

/// The snapshot as indented JSON. What is unknown is absent; keys keep the order of the structs.
std::string write_snapshot(const Machine& machine);

/// True if the text is JSON with `planner_machine` at its start: what `write_snapshot` wrote.
bool is_snapshot(std::string_view text);

/// Reads what `write_snapshot` wrote. Keys it does not know are left out with a warning; a value of a wrong type, a
/// newer version and broken JSON are errors with their place.
std::optional<Machine> read_snapshot(std::string_view text, const std::string& file, Diagnostics& diagnostics);

}  // namespace planner::machine
