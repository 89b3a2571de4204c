// The machine around the GPUs: board, processors, memory, slots, network, drives, software and sensors.
#pragma once

#include <vector>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

struct Host {
  Text system_vendor, product, board_vendor, board;
  Text bios_vendor, bios_version, bios_date;
  Text kernel, operating_system, architecture;
  Text virtual_machine;  ///< hypervisor, or "none"
  Text name;             ///< host name; an identifier, left out unless asked for
  Number memory_total_bytes;
  Number sockets, cores, threads;  ///< of the whole machine
  Number memory_channels;          ///< of the whole machine, where locators name channels
  Number memory_channels_filled;   ///< of those, with at least one module
  Text memory_ecc;                 ///< "Multi-bit ECC", "None"
  Number memory_max_bytes;
};

struct Cpu {
  Number socket;     ///< from 0
  Text designation;  ///< as the board names the socket, "P0"
  Text vendor, model;
  Number cores, threads;
  Number max_mhz, current_mhz;
  Text status;  ///< "Populated, Enabled"
};

struct NumaNode {
  std::int64_t id = 0;
  Text cpus;  ///< kernel list "0-15,64-79"
  Number memory_bytes;
  Number free_bytes;
  std::vector<std::int64_t> distances;
  Flag gpu_memory;  ///< its memory is a GPU's
};

/// One memory slot, populated or not.
struct Dimm {
  Text locator, bank;
  Flag populated;
  Number size_bytes;
  Text type;                         ///< "DDR5"
  Text type_detail, form_factor;     ///< "Synchronous Registered (Buffered)", "DIMM"
  Number speed_mts, configured_mts;  ///< rated; as it runs
  Text manufacturer, part_number;
  Text serial;  ///< an identifier, left out unless asked for
  Number rank;
  Number total_width_bits, data_width_bits;
};

/// An expansion slot as the firmware lists it.
struct Slot {
  Text designation;  ///< "PCIE1"
  Text type;         ///< "x16 PCI Express 4 x16"
  Text usage;        ///< "In Use", "Available"
  Text length;
  std::optional<PciAddress> address;  ///< of the device or root port behind it
};

struct Nic {
  Text name;  ///< "eth0", "NIC0"
  Text rdma;  ///< "mlx5_0"
  Text model, driver;
  std::optional<PciAddress> address;
  Number speed_mbps;
  Flag up;
  Text mac;  ///< an identifier, left out unless asked for
  Number numa_node;
};

struct Drive {
  Text name, model, firmware;
  Text serial;  ///< an identifier, left out unless asked for
  std::optional<PciAddress> address;
  Number size_bytes;
  Number numa_node;
};

struct NvSwitch {
  std::optional<PciAddress> address;
  Text name;
};

struct NamedVersion {
  std::string name;
  Text version;
};

struct Software {
  Text driver_version;          ///< of the GPU kernel driver
  Text driver_library_version;  ///< of NVML, where it is stated and may differ
  Text driver_cuda_version;     ///< newest CUDA that the driver offers
  Text nvidia_smi_version;
  std::vector<std::string> toolkits;  ///< CUDA toolkits that are installed, or a tool was built with
  Text kernel_module;                 ///< "open" or "proprietary"
  Flag nouveau_loaded, nvidia_loaded, peermem_loaded;
  Text fabric_manager;  ///< state: "running", "not running", "failed: ..."
  Text fabric_manager_version;
  std::vector<NamedVersion> containers;  ///< docker, podman, containerd, nvidia-container-toolkit, ...
  Text nccl_version;
  Text kernel_command_line;  ///< root=, UUIDs and addresses left out
  Text iommu_setting;        ///< what the command line says: "iommu=pt intel_iommu=on"
  Flag iommu_active;         ///< IOMMU groups exist or the kernel says so
  Text cpu_governor;
  Text problem;  ///< why nvidia-smi or NVML does not answer
};

/// A sensor of the board, the BMC or a chip. What a BMC prints as `na`, `ns`, "no reading" or "disabled" has no value
/// and no state.
struct Sensor {
  Text chip, label;  ///< "coretemp-isa-0000" or "bmc"; as the source names it
  Text kind;         ///< "temperature", "fan", "power", "voltage", "current", "supply", "redundancy", "discrete"
  Real value;
  Text unit;            ///< "C", "rpm", "W", "V", "A", "%"
  Text state;           ///< "ok", "warning" or "critical", as the source judges or the states below say
  Text detail;          ///< the states of a discrete sensor in words: "Presence detected, Failure detected"
  Real lower_critical;  ///< thresholds in the unit of the value
  Real upper_warning, upper_critical;
};

/// One line of a BMC's event log.
struct BmcEvent {
  Text time;           ///< as printed: "09/08/2021 06:34:16"; nothing before the clock was set
  std::string sensor;  ///< "Power Supply PS1 Status"
  std::string event;   ///< "Power Supply AC lost"
  Flag asserted;       ///< no: the state ended
  std::int64_t repeats = 1;
};

}  // namespace planner::machine
