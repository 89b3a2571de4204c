// Machines that are built as planned.
#include "chain/machines.h"

namespace planner::chain {
namespace {

constexpr const char* kCpus = "  - {part: epyc-9334, count: 2}\n";

}  // namespace

Machine hgx() {
  Machine machine;
  for (int i = 0; i < 8; ++i)
    machine.text.gpus.push_back({"NVIDIA H200", "2335", 5, 16, i / 4, -1, 18, 18, 143771, 700});
  machine.text.nvswitches = true;
  machine.text.fabric = "Completed";
  machine.device = "8x h200 nvswitch 2s nccl";
  return machine;
}

std::string hgx_plan() {
  return std::string(
             "planner_build: 1\nname: HGX node\nparts:\n  - {part: supermicro-as-8125gs-tnhr-h200}\n"
             "  - {part: nvidia-h200-sxm-141gb, count: 8}\n") +
         kCpus;
}

Machine cards(int count, int per_switch) {
  Machine machine;
  for (int i = 0; i < count; ++i) {
    const int behind = per_switch > 0 ? i / per_switch : -1;
    machine.text.gpus.push_back({"NVIDIA L40S", "26b9", 4, 16, i * 2 / count, behind, 0, 0, 46068, 350});
  }
  if (per_switch > 0) machine.text.uplink_widths.assign(static_cast<std::size_t>(count / per_switch), 16);
  machine.device = std::to_string(count) + "x l40s 2s nccl";
  if (per_switch > 0) machine.device += " switch:" + std::to_string(per_switch) + " uplinks:gen5";
  return machine;
}

std::string cards_plan(const std::string& platform, int count) {
  return "planner_build: 1\nname: cards\nparts:\n  - {part: " + platform +
         "}\n  - {part: nvidia-l40s, count: " + std::to_string(count) + "}\n" + kCpus;
}

std::string test_platforms() {
  return std::string("--catalog ") + PLANNER_SOURCE_DIR + "/tests/chain/fixtures/platforms.yaml";
}

}  // namespace planner::chain
