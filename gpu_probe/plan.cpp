// The plan of a run.
#include "gpu_probe/plan.h"

#include <algorithm>
#include <utility>

namespace planner::probe {
namespace {

constexpr std::size_t kMostPairs = 56;  // all ordered pairs of 8 GPUs; more GPUs are sampled

Effort effort_of(Metric metric, Level level) {
  Effort effort;
  effort.repeats = level == Level::quick ? 5 : 11;
  if (is_tensor(metric))
    effort.sample_ms = 100;
  else if (is_memory_bandwidth(metric) || metric == Metric::fp32_fma || metric == Metric::fp64_fma)
    effort.sample_ms = 50;
  else if (is_host_link(metric))
    effort.sample_ms = level == Level::quick ? 100 : 150;
  else if (metric == Metric::host_bidirectional || info(metric).scope == Scope::machine)
    effort.sample_ms = 100;
  if (metric == Metric::peer_copy && level == Level::quick) effort.repeats = 3;
  if (metric == Metric::memory_pattern) {
    effort.repeats = level == Level::quick ? 1 : 3;
    effort.memory_fraction = level == Level::quick ? 0 : 0.9;
  }
  if (metric == Metric::sustained_load) effort.seconds = 60;
  if (metric == Metric::pulsed_load) effort.seconds = 10;
  return effort;
}

class PlanMaker {
 public:
  PlanMaker(const Inventory& inventory, Level level, const Selection& selection)
      : level_(level), selection_(selection) {
    for (const GpuFacts& gpu : inventory.gpus) {
      const bool chosen =
          selection.gpus.empty() || std::ranges::find(selection.gpus, gpu.index) != selection.gpus.end();
      if (chosen && gpu.unusable.empty()) gpus_.push_back(gpu.index);
    }
  }

  std::vector<Phase> plan(double burn_in_minutes) {
    at_once([](Metric m) { return m <= Metric::tensor_fp64 || m == Metric::memory_pattern; });
    one_by_one([](Metric m) { return m >= Metric::host_to_device && m <= Metric::host_bidirectional; });
    pairs();
    // Collectives come last: a library that hangs in them holds all GPUs.
    if (level_ != Level::burn_in) at_once([](Metric m) { return m == Metric::sustained_load; });
    machine();
    return level_ == Level::burn_in ? burn_in(burn_in_minutes) : std::move(phases_);
  }

 private:
  bool wanted(const MetricInfo& metric) const {
    if (metric.level > level_) return false;
    return selection_.metrics.empty() ||
           std::ranges::find(selection_.metrics, metric.metric) != selection_.metrics.end();
  }

  Task task(Metric metric, int gpu) const { return {metric, gpu, -1, {}, effort_of(metric, level_)}; }

  std::vector<Task> tasks_of(int gpu, bool (*which)(Metric)) const {
    std::vector<Task> tasks;
    for (const MetricInfo& metric : all_metrics()) {
      if (metric.scope == Scope::gpu && which(metric.metric) && wanted(metric))
        tasks.push_back(task(metric.metric, gpu));
    }
    return tasks;
  }

  void add(Phase phase) {
    std::erase_if(phase.queues, [](const auto& queue) { return queue.empty(); });
    if (!phase.queues.empty()) phases_.push_back(std::move(phase));
  }

  void at_once(bool (*which)(Metric)) {
    Phase phase;
    for (const int gpu : gpus_) phase.queues.push_back(tasks_of(gpu, which));
    add(std::move(phase));
  }

  void one_by_one(bool (*which)(Metric)) {
    for (const int gpu : gpus_) add({{tasks_of(gpu, which)}});
  }

  void pairs() {
    for (const MetricInfo& metric : all_metrics()) {
      if (metric.scope != Scope::pair || !wanted(metric)) continue;
      std::vector<Task> tasks;
      for (const auto& [from, to] : chosen_pairs(metric.metric)) {
        Task one = task(metric.metric, from);
        one.peer = to;
        tasks.push_back(std::move(one));
      }
      add({{std::move(tasks)}});
    }
  }

  /// All ordered pairs up to 8 GPUs; of more, each GPU with its next two and the one half way round.
  std::vector<std::pair<int, int>> chosen_pairs(Metric metric) const {
    std::vector<std::pair<int, int>> pairs;
    const std::size_t n = gpus_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t step = 1; step < n; ++step) {
        const std::size_t j = (i + step) % n;
        if (metric == Metric::peer_bidirectional && j < i) continue;
        if (n * (n - 1) > kMostPairs && step > 2 && step != n / 2) continue;
        pairs.emplace_back(gpus_[i], gpus_[j]);
      }
    }
    return pairs;
  }

  void machine() {
    for (const MetricInfo& metric : all_metrics()) {
      if (metric.scope != Scope::machine || !wanted(metric) || gpus_.empty()) continue;
      Task all = task(metric.metric, -1);
      all.gpus = gpus_;
      add({{{std::move(all)}}});
    }
  }

  /// Rounds of four minutes of load on all GPUs at once, a pulse of power, a memory test and a look at the links.
  std::vector<Phase> burn_in(double minutes) {
    constexpr double round_seconds = 270;
    const int rounds = std::max(1, static_cast<int>(minutes * 60 / round_seconds));
    const double load_seconds = std::max(5.0, minutes * 60 / rounds - 30);
    for (int round = 0; round < rounds; ++round) {
      const std::size_t before = phases_.size();
      at_once([](Metric m) { return m == Metric::sustained_load; });
      if (phases_.size() > before) {
        for (auto& queue : phases_.back().queues) queue.front().effort.seconds = load_seconds;
      }
      at_once([](Metric m) { return m == Metric::pulsed_load; });
      at_once(
          [](Metric m) { return m == Metric::memory_read || m == Metric::tensor_bf16 || m == Metric::memory_pattern; });
      one_by_one([](Metric m) { return m == Metric::host_to_device || m == Metric::device_to_host; });
    }
    return std::move(phases_);
  }

  Level level_;
  const Selection& selection_;
  std::vector<int> gpus_;
  std::vector<Phase> phases_;
};

}  // namespace

std::vector<Phase> make_plan(const Inventory& inventory, Level level, const Selection& selection,
                             double burn_in_minutes) {
  return PlanMaker(inventory, level, selection).plan(burn_in_minutes);
}

double estimated_seconds(const Task& task) {
  if (info(task.metric).scope == Scope::machine && task.gpus.size() < 2) return 0;  // skipped
  if (task.effort.seconds > 0) return task.effort.seconds;
  if (task.metric == Metric::memory_pattern) return task.effort.memory_fraction > 0 ? 4 : 0.2;
  const double samples = task.effort.repeats * task.effort.sample_ms * 1e-3 * 1.1;
  const auto gpus = static_cast<double>(task.gpus.size());
  if (task.metric == Metric::all_reduce_nccl) return 5 + gpus + samples;  // NCCL looks at the machine first
  return 0.25 + 0.1 * gpus + samples;
}

double start_seconds(const Inventory& inventory) {
  return 2 + static_cast<double>(inventory.gpus.size());
}

double estimated_seconds(const std::vector<Phase>& plan) {
  double total = 0;
  for (const Phase& phase : plan) {
    double longest = 0;
    for (const auto& queue : phase.queues) {
      double seconds = 0;
      for (const Task& task : queue) seconds += estimated_seconds(task);
      longest = std::max(longest, seconds);
    }
    total += longest;
  }
  return total;
}

}  // namespace planner::probe
