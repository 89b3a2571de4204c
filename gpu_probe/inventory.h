// What a device reports about itself before anything is measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planner::probe {

/// The PCIe link of a GPU as the machine reports it. A value at rest says nothing about the speed under load.
struct LinkFacts {
  std::optional<int> gen, width;          ///< now
  std::optional<int> max_gen, max_width;  ///< the most that card and slot can do together
  std::optional<int> card_gen;            ///< the most that the card alone can do
  std::optional<int> numa_node;           ///< nothing where the machine has one node or hides it
};

/// One GPU. An empty optional means "not reported", never zero.
struct GpuFacts {
  int index = 0;             ///< number in this report, in PCI bus order
  std::string name;          ///< as the driver names it
  std::string bus_id;        ///< "0000:01:00.0"
  std::string pci_id;        ///< "10de:2335", empty if unknown
  int major = 0, minor = 0;  ///< compute capability
  int sm_count = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  int memory_bus_bits = 0;
  std::optional<double> memory_clock_mhz, max_sm_clock_mhz;
  std::optional<double> power_limit_w, default_power_limit_w;
  std::optional<std::uint64_t> bar1_bytes;
  std::optional<bool> ecc, mig, persistence;
  std::optional<int> nvlink_links;               ///< links that are up
  std::optional<int> other_processes;            ///< compute processes of others on this GPU
  std::optional<std::string> row_remap_problem;  ///< a remapping that failed or waits for a reset
  LinkFacts link;
  std::string unusable;  ///< why nothing can be measured on it (MIG, compute mode), empty if it can
};

/// The path between two GPUs, in the order from -> to.
struct PairFacts {
  int from = 0, to = 0;
  bool peer_access = false;
  std::string level;  ///< "NV18", "PIX", "PXB", "PHB", "NODE", "SYS", or empty if unknown; "NV?": links not countable
  int nvlinks = 0;    ///< NVLink links between the two, also through a switch
  std::string pcie_level;  ///< the same without regard to NVLink: "PIX" or "PXB" share the uplink of a switch
  std::string reason;      ///< why peer access is not offered
};

struct Inventory {
  std::string device;  ///< "cuda", "sim" or "replay"
  std::string driver_version, runtime_version;
  std::vector<GpuFacts> gpus;
  std::vector<PairFacts> pairs;
  std::vector<std::string> notes;  ///< what could not be read, and why
  bool available = true;           ///< false: there is nothing to measure, and `notes` says why

  const PairFacts* pair(int from, int to) const;
};

}  // namespace planner::probe
