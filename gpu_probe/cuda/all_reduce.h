// What the two all-reduce measurements share: the message, its values and their check.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/resources.h"

namespace planner::probe::cuda {

/// Floats of the message on each of `gpus`: 1 GiB, so that neither the steps of a ring nor the queueing of them by one
/// host thread limits eight GPUs; less where the free memory of any is short.
std::size_t message_count(const std::vector<Gpu>& gpus);

/// Floats of a short first all-reduce, at most `most`; and of the message that lasts about 50 ms by the seconds of the
/// first, so that slow links do not make the measurement last. Both are whole tiles for each of `n` members.
std::size_t trial_count(std::size_t most, std::size_t n);
std::size_t count_by_trial(std::size_t most, std::size_t n, double trial_seconds);

/// Bytes that each link carries for an all-reduce of `bytes` over `n` GPUs, by which bus bandwidth is defined.
double bus_bytes(std::size_t n, std::size_t bytes);

/// Member `i` of `n` holds i + 1 + (element mod 256); enqueued on `stream` of the current device.
void fill_member(float* data, std::size_t count, std::size_t i, cudaStream_t stream);
/// Elements that differ from the exact sum over all members. Waits for `stream` of the current device.
std::uint64_t wrong_elements(const float* data, std::size_t count, std::size_t n, cudaStream_t stream);

/// All-reduces for a sample of `milliseconds`, of `seconds` each.
int all_reduces_for(double milliseconds, double seconds);

}  // namespace planner::probe::cuda
