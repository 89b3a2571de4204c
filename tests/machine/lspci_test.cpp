// lspci: marks, trees, dumps, what is a GPU and what is not.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {
namespace {

const PciDevice& device(const Machine& machine, const char* address) {
  const PciDevice* found = find_device(machine, *parse_pci_address(address));
  REQUIRE(found);
  return *found;
}

constexpr const char* kVerbose =
    "00:01.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Device 14ab (rev 01) (prog-if 00 [Normal decode])\n"
    "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n"
    "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
    "\t\tLnkCap:\tPort #1, Speed 32GT/s, Width x16, ASPM L1\n"
    "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)\n"
    "\tCapabilities: [2a0 v1] Access Control Services\n"
    "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir- UpstreamFwd+ EgressCtrl- DirectTrans-\n"
    "01:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330] (rev a1)\n"
    "    Physical Slot: 7\n    NUMA node: 1\n    IOMMU group: 22\n"
    "    Region 0: Memory at b4000000 (32-bit, non-prefetchable) [size=16M]\n"
    "    Region 1: Memory at <unassigned> (64-bit, prefetchable) [size=64G]\n"
    "            LnkCap: Port #0, Speed 32GT/s, Width x16, ASPM L1\n"
    "            LnkSta: Speed 2.5GT/s (downgraded), Width x16 (ok)\n"
    "            CESta:  RxErr+ BadTLP- BadDLLP- Rollover- Timeout- AdvNonFatalErr+\n"
    "    Capabilities: [bb0 v1] Physical Resizable BAR\n"
    "    Kernel driver in use: nvidia\n";

}  // namespace

TEST_CASE("links, ACS, BARs and parents of lspci -vvv") {
  const Machine machine = read_text(kVerbose);
  REQUIRE(machine.pci.size() == 2);
  const PciDevice& port = device(machine, "00:01.1");
  const PciDevice& gpu = device(machine, "01:00.0");
  CHECK(port.link.width == 8);
  CHECK(port.link.max_width == 16);
  CHECK(port.link.width_downgraded == true);
  CHECK(port.port_type == "Root Port");
  CHECK(port.acs_redirect == true);
  CHECK(gpu.link.speed_gts == 2.5);
  CHECK(gpu.link.width_downgraded == false);
  CHECK(gpu.parent == port.address);
  CHECK(gpu.slot == "7");
  CHECK(gpu.numa_node == 1);
  CHECK(gpu.iommu_group == 22);
  CHECK(gpu.resizable_bar == true);
  CHECK(gpu.device_id == "2330");
  CHECK(gpu.driver == "nvidia");
  REQUIRE(gpu.bars.size() == 2);
  CHECK(gpu.bars[1].size_bytes == std::int64_t{64} << 30);
  CHECK(gpu.bars[1].assigned == false);
  CHECK(gpu.aer_status == std::vector<std::string>{"CESta:RxErr", "CESta:AdvNonFatalErr"});
  CHECK(path_to_root(machine, gpu.address).size() == 2);
}

TEST_CASE("audio functions, NVSwitches, NF200 bridges and other makers are not GPUs; ff is a lost device") {
  const Machine machine = read_text(
      "0001:02:00.0 VGA compatible controller: NVIDIA Corporation GA102 [GeForce RTX 3090] (rev ff) (prog-if "
      "ff)\n\t!!! Unknown header type 7f\n"
      "0001:02:00.1 Audio device: NVIDIA Corporation GA102 High Definition Audio Controller (rev a1)\n"
      "0001:03:00.0 Bridge: NVIDIA Corporation GA100 [A100 NVSwitch] (rev a1)\n"
      "0001:04:00.0 PCI bridge: NVIDIA Corporation NF200 PCIe 2.0 switch (rev a3)\n"
      "0001:05:00.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED Graphics Family (rev 52)\n");
  REQUIRE(machine.pci.size() == 5);
  REQUIRE(gpu_devices(machine).size() == 1);
  CHECK(gpu_devices(machine)[0]->unreachable == true);
  CHECK(to_text(gpu_devices(machine)[0]->address) == "0001:02:00.0");
  REQUIRE(machine.nvswitches.size() == 1);
}

TEST_CASE("a tree: parents and buses by the columns of its branches") {
  const Machine machine = read_text(
      "-+-[0000:20]-+-00.0  Advanced Micro Devices, Inc. [AMD] Device 14a4\n"
      " |           \\-01.1-[21-23]----00.0-[22-23]--+-00.0-[23]----00.0  NVIDIA Corporation AD102GL [RTX 6000 Ada "
      "Generation]\n"
      " |                                           \\-04.0-[24]--\n"
      " \\-[0000:00]---01.0-[01]--+-00.0  NVIDIA Corporation AD102GL [RTX 6000 Ada Generation]\n"
      "                          \\-00.1  NVIDIA Corporation AD102 High Definition Audio Controller\n");
  CHECK(gpu_devices(machine).size() == 2);
  const auto path = path_to_root(machine, *parse_pci_address("23:00.0"));
  REQUIRE(path.size() == 4);
  CHECK(to_text(path[1]->address) == "0000:22:00.0");
  CHECK(to_text(path[3]->address) == "0000:20:01.1");
  CHECK(device(machine, "22:04.0").secondary_bus == 0x24);
  CHECK(device(machine, "01:00.1").parent == parse_pci_address("00:01.0"));
}

TEST_CASE("ids and buses out of a dump of configuration space") {
  const Machine machine = read_text(
      "00:1c.0 PCI bridge: Intel Corporation Root Port (rev f1)\n"
      "00: 86 80 10 9d 07 04 10 00 f1 00 04 06 00 00 81 00\n10: 00 00 00 00 00 00 00 00 00 02 03 00 d0 d0 00 20\n"
      "20: 00 e8 f0 e8 01 70 f1 81 00 00 00 00 00 00 00 00\n30: 00 00 00 00 40 00 00 00 00 00 00 00 ff 01 02 00\n"
      "40: 10 80 42 01 01 80 00 00 20 00 10 00 43 40 72 01\n50: 40 00 43 70 00 fd 04 00 00 00 48 01 08 00 00 00\n\n"
      "02:00.0 3D controller: NVIDIA Corporation GP108M [GeForce MX150] (rev a1)\n");
  const PciDevice& port = device(machine, "00:1c.0");
  CHECK(port.vendor_id == "8086");
  CHECK(port.class_id == "0604");
  CHECK(port.secondary_bus == 2);
  CHECK(port.link.max_speed_gts == 8.0);
  CHECK(port.link.width == 4);
  CHECK(port.port_type == "Root Port");
  CHECK(device(machine, "02:00.0").parent == port.address);
}

TEST_CASE("records of lspci -vmm, with names, with ids, with both") {
  const Machine names = read_text(
      "Slot:\t00:01.0\nClass:\tPCI bridge\nVendor:\tIntel Corporation\nDevice:\tExample port\nRev:\t01\n\n"
      "Slot:\t01:00.0\nClass:\t3D controller\nVendor:\tNVIDIA Corporation\nDevice:\tGH100 [H100 PCIe]\nNUMANode:\t1\n"
      "Driver:\tnvidia\n");
  REQUIRE(names.pci.size() == 2);
  CHECK(names.pci[1].name == "NVIDIA Corporation GH100 [H100 PCIe]");
  CHECK(names.pci[1].numa_node == 1);
  CHECK(names.pci[1].driver == "nvidia");
  CHECK(is_gpu(names.pci[1]));
  const Machine ids = read_text("Slot:\t01:00.0\nClass:\t0302\nVendor:\t10de\nDevice:\t2331\n");
  REQUIRE(ids.pci.size() == 1);
  CHECK(ids.pci[0].vendor_id == "10de");
  CHECK(ids.pci[0].class_id == "0302");
  const Machine both = read_text(
      "Slot:\t01:00.0\nClass:\t3D controller [0302]\nVendor:\tNVIDIA Corporation [10de]\n"
      "Device:\tGH100 [H100 PCIe] [2331]\n\nSlot:\t01:00.0\nClass:\tX\n");
  REQUIRE(both.pci.size() == 1);
  CHECK(both.pci[0].device_id == "2331");
  CHECK(both.pci[0].name == "NVIDIA Corporation GH100 [H100 PCIe]");
}

}  // namespace planner::machine
