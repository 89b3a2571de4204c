// Gathers a live machine, or a captured tree of its files, without root where possible.
#pragma once

#include "gpu_probe/machine/file_root.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {

// One function a source; each names itself in `source` and lists what needs root in `machine.unknown`.
void gather_dmi(const FileRoot& files, Machine& machine);
void gather_processors(const FileRoot& files, Machine& machine);
void gather_pci(const FileRoot& files, Machine& machine);
void gather_devices(const FileRoot& files, Machine& machine);
void gather_software(const FileRoot& files, Machine& machine);
void gather_sensors(const FileRoot& files, Machine& machine);
/// The kernel's ring buffer of the live machine, else log files of a tree.
Reading gather_kernel_log(const FileRoot& files);
/// nvidia-smi and, for root, dmidecode, each with a time limit. Nothing where they are not installed.
std::vector<Reading> gather_tools();

/// All of the above that apply.
std::vector<Reading> gather_machine(const FileRoot& files);

}  // namespace planner::machine
