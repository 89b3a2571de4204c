// Keeps identifiers out of a snapshot: serial numbers, UUIDs, MAC addresses, host names.
#pragma once

#include <string_view>

#include "gpu_probe/machine/machine.h"

namespace planner::machine {

/// Removes what identifies this one machine, in fields and in quoted log lines.
void remove_identifiers(Machine& machine);

/// Takes over a kernel command line without root=, UUIDs, addresses and host names, and its IOMMU settings.
void set_command_line(std::string_view line, Software& software);

}  // namespace planner::machine
