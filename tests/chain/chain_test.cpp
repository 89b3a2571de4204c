// Plan, tool outputs and measurements of eight and sixteen GPUs, through the built program: the right plan passes, and
// each fault gives its finding on its GPU and nothing else.
#include "chain/machines.h"

using namespace planner::chain;
using Findings = std::set<std::string>;

namespace {

constexpr const char* kDirect = "supermicro-as-4125gs-tnrt";

Conformed conform_hgx(const Machine& machine, const std::string& plan = hgx_plan()) {
  return conform(machine, plan);
}

Conformed conform_switched(const Machine& machine) {
  return conform(machine, cards_plan("chain-8-behind-4-switches", 8), test_platforms());
}

Conformed conform_sixteen(const Machine& machine) {
  return conform(machine, cards_plan("chain-16-behind-4-switches", 16), test_platforms());
}

Machine remove_gpu(Machine machine, std::size_t which, const std::string& device) {
  machine.text.gpus.erase(machine.text.gpus.begin() + static_cast<std::ptrdiff_t>(which));
  machine.device = device;
  return machine;
}

void check_passes(const Conformed& conformed) {
  CHECK(joined(conformed.findings()).empty());
  CHECK(conformed.verdict() == "pass");
  CHECK(conformed.code == 0);
}

void check_found(const Conformed& conformed, const Findings& expected) {
  CHECK(joined(conformed.findings()) == joined(expected));
  CHECK((conformed.code == 1 || conformed.code == 0));
}

}  // namespace

TEST_CASE("machines that are as planned pass") {
  check_passes(conform_hgx(hgx()));
  check_passes(conform_switched(cards(8, 2)));
  check_passes(conform(cards(8, 0), cards_plan(kDirect, 8)));
  check_passes(conform_sixteen(cards(16, 4)));
}

TEST_CASE("a report is judged at the level at which it was taken") {
  const Conformed conformed = conform_hgx(hgx());
  std::set<std::string> metrics;
  for (const auto& figure : conformed.json["figures"]) metrics.insert(figure["metric"].get<std::string>());
  for (const char* metric : {"L2 read", "peer copy both ways, sum", "sustained tensor load"}) {
    CAPTURE(metric);
    CHECK(metrics.count(metric) == 1);
  }
}

TEST_CASE("a missing GPU") {
  check_found(conform_hgx(remove_gpu(hgx(), 5, "7x h200 nvswitch sockets:4+3 nccl")), {"IDN-901: machine"});
  check_found(conform_sixteen(remove_gpu(cards(16, 4), 15, "15x l40s sockets:8+7 switch:4 uplinks:gen5 nccl")),
              {"IDN-901: machine"});
}

TEST_CASE("one GPU at x8") {
  Machine module = hgx();
  module.text.gpus[3].width = 8;
  module.device += " gpu3:x8";
  check_found(conform_hgx(module), {"LNK-911: GPU 3"});
  Machine card = cards(8, 0);
  card.text.gpus[6].width = 8;
  card.device += " gpu6:x8";
  check_found(conform(card, cards_plan(kDirect, 8)), {"LNK-911: GPU 6"});
  Machine behind = cards(8, 2);
  behind.text.gpus[2].width = 8;
  behind.device += " gpu2:x8";
  check_found(conform_switched(behind), {"LNK-911: GPU 2"});
}

TEST_CASE("one NVLink down on one GPU") {
  Machine machine = hgx();
  machine.text.gpus[4].nvlinks_up = 17;
  machine.device += " gpu4:nvlinks-down:1";
  check_found(conform_hgx(machine), {"NVL-952: GPU 4"});
}

TEST_CASE("a switch uplink at half width shows only while all GPUs copy; at a quarter in the width of the hop") {
  Machine unseen = cards(8, 2);  // the uplink's width is not on record: the measurement alone finds it
  unseen.device += " switch1:x8";
  check_found(conform_switched(unseen), {"TST-822: all GPUs"});
  Machine sixteen = cards(16, 4);
  sixteen.device += " switch3:x8";
  check_found(conform_sixteen(sixteen), {"TST-822: all GPUs"});
  Machine seen = cards(8, 2);  // narrower than a single card: each hop's width is on record
  seen.device += " switch1:x4";
  seen.text.uplink_widths[1] = 4;
  check_found(conform_switched(seen), {"LNK-920: GPU 2, 3"});
}

TEST_CASE("a GPU on the wrong socket") {
  Machine machine = cards(8, 0);
  machine.text.gpus[1].socket = 1;
  machine.device += " gpu1:socket:1";
  // Without slot labels five cards on a socket are one too many, whichever it is; labels tell which.
  CHECK(conform(machine, cards_plan(kDirect, 8)).rules() == Findings{"P2P-931"});
  for (std::size_t i = 0; i < 8; ++i) machine.text.gpus[i].slot = "GPU" + std::to_string(i + 1);
  machine.text.gpus[1].slot = "SLOT9";
  check_found(conform(machine, cards_plan(kDirect, 8)), {"P2P-931: GPU 1"});
}

TEST_CASE("one slow GPU") {
  Machine machine = hgx();
  machine.device += " gpu6:compute:0.7";
  const Conformed conformed = conform_hgx(machine);
  CHECK(joined(conformed.rules()) == "TST-821");
  for (const std::string& finding : conformed.findings()) CHECK(finding.find("GPU 6") != std::string::npos);
  CHECK(conformed.code == 1);
}

TEST_CASE("NVSwitches without a fabric manager: CUDA does not start") {
  Machine machine = hgx();
  machine.text.fabric = "In Progress";
  machine.device += " fabric-down";
  CHECK(run("probe --device \"sim:" + machine.device + "\"").code == 4);
  const Conformed conformed = conform_hgx(machine);
  CHECK(joined(conformed.rules()) == "NVL-953");
  CHECK(conformed.code == 1);
}

TEST_CASE("another GPU model") {
  Machine all = hgx();
  for (MachineGpu& gpu : all.text.gpus)
    gpu = {"NVIDIA H100 80GB HBM3", "2330", 5, 16, gpu.socket, -1, 18, 18, 81559, 700};
  all.device = "8x h100 nvswitch 2s nccl";
  CHECK(joined(conform_hgx(all).rules()) == "IDN-903");
  Machine one = cards(8, 0);
  one.text.gpus[7] = {"NVIDIA L4", "27b8", 4, 16, 1, -1, 0, 0, 23034, 72};
  one.device += " gpu7:model:l4";
  check_found(conform(one, cards_plan(kDirect, 8)), {"IDN-903: GPU 7"});
}
