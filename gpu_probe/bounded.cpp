// Giving up on a measurement.
#include "gpu_probe/bounded.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace planner::probe {
namespace {

using Clock = std::chrono::steady_clock;

/// Shared with the measuring thread, which may outlive the wait.
struct Box {
  std::mutex mutex;
  std::condition_variable ready;
  bool done = false;
  Reading reading;
};

Reading given_up(const Task& task, std::chrono::milliseconds waited) {
  Reading reading;
  // Of a group nobody knows which GPU, or whether the library, hangs; all of them are left out of the rest.
  reading.status = task.gpus.empty() ? ReadingStatus::gpu_lost : ReadingStatus::failed;
  reading.reason = "did not come back within " + std::to_string((waited.count() + 999) / 1000) +
                   " s and was given up; what it uses is not measured any further";
  reading.lost = task.gpus;
  for (const int gpu : {task.gpu, task.peer}) {
    if (gpu >= 0) reading.lost.push_back(gpu);
  }
  return reading;
}

}  // namespace

Bounded measure_bounded(Device& device, const Task& task, const std::atomic<bool>& stop,
                        std::chrono::milliseconds limit, std::chrono::milliseconds grace) {
  const auto box = std::make_shared<Box>();
  std::thread worker([box, &device, task, &stop] {
    Reading reading = device.measure(task, stop);
    const std::lock_guard lock(box->mutex);
    box->reading = std::move(reading);
    box->done = true;
    box->ready.notify_one();
  });
  const auto start = Clock::now();
  auto deadline = start + limit;
  bool stopping = false;
  std::unique_lock lock(box->mutex);
  while (!box->done && Clock::now() < deadline) {
    if (stop && !stopping) {
      stopping = true;
      deadline = std::min(deadline, Clock::now() + grace);
    }
    box->ready.wait_for(lock, std::chrono::milliseconds(100));
  }
  if (box->done) {
    lock.unlock();
    worker.join();
    return {std::move(box->reading), false};
  }
  worker.detach();
  return {given_up(task, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start)), true};
}

}  // namespace planner::probe
