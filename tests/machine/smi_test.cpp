// nvidia-smi's table, lists, -q text, XML and CSV where they vary.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {
namespace {

constexpr const char* kOldTable =
    "$ nvidia-smi\n"
    "| NVIDIA-SMI 418.87.00    Driver Version: 418.87.00    CUDA Version: 10.1     |\n"
    "|   0  Tesla V100-SXM2...  On   | 00000000:1A:00.0 Off |                    2 |\n"
    "| N/A   25C    P0    33W / 300W |     10MiB / 16280MiB |      0%   E. Process |\n"
    "+-------------------------------+----------------------+----------------------+\n"
    "|   1  ERR!                ERR! | 00000000:1B:00.0 ERR!|                 ERR! |\n"
    "| ERR! ERR! ERR!    ERR! / ERR! |     10MiB / 16280MiB |    ERR!         ERR! |\n"
    "| Processes:                                                       GPU Memory |\n"
    "|    0     32263      C   python                                        123MiB |\n";

}  // namespace

TEST_CASE("the table of old drivers: cut names, ECC errors, a GPU that answers ERR!") {
  const Machine machine = read_text(kOldTable);
  REQUIRE(machine.gpus.size() == 2);
  const Gpu& gpu = machine.gpus[0];
  CHECK(machine.software.driver_version == "418.87.00");
  CHECK(gpu.name == "Tesla V100-SXM2...");
  CHECK(gpu.index == 0);
  CHECK(gpu.persistence == true);
  CHECK(gpu.ecc.volatile_uncorrected == 2);
  CHECK(gpu.compute_mode == "Exclusive_Process");
  CHECK(gpu.power.draw_w == 33.0);
  CHECK(gpu.power.limit_w == 300.0);
  CHECK(gpu.memory_total_bytes == std::int64_t{16280} << 20);
  CHECK_FALSE(gpu.fault);
  REQUIRE(gpu.processes.size() == 1);
  CHECK(gpu.processes[0].memory_bytes == std::int64_t{123} << 20);
  CHECK(machine.gpus[1].fault == "ERR!");
  CHECK_FALSE(machine.gpus[1].power.draw_w);
  CHECK_FALSE(machine.gpus[1].ecc.enabled);
}

TEST_CASE("the driver model of Windows and the banner of driver 610") {
  const Machine machine = read_text(
      "| NVIDIA-SMI 610.62                 KMD Version: 610.62        CUDA UMD Version: 13.3     |\r\n"
      "|   0  NVIDIA GeForce RTX 2080 ...  WDDM  |   00000000:0C:00.0  On |                  N/A |\r\n"
      "| 38%   39C    P8             37W /  250W |     797MiB /   8192MiB |      0%      Default |\r\n"
      "|                                         |                        |                  N/A |\r\n");
  REQUIRE(machine.gpus.size() == 1);
  CHECK(machine.gpus[0].driver_model == "WDDM");
  CHECK_FALSE(machine.gpus[0].persistence);
  CHECK_FALSE(machine.gpus[0].ecc.enabled);
  CHECK_FALSE(machine.gpus[0].mig_enabled);
  CHECK(machine.software.driver_version == "610.62");
  CHECK(machine.software.driver_cuda_version == "13.3");
}

TEST_CASE("error texts instead of a table") {
  const Machine lost = read_text(
      "Unable to determine the device handle for GPU 0000:02:00.0: GPU is lost.  Reboot the system to recover this "
      "GPU\n");
  REQUIRE(lost.gpus.size() == 1);
  CHECK(lost.gpus[0].fault == "GPU is lost");
  CHECK(to_text(*lost.gpus[0].address) == "0000:02:00.0");
  const Machine mismatch = read_text("Failed to initialize NVML: Driver/library version mismatch\n");
  CHECK(mismatch.software.problem == "Failed to initialize NVML: Driver/library version mismatch");
  CHECK(mismatch.gpus.empty());
}

TEST_CASE("-q text of a subset, with fields that 610 has moved") {
  const Machine machine = read_text(
      "==============NVSMI LOG==============\n\nDriver Version   : 610.57.04 [Deprecated; use KMD Version instead]\n"
      "Attached GPUs                   : 8\nGPU 00000000:0C:00.0\n"
      "    GPU Power Readings\n        Instantaneous Power Draw    : 38.89 W\n        GPU Ceiling Power Limit\n"
      "            Current Power Limit     : 250.00 W\n        Max Power Limit    : 350.00 W\n"
      "    ECC Errors\n        Volatile\n            SRAM Correctable    : 1\n            DRAM Correctable    : 4\n"
      "            DRAM Uncorrectable  : N/A\n    Clocks Event Reasons\n        HW Slowdown    : Active\n"
      "            HW Thermal Slowdown    : Not Active\n    Serial Number   : 123\n    Display Mode : Requested "
      "functionality has been deprecated\n");
  REQUIRE(machine.gpus.size() == 1);
  const Gpu& gpu = machine.gpus[0];
  CHECK(machine.software.driver_version == "610.57.04");
  CHECK(gpu.power.limit_w == 250.0);
  CHECK(gpu.power.max_limit_w == 350.0);
  CHECK(gpu.ecc.volatile_corrected == 5);
  CHECK_FALSE(gpu.ecc.volatile_uncorrected);
  REQUIRE(gpu.clocks.reasons.size() == 2);
  CHECK(gpu.clocks.reasons[0].name == "hw_slowdown");
  CHECK(gpu.clocks.reasons[0].active);
  CHECK(gpu.clocks.reasons[1].name == "hw_thermal");
  CHECK_FALSE(gpu.clocks.reasons[1].active);
  // One of eight is shown, so that its index is not known, and the serial number is not kept.
  CHECK_FALSE(gpu.index);
  CHECK_FALSE(gpu.serial);
  CHECK(machine.sources[0].complete == false);
}

TEST_CASE("XML: missing blocks, padded values, a lost GPU, a cut end") {
  const Machine machine = read_text(
      "<nvidia_smi_log><attached_gpus>2</attached_gpus>"
      "<gpu id=\"0000:01:00.0\"><uuid>GPU-1</uuid><product_name> A </product_name><power_readings><power_limit> 70.00 "
      "W </power_limit></power_readings></gpu>"
      "<gpu id=\"00000000:02:00.0\"><product_name>GPU is lost</product_name><fan_speed>GPU is lost</fan_speed></gpu>"
      "<gpu id=\"00000000:03");
  REQUIRE(machine.gpus.size() >= 2);
  CHECK(machine.gpus[0].name == "A");
  CHECK(machine.gpus[0].power.limit_w == 70.0);
  CHECK_FALSE(machine.gpus[0].pcie.width);
  CHECK_FALSE(machine.gpus[0].uuid);
  CHECK(machine.gpus[1].fault == "GPU is lost");
  CHECK(machine.sources[0].complete == false);
}

TEST_CASE("CSV with and without units, with values that are not there") {
  const Machine machine = read_text(
      "index, name, pci.bus_id, memory.total [MiB], power.limit [W], pcie.link.gen.hostmax, ecc.mode.current\n"
      "1, NVIDIA H200, 00000000:83:00.0, 143771, 700.00, [N/A], Enabled\n"
      "0, NVIDIA H200, 00000000:82:00.0, 143771 MiB, 700.00 W, 5, [Not Supported]\n");
  REQUIRE(machine.gpus.size() == 2);
  CHECK(machine.gpus[0].index == 0);
  CHECK(machine.gpus[1].memory_total_bytes == std::int64_t{143771} << 20);
  CHECK(machine.gpus[1].power.limit_w == 700.0);
  CHECK_FALSE(machine.gpus[1].pcie.host_gen);
  CHECK(machine.gpus[1].ecc.enabled == true);
  CHECK_FALSE(machine.gpus[0].ecc.enabled);
}

TEST_CASE("NVLink status: inactive links and remarks") {
  const Machine machine = read_text(
      "GPU 3: Tesla V100-SXM2-32GB (UUID: GPU-x)\n\t Link 0: 25.781 GB/s\n\t Link 1: <inactive>\n"
      "GPU 4: NVIDIA H200 (UUID: GPU-y)\nNvlink queries are not supported for Devices in MIG mode\n");
  REQUIRE(machine.gpus.size() == 2);
  REQUIRE(machine.gpus[0].nvlinks.size() == 2);
  CHECK(machine.gpus[0].nvlinks[0].speed_gbs == 25.781);
  CHECK(machine.gpus[0].nvlinks[1].up == false);
  CHECK(machine.gpus[1].nvlinks.empty());
  CHECK(machine.gpus[1].nvlink_note);
}

}  // namespace planner::machine
