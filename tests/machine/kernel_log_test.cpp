// Kernel log lines in every prefix, and what is a fault among them.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {

TEST_CASE("one Xid in every prefix") {
  for (const char* prefix : {"[  12.500000] ", "<4>[  12.500000] ", "kern  :warn  : [  12.500000] ",
                             "4,900,12500000,-;", "Jan 21 04:41:44 host kernel: [  12.500000] ", ""}) {
    const Machine machine =
        read_text(std::string(prefix) +
                  "NVRM: Xid (PCI:0000:91:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.\n");
    REQUIRE(machine.kernel_log.size() == 1);
    const KernelEvent& event = machine.kernel_log[0];
    CHECK(event.kind == EventKind::xid);
    CHECK(event.code == 79);
    CHECK(to_text(*event.device) == "0000:91:00.0");
    CHECK(event.detail == "GPU has fallen off the bus.");
    if (*prefix != '\0') CHECK(event.uptime_s == 12.5);
    CHECK(event.line.find(" host ") == std::string::npos);
  }
  const Machine iso = read_text(
      "kern  :warn  : 2025-01-21T04:41:44,283302+00:00 NVRM: Xid (PCI:0000:38:00): 31, pid=7, name=python3, Ch 8\n");
  CHECK(iso.kernel_log[0].time == "2025-01-21T04:41:44,283302+00:00");
  CHECK(iso.kernel_log[0].process == "python3");
}

TEST_CASE("windows without space are harmless, a GPU's memory is not, unless it was assigned later") {
  const Machine machine = read_text(
      "[ 1.0] pci 0000:70:01.1: bridge window [io  size 0x5000]: can't assign; no space\n"
      "[ 1.0] pci 0000:70:01.1: bridge window [io  size 0x5000]: failed to assign\n"
      "[ 1.1] pci 0000:41:00.0: BAR 1: no space for [mem size 0x1000000000 64bit pref]\n"
      "[ 1.1] pci 0000:41:00.0: BAR 1: failed to assign [mem size 0x1000000000 64bit pref]\n"
      "[ 1.2] pci 0000:42:00.0: BAR 2 [mem size 0x800000000 64bit pref]: can't assign; no space\n"
      "[ 1.3] pci 0000:42:00.0: BAR 2 [mem 0x1000000000-0x17ffffffff 64bit pref]: assigned\n"
      "[ 1.4] pci 0000:43:00.0: VF BAR 0 [mem size 0x01000000 64bit pref]: can't assign; no space\n"
      "[ 1.5] pci 0000:44:00.0: BAR 6: no space for [mem size 0x00080000 pref]\n");
  REQUIRE(machine.kernel_log.size() == 5);
  CHECK(machine.kernel_log[0].resource == "io-window");
  CHECK(machine.kernel_log[0].harmless == true);
  CHECK(machine.kernel_log[1].resource == "bar");
  CHECK(machine.kernel_log[1].harmless == false);
  CHECK(machine.kernel_log[1].size_bytes == 0x1000000000);
  CHECK(machine.kernel_log[1].bar == 1);
  CHECK(machine.kernel_log[2].harmless == true);
  CHECK(machine.kernel_log[3].resource == "vf-bar");
  CHECK(machine.kernel_log[4].resource == "rom");
  const Machine empty = read_text("NVRM: BAR1 is 0M @ 0x0 (PCI:0000:14:00.0)\n");
  REQUIRE(empty.kernel_log.size() == 1);
  CHECK(empty.kernel_log[0].harmless == false);
}

TEST_CASE("AER: both wordings, the error's name, repeats; support lines are no errors") {
  const Machine machine = read_text(
      "[ 0.1] acpi PNP0A08:00: _OSC: platform does not support [AER LTR DPC]\n[ 0.2] pcieport 0000:00:01.1: AER: "
      "enabled with IRQ 30\n"
      "[ 9.0] pcieport 0000:00:01.1: AER: Correctable error message received from 0000:01:00.0\n"
      "[ 9.0] nvidia 0000:01:00.0: PCIe Bus Error: severity=Correctable, type=Physical Layer, (Receiver ID)\n"
      "[ 9.0] nvidia 0000:01:00.0:   device [10de:2684] error status/mask=00000001/0000e000\n"
      "[ 9.0] nvidia 0000:01:00.0:    [ 0] RxErr                  (First)\n"
      "[ 9.1] nvidia 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)\n"
      "[ 9.1] nvidia 0000:01:00.0:    [ 0] RxErr\n"
      "[ 9.2] pcieport 0000:00:01.1: AER: Uncorrected (Fatal) error received: 0000:02:00.0\n");
  REQUIRE(machine.kernel_log.size() == 2);
  CHECK(machine.kernel_log[0].detail == "RxErr");
  CHECK(machine.kernel_log[0].severity == "correctable");
  CHECK(machine.kernel_log[0].repeats == 2);
  CHECK(machine.kernel_log[1].severity == "fatal");
  CHECK(to_text(*machine.kernel_log[1].device) == "0000:02:00.0");
}

TEST_CASE("an Xid 154 of a GPU without other errors is an echo") {
  const Machine machine = read_text(
      "NVRM: Xid (PCI:0009:01:00): 149, NETIR_LINK_EVT  Fatal   XC0 i0 Link 01 (0x021425c6)\n"
      "NVRM: Xid (PCI:0009:01:00): 154, GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset)\n"
      "NVRM: Xid (PCI:0019:01:00): 154, GPU recovery action changed from 0x4 (Drain and Reset) to 0x1 (GPU Reset "
      "Required)\n");
  REQUIRE(machine.kernel_log.size() == 3);
  CHECK(machine.kernel_log[0].severity == "fatal");
  CHECK(machine.kernel_log[1].harmless == false);
  CHECK(machine.kernel_log[2].harmless == true);
}

TEST_CASE("the other events") {
  const Machine machine = read_text(
      "[ 2.0] pci 0000:41:00.0: 126.024 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x8 link at "
      "0000:40:01.1 (capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)\n"
      "[ 3.0] nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48 LTSSM Fault Up\n"
      "[ 4.0] NVRM: GPU 0000:91:00.0: GPU has fallen off the bus.\n[ 5.0] nouveau 0000:05:00.0: NVIDIA GP108 "
      "(138000a1)\n"
      "[ 6.0] DMAR: [DMA Read] Request device [01:00.0] fault addr ffc00000 [fault reason 06] PTE Read access is not "
      "set\n"
      "[ 7.0] main[25]: segfault at 7f79 ip 00007f7c sp 00007f7c error 4 in libnccl.so.2[7f7c7ac00000+d3d3000]\n"
      "[ 8.0] main[26]: segfault at 0 ip 00007f7c sp 00007f7c error 4 in bash[7f7c7ac00000+d3d3000]\n"
      "[ 9.0] NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build\n");
  REQUIRE(machine.kernel_log.size() == 7);
  CHECK(machine.kernel_log[0].kind == EventKind::link_limited);
  CHECK(machine.kernel_log[0].width == 8);
  CHECK(machine.kernel_log[0].speed_gts == 16.0);
  CHECK(machine.kernel_log[0].gbs == 126.024);
  CHECK(to_text(*machine.kernel_log[0].limiter) == "0000:40:01.1");
  CHECK(machine.kernel_log[1].kind == EventKind::sxid);
  CHECK(machine.kernel_log[1].severity == "fatal");
  CHECK(machine.kernel_log[2].kind == EventKind::fallen_off_bus);
  CHECK(machine.kernel_log[3].kind == EventKind::nouveau);
  CHECK(to_text(*machine.kernel_log[4].device) == "0000:01:00.0");
  CHECK(machine.kernel_log[5].kind == EventKind::segfault);
  CHECK(machine.kernel_log[5].process == "main");
  CHECK(machine.software.driver_version == "580.65.06");
  CHECK(machine.software.kernel_module == "open");
}

TEST_CASE("identifiers do not stay in log lines") {
  const Machine machine = read_text(
      "Jan 21 04:41:44 secret-host kernel: [ 1.0] NVRM: Xid (PCI:0000:91:00): 79, "
      "GPU-01234567-89ab-cdef-0123-456789abcdef\n"
      "[ 1.0] Command line: root=UUID=01234567-89ab-cdef-0123-456789abcdef ro iommu=pt -- secret\n");
  REQUIRE(machine.kernel_log.size() == 1);
  CHECK(machine.kernel_log[0].line.find("secret") == std::string::npos);
  CHECK(machine.kernel_log[0].line.find("89ab") == std::string::npos);
  CHECK(machine.kernel_log[0].detail == "GPU-<removed>");
  CHECK(machine.software.kernel_command_line == "ro iommu=pt");
  CHECK(machine.software.iommu_setting == "iommu=pt");
}

TEST_CASE("a message of three lines is one event of the GPU that its first line names") {
  const Machine machine = read_text(
      "[ 18.1] NVRM: The NVIDIA GPU 0000:d3:00.0\n               NVRM: (PCI ID: 10de:26b5) installed in this system "
      "has\n"
      "               NVRM: fallen off the bus and is not responding to commands.\n");
  REQUIRE(machine.kernel_log.size() == 1);
  CHECK(machine.kernel_log[0].kind == EventKind::fallen_off_bus);
  CHECK(to_text(*machine.kernel_log[0].device) == "0000:d3:00.0");
}

TEST_CASE("driver trouble says what it is about, and missing power is its own kind") {
  const Machine machine = read_text(
      "[ 1.0] NVRM: The NVIDIA probe routine was not called for 3 device(s).\n"
      "[ 2.0] NVRM: API mismatch: the client has the version 550.76, but\n"
      "[ 3.0] NVRM: RmInitAdapter: Cannot initialize GSP firmware RM\n"
      "[ 4.0] NVRM: GPU 0000:21:00.0: GPU does not have the necessary power cables connected.\n"
      "[ 5.0] mlx5_core 0000:5c:00.0: mlx5_pcie_event:299: Detected insufficient power on the PCIe slot (27W).\n"
      "[ 6.0] mlx5_core 0000:5c:00.0: mlx5_pcie_event:297: PCIe slot power capability was not advertised.\n");
  REQUIRE(machine.kernel_log.size() == 5);
  CHECK(machine.kernel_log[0].resource == "other-driver");
  CHECK(machine.kernel_log[1].resource == "version");
  CHECK(machine.kernel_log[2].resource == "firmware");
  CHECK(machine.kernel_log[3].kind == EventKind::power);
  CHECK(machine.kernel_log[4].kind == EventKind::power);
  CHECK(to_text(*machine.kernel_log[4].device) == "0000:5c:00.0");
}

TEST_CASE("a log without events is still a log; other programs' logs are none") {
  CHECK(read_text("[Tue Jul 14 09:00:27 2026] pci 0000:01:00.0: enabling\n[Tue Jul 14 09:00:28 2026] usb 1-1: new\n")
            .kernel_log_read == true);
  CHECK(read_text("Jul 14 09:00:27 node kernel: eth0: link up\nJul 14 09:00:28 node kernel: eth0: ready\n")
            .kernel_log_read == true);
  CHECK_FALSE(read_text("[Tue Jul 14 09:00:27 2026] [error] client denied\n[Tue Jul 14 09:00:28 2026] [notice] up\n")
                  .kernel_log_read);
}

}  // namespace planner::machine
