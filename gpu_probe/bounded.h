// A measurement that is given up when it does not come back: a GPU, link or library that hangs must not cost the
// report.
#pragma once

#include <atomic>
#include <chrono>

#include "gpu_probe/device.h"

namespace planner::probe {

/// What a bounded measurement gave. `abandoned`: its thread still waits for the driver. The thread uses the device and
/// `stop`, so both must then live until the program ends.
struct Bounded {
  Reading reading;
  bool abandoned = false;
};

/// Measures in a thread of its own and waits `limit` for it, or `grace` after `stop` was set. An abandoned measurement
/// lists all GPUs of its task in `lost`; it is a failure of the GPU or pair, or of a group an undecided one.
Bounded measure_bounded(Device& device, const Task& task, const std::atomic<bool>& stop,
                        std::chrono::milliseconds limit, std::chrono::milliseconds grace);

}  // namespace planner::probe
