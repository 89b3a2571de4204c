// Every injected fault is found, on the right GPU, with its cause.
#include <doctest/doctest.h>

#include "gpu_probe/judging.h"
#include "simulation.h"

using namespace planner::probe;

namespace {

Verdict verdict_of(const Report& report, Metric metric, int gpu, int peer = -1) {
  const Result* result = find(report, metric, gpu, peer);
  REQUIRE(result != nullptr);
  return result->judgement.verdict;
}

}  // namespace

TEST_CASE("a card in an x8 slot fails and its width is named") {
  const Report report = simulate("4x rtx-4090 gpu2:x8");
  CHECK(exit_code_of(report) == 1);
  const Result* up = find(report, Metric::host_to_device, 2);
  REQUIRE(up != nullptr);
  CHECK(up->judgement.verdict == Verdict::fail);
  CHECK(any_hint(up->judgement.hints, "x8"));
  CHECK(verdict_of(report, Metric::host_to_device, 1) == Verdict::pass);
}

TEST_CASE("an x8 slot that the plan asks for is no finding") {
  const Report report = simulate("2x rtx-4090 gpu1:x8", Level::quick, {{1, {4, 8}}});
  CHECK(verdict_of(report, Metric::host_to_device, 1) == Verdict::pass);
  CHECK(find(report, "link", 1)->verdict == Verdict::pass);
  CHECK(exit_code_of(report) == 0);
}

TEST_CASE("a planned link that is not reached fails by itself") {
  const Report report = simulate("1x rtx-5090 gpu0:gen4", Level::quick, {{0, {5, 16}}});
  const Check* link = find(report, "link", 0);
  REQUIRE(link != nullptr);
  CHECK(link->verdict == Verdict::fail);
  CHECK(any_hint(find(report, Metric::host_to_device, 0)->judgement.hints, "Gen4"));
}

TEST_CASE("memory on the wrong NUMA node") {
  const Report report = simulate("2x a100 gpu1:numa");
  const Result* up = find(report, Metric::host_to_device, 1);
  CHECK(up->judgement.verdict == Verdict::fail);
  CHECK(any_hint(up->judgement.hints, "NUMA"));
}

TEST_CASE("one third of the compute") {
  const Report report = simulate("8x a100 nvswitch gpu5:compute:0.33");
  CHECK(verdict_of(report, Metric::fp32_fma, 5) == Verdict::fail);
  CHECK(verdict_of(report, Metric::tensor_bf16, 5) == Verdict::fail);
  CHECK(verdict_of(report, Metric::fp32_fma, 4) == Verdict::pass);
}

TEST_CASE("a lowered power limit is told, and does not make the card bad") {
  const Report report = simulate("1x h200 gpu0:power:0.6");
  const Check* limit = find(report, "power_limit", 0);
  REQUIRE(limit != nullptr);
  CHECK(limit->verdict == Verdict::warn);
  CHECK(report.outcome == Outcome::pass_with_warnings);
}

TEST_CASE("peer access with Resizable BAR off") {
  const Report report = simulate("2x rtx-5090 p2p gpu0:rebar-off gpu1:rebar-off");
  const Result* copy = find(report, Metric::peer_copy, 0, 1);
  CHECK(copy->judgement.verdict == Verdict::fail);
  CHECK(any_hint(copy->judgement.hints, "Resizable BAR"));
}

TEST_CASE("one wrong bit in memory") {
  const Report report = simulate("2x rtx-3090 gpu1:bit-error", Level::quick);
  CHECK(verdict_of(report, Metric::memory_pattern, 1) == Verdict::fail);
  CHECK(verdict_of(report, Metric::memory_pattern, 0) == Verdict::pass);
  CHECK(exit_code_of(report) == 1);
}

TEST_CASE("MIG takes one GPU out and leaves the others measured; the run is incomplete, not passed") {
  const Report report = simulate("4x a100 nvswitch gpu2:mig", Level::quick);
  CHECK(find(report, Metric::memory_read, 2) == nullptr);
  CHECK(verdict_of(report, Metric::memory_read, 3) == Verdict::pass);
  CHECK(find(report, "usable", 2)->verdict == Verdict::inconclusive);
  CHECK(exit_code_of(report) == 4);
}

TEST_CASE("a missing NVML symbol loses facts, not the run") {
  const Report report = simulate("2x h100 missing:nvmlDeviceGetPowerUsage", Level::quick);
  CHECK(exit_code_of(report) == 0);
  CHECK(report.inventory.notes.size() == 1);
  CHECK_FALSE(find(report, Metric::tensor_bf16, 0)->load.power_w.has_value());
}

TEST_CASE("without NVML figures are still judged") {
  CHECK(exit_code_of(simulate("2x rtx-3090 no-nvml", Level::quick)) == 0);
}

TEST_CASE("a GPU that is lost mid-run fails, and the others are still measured") {
  const Report report = simulate("4x rtx-4090 gpu1:lost");
  CHECK(verdict_of(report, Metric::tensor_fp16, 1) == Verdict::fail);
  CHECK(find(report, Metric::tensor_bf16, 1)->reading.reason.find("lost earlier") != std::string::npos);
  CHECK(verdict_of(report, Metric::memory_read, 1) == Verdict::pass);
  CHECK(verdict_of(report, Metric::sustained_load, 3) == Verdict::pass);
  CHECK(exit_code_of(report) == 1);
}

TEST_CASE("thermal slowdown and PCIe replays are findings of the GPU") {
  const Report hot = simulate("2x l40s gpu1:hot");
  CHECK(find(hot, "clock_events", 1)->verdict == Verdict::fail);
  const Report noisy = simulate("2x l40s gpu0:replays:500", Level::quick);
  CHECK(find(noisy, "pcie_replays", 0)->verdict == Verdict::fail);
  const Report few = simulate("2x l40s gpu0:replays:5", Level::quick);
  CHECK(find(few, "pcie_replays", 0)->verdict == Verdict::warn);
}

TEST_CASE("scattering samples are called unstable") {
  const Report report = simulate("1x a100 gpu0:noise:0.3", Level::quick);
  CHECK(verdict_of(report, Metric::memory_read, 0) != Verdict::pass);
}

TEST_CASE("a switch uplink shared by four GPUs is expected to be shared; a narrower one is named") {
  const Report shared = simulate("4x rtx-4090 switch:4", Level::quick);
  CHECK(find(shared, Metric::all_host_to_device)->judgement.verdict == Verdict::pass);
  std::vector<PlannedLink> planned;
  for (int gpu = 0; gpu < 16; ++gpu) planned.push_back({gpu, {4, 16}, 1.0});
  const char* const machine = "16x rtx-4090 switch:2 uplinks:gen5 ";
  const Report wide = simulate(machine, Level::quick, planned);
  CHECK(find(wide, Metric::all_host_to_device)->judgement.verdict == Verdict::pass);
  const Report narrow = simulate(std::string(machine) + "switch5:x8", Level::quick, planned);
  CHECK(verdict_of(narrow, Metric::host_to_device, 10) == Verdict::pass);  // alone it does not show
  const Judgement& all = find(narrow, Metric::all_host_to_device)->judgement;
  CHECK(all.verdict == Verdict::warn);
  CHECK(any_hint(all.hints, "uplink"));
  CHECK(all.reason.find("GPU 10") != std::string::npos);
  CHECK(all.reason.find("GPU 11") != std::string::npos);
  CHECK(all.reason.find("GPU 12") == std::string::npos);
}

TEST_CASE("a plan that gives each GPU its own way finds a shared uplink") {
  std::vector<PlannedLink> planned;
  for (int gpu = 0; gpu < 4; ++gpu) planned.push_back({gpu, {4, 16}, 1.0});
  const Report report = simulate("4x rtx-4090 switch:2", Level::quick, planned);
  CHECK(find(report, Metric::all_host_to_device)->judgement.verdict == Verdict::warn);
}

TEST_CASE("one NVLink down: the GPU is named, its pairs are expected to give what is left") {
  const Report report = simulate("8x h200 nvswitch gpu3:nvlinks-down:1", Level::quick);
  CHECK(find(report, "nvlinks", 3)->verdict == Verdict::fail);
  CHECK(find(report, "nvlinks", 2)->verdict == Verdict::pass);
  const Result* copy = find(report, Metric::peer_copy, 0, 3);
  CHECK(copy->judgement.verdict == Verdict::pass);
  CHECK(copy->judgement.expected->basis.find("17 of 18 links") != std::string::npos);
  CHECK(verdict_of(report, Metric::peer_copy, 0, 1) == Verdict::pass);
}

TEST_CASE("NVLink that the driver does not show is recognised by its speed") {
  Report report = simulate("2x h200 nvswitch", Level::quick);
  for (PairFacts& pair : report.inventory.pairs) {
    pair.level = pair.pcie_level;
    pair.nvlinks = 0;
  }
  RunInput input;
  input.references = {reference_of(*find_sim_model("h200"))};
  judge_report(report, input);
  CHECK(report.inventory.pairs.front().level == "NV?");
  CHECK(verdict_of(report, Metric::peer_copy, 0, 1) == Verdict::pass);
  CHECK(find(report, Metric::all_reduce_ring)->judgement.expected->basis.find("NVLink") != std::string::npos);
}

TEST_CASE("a fabric that is not set up says so") {
  const Report report = simulate("8x h200 nvswitch fabric-down");
  CHECK_FALSE(report.inventory.available);
  CHECK(exit_code_of(report) == 4);
  REQUIRE_FALSE(report.inventory.notes.empty());
  CHECK(report.inventory.notes.back().find("fabric manager") != std::string::npos);
}

TEST_CASE("of a pair the GPU that was lost is left out, not the one that copied") {
  const Report report = simulate("3x h200 nvswitch gpu2:lost", Level::quick);
  CHECK(find(report, Metric::peer_copy, 0, 2)->reading.reason.find("GPU 2 was lost") != std::string::npos);
  CHECK(verdict_of(report, Metric::peer_copy, 0, 1) == Verdict::pass);
  CHECK(verdict_of(report, Metric::peer_copy, 1, 0) == Verdict::pass);
}

TEST_CASE("specs that cannot be read say what is allowed") {
  std::string problem;
  CHECK_FALSE(parse_sim_spec("8x rtx-9999", problem));
  CHECK(problem.find("rtx-4090") != std::string::npos);
  CHECK_FALSE(parse_sim_spec("17x h200", problem));
  CHECK_FALSE(parse_sim_spec("0x h200", problem));
  CHECK_FALSE(parse_sim_spec("", problem));
  CHECK_FALSE(parse_sim_spec("2x h200 gpu2:x8", problem));
  CHECK_FALSE(parse_sim_spec("2x h200 gpu1:compute", problem));
  CHECK_FALSE(parse_sim_spec("2x h200 gpu1:compute:nan", problem));
  CHECK_FALSE(parse_sim_spec("8x h200 sockets:4+3", problem));
  CHECK_FALSE(parse_sim_spec("8x h200 switch1:x8", problem));  // no switches yet
  CHECK_FALSE(parse_sim_spec("8x h200 switch:2 switch4:x8", problem));
  CHECK_FALSE(parse_sim_spec("8x h200 switch:0", problem));
  CHECK_FALSE(parse_sim_spec("2x h200 gpu1:model:nothing", problem));
  CHECK_FALSE(parse_sim_spec("2x h200 gpu1:nvlinks-down:0", problem));
}
