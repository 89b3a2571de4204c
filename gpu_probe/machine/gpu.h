// GPUs as the driver sees them, and how they reach each other.
#pragma once

#include <vector>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

struct NvLink {
  std::int64_t index = 0;
  Flag up;
  Text state;                      ///< other wordings: "inactive", "Disabled", "N/A"
  Real speed_gbs;                  ///< GB/s one way
  std::optional<PciAddress> peer;  ///< the other GPU or switch
  Text peer_kind;                  ///< "gpu", "switch", "cpu"
  Number replay_errors, recovery_errors, crc_errors;
};

struct GpuProcess {
  Text name, type;  ///< "C", "G", "C+G"
  Number memory_bytes;
};

struct MigDevice {
  Number gpu_instance, compute_instance;
  Text profile;  ///< "1g.10gb"
  Number memory_total_bytes, memory_used_bytes;
};

/// `name` is one of: idle, clocks_setting, sw_power_cap, hw_slowdown, hw_thermal, hw_power_brake, sync_boost,
/// sw_thermal, display_clock; or the source's word.
struct ThrottleReason {
  std::string name;
  bool active = false;
};

/// "volatile.sram_uncorrectable", "aggregate.dram_correctable": the source's words in snake case.
struct EccCount {
  std::string name;
  std::int64_t count = 0;
};

struct GpuEcc {
  Flag enabled, pending_enabled;
  Number volatile_corrected, volatile_uncorrected;    ///< since the driver was loaded
  Number aggregate_corrected, aggregate_uncorrected;  ///< lifetime
  std::vector<EccCount> counts;
  Number retired_single_bit, retired_double_bit;  ///< pages
  Flag retirement_pending;
  Number remapped_correctable, remapped_uncorrectable;  ///< rows
  Flag remap_pending, remap_failed;
  Number remap_banks_max, remap_banks_high, remap_banks_partial, remap_banks_low, remap_banks_none;
  Text recovery_action;  ///< "None", "Reset", "Reboot", "Drain P2P"
};

struct GpuPower {
  Real draw_w, limit_w, default_limit_w, min_limit_w, max_limit_w;
  Real module_limit_w;  ///< of a module with its CPU
};

struct GpuClocks {
  Real sm_mhz, memory_mhz, graphics_mhz;
  Real max_sm_mhz, max_memory_mhz, max_graphics_mhz;
  std::vector<ThrottleReason> reasons;
};

struct GpuThermal {
  Real temperature_c, memory_temperature_c;
  Real slowdown_c, shutdown_c, max_operating_c;
  Real margin_c;  ///< T.Limit: degrees left
  Real fan_percent;
};

/// As the driver reports it. A generation at rest says nothing about the one under load.
struct GpuPcie {
  Number gen, max_gen;          ///< `max_gen`: what card and slot can do together
  Number device_gen, host_gen;  ///< what each side can do
  Number width, max_width;
  Number replays, replay_rollovers;
};

struct Gpu {
  Number index;  ///< as nvidia-smi numbers them
  std::optional<PciAddress> address;
  Text name;                            ///< cut names end in "..."
  Text vendor_device_id, subsystem_id;  ///< "10de2335"
  Text architecture, brand, vbios;
  Text uuid, serial, board_part_number;  ///< uuid and serial are identifiers, left out unless asked for
  Number minor;
  Text compute_capability;
  Number memory_total_bytes, memory_used_bytes, memory_reserved_bytes;
  Number bar1_total_bytes, bar1_used_bytes;
  Number memory_bus_bits;
  GpuPower power;
  GpuClocks clocks;
  GpuThermal thermal;
  GpuEcc ecc;
  GpuPcie pcie;
  Flag mig_enabled, mig_pending;
  std::vector<MigDevice> mig_devices;
  Flag persistence;
  Text compute_mode;  ///< "Default", "Exclusive_Process", "Prohibited"
  Text driver_model;  ///< "WDDM", "TCC", "MCDM" on Windows
  Text display_active;
  Text performance_state;  ///< "P0"
  Text virtualization_mode;
  Real utilization_percent, memory_utilization_percent;
  std::vector<NvLink> nvlinks;
  Text nvlink_note;  ///< why there are none, in the source's words
  Text fabric_state, fabric_status, fabric_health;
  Number numa_node;
  Text cpu_affinity;  ///< kernel list
  std::vector<GpuProcess> processes;
  Text fault;  ///< "GPU is lost", "ERR!", "Unknown Error": the driver cannot read it
};

/// A square or rectangular table of words; a cell that is empty was missing or unreadable.
struct WordMatrix {
  std::vector<std::string> rows, columns;
  std::vector<std::vector<Text>> cells;  ///< rows.size() of columns.size()
};

/// What `nvidia-smi topo -p2p` says: OK, CNS (chipset), GNS (GPU), TNS (topology), NS, DR (disabled by registry), U.
struct PeerCapability {
  Text capability;  ///< "read", "write", "nvlink", "atomics", "prop"; nothing when the command line is not shown
  WordMatrix matrix;
};

/// One row of `nvidia-smi topo -m`.
struct TopologyEndpoint {
  std::string name;  ///< "GPU0", "NIC2", "mlx5_0"
  Text alias;        ///< "mlx5_0" for "NIC0"
  Text cpu_affinity, numa_affinity, gpu_numa_id;
};

struct Topology {
  std::vector<TopologyEndpoint> endpoints;
  WordMatrix levels;  ///< X, NV1..NV36, PIX, PXB, PHB, NODE, SYS
  Flag hides_nvlink;  ///< made by `topo -mp`: SYS does not rule out NVLink
  std::vector<PeerCapability> peer;
};

}  // namespace planner::machine
