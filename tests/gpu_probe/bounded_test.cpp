// A measurement that never comes back costs its GPUs, not the report; and what NCCL is told.
#include "gpu_probe/bounded.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>

#include "gpu_probe/nccl_environment.h"
#include "gpu_probe/plan.h"
#include "simulation.h"

using namespace planner::probe;
using namespace std::chrono_literals;

namespace {

/// A live machine of which everything that touches GPU `hanging` waits until the test lets go.
class HangingDevice : public Device {
 public:
  HangingDevice(const std::string& spec, int hanging) : hanging_(hanging) {
    std::string problem;
    device_ = make_sim_device(*parse_sim_spec(spec, problem));
  }
  /// All measurements of `metric` hang too.
  void hang(Metric metric) { hanging_metric_ = metric; }
  void let_go() { free_ = true; }
  int inside() const { return inside_; }

  Inventory inventory() override { return device_->inventory(); }
  Reading measure(const Task& task, const std::atomic<bool>& stop) override {
    const bool hangs = task.gpu == hanging_ || task.peer == hanging_ || task.metric == hanging_metric_ ||
                       std::ranges::find(task.gpus, hanging_) != task.gpus.end();
    ++inside_;
    while (hangs && !free_) std::this_thread::sleep_for(5ms);
    --inside_;
    return device_->measure(task, stop);
  }
  TelemetrySample sample(int) override { return {}; }
  Counters counters(int gpu) override { return device_->counters(gpu); }
  bool live() const override { return true; }
  LoadSummary load(const Task& task) override { return device_->load(task); }

 private:
  std::unique_ptr<Device> device_;
  int hanging_;
  std::optional<Metric> hanging_metric_;
  std::atomic<bool> free_{false};
  std::atomic<int> inside_{0};
};

/// Lets the abandoned threads end before the device goes.
void finish(HangingDevice& device) {
  device.let_go();
  while (device.inside() > 0) std::this_thread::sleep_for(5ms);
  std::this_thread::sleep_for(50ms);
}

Report run_with(HangingDevice& device, std::vector<Metric> metrics) {
  RunInput input;
  input.level = Level::quick;
  input.selection.metrics = std::move(metrics);
  input.references = {reference_of(*find_sim_model("h200"))};
  input.patience = 0s;  // beyond the estimate
  std::ostringstream nowhere;
  Progress progress(nowhere, Progress::Style::none, 0);
  static const std::atomic<bool> stop{false};
  return run(device, input, progress, stop);
}

}  // namespace

TEST_CASE("a measurement that hangs is given up and its GPU is left out of the rest") {
  HangingDevice device("4x h200 nvswitch", 2);
  std::atomic<bool> stop{false};
  const Bounded hung = measure_bounded(device, {Metric::memory_read, 2, -1, {}, {}}, stop, 50ms, 10ms);
  CHECK(hung.abandoned);
  CHECK(hung.reading.status == ReadingStatus::gpu_lost);
  CHECK(hung.reading.lost == std::vector<int>{2});
  const Bounded fine = measure_bounded(device, {Metric::memory_read, 1, -1, {}, {}}, stop, 10s, 10ms);
  CHECK_FALSE(fine.abandoned);
  CHECK(fine.reading.samples.size() == 5);
  stop = true;
  const auto start = std::chrono::steady_clock::now();
  CHECK(measure_bounded(device, {Metric::memory_read, 2, -1, {}, {}}, stop, 100s, 50ms).abandoned);
  CHECK(std::chrono::steady_clock::now() - start < 5s);
  finish(device);
}

TEST_CASE("the report of a machine with a hanging GPU names it and has the figures of the others") {
  HangingDevice device("3x h200 nvswitch", 1);
  const Report report = run_with(device, {Metric::memory_read, Metric::peer_copy});
  CHECK(report.abandoned);
  CHECK(find(report, Metric::memory_read, 1)->judgement.verdict == Verdict::fail);
  CHECK(find(report, Metric::memory_read, 1)->reading.reason.find("given up") != std::string::npos);
  CHECK(find(report, Metric::memory_read, 0)->judgement.verdict == Verdict::pass);
  CHECK(find(report, Metric::peer_copy, 0, 1)->reading.reason == "GPU 1 was lost earlier");
  CHECK(find(report, Metric::peer_copy, 0, 2)->judgement.verdict == Verdict::pass);
  CHECK(report.counter_increase.empty());
  CHECK(exit_code_of(report) == 1);
  finish(device);
}

TEST_CASE("a collective that hangs comes last and costs only itself") {
  HangingDevice device("3x h200 nvswitch nccl", -2);
  device.hang(Metric::all_reduce_ring);
  const Report report = run_with(device, {Metric::memory_read, Metric::all_host_to_device, Metric::all_reduce_ring});
  CHECK(report.abandoned);
  CHECK(find(report, Metric::all_reduce_ring)->judgement.verdict == Verdict::inconclusive);
  CHECK(find(report, Metric::all_reduce_ring)->reading.reason.find("given up") != std::string::npos);
  CHECK(find(report, Metric::memory_read, 2)->judgement.verdict == Verdict::pass);
  CHECK(exit_code_of(report) == 4);
  finish(device);
}

TEST_CASE("the GPUs that are left do what all should have done") {
  const Report report = simulate("4x h200 nvswitch gpu1:lost");
  const Result* ring = find(report, Metric::all_reduce_ring);
  CHECK(ring->task.gpus == std::vector<int>{0, 2, 3});
  CHECK(ring->judgement.verdict == Verdict::pass);
  CHECK(exit_code_of(report) == 1);
  CHECK(find(simulate("2x h200 nvswitch gpu1:lost"), Metric::all_reduce_ring)->reading.reason.find("lost earlier") !=
        std::string::npos);
}

TEST_CASE("NVLink multicast of NCCL is off unless the user wants it") {
  unsetenv("NCCL_NVLS_ENABLE");
  CHECK(keep_multicast_off());
  CHECK(std::string(std::getenv("NCCL_NVLS_ENABLE")) == "0");
  setenv("NCCL_NVLS_ENABLE", "1", 1);
  CHECK_FALSE(keep_multicast_off());
  CHECK(std::string(std::getenv("NCCL_NVLS_ENABLE")) == "1");
  unsetenv("NCCL_NVLS_ENABLE");
}

TEST_CASE("a standard run of eight GPUs is planned for well under ten minutes, a quick one of two for half a minute") {
  const auto seconds = [](const char* spec, Level level) {
    std::string problem;
    const Inventory inventory = make_sim_device(*parse_sim_spec(spec, problem))->inventory();
    return estimated_seconds(make_plan(inventory, level, {})) + start_seconds(inventory);
  };
  CHECK(seconds("8x h200 nvswitch 2s", Level::standard) < 300);
  CHECK(seconds("8x h200 nvswitch 2s", Level::standard) > 120);
  CHECK(seconds("16x rtx-pro-6000 switch:4 2s", Level::standard) < 400);
  CHECK(seconds("2x h200 nvswitch", Level::quick) < 30);
  CHECK(seconds("1x h200", Level::standard) == doctest::Approx(85).epsilon(0.1));  // took 79 s
}
