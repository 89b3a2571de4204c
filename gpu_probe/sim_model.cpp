// The table of simulated GPUs.
#include "gpu_probe/sim_model.h"

#include <algorithm>
#include <array>

namespace planner::probe {
namespace {

constexpr std::array kModels{
    SimModel{"h200", "NVIDIA H200", "10de:2335", "Hopper", "HBM3e", 9,  0,     132, 1980, 1615, 6016, 3201, 150.1, 60,
             4800,   4577,          4700,        4285,     4405,    67, 989.4, 872, 5,    16,   700,  450,  true},
    SimModel{"h100",      "NVIDIA H100 80GB HBM3",
             "10de:2330", "Hopper",
             "HBM3",      9,
             0,           132,
             1980,        1600,
             5120,        2619,
             85.0,        50,
             3350,        2959,
             3100,        2903,
             2903,        66.9,
             989.4,       790,
             5,           16,
             700,         450,
             true},
    SimModel{"h100-pcie", "NVIDIA H100 PCIe",
             "10de:2331", "Hopper",
             "HBM2e",     9,
             0,           114,
             1755,        1250,
             5120,        1593,
             85.0,        50,
             2039,        1942,
             2016,        1832,
             1832,        51.2,
             756,         496,
             5,           16,
             350,         0,
             true},
    SimModel{"a100",      "NVIDIA A100-SXM4-80GB",
             "10de:20b2", "Ampere",
             "HBM2e",     8,
             0,           108,
             1410,        1350,
             5120,        1593,
             85.0,        40,
             2039,        1769,
             1880,        1732,
             1759,        19.5,
             312,         265,
             4,           16,
             400,         300,
             true},
    SimModel{"rtx-3090",  "NVIDIA GeForce RTX 3090",
             "10de:2204", "Ampere",
             "GDDR6X",    8,
             6,           82,
             1695,        1800,
             384,         9751,
             25.4,        6,
             936,         860,
             880,         838,
             838,         35.6,
             71.2,        76,
             4,           16,
             350,         0,
             false},
    SimModel{"rtx-4090",  "NVIDIA GeForce RTX 4090",
             "10de:2684", "Ada Lovelace",
             "GDDR6X",    8,
             9,           128,
             2520,        2600,
             384,         10501,
             25.4,        72,
             1008,        940,
             960,         921,
             921,         82.6,
             165.2,       168,
             4,           16,
             450,         0,
             false},
    SimModel{"rtx-5090",  "NVIDIA GeForce RTX 5090",
             "10de:2b85", "Blackwell",
             "GDDR7",     12,
             0,           170,
             2407,        2600,
             512,         14001,
             34.2,        96,
             1792,        1640,
             1680,        1553,
             1553,        104.8,
             209.5,       230,
             5,           16,
             575,         0,
             false},
    SimModel{"rtx-a6000", "NVIDIA RTX A6000",
             "10de:2230", "Ampere",
             "GDDR6",     8,
             6,           84,
             1800,        1700,
             384,         8001,
             51.5,        6,
             768,         674.5,
             700,         660,
             660,         38.7,
             154.8,       123,
             4,           16,
             300,         0,
             true},
    SimModel{"rtx-pro-6000",
             "NVIDIA RTX PRO 6000 Blackwell Server Edition",
             "10de:2bb5",
             "Blackwell",
             "GDDR7",
             12,
             0,
             188,
             2617,
             2300,
             512,
             14001,
             102.6,
             128,
             1792,
             1530,
             1600,
             1500,
             1500,
             126,
             503.8,
             413,
             5,
             16,
             600,
             0,
             true},
    SimModel{"l40s",      "NVIDIA L40S",
             "10de:26b9", "Ada Lovelace",
             "GDDR6",     8,
             9,           142,
             2520,        2100,
             384,         9001,
             48.3,        96,
             864,         800,
             846,         760,
             760,         91.6,
             362,         269,
             4,           16,
             350,         0,
             true},
    SimModel{
        "l4", "NVIDIA L4", "10de:27b8", "Ada Lovelace", "GDDR6", 8,  9, 58, 2040, 1200, 192, 6251, 24.1, 48, 300, 265,
        280,  258,         258,         30.3,           121,     71, 4, 16, 72,   0,    true},
    SimModel{"t4", "Tesla T4", "10de:1eb8", "Turing", "GDDR6", 7,   5,  40,   1590, 1050, 256, 5001, 15.8, 4,
             320,  244,        260,         240,      240,     8.1, 65, 42.7, 3,    16,   70,  0,    true},
};

}  // namespace

std::span<const SimModel> sim_models() {
  return kModels;
}

const SimModel* find_sim_model(std::string_view key) {
  const auto found = std::ranges::find(kModels, key, &SimModel::key);
  return found == kModels.end() ? nullptr : &*found;
}

GpuReference reference_of(const SimModel& model) {
  GpuReference reference;
  reference.id = model.key;
  reference.name = model.name;
  reference.pci_ids = {std::string(model.pci_id)};
  reference.architecture = model.architecture;
  reference.memory_type = model.memory_type;
  reference.memory_gb_per_s = model.datasheet_memory;
  reference.fp32 = model.fp32;
  reference.fp16 = model.bf16;
  if (model.major >= 8) reference.bf16 = model.bf16;
  reference.board_power_w = model.power_w;
  reference.boost_mhz = model.boost_mhz;
  if (model.nvlink_gb_per_s > 0) {
    reference.nvlink_gb_per_s = model.nvlink_gb_per_s;
    reference.nvlink_links = static_cast<int>(model.nvlink_gb_per_s / 25);
    reference.nvlink_switched = true;
  }
  reference.sm_count = model.sm_count;
  reference.pcie_gen = model.pcie_gen;
  reference.pcie_width = model.pcie_width;
  return reference;
}

}  // namespace planner::probe
