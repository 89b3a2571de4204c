// What to measure at a level, in which order and with how much effort.
#pragma once

#include <vector>

#include "gpu_probe/device.h"

namespace planner::probe {

/// Restricts a run; empty means everything.
struct Selection {
  std::vector<int> gpus;
  std::vector<Metric> metrics;
};

/// Steps that run one after another; the queues of a step run at once, one thread each.
struct Phase {
  std::vector<std::vector<Task>> queues;
};

/// Arithmetic and memory run on all GPUs at once, links one at a time, then the load, then what needs all GPUs.
/// GPUs that are unusable get no tasks. `burn_in_minutes` applies to Level::burn_in.
std::vector<Phase> make_plan(const Inventory& inventory, Level level, const Selection& selection,
                             double burn_in_minutes = 30);

/// Seconds that a task is expected to take, for the progress display.
double estimated_seconds(const Task& task);
double estimated_seconds(const std::vector<Phase>& plan);
/// Seconds that pass besides: the inventory, and the driver's contexts on all GPUs, made with the first measurement.
double start_seconds(const Inventory& inventory);

}  // namespace planner::probe
