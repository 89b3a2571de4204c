// Measurements and diagnostics of other tools.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {

TEST_CASE("nvbandwidth: elided, waived, cut") {
  const Machine machine = read_text(
      "nvbandwidth Version: v0.6\nCUDA Runtime Version: 12040\nDriver Version: 550.54.15\nDevice 0: NVIDIA X "
      "(00000009:01:00)\n"
      "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n           0         1\n "
      "0    359.05       N/A\n\n"
      "SUM host_to_device_memcpy_ce 359.05\nRunning device_to_device_memcpy_read_ce.\nWaived: needs two devices\n"
      "Running device_to_host_memcpy_ce.\nmemcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n           0\n [...]\n");
  REQUIRE(machine.measurements.size() == 3);
  CHECK(machine.measurements[0].cells[0][0] == 359.05);
  CHECK_FALSE(machine.measurements[0].cells[0][1]);
  CHECK(machine.measurements[0].sum == 359.05);
  CHECK(machine.measurements[1].status == "waived");
  CHECK(machine.measurements[2].status == "incomplete");
  CHECK(machine.software.toolkits == std::vector<std::string>{"12.4"});
  CHECK(to_text(*machine.gpus[0].address) == "0009:01:00.0");
}

TEST_CASE("nvbandwidth JSON between warnings with braces, cells as texts") {
  const Machine machine = read_text(
      "WARNING: garbage {\nWARNING {{}}}}\n{\"nvbandwidth\": {\"Driver Version\": \"565.02\", \"testcases\": [\n"
      "{\"name\": \"a_b\", \"status\": \"Passed\", \"bandwidth_description\": \"x (GB/s)\", \"bandwidth_matrix\": "
      "[[\"12.5\", \"N/A\"]], \"sum\": 12.5},\n"
      "{\"name\": \"c_d\", \"status\": \"Waived\"}]}}\nWARNING }}\n");
  REQUIRE(machine.measurements.size() == 2);
  CHECK(machine.measurements[0].cells[0][0] == 12.5);
  CHECK_FALSE(machine.measurements[0].cells[0][1]);
  CHECK(machine.measurements[1].status == "waived");
  CHECK(machine.measurements[1].cells.empty());
}

TEST_CASE("p2pBandwidthLatencyTest without P2P still prints its enabled matrices") {
  const Machine machine = read_text(
      "Device: 0, NVIDIA X, pciBusID: c1, pciDeviceID: 0, pciDomainID:0\nDevice=0 CANNOT Access Peer Device=1\n"
      "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D     0      1 \n     0 801.28  22.23 \n "
      "    1\t22.32 813.80 \n"
      "P2P=Disabled Latency Matrix (us)\n   GPU     0      1 \n     0   1.39  10.90 \n     1  10.46   1.45 \n\n   CPU  "
      "   0      1 \n     0   1.62   4.74 \n     1   4.86   1.51 \n");
  REQUIRE(machine.measurements.size() == 3);
  CHECK(machine.measurements[0].peer_to_peer == true);
  CHECK(machine.measurements[0].cells[1][0] == 22.32);
  CHECK(machine.measurements[1].test == "gpu-latency");
  CHECK(machine.measurements[2].test == "cpu-latency");
  CHECK(machine.measurements[2].cells[0][1] == 4.74);
  REQUIRE(machine.peer_access.size() == 1);
  CHECK(machine.peer_access[0].can_access == false);
}

TEST_CASE("dcgmi: wrapped remarks, results of single GPUs, skip is not pass") {
  const Machine machine = read_text(
      "| Diagnostic                | Result                                         |\n"
      "|-----  Deployment  --------+------------------------------------------------|\n"
      "| Denylist                  | Pass                                           |\n"
      "| Persistence Mode          | Fail - All                                     |\n"
      "| Warning                   | GPU 3 has uncorrectable memory errors and rema |\n"
      "|                           | ppings are pending                             |\n"
      "+-----  Hardware  ----------+------------------------------------------------+\n"
      "| memory                    | Fail                                           |\n"
      "|                           | GPU0: Pass                                     |\n"
      "|                           | GPU1: Fail                                     |\n"
      "| diagnostic                | Skip - All                                     |\n");
  const auto& all = machine.diagnostics;
  REQUIRE(all.size() == 6);
  CHECK(all[0].status == "pass");
  CHECK(all[1].status == "fail");
  REQUIRE(all[1].messages.size() == 1);
  CHECK(all[1].messages[0] == "GPU 3 has uncorrectable memory errors and remappings are pending");
  CHECK(all[3].gpu == 0);
  CHECK(all[4].gpu == 1);
  CHECK(all[4].status == "fail");
  CHECK(all[5].status == "skip");
  const Machine json = read_text(
      "{\"DCGM Diagnostic\": {\"test_categories\": [{\"category\": \"Hardware\", \"tests\": [{\"name\": \"memory\", "
      "\"results\": "
      "[{\"entity_group\": \"GPU\", \"entity_id\": 2, \"status\": \"FAIL\", \"warnings\": [{\"warning\": "
      "\"bad\"}]}]}]}]}}");
  REQUIRE(json.diagnostics.size() == 1);
  CHECK(json.diagnostics[0].gpu == 2);
  CHECK(json.diagnostics[0].messages == std::vector<std::string>{"bad"});
}

TEST_CASE("dcgmi: a table without its heading, link states") {
  const Machine rest = read_text(
      "| PCIe                      | Fail - All                                     |\n"
      "| Warning                   | GPU 0's NvLink link 0 is currently down        |\n");
  REQUIRE(rest.diagnostics.size() == 1);
  CHECK(rest.diagnostics[0].status == "fail");
  CHECK(rest.diagnostics[0].messages == std::vector<std::string>{"GPU 0's NvLink link 0 is currently down"});
  CHECK(read_text("| Quarter | Pass |\n").diagnostics.empty());
  const Machine links = read_text("| GPUs:                |\n|   gpuId 0:           |\n|       U D X _        |\n");
  REQUIRE(links.gpus.size() == 1);
  REQUIRE(links.gpus[0].nvlinks.size() == 3);
  CHECK(links.gpus[0].nvlinks[0].up == true);
  CHECK(links.gpus[0].nvlinks[1].up == false);
  CHECK(links.gpus[0].nvlinks[2].state == "disabled");
}

TEST_CASE("dmidecode: two ages of words, empty slots, arrays that are no memory, odd indents") {
  const Machine machine = read_text(
      "Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n        Manufacturer: To Be Filled By O.E.M.\n        "
      "Product Name: ROMED8-2T\n\n"
      "Handle 0x0010, DMI type 16, 23 bytes\nPhysical Memory Array\n\tUse: Flash Memory\n\n"
      "Handle 0x0011, DMI type 17, 40 bytes\nMemory Device\n\tArray Handle: 0x0010\n\tSize: 16 MB\n\tLocator: ROM\n\n"
      "Handle 0x0012, DMI type 17, 40 bytes\nMemory Device\n\tArray Handle: 0x0020\n\tSize: 16384 MB\n\tLocator: DIMM "
      "0\n\tBank Locator: P0 CHANNEL A\n"
      "\tType: DDR4\n\tSpeed: 3200 MHz\n\tConfigured Clock Speed: 2666 MHz\n\tSerial Number: 123\n\n"
      "Handle 0x0013, DMI type 17, 40 bytes\nMemory Device\n\tSize: No Module Installed\n\tLocator: DIMM 1\n\tBank "
      "Locator: P0 CHANNEL B\n\tSpeed: Unknown\n");
  REQUIRE(machine.dimms.size() == 2);
  CHECK(machine.dimms[0].size_bytes == std::int64_t{16} << 30);
  CHECK(machine.dimms[0].speed_mts == 3200);
  CHECK(machine.dimms[0].configured_mts == 2666);
  CHECK_FALSE(machine.dimms[0].serial);
  CHECK(machine.dimms[1].populated == false);
  CHECK_FALSE(machine.dimms[1].speed_mts);
  CHECK(machine.host.memory_channels == 2);
  CHECK(machine.host.memory_total_bytes == std::int64_t{16} << 30);
  CHECK_FALSE(machine.host.system_vendor);
}

}  // namespace planner::machine
