// Several documents of one machine: who belongs together, what they disagree on.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu_probe/machine/summary.h"
#include "read_text.h"

namespace planner::machine {
namespace {

std::string table(const std::string& driver, const std::string& name) {
  return "| NVIDIA-SMI " + driver + "   Driver Version: " + driver +
         "    CUDA Version: 12.4     |\n"
         "|   0  " +
         name +
         "  On  |   00000000:0C:00.0 Off |                  N/A |\n"
         "| 30%   40C    P8      10W /  250W |       0MiB /   8192MiB |      0%      Default |\n";
}

}  // namespace

TEST_CASE("what changes by itself is no contradiction, a driver version is") {
  const Machine machine =
      read_texts({table("550.54.15", "NVIDIA GeForce RTX 2080 ..."),
                  "==============NVSMI LOG==============\n\nDriver Version  : 535.129.03\nAttached GPUs  : 1\n"
                  "GPU 00000000:0C:00.0\n    Product Name    : NVIDIA GeForce RTX 2080 SUPER\n"
                  "    Temperature\n        GPU Current Temp  : 77 C\n"});
  REQUIRE(machine.gpus.size() == 1);
  // The whole name replaces the cut one.
  CHECK(machine.gpus[0].name == "NVIDIA GeForce RTX 2080 SUPER");
  CHECK(machine.gpus[0].power.limit_w == 250.0);
  REQUIRE(machine.contradictions.size() == 1);
  CHECK(machine.contradictions[0].what == "software driver_version");
  REQUIRE(machine.contradictions[0].values.size() == 2);
  CHECK(summarize_machine(machine).find("Contradictions") != std::string::npos);
}

TEST_CASE("GPUs known by index join those known by address") {
  const char* matrix = "     GPU0 GPU1  CPU Affinity NUMA Affinity\nGPU0 X SYS 0-15 0\nGPU1 SYS X 16-31 1\n";
  const char* bus =
      "0c:00.0 3D controller [0302]: NVIDIA Corporation X [10de:2330] (rev a1)\n81:00.0 3D controller [0302]: NVIDIA "
      "Corporation X [10de:2330] (rev a1)\n";
  const Machine machine = read_texts({matrix, bus});
  REQUIRE(machine.gpus.size() == 2);
  CHECK(to_text(*machine.gpus[1].address) == "0000:81:00.0");
  CHECK(machine.gpus[1].numa_node == 1);
  CHECK(machine.contradictions.empty());
  const Machine both = read_texts({matrix, table("550.54.15", "A"), bus});
  // One table row more than the matrix would need: three descriptions, still two GPUs.
  CHECK(both.gpus.size() == 2);
}

TEST_CASE("fewer GPUs in the driver than on the bus; an integrated one of another maker does not count") {
  const char* bus =
      "05:00.0 VGA compatible controller [0300]: Advanced Micro Devices, Inc. [AMD/ATI] Raphael [1002:164e] (rev c1)\n"
      "0c:00.0 3D controller [0302]: NVIDIA Corporation X [10de:2330] (rev a1)\n";
  CHECK(read_texts({table("550.54.15", "A"), bus}).contradictions.empty());
  const Machine machine =
      read_texts({table("550.54.15", "A"),
                  std::string(bus) + "81:00.0 3D controller [0302]: NVIDIA Corporation X [10de:2330] (rev a1)\n"});
  REQUIRE(machine.contradictions.size() == 1);
  CHECK(machine.contradictions[0].what == "gpu count");
}

TEST_CASE("identifiers stay only when asked for") {
  const std::string list = "GPU 0: NVIDIA H200 (UUID: GPU-01234567-89ab-cdef-0123-456789abcdef)\n";
  CHECK_FALSE(read_text(list).gpus[0].uuid);
  CHECK(read_text(list, true).gpus[0].uuid == "GPU-01234567-89ab-cdef-0123-456789abcdef");
}

TEST_CASE("different serial numbers are told without the numbers, and folders are not told") {
  const auto log = [](const std::string& serial) {
    return "==============NVSMI LOG==============\n\nAttached GPUs  : 1\nGPU 00000000:0C:00.0\n    Serial Number  : " +
           serial + "\n";
  };
  std::vector<Reading> readings = read_document_of_machine("/home/someone/a.txt", log("111"));
  for (Reading& reading : read_document_of_machine("/home/someone/b.txt", log("222")))
    readings.push_back(std::move(reading));
  const Machine machine = merge_all(std::move(readings), false);
  REQUIRE(machine.contradictions.size() == 1);
  for (const StatedValue& value : machine.contradictions[0].values) {
    CHECK(value.value == "<removed>");
    CHECK(value.source.find("someone") == std::string::npos);
  }
  CHECK(machine.sources[0].name == "a.txt");
}

TEST_CASE("what one source could not tell and another one does is known") {
  Reading live;
  live.machine.unknown.push_back({"memory modules", "needs root"});
  std::vector<Reading> readings{live};
  for (Reading& reading : read_document_of_machine(
           "dmi", "Handle 0x1, DMI type 17, 40 bytes\nMemory Device\n\tSize: 64 GB\n\tLocator: A\n")) {
    readings.push_back(std::move(reading));
  }
  const Machine machine = merge_all(std::move(readings), false);
  const auto modules = [](const Unknown& u) { return u.section == "memory modules"; };
  CHECK(std::none_of(machine.unknown.begin(), machine.unknown.end(), modules));
}

TEST_CASE("what is unknown says why; a text of nothing is no machine") {
  const Machine machine = read_text("nothing of the kind\n");
  REQUIRE(machine.sources.size() == 1);
  CHECK(machine.sources[0].format == "unknown");
  CHECK(machine.unknown.size() >= 6);
  CHECK_FALSE(machine.kernel_log_read);
}

}  // namespace planner::machine
