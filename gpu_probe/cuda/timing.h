// Timing of device work behind a spin kernel, so that launch latency and host jitter stay outside the interval.
#pragma once

#include <functional>
#include <vector>

#include "gpu_probe/cuda/resources.h"

namespace planner::probe::cuda {

using Enqueue = std::function<void(cudaStream_t)>;

/// Work for one stream of one device. Up to about 500 operations fit behind the spin kernel.
struct Lane {
  int ordinal;      ///< CUDA device
  Enqueue warm_up;  ///< enqueued before the start event
  Enqueue work;     ///< timed
};

/// Runs all lanes at once: streams are filled while held, then released together. Seconds of each lane.
std::vector<double> time_together(const std::vector<Lane>& lanes);

/// The same for one lane.
double time_one(int ordinal, const Enqueue& warm_up, const Enqueue& work);

}  // namespace planner::probe::cuda
