// What NVML knows of the GPUs of a live machine, as a reading of its snapshot.
#pragma once

#include "gpu_probe/machine/reader.h"

namespace planner::probe {

/// Asks NVML about the NVIDIA GPUs among `pci`. Without the library the reading says why nothing is known.
machine::Reading gather_nvml(const std::vector<machine::PciDevice>& pci);

}  // namespace planner::probe
