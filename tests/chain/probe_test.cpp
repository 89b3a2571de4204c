// Probe reports of eight and sixteen GPUs: what is measured, how long it takes, how it reads, and that it replays.
#include <sstream>

#include "chain/machines.h"

using namespace planner::chain;

namespace {

nlohmann::json probe(const std::string& device, const std::string& more = "--level standard") {
  const Outcome outcome = run("probe --format json " + more + " --device \"" + device + "\"");
  auto json = nlohmann::json::parse(outcome.text, nullptr, false);
  REQUIRE_FALSE(json.is_discarded());
  return json;
}

int count(const nlohmann::json& report, const std::string& metric, const std::string& status = "measured") {
  int found = 0;
  for (const auto& result : report["results"]) {
    if (result["metric"] == metric && result["status"] == status) ++found;
  }
  return found;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string> kMachines{"8x h200 nvswitch 2s nccl", "8x l40s switch:2 2s nccl", "8x l40s 2s nccl",
                                         "16x l40s switch:4 2s nccl", "8x rtx-4090 2s"};

}  // namespace

TEST_CASE("all ordered pairs of eight GPUs, a sample of sixteen, both all-reduces and all GPUs at once") {
  for (const std::string& machine : kMachines) {
    CAPTURE(machine);
    const auto report = probe("sim:" + machine);
    CHECK(report["verdict"] == "pass");
    const bool sixteen = machine.starts_with("16x");
    CHECK(count(report, "peer_copy") == (sixteen ? 48 : 56));
    CHECK(count(report, "all_host_to_device") == 1);
    CHECK(count(report, "all_device_to_host") == 1);
    CHECK(count(report, "all_reduce_ring") == 1);
    CHECK(count(report, "all_reduce_nccl") == (machine.ends_with("nccl") ? 1 : 0));
    CHECK(count(report, "sustained_load") == (sixteen ? 16 : 8));
  }
}

TEST_CASE("the text report of many GPUs keeps to 100 columns and a screen or two") {
  for (const std::string& machine : kMachines) {
    CAPTURE(machine);
    const Outcome outcome = run("probe --level standard --device \"sim:" + machine + "\"");
    const auto lines = lines_of(outcome.text);
    CHECK(lines.size() < (machine.starts_with("16x") ? 130 : 80));
    for (const std::string& line : lines) {
      CAPTURE(line);
      CHECK(line.size() <= 100);
    }
    CHECK(outcome.text.find("Peer copy, GB/s") != std::string::npos);
    CHECK(outcome.text.find("NUMA node 1: GPU") != std::string::npos);
    CHECK((machine.find("switch:") == std::string::npos || outcome.text.find("switch 3: GPU") != std::string::npos));
  }
}

TEST_CASE("the fault of one pair or GPU stands in the matrix and by name below it") {
  const Outcome outcome = run("probe --level standard --device \"sim:8x rtx-5090 p2p 2s gpu5:rebar-off\"");
  CHECK(outcome.code == 1);
  CHECK(outcome.text.find("FAIL peer copy GPU 0 -> 5") != std::string::npos);
  CHECK(outcome.text.find("FAIL peer copy GPU 0 -> 4") == std::string::npos);
  CHECK(outcome.text.find("more of peer copy, marked above") != std::string::npos);
}

TEST_CASE("a recorded report of many GPUs replays with the same verdicts, at its own level") {
  for (const std::string& machine :
       {kMachines[0], kMachines[3], kMachines[1] + " switch1:x8", kMachines[0] + " gpu2:lost"}) {
    CAPTURE(machine);
    const Folder folder;
    run("probe --level standard --device \"sim:" + machine + "\" -o " + folder.file("probe.json"));
    std::ifstream in(folder.file("probe.json"));
    const auto recorded = nlohmann::json::parse(in);
    const auto again = probe("replay:" + folder.file("probe.json"), "");
    CHECK(again["level"] == "standard");
    CHECK(again["verdict"] == recorded["verdict"]);
    REQUIRE(again["results"].size() == recorded["results"].size());
    for (std::size_t i = 0; i < again["results"].size(); ++i) {
      CAPTURE(recorded["results"][i]["metric"]);
      CHECK(again["results"][i]["verdict"] == recorded["results"][i]["verdict"]);
    }
  }
}
