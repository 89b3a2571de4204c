// The measurements between GPUs as they run on the host, without a GPU: right GPU at each call, right sums in whatever
// order the streams advance, nothing left behind.
#include <doctest/doctest.h>

#include <atomic>

#include "gpu_links/fake_cuda.h"
#include "gpu_probe/cuda/measure.h"

using namespace planner;
using namespace planner::probe;
using namespace planner::probe::cuda;

namespace {

std::vector<Gpu> gpus(int count) {
  std::vector<Gpu> all;
  for (int i = 0; i < count; ++i) {
    Gpu gpu;
    gpu.ordinal = count - 1 - i;  // the driver's numbers need not follow the bus
    gpu.facts.index = i;
    gpu.facts.sm_count = 4;
    all.push_back(gpu);
  }
  return all;
}

Task task_of(Metric metric, double sample_ms = 1) {
  Task task;
  task.metric = metric;
  task.effort.repeats = 2;
  task.effort.sample_ms = sample_ms;
  return task;
}

std::string violations() {
  std::string text;
  for (const std::string& violation : fake_cuda::violations()) text += violation + "; ";
  return text;
}

const std::atomic<bool> kGoOn{false};

Reading ring(int count) {
  const Task task = task_of(Metric::all_reduce_ring);
  return measure_ring(gpus(count), {task, kGoOn});
}

}  // namespace

TEST_CASE("the ring sums right on two to sixteen GPUs, in any order of the streams") {
  for (const int count : {2, 3, 5, 8, 16}) {
    for (const bool peer : {true, false}) {
      for (unsigned order = 1; order <= 3; ++order) {
        CAPTURE(count);
        CAPTURE(peer);
        CAPTURE(order);
        fake_cuda::start({count, peer, 8, std::size_t{4} << 20, order, 0});
        const Reading reading = ring(count);
        CHECK(reading.status == ReadingStatus::measured);
        CHECK(reading.errors == 0);
        CHECK(reading.samples.size() == 2);
        CHECK((reading.method == "own ring over peer access") == peer);
        CHECK(violations().empty());
      }
    }
  }
}

TEST_CASE("a ring whose copies corrupt data says so") {
  fake_cuda::start({4, false, 8, std::size_t{8} << 20, 1, 1'000'000});
  CHECK(ring(4).errors > 0);
}

TEST_CASE("copies between all pairs of sixteen GPUs hold no more peer access than a GPU can have") {
  fake_cuda::start({16, true, 8, std::size_t{8} << 20, 1, 0});
  const auto all = gpus(16);
  for (std::size_t to = 1; to < 16; to += 3) {
    for (const Metric metric : {Metric::peer_copy, Metric::peer_bidirectional, Metric::peer_latency}) {
      const Task task = task_of(metric);
      const Reading reading = measure_peer(all[0], all[to], {task, kGoOn});
      CHECK(reading.errors == 0);
      CHECK(reading.samples.size() == 2);
      CHECK(reading.method.find("staged") == std::string::npos);
    }
  }
  CHECK(violations().empty());
}

TEST_CASE("a refused peer access means staged copies, a wrong copy is counted") {
  fake_cuda::start({2, true, 0, std::size_t{8} << 20, 1, 1'000'000});
  const auto both = gpus(2);
  const Task task = task_of(Metric::peer_copy);
  const Reading reading = measure_peer(both[0], both[1], {task, kGoOn});
  CHECK(reading.method == "staged through host memory");
  CHECK(reading.errors == 1);
}

TEST_CASE("all GPUs copy to and from the host together, each with its own figure") {
  for (const Metric metric : {Metric::all_host_to_device, Metric::all_device_to_host}) {
    fake_cuda::start({8, true, 8, std::size_t{8} << 20, 2, 0});
    const Task task = task_of(metric);
    const Reading reading = measure_all_host_links(gpus(8), {task, kGoOn});
    CHECK(reading.errors == 0);
    CHECK(reading.details.count("gpu0_gb_per_s") == 1);
    CHECK(reading.details.count("gpu7_gb_per_s") == 1);
    CHECK(violations().empty());
  }
}
