// The whole chain as commands: a recorded two-GPU machine, a simulated probe run, a plan. The right plan passes, each
// wrong one gives its deviation and nothing else.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conform/conform_rig.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // a snapshot starts with its mark

struct MachineSpec {
  std::vector<int> widths = {16, 16};
  std::vector<std::string> slots = {"PCIEX16(G5)_1", "PCIEX16(G5)_3"};
  int limit = 600;
  int links = 18;  ///< NVLinks that are up
};

Json gpu_of(const MachineSpec& spec, std::size_t i, const std::string& address) {
  Json links = Json::array();
  for (int k = 0; k < 18; ++k) links.push_back({{"index", k}, {"up", k < spec.links}});
  return {{"index", i},
          {"address", address},
          {"name", "NVIDIA H200 NVL"},
          {"performance_state", "P0"},
          {"utilization_percent", 0},
          {"memory_total_bytes", 150754820096},
          {"power", {{"limit_w", spec.limit}, {"default_limit_w", 600}}},
          {"pcie", {{"gen", 5}, {"max_gen", 5}, {"width", spec.widths[i]}, {"max_width", 16}}},
          {"nvlinks", links},
          {"ecc", {{"enabled", true}, {"remap_pending", false}, {"remap_failed", false}, {"volatile_uncorrected", 0}}}};
}

/// Two cards, each below its own root port.
Json machine_of(const MachineSpec& spec) {
  Json pci = Json::array(), gpus = Json::array(), slots = Json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string port = i == 0 ? "0000:00:01.1" : "0000:20:01.1", card = i == 0 ? "0000:01:00.0" : "0000:21:00.0";
    const Json up = {{"speed_gts", 32}, {"max_speed_gts", 32}, {"width", spec.widths[i]}, {"max_width", 16}};
    pci.push_back(
        {{"address", port}, {"vendor_id", "1022"}, {"class_id", "0604"}, {"port_type", "Root Port"}, {"link", up}});
    pci.push_back({{"address", card},
                   {"parent", port},
                   {"vendor_id", "10de"},
                   {"class_id", "0302"},
                   {"port_type", "Endpoint"},
                   {"numa_node", 0},
                   {"link", up}});
    slots.push_back({{"designation", spec.slots[i]}, {"address", card}});
    gpus.push_back(gpu_of(spec, i, card));
  }
  for (const char* label : {"PCIEX16(G5)_1", "PCIEX16(G5)_2", "PCIEX16(G5)_3", "PCIEX16(G5)_7"})
    if (std::find(spec.slots.begin(), spec.slots.end(), label) == spec.slots.end())
      slots.push_back({{"designation", label}, {"usage", "Available"}});
  const std::string level = spec.links > 0 ? "NV18" : "NODE";
  return {{"planner_machine", true},
          {"format_version", 1},
          {"host", {{"virtual_machine", "none"}, {"board", "Pro WS WRX90E-SAGE SE"}, {"sockets", 1}}},
          {"cpus", Json::array({Json{{"socket", 0}, {"model", "AMD Ryzen Threadripper PRO 7965WX 24-Cores"}}})},
          {"numa_nodes", Json::array({Json{{"id", 0}}})},
          {"slots", slots},
          {"pci", pci},
          {"gpus", gpus},
          {"gpus_attached", 2},
          {"topology",
           {{"levels",
             {{"rows", Json::array({"GPU0", "GPU1"})},
              {"columns", Json::array({"GPU0", "GPU1"})},
              {"cells", Json::array({Json::array({"X", level}), Json::array({level, "X"})})}}}}},
          {"kernel_log_read", true}};
}

std::string plan_of(const std::string& gpus, bool bridge = true) {
  return "planner_build: 1\nname: two cards\nparts:\n  - {part: " + gpus +
         "}\n  - {part: asus-pro-ws-wrx90e-sage-se, count: 1}\n  - {part: threadripper-pro-7965wx, count: 1}\n" +
         (bridge ? "  - {part: nvlink-bridge-h200-nvl-2-way, count: 1}\n" : "");
}

const std::string kSlots = ", slots: [\"PCIEX16(G5)_1\", \"PCIEX16(G5)_3\"]";
const std::string kRight = "nvidia-h200-nvl-141gb, count: 2" + kSlots;

/// A folder with the machine's record and the probe's report; removed at the end.
class Chain {
 public:
  Chain(const MachineSpec& spec, const std::string& device) {
    folder_ = fs::temp_directory_path() / ("conform_chain_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "found.json") << machine_of(spec).dump();
    const auto gathered = run("gather --from " + file("found.json") + " -o " + file("machine.json"));
    INFO(gathered.second);
    REQUIRE(gathered.first == 0);
    const int code = run("probe -q --device '" + device + "' -o " + file("probe.json")).first;
    REQUIRE((code == 0 || code == 1 || code == 4));
  }
  ~Chain() { fs::remove_all(folder_); }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  /// Rules that fail beside this plan; "pass" first where the command says so.
  std::vector<std::string> conform(const std::string& plan) {
    std::ofstream(folder_ / "plan.yaml") << plan;
    const auto [code, text] = run("conform --format json --plan " + file("plan.yaml") + " --machine " +
                                  file("machine.json") + " --probe " + file("probe.json") + " 2>/dev/null");
    const Json answer = Json::parse(text, nullptr, false);
    REQUIRE(answer.is_object());
    std::vector<std::string> found;
    if (answer["verdict"] == "pass") found.push_back("pass");
    CHECK((code == 1) == (answer["verdict"] == "fail"));
    for (const Json& f : answer["findings"])
      if (f["outcome"] == "failed") found.push_back(f["rule"]);
    return found;
  }

 private:
  std::string file(const char* name) const { return (folder_ / name).string(); }

  static std::pair<int, std::string> run(const std::string& arguments) {
    FILE* pipe = popen((std::string(PLANNER_BINARY) + " " + arguments + " 2>&1").c_str(), "r");
    REQUIRE(pipe);
    std::string text;
    char buffer[4096];
    while (const std::size_t n = fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, n);
    const int status = pclose(pipe);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
  }

  fs::path folder_;
};

using Rules = std::vector<std::string>;

}  // namespace

TEST_CASE("chain: the right plan passes, each wrong plan gives its one deviation") {
  Chain chain({}, "sim:2x h200 nvswitch");
  CHECK(chain.conform(plan_of(kRight)) == Rules{"pass"});
  CHECK(chain.conform(plan_of("nvidia-h200-nvl-141gb, count: 3")) == Rules{"IDN-901"});
  CHECK(chain.conform(plan_of("nvidia-h100-nvl-94gb, count: 2", false)) == Rules{"IDN-903"});
  CHECK(chain.conform(plan_of(kRight + ", power_limit: 450 W")) == Rules{"POW-971"});
  // More than planned is no fault.
  CHECK(chain.conform(plan_of("nvidia-h200-nvl-141gb, count: 2", false)) == Rules{"pass"});
}

TEST_CASE("chain: a bridge that is missing") {
  MachineSpec spec;
  spec.links = 0;
  Chain chain(spec, "sim:2x h200 p2p");
  CHECK(chain.conform(plan_of(kRight)) == Rules{"NVL-952"});
  // Also where the plan leaves the slots open.
  CHECK(chain.conform(plan_of("nvidia-h200-nvl-141gb, count: 2")) == Rules{"NVL-952"});
  CHECK(chain.conform(plan_of(kRight, false)) == Rules{"pass"});
}

TEST_CASE("chain: a link of half the planned width") {
  MachineSpec spec;
  spec.widths = {16, 8};
  Chain chain(spec, "sim:2x h200 nvswitch gpu1:x8");
  CHECK(chain.conform(plan_of(kRight)) == Rules{"LNK-911"});
}

TEST_CASE("chain: another slot than planned") {
  MachineSpec spec;
  spec.slots = {"PCIEX16(G5)_1", "PCIEX16(G5)_7"};
  Chain chain(spec, "sim:2x h200 nvswitch");
  CHECK(chain.conform(plan_of(kRight)) == Rules{"LNK-928"});
}

TEST_CASE("chain: a lower power limit than planned") {
  MachineSpec spec;
  spec.limit = 400;
  Chain chain(spec, "sim:2x h200 nvswitch");
  CHECK(chain.conform(plan_of(kRight)) == Rules{"POW-972"});
}
