// Timing behind a spin kernel.
#include "gpu_probe/cuda/timing.h"

#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {
namespace {

constexpr unsigned long long kSpinTimeout = 2'000'000'000ull;  // ns; only reached if the host thread is stopped

struct Running {
  Stream stream;
  Event start, end;
};

}  // namespace

std::vector<double> time_together(const std::vector<Lane>& lanes) {
  PinnedMemory flag(sizeof(int));
  volatile int* released = flag.as<int>();
  *released = 0;
  std::vector<Running> running;
  running.reserve(lanes.size());
  try {
    for (const Lane& lane : lanes) {
      check(cudaSetDevice(lane.ordinal), "select a GPU");
      Running& run = running.emplace_back();
      launch_spin(released, kSpinTimeout, run.stream);
      if (lane.warm_up) lane.warm_up(run.stream);
      run.start.record(run.stream);
      lane.work(run.stream);
      run.end.record(run.stream);
      check(cudaGetLastError(), "launch");
    }
  } catch (...) {
    *released = 1;
    for (const Running& run : running) cudaStreamSynchronize(run.stream);
    throw;
  }
  *released = 1;
  std::vector<double> seconds;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    check(cudaSetDevice(lanes[i].ordinal), "select a GPU");
    running[i].stream.wait();
    seconds.push_back(running[i].start.seconds_to(running[i].end));
  }
  return seconds;
}

double time_one(int ordinal, const Enqueue& warm_up, const Enqueue& work) {
  return time_together({Lane{ordinal, warm_up, work}}).front();
}

}  // namespace planner::probe::cuda
