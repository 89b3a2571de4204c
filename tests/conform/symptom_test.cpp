// Complaints in people's words.
#include <doctest/doctest.h>

#include "gpu_probe/conform/observation.h"

using namespace planner::conform;

namespace {

std::string ids(std::string_view text) {
  std::string joined;
  for (const Symptom* s : symptoms_in(text)) joined += (joined.empty() ? "" : " ") + std::string(s->id);
  return joined;
}

}  // namespace

TEST_CASE("symptoms are found in free text") {
  CHECK(ids("ncclAllReduce never returns with 2 ranks") == "hangs");
  CHECK(ids("training stops randomly after an hour") == "hangs");
  CHECK(ids("the box reboots under load") == "random-resets");
  CHECK(ids("instant power-off, no logs") == "random-resets");
  CHECK(ids("GPU lost during idle cycles") == "gpu-lost");
  CHECK(ids("one GPU is slower than its peers") == "slow-gpu");
  CHECK(ids("nvidia-smi shows fewer GPUs than installed") == "fewer-gpus");
  CHECK(ids("CUDA out of memory") == "out-of-memory");
  CHECK(ids("clocks are throttling") == "throttling");
  CHECK(ids("copies through the riser are corrupted") == "data-errors");
  CHECK(ids("slow transfers") == "slow-transfers");
  CHECK(ids("random-resets") == "random-resets");
}

TEST_CASE("what works is no complaint") {
  CHECK(ids("2 GPUs fine, 3 unstable") == "random-resets");
  CHECK(ids("works with NCCL_P2P_DISABLE=1").empty());
  CHECK(ids("busbw of 8 GB/s as expected").empty());
  CHECK(ids("").empty());
}

TEST_CASE("complaints in people's own words") {
  CHECK(ids("nvidia-smi shows 7 GPUs but 8 are installed") == "fewer-gpus");
  CHECK(ids("only 3 of 4 GPUs show up") == "fewer-gpus");
  CHECK(ids("GPU missing after reboot") == "fewer-gpus");
  CHECK(ids("server does not boot with more than 6 GPUs") == "no-boot");
  CHECK(ids("torch.cuda.is_available() returns False") == "gpu-not-detected");
  CHECK(ids("H2D bandwidth only 6 GB/s") == "slow-transfers");
  CHECK(ids("all-reduce 10x slower than expected") == "slow-transfers");
  CHECK(ids("link trains at x8 instead of x16") == "slow-transfers");
  CHECK(ids("GPU stuck at 210 MHz") == "throttling");
  CHECK(ids("spontaneous reboots without any message") == "random-resets");
  CHECK(ids("kernel panic during training") == "random-resets");
  CHECK(ids("allreduce never finishes") == "hangs");
  CHECK(ids("ECC errors increase") == "data-errors");
  CHECK(ids("one GPU at 100 % others idle") == "uneven-utilisation");
}

TEST_CASE("what works is no complaint") {
  CHECK(ids("trains for days without errors").empty());
  CHECK(ids("bandwidth is as expected").empty());
  CHECK(ids("stable after a reboot").empty());
}

TEST_CASE("a complaint of much lower speed counts like a fault") {
  Observed observed;
  add_complaint("row 6 is 13x slower", observed);
  REQUIRE_FALSE(observed.complaints.empty());
  CHECK(observed.complaints.front().hard);
  Observed mild;
  add_complaint("one GPU is slower than its peers", mild);
  REQUIRE_FALSE(mild.complaints.empty());
  CHECK_FALSE(mild.complaints.front().hard);
}

TEST_CASE("peer transfers switched off that help are remembered, words without a symptom are named") {
  Observed observed;
  add_complaint("works with NCCL_P2P_DISABLE=1", observed);
  CHECK(observed.peer_switch_helps);
  CHECK(observed.not_understood.empty());
  add_complaint("the lamp is green", observed);
  CHECK(observed.not_understood.size() == 1);
}

TEST_CASE("gpu_burn without work, with work, with errors") {
  Observed idle, good, bad;
  CHECK(read_tool_output(
      "100.0%  proc'd: 0 (0 Gflop/s) - 0 (0 Gflop/s)   errors: 0 - 0   temps: 40 C - 40 C\nGPU 0: OK\n", idle));
  CHECK(read_tool_output(
      "90%  proc'd: 10 (9000 Gflop/s) - 11 (9100 Gflop/s)   errors: 0 - 0   temps: 70 C - 71 C\nGPU 0: OK\n", good));
  CHECK(read_tool_output("90%  proc'd: 10 (9000 Gflop/s)   errors: 7   temps: 70 C\nGPU 0: FAULTY\n", bad));
  CHECK(idle.runs.front().outcome == "no-work");
  CHECK(good.runs.front().outcome == "passed");
  CHECK(bad.runs.front().outcome == "data-errors");
  Observed nothing;
  CHECK_FALSE(read_tool_output("hello\n", nothing));
}

TEST_CASE("bus bandwidth of nccl-tests, old and new lines") {
  Observed old_form, new_form;
  CHECK(read_tool_output("    10000000    char     sum    5.650   1.77   1.80\n", old_form));
  CHECK(old_form.figures.front().value == doctest::Approx(1.80));
  CHECK(
      read_tool_output("  8388608  2097152  float  sum  -1  120.1  69.8  130.9  0  119.0  70.4  132.1  0\n", new_form));
  CHECK(new_form.figures.front().value == doctest::Approx(130.9));
}
