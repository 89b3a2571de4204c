// A machine that does not exist: gives the figures that its spec implies, the same on every run.
#pragma once

#include <memory>

#include "gpu_probe/device.h"
#include "gpu_probe/sim_spec.h"

namespace planner::probe {

std::unique_ptr<Device> make_sim_device(SimMachine machine);

}  // namespace planner::probe
