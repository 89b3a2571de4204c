// Damaged input: every reader must come to an end, say what it found, and keep its promises.
#include <doctest/doctest.h>

#include <random>

#include "gpu_probe/machine/snapshot.h"
#include "gpu_probe/machine/summary.h"
#include "read_text.h"

namespace planner::machine {
namespace {

/// A bit of every format.
constexpr const char* kMixture =
    "|   0  NVIDIA H200  On  |   00000000:83:00.0 Off |  0 |\n| N/A   38C    P0   125W /  700W |   0MiB / 143771MiB |  "
    "0%  Default |\n"
    "GPU 0: NVIDIA H200 (UUID: GPU-x)\n\t Link 0: 26.562 GB/s\n     GPU0 GPU1 CPU Affinity\nGPU0 X NV18 0-15\nGPU1 "
    "NV18 X 0-15\n"
    "-[0000:00]-+-00.0  Host\n           \\-01.0-[01]----00.0  NVIDIA Corporation X\n"
    "01:00.0 3D controller [0302]: NVIDIA X [10de:2330] (rev a1)\n\tLnkSta: Speed 2.5GT/s (downgraded), Width x16\n"
    "Handle 0x1, DMI type 17, 40 bytes\nMemory Device\n\tSize: 64 GB\n\tLocator: A\n\n[ 1.0] NVRM: Xid "
    "(PCI:0000:91:00): 79, lost\n"
    "PS1 Status | 70h | ok | 10.1 | Presence detected, Failure detected\nFan 2 | 0 RPM | cr\n"
    "Inlet | 31.0 | degrees C | ok | na | 1 | 2 | 42 | 47 | na\n 1 | 03/04/2026 | 05:06:07 | Fan #1 | Lost | Asserted\n"
    "chip-isa-1\nAdapter: ISA adapter\ntemp1: +45.0 C (high = +80.0 C)\n             (crit = +90.0 C)\n\n"
    "Sensor ID              : Redund (0x2)\n States Asserted : Power Unit\n [Redundancy Lost]\n"
    "Architecture: x86_64\nModel name: X\nSocket(s): 2\nModule Size Used by\nnouveau 1 0\nBOOT_IMAGE=/v iommu=pt\n"
    "Device=0 CAN Access Peer Device=1\nRunning a_b.\nmemcpy (GB/s)\n  0\n0  12.5\nSUM a_b 12.5\n"
    "| Diagnostic | Result |\n|-----  Deployment  --------+----|\n| Denylist | Pass |\n"
    "==============NVSMI LOG==============\nAttached GPUs  : 1\nGPU 00000000:83:00.0\n    Product Name  : H200\n";

void read_wholly(const std::string& text) {
  const Machine machine = read_text(text);
  CHECK_FALSE(machine.sources.empty());
  Diagnostics diagnostics;
  const std::string written = write_snapshot(machine);
  const auto again = read_snapshot(written, "m.json", diagnostics);
  REQUIRE(again);
  CHECK(write_snapshot(*again) == written);
  CHECK_FALSE(summarize_machine(machine).empty());
}

}  // namespace

TEST_CASE("a text cut at any place is read as far as it goes") {
  const std::string text = kMixture;
  for (std::size_t length = 0; length <= text.size(); length += 7) read_wholly(text.substr(0, length));
  CHECK(read_text(text).sources.size() >= 8);
}

TEST_CASE("changed bytes do no harm") {
  std::mt19937 random(7);
  const std::string text = kMixture;
  for (int round = 0; round < 150; ++round) {
    std::string changed = text;
    for (int i = 0; i < 12; ++i) changed[random() % changed.size()] = static_cast<char>(random() % 256);
    read_wholly(changed);
  }
}

TEST_CASE("nested, endless and binary input") {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<system><pci busid=\"0000:01:00.0\">";
  read_wholly(deep);
  std::string tree = "-[0000:00]-";
  for (int i = 0; i < 2000; ++i) tree += "01.0-[01]--";
  read_wholly(tree);
  read_wholly("{" + std::string(3000, '[') + "}");
  read_wholly(std::string(3'000'000, '|'));
  read_wholly(std::string("\0\1\2\xff\xfe\n|\0", 8));
  // Two bridges that claim each other's bus.
  const Machine loop = read_text(
      "00:01.0 PCI bridge: A\n\tBus: primary=01, secondary=01, subordinate=01\n01:00.0 PCI bridge: B\n\tBus: "
      "primary=00, secondary=00, subordinate=01\n");
  CHECK(path_to_root(loop, *parse_pci_address("01:00.0")).size() <= 2);
}

TEST_CASE("a log of the same error is folded, one of very many different ones is limited") {
  std::string same, different;
  for (int i = 0; i < 20'000; ++i) {
    same += "NVRM: Xid (PCI:0000:91:00): 31, fault\n";
    if (i < 7000) different += "NVRM: Xid (PCI:0000:91:00): 31, fault " + std::to_string(i) + "\n";
  }
  const Machine folded = read_text(same);
  REQUIRE(folded.kernel_log.size() == 1);
  CHECK(folded.kernel_log[0].repeats == 20'000);
  const Machine limited = read_text(different);
  CHECK(limited.kernel_log.size() == 5000);
  CHECK(limited.sources[0].complete == false);
}

}  // namespace planner::machine
