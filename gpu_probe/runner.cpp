// Running a plan.
#include "gpu_probe/runner.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "gpu_probe/bounded.h"
#include "gpu_probe/judging.h"
#include "gpu_probe/sampler.h"

namespace planner::probe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGrace{15'000};
/// After so many measurements that did not come back the driver is taken to be stuck, and nothing more is tried.
constexpr int kMostAbandoned = 3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Runner {
 public:
  Runner(Device& device, Progress& progress, const std::atomic<bool>& stop, std::chrono::milliseconds patience)
      : device_(device), progress_(progress), stop_(stop), patience_(patience) {}

  bool abandoned() const { return abandoned_ > 0; }

  std::vector<Result> run(const std::vector<Phase>& plan) {
    for (const Phase& phase : plan) {
      std::vector<std::vector<Result>> results(phase.queues.size());
      std::vector<std::thread> threads;
      for (std::size_t i = 1; i < phase.queues.size(); ++i) {
        threads.emplace_back([&, i] { results[i] = run_queue(phase.queues[i]); });
      }
      results[0] = run_queue(phase.queues[0]);
      for (std::thread& thread : threads) thread.join();
      for (auto& queue : results) std::ranges::move(queue, std::back_inserter(all_));
    }
    return std::move(all_);
  }

 private:
  std::vector<Result> run_queue(const std::vector<Task>& tasks) {
    std::vector<Result> results;
    for (const Task& task : tasks) results.push_back(run_task(task));
    return results;
  }

  /// An unstable measurement is repeated once: another load may have passed by.
  Result run_task(const Task& task) {
    Result result = attempt(task);
    const bool measured = result.reading.status == ReadingStatus::measured;
    if (device_.live() && measured && !stop_ && is_unstable(task.metric, summarize(result.reading.samples))) {
      Result again = attempt(task);
      if (again.reading.status == ReadingStatus::measured) result = std::move(again);
    }
    const std::lock_guard lock(mutex_);
    lost_.insert(result.reading.lost.begin(), result.reading.lost.end());
    return result;
  }

  /// Of a group the GPUs that are left measure together, if there are two.
  Task without_lost(Task task) {
    const std::lock_guard lock(mutex_);
    std::vector<int> left = task.gpus;
    std::erase_if(left, [this](int gpu) { return lost_.contains(gpu); });
    if (left.size() >= 2) task.gpus = std::move(left);
    return task;
  }

  Result attempt(const Task& planned) {
    const Task task = without_lost(planned);
    Result result;
    result.task = task;
    if (stop_) {
      result.reading.status = ReadingStatus::interrupted;
      return result;
    }
    if (const int gpu = lost_one(task); gpu >= 0) {
      result.reading.status = ReadingStatus::failed;
      result.reading.reason = "GPU " + std::to_string(gpu) + " was lost earlier";
      return result;
    }
    if (abandoned_ >= kMostAbandoned) {
      result.reading.status = ReadingStatus::failed;
      result.reading.reason = "not tried: " + std::to_string(kMostAbandoned) + " measurements did not come back";
      return result;
    }
    progress_.start(task);
    const auto start = Clock::now();
    if (device_.live()) {
      Sampler sampler(device_, task.gpu);
      const auto limit = patience_ + std::chrono::milliseconds(static_cast<int>(estimated_seconds(task) * 3000));
      Bounded bounded = measure_bounded(device_, task, stop_, limit, kGrace);
      if (bounded.abandoned) ++abandoned_;
      result.reading = std::move(bounded.reading);
      result.load = summarize(sampler.finish());
    } else {
      result.reading = device_.measure(task, stop_);
      result.load = device_.load(task);
    }
    result.seconds = device_.live() ? seconds_since(start) : 0;
    return result;
  }

  int lost_one(const Task& task) {
    const std::lock_guard lock(mutex_);
    for (const int gpu : {task.gpu, task.peer}) {
      if (lost_.contains(gpu)) return gpu;
    }
    for (const int gpu : task.gpus) {
      if (lost_.contains(gpu)) return gpu;
    }
    return -1;
  }

  Device& device_;
  Progress& progress_;
  const std::atomic<bool>& stop_;
  std::chrono::milliseconds patience_;
  std::atomic<int> abandoned_{0};
  std::mutex mutex_;
  std::set<int> lost_;
  std::vector<Result> all_;
};

std::vector<Counters> all_counters(Device& device, const Inventory& inventory) {
  std::vector<Counters> counters;
  for (const GpuFacts& gpu : inventory.gpus) counters.push_back(device.counters(gpu.index));
  return counters;
}

}  // namespace

Report run(Device& device, const RunInput& input, Progress& progress, const std::atomic<bool>& stop) {
  const auto start = Clock::now();
  Report report;
  report.level = device.recorded_level().value_or(input.level);
  report.inventory = device.inventory();
  if (!report.inventory.available) return report;
  const std::vector<Counters> before = all_counters(device, report.inventory);
  Runner runner(device, progress, stop, input.patience);
  report.results = runner.run(make_plan(report.inventory, report.level, input.selection, input.burn_in_minutes));
  report.abandoned = runner.abandoned();
  progress.close();
  if (!report.abandoned) {  // a driver that is stuck is asked nothing more
    const std::vector<Counters> after = all_counters(device, report.inventory);
    for (std::size_t i = 0; i < before.size(); ++i) report.counter_increase.push_back(increase(before[i], after[i]));
  }
  report.seconds = device.live() ? seconds_since(start) : 0;
  report.interrupted = stop;
  judge_report(report, input);
  return report;
}

}  // namespace planner::probe
