// lscpu, the kernel's command line, lsmod, and what programs print when they get no GPU.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {

TEST_CASE("lscpu: sockets, cores, nodes, hypervisor") {
  const Machine m = read_text(
      "Architecture:          x86_64\nCPU(s):                64\nModel name:            Example 7543 CPU\n"
      "Thread(s) per core:    2\nCore(s) per socket:    16\nSocket(s):             2\nHypervisor vendor:     KVM\n"
      "NUMA node(s):          2\nNUMA node0 CPU(s):     0-15,32-47\nNUMA node1 CPU(s):     16-31,48-63\n");
  CHECK(m.host.sockets == 2);
  CHECK(m.host.cores == 32);
  CHECK(m.host.threads == 64);
  CHECK(m.host.virtual_machine == "KVM");
  REQUIRE(m.cpus.size() == 2);
  CHECK(m.cpus[1].model == "Example 7543 CPU");
  REQUIRE(m.numa_nodes.size() == 2);
  CHECK(m.numa_nodes[1].cpus == "16-31,48-63");
}

TEST_CASE("lscpu with impossible counts makes no processors") {
  const Machine m = read_text("Architecture: x86_64\nModel name: X\nSocket(s): 999999999\nCore(s) per socket: 4\n");
  CHECK(m.cpus.empty());
  CHECK_FALSE(m.host.sockets);
}

TEST_CASE("the kernel's command line alone") {
  const Machine m = read_text("BOOT_IMAGE=/vmlinuz-6.1 root=UUID=abc ro amd_iommu=on iommu=pt quiet\n");
  CHECK(m.software.iommu_setting == "amd_iommu=on iommu=pt");
  CHECK(m.software.kernel_command_line->find("UUID") == std::string::npos);
}

TEST_CASE("lsmod: modules that are there and those that are not") {
  const Machine m =
      read_text("Module                  Size  Used by\nnouveau              2306048  4\nvideo 65536  1 nouveau\n");
  CHECK(m.software.nouveau_loaded == true);
  CHECK(m.software.nvidia_loaded == false);
  CHECK_FALSE(read_text("nouveau 2306048 4\n").software.nouveau_loaded);
}

TEST_CASE("what programs and containers print without a GPU") {
  CHECK(
      read_text("docker: Error: nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown.\n")
          .software.problem == "nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown.");
  CHECK(read_text("RuntimeError: Error 802: system not yet initialized\n").software.problem.has_value());
  CHECK_FALSE(read_text("the program ran\n").software.problem);
}

TEST_CASE("a fabric manager of another version names both") {
  const Machine m = read_text(
      "nv-fabricmanager[77]: fabric manager NVIDIA GPU driver interface version 530.30.02 don't match with driver "
      "version "
      "530.41.03. Please update.\n");
  CHECK(m.software.fabric_manager_version == "530.30.02");
  CHECK(m.software.driver_version == "530.41.03");
}

TEST_CASE("simpleP2P's answers are peer access") {
  const Machine m = read_text(
      "> Peer access from Card A (GPU0) -> Card A (GPU1) : No\n> Peer access from Card A (GPU1) -> Card A (GPU0) : "
      "Yes\n");
  REQUIRE(m.peer_access.size() == 2);
  CHECK(m.peer_access[0].can_access == false);
  CHECK(m.peer_access[1].from == 1);
  CHECK(m.peer_access[1].can_access == true);
}

TEST_CASE("memory channels by their letters, whatever counts the modules") {
  const auto slot = [](const char* locator, const char* bank, const char* size) {
    return std::string("Handle 0x1, DMI type 17, 40 bytes\nMemory Device\n\tSize: ") + size +
           "\n\tLocator: " + locator + "\n\tBank Locator: " + bank + "\n\n";
  };
  const Machine desktop =
      read_text(slot("ChannelA-DIMM0", "BANK 0", "8 GB") + slot("ChannelA-DIMM1", "BANK 1", "8 GB") +
                slot("ChannelB-DIMM0", "BANK 2", "No Module Installed") +
                slot("ChannelB-DIMM1", "BANK 3", "No Module Installed"));
  CHECK(desktop.host.memory_channels == 2);
  CHECK(desktop.host.memory_channels_filled == 1);
  const Machine server = read_text(slot("DIMM 0", "P0 CHANNEL A", "64 GB") + slot("DIMM 0", "P0 CHANNEL B", "64 GB") +
                                   slot("DIMM 0", "P1 CHANNEL A", "64 GB"));
  CHECK(server.host.memory_channels == 3);
  CHECK_FALSE(read_text(slot("DIMM_A1", "NODE 1", "64 GB")).host.memory_channels);
}

}  // namespace planner::machine
