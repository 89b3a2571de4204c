// Gathering from a captured tree, and what a tree may not do.
#include "gpu_probe/machine/live.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gpu_probe/machine/merge.h"
#include "gpu_probe/machine/run_tool.h"

namespace planner::machine {
namespace {

namespace fs = std::filesystem;

/// A tree in a folder of its own, removed at the end.
class Tree {
 public:
  Tree() {
    std::string name = (fs::temp_directory_path() / "machine_tree_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    root_ = name;
  }
  ~Tree() { fs::remove_all(root_); }
  void file(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void link(const std::string& path, const std::string& to) const {
    fs::create_directories((root_ / path).parent_path());
    fs::create_symlink(to, root_ / path);
  }
  const fs::path& root() const { return root_; }
  Machine gather() const { return merge_all(gather_machine(FileRoot(root_)), false); }

 private:
  fs::path root_;
};

/// A GPU behind a root port, as sysfs shows it.
void add_gpu(const Tree& tree) {
  const std::string port = "sys/devices/pci0000:00/0000:00:01.1/";
  const std::string gpu = port + "0000:01:00.0/";
  tree.file(port + "vendor", "0x1022\n");
  tree.file(port + "class", "0x060400\n");
  tree.file(port + "secondary_bus_number", "1\n");
  tree.file(gpu + "vendor", "0x10de\n");
  tree.file(gpu + "device", "0x2335\n");
  tree.file(gpu + "class", "0x030200\n");
  tree.file(gpu + "current_link_speed", "2.5 GT/s PCIe\n");
  tree.file(gpu + "max_link_speed", "32.0 GT/s PCIe\n");
  tree.file(gpu + "current_link_width", "8\n");
  tree.file(gpu + "max_link_width", "16\n");
  tree.file(gpu + "numa_node", "-1\n");
  tree.file(gpu + "resource",
            "0x0000104002000000 0x0000104002ffffff 0x000000000014220c\n0x0 0x0 0x0\n0x0000100000000000 "
            "0x0000103fffffffff 0x000000000014220c\n");
  tree.file(gpu + "aer_dev_correctable", "RxErr 3\nTOTAL_ERR_COR 3\n");
  tree.link("sys/bus/pci/devices/0000:00:01.1", "../../../devices/pci0000:00/0000:00:01.1");
  tree.link("sys/bus/pci/devices/0000:01:00.0", "../../../devices/pci0000:00/0000:00:01.1/0000:01:00.0");
  tree.file("sys/bus/pci/slots/7/address", "0000:01:00\n");
}

}  // namespace

TEST_CASE("PCI devices of a captured tree: parent, link, slot, memory, errors") {
  const Tree tree;
  add_gpu(tree);
  const Machine machine = tree.gather();
  REQUIRE(machine.pci.size() == 2);
  const PciDevice& gpu = machine.pci[1];
  CHECK(is_gpu(gpu));
  CHECK(gpu.parent == parse_pci_address("0000:00:01.1"));
  CHECK(gpu.link.speed_gts == 2.5);
  CHECK(gpu.link.width == 8);
  CHECK(gpu.link.max_width == 16);
  CHECK_FALSE(gpu.numa_node);
  CHECK(gpu.slot == "7");
  CHECK(gpu.aer_correctable == 3);
  REQUIRE(gpu.bars.size() == 2);
  CHECK(gpu.bars[1].index == 2);
  CHECK(gpu.bars[1].size_bytes == std::int64_t{256} << 30);
  CHECK(machine.pci[0].secondary_bus == 1);
  // Without the configuration space nothing is said about ACS, and the snapshot says why.
  CHECK_FALSE(gpu.acs_redirect);
  CHECK(std::any_of(machine.unknown.begin(), machine.unknown.end(),
                    [](const Unknown& u) { return u.section.find("ACS") != std::string::npos; }));
}

TEST_CASE("host, software, log and sensors of a captured tree") {
  const Tree tree;
  tree.file("sys/class/dmi/id/board_name", "Pro WS WRX90E-SAGE SE\n");
  tree.file("sys/class/dmi/id/product_serial", "SECRET\n");
  tree.file("proc/cpuinfo",
            "processor : 0\nvendor_id : AuthenticAMD\nmodel name : AMD X\nphysical id : 0\ncore id : 0\nflags : fpu\n\n"
            "processor : 1\nvendor_id : AuthenticAMD\nmodel name : AMD X\nphysical id : 0\ncore id : 0\nflags : fpu\n");
  tree.file("proc/meminfo", "MemTotal:       1024 kB\n");
  tree.file("proc/sys/kernel/hostname", "secret-host\n");
  tree.file("proc/cmdline", "root=/dev/sda1 amd_iommu=off quiet\n");
  tree.file("proc/modules", "nouveau 1 0 - Live\n");
  tree.file("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.129.03  Thu Oct 19\n");
  tree.file("sys/class/hwmon/hwmon0/name", "k10temp\n");
  tree.file("sys/class/hwmon/hwmon0/temp1_input", "45500\n");
  tree.file("var/log/dmesg", "[ 1.0] NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus.\n");
  const Machine machine = tree.gather();
  CHECK(machine.host.board == "Pro WS WRX90E-SAGE SE");
  CHECK(machine.host.threads == 2);
  CHECK(machine.host.cores == 1);
  CHECK(machine.host.virtual_machine == "none");
  CHECK(machine.host.memory_total_bytes == 1 << 20);
  CHECK_FALSE(machine.host.name);
  CHECK(machine.software.driver_version == "535.129.03");
  CHECK(machine.software.kernel_module == "proprietary");
  CHECK(machine.software.nouveau_loaded == true);
  CHECK(machine.software.nvidia_loaded == false);
  CHECK(machine.software.iommu_setting == "amd_iommu=off");
  CHECK(machine.software.kernel_command_line == "amd_iommu=off quiet");
  REQUIRE(machine.sensors.size() == 1);
  CHECK(machine.sensors[0].value == 45.5);
  REQUIRE(machine.kernel_log.size() == 1);
}

TEST_CASE("a link that leads out of the tree is not followed; an empty tree is unknown, not broken") {
  const Tree outside, tree;
  outside.file("secret", "secret\n");
  tree.link("proc/cmdline", (outside.root() / "secret").string());
  CHECK_FALSE(FileRoot(tree.root()).text("proc/cmdline"));
  CHECK_FALSE(FileRoot(tree.root()).exists("../" + outside.root().filename().string() + "/secret"));
  const Machine machine = tree.gather();
  CHECK_FALSE(machine.software.kernel_command_line);
  CHECK_FALSE(machine.kernel_log_read);
  CHECK(machine.unknown.size() >= 5);
}

TEST_CASE("tools: output, absence, a time limit") {
  const ToolOutput echo = run_tool({"echo", "two words"}, std::chrono::seconds(5));
  CHECK(echo.started);
  CHECK(echo.text == "two words\n");
  CHECK_FALSE(run_tool({"no-such-program-here"}, std::chrono::seconds(5)).started);
  const ToolOutput slow = run_tool({"sleep", "30"}, std::chrono::milliseconds(200));
  CHECK(slow.timed_out);
}

}  // namespace planner::machine
