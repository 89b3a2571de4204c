// The real machine: NVIDIA GPUs through the CUDA runtime, facts and telemetry through NVML and sysfs.
#pragma once

#include <memory>

#include "gpu_probe/device.h"

namespace planner::probe {

/// Never null; on a machine without GPU or driver its inventory is not available and says why.
std::unique_ptr<Device> make_cuda_device();

}  // namespace planner::probe
