// Evidence about the machine around its GPUs: BMC, network cards, drives, memory beside the plan; hints.
#include "conform/conform_rig.h"

using namespace planner;
using namespace planner::testing;

namespace {

using Rules = std::vector<std::string>;

std::unique_ptr<Judged> of(const std::string& text, const std::vector<std::string>& told = {},
                           const std::string& plan = {}) {
  return judge_text(embedded_world().catalog, {{"a", text}}, told, plan);
}

std::string why_of(const Judged& j, const std::string& rule) {
  for (const Finding& f : j.report.findings)
    if (f.rule == rule && f.outcome == Outcome::not_evaluated) return f.why;
  return {};
}

constexpr const char* kTwoCards = "GPU 0: NVIDIA RTX A6000 (UUID: GPU-1)\nGPU 1: NVIDIA RTX A6000 (UUID: GPU-2)\n";

}  // namespace

TEST_CASE("a failed supply explains the lost redundancy") {
  const auto j =
      of("Power Supply 1   | 06h | ok  | 10.1 | 0 Watts, Presence detected, Failure detected\n"
         "Power Supplies   | 08h | ok  | 10.3 | Non-Redundant: Sufficient from Redundant\n");
  CHECK(j->failed() == Rules{"BMC-881"});
  CHECK(j->report.verdict == Verdict::fail);
}

TEST_CASE("redundancy lost in silence is found where nothing else shows it") {
  const auto j = of("PS Redundancy    | 77h | ok  |  7.1 | Redundancy Lost\n");
  CHECK(j->failed() == Rules{"BMC-882"});
}

TEST_CASE("healthy sensors give no finding, and no pass either without a GPU") {
  const auto j = of(
      "Fan1A            | 30h | ok  |  7.1 | 5040 RPM\nInlet Temp       | 04h | ok  |  7.1 | 23 degrees C\n"
      "PS1 Status       | 70h | ok  | 10.1 | Presence detected\nPS Redundancy    | 77h | ok  |  7.1 | Fully Redundant\n"
      "Ambient Temp     | 07h | ns  | 10.1 | Disabled\n");
  CHECK(j->failed() == Rules{"EVD-851"});
  CHECK(j->report.verdict == Verdict::incomplete);
}

TEST_CASE("what a BMC logged and ended is history; what it left open is undecided; what sensors show decides") {
  const std::string lost = " 7 | 09/08/2026 | 06:34:15 | Power Supply #0x3b | Power Supply AC lost | Asserted\n";
  CHECK(of(lost)->report.verdict == Verdict::inconclusive);
  CHECK(of(lost + " 8 | 09/08/2026 | 06:36:15 | Power Supply #0x3b | Power Supply AC lost | Deasserted\n")->failed() ==
        Rules{"EVD-851"});
  CHECK(of(lost + " 9 | 09/08/2026 | 06:40:15 | System Event BIOS Evt Sensor | OEM System boot event | Asserted\n")
            ->failed() == Rules{"EVD-851"});
  CHECK(of(lost + "PS1 Status       | 70h | ok  | 10.1 | Presence detected\n")->failed() == Rules{"EVD-851"});
  CHECK(of(" 1 | 09/05/2026 | 10:00:00 | Memory #0x02 | Uncorrectable ECC | Asserted\n")->failed() == Rules{"BMC-888"});
}

TEST_CASE("a planned network card, drive and memory: each deviation is one finding") {
  const std::string plan =
      "planner_build: 1\nparts:\n  - {part: nvidia-rtx-a6000, count: 2}\n  - {part: intel-x550-t2, count: 1}\n";
  const std::string bus =
      "00:00.0 Host bridge [0600]: Intel Corporation Device [8086:2020]\n"
      "00:01.0 PCI bridge [0604]: Intel Corporation Device [8086:2030]\n"
      "01:00.0 VGA compatible controller [0300]: NVIDIA Corporation GA102GL [RTX A6000] [10de:2230] (rev a1)\n"
      "02:00.0 VGA compatible controller [0300]: NVIDIA Corporation GA102GL [RTX A6000] [10de:2230] (rev a1)\n";
  const std::string card =
      "03:00.0 Ethernet controller [0200]: Intel Corporation Ethernet Controller 10G X550T [8086:1563]\n"
      "03:00.1 Ethernet controller [0200]: Intel Corporation Ethernet Controller 10G X550T [8086:1563]\n";
  const std::string other = "03:00.0 Ethernet controller [0200]: Broadcom BCM57416 NetXtreme-E [14e4:16d8]\n";
  CHECK_FALSE(of(bus + card + kTwoCards, {}, plan)->found("NIC-961"));
  CHECK(of(bus + other + kTwoCards, {}, plan)->found("NIC-961"));
  CHECK(of(bus + kTwoCards, {}, plan)->found("NIC-961"));
}

TEST_CASE("drives of SATA do not count among those on the bus") {
  const auto facts = of(kTwoCards, {}, "planner_build: 1\nparts:\n  - {part: nvidia-rtx-a6000, count: 2}\n");
  CHECK_FALSE(facts->found("IDN-913"));
}

TEST_CASE("no hint asks for what was given") {
  const std::string query =
      "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\nGPU 00000000:65:00.0\n"
      "    Product Name                          : NVIDIA H200\n    Performance State                     : P0\n";
  const std::string given = why_of(*of(query), "HLT-996");
  CHECK(given.find("does not contain it") != std::string::npos);
  CHECK(given.find("shows it") == std::string::npos);
  const std::string missing = why_of(*of(kTwoCards), "HLT-996");
  CHECK(missing.find("`nvidia-smi -q` shows it") != std::string::npos);
}

TEST_CASE("a missing GPU is one finding, also where bus and driver spell its name differently") {
  const std::string bus =
      "07:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 SXM4 80GB] [10de:20b2] (rev a1)\n"
      "0f:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 SXM4 80GB] [10de:20b2] (rev a1)\n";
  const std::string query =
      "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\nGPU 00000000:07:00.0\n"
      "    Product Name                          : NVIDIA A100-SXM4-80GB\n";
  CHECK(of(bus + "\n" + query)->failed() == Rules{"IDN-902"});
}

TEST_CASE("Xids: of a program, of a link that went on, of hardware, and what an Xid 45 was caused by") {
  const auto xid = [](const std::string& text) { return "[ 5.5] NVRM: Xid (PCI:0000:08:00): " + text + "\n"; };
  CHECK(of(xid("31, pid=1, name=x, MMU Fault"))->failed() == Rules{"HLT-985"});
  CHECK(of(xid("145, RLW_RXPIPE Nonfatal XC0 i0 Link 13 (0x1 0x2)"))->failed() == Rules{"HLT-999"});
  CHECK(of(xid("149, NETIR Fatal XC0 i0 Link 00 (0x1 0x2)"))->failed() == Rules{"HLT-998"});
  CHECK(of(xid("45, pid=1, name=x, Ch 00000001 caused by previous Xid 149"))->failed() == Rules{"HLT-998"});
}

TEST_CASE("a GPU that sits on the bus with nouveau; a program that finds no fabric; MIG left on") {
  CHECK(of("01:00.0 VGA compatible controller: NVIDIA Corporation TU104GL [Quadro RTX 5000]\n"
           "\tKernel driver in use: nouveau\nNVIDIA-SMI has failed because it couldn't communicate with the NVIDIA "
           "driver.\n")
            ->failed() == Rules{"SFT-803"});
  const auto fabric = of("RuntimeError: Error 802: system not yet initialized\n");
  CHECK(fabric->failed() == Rules{"SFT-801"});
  REQUIRE_FALSE(fabric->report.findings.front().fixes.empty());
  CHECK(fabric->report.findings.front().fixes.front().cause.find("fabric manager") != std::string::npos);
}

TEST_CASE("many corrected errors at a port that nobody listed are named, those of a wireless card are not") {
  std::string log;
  for (int i = 0; i < 30; ++i)
    log += "[ " + std::to_string(i) +
           ".5] pcieport 0000:00:1c.5: PCIe Bus Error: severity=Corrected, type=Physical Layer, "
           "(Receiver ID)\n";
  CHECK(of(log)->found("LNK-927"));
  CHECK_FALSE(of(log + "00:1c.5 PCI bridge [0604]: Intel Corporation Device [8086:9d15]\n")->found("LNK-927"));
}
