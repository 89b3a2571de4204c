// Timing behind a spin kernel.
#include "gpu_probe/cuda/timing.h"

#include <memory>
#include <mutex>
#include <optional>

#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {
namespace {

constexpr unsigned long long kSpinTimeout = 2'000'000'000ull;  // ns; only reached if the host thread is stopped

/// Flags that spin kernels watch, in pinned pages that live as long as the program. Pinned memory belongs to all GPUs,
/// and freeing it waits for all of them: with a flag of its own for each sample, one thread would wait for the spin
/// kernel of another GPU, whose thread waits in turn for the lock of the first.
class FlagPool {
 public:
  volatile int* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) add_page();
    volatile int* flag = free_.back();
    free_.pop_back();
    return flag;
  }
  void give_back(volatile int* flag) {
    const std::lock_guard lock(mutex_);
    free_.push_back(flag);
  }

 private:
  void add_page() {
    constexpr std::size_t page = 4096, apart = 128;  // each on a cache line of its own
    auto memory = std::make_unique<PinnedMemory>(page);
    for (std::size_t at = 0; at < page; at += apart) free_.push_back(memory->as<int>() + at / sizeof(int));
    pages_.push_back(std::move(memory));
  }

  std::mutex mutex_;
  std::vector<volatile int*> free_;
  std::vector<std::unique_ptr<PinnedMemory>> pages_;
};

FlagPool& flag_pool() {
  static auto* const pool = new FlagPool;  // never destroyed: a kernel may still look at a flag at the end
  return *pool;
}

struct Running {
  Stream stream;
  Event start, end;
};

/// Waits for all lanes, also after one has failed: what they copy is freed after this.
std::optional<CudaFailure> wait_for_all(const std::vector<Lane>& lanes, const std::vector<Running>& running) {
  std::optional<CudaFailure> first;
  for (std::size_t i = 0; i < running.size(); ++i) {
    try {
      check(cudaSetDevice(lanes[i].ordinal), "select a GPU");
      running[i].stream.wait();
    } catch (const CudaFailure& failure) {
      if (!first) first = failure;
    }
  }
  return first;
}

}  // namespace

std::vector<double> time_together(const std::vector<Lane>& lanes) {
  volatile int* released = flag_pool().take();
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
    wait_for_all(lanes, running);
    throw;
  }
  *released = 1;
  // After a failure the flag is not used again: a kernel may still be looking at it.
  if (const auto failure = wait_for_all(lanes, running)) throw CudaFailure(*failure);
  std::vector<double> seconds;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    check(cudaSetDevice(lanes[i].ordinal), "select a GPU");
    seconds.push_back(running[i].start.seconds_to(running[i].end));
  }
  flag_pool().give_back(released);
  return seconds;
}

double time_one(int ordinal, const Enqueue& warm_up, const Enqueue& work) {
  return time_together({Lane{ordinal, warm_up, work}}).front();
}

}  // namespace planner::probe::cuda
