// One snapshot of a machine: what was found, where it was found, what is unknown and why, what sources disagree on.
#pragma once

#include <vector>

#include "gpu_probe/machine/gpu.h"
#include "gpu_probe/machine/host.h"
#include "gpu_probe/machine/kernel_log.h"
#include "gpu_probe/machine/measurement.h"
#include "gpu_probe/machine/pci.h"

namespace planner::machine {

/// A document or live source that contributed.
struct Source {
  std::string name;    ///< file name as given, or "sysfs", "nvml", "dmi", ...
  std::string format;  ///< "lspci", "nvidia-smi-xml", ..., "unknown"
  Flag complete;       ///< no: it was cut or partly unreadable
  std::vector<std::string> warnings;
};

struct StatedValue {
  std::string value, source;
};

/// Two sources that state different values for one thing. The snapshot keeps the first.
struct Contradiction {
  std::string what;  ///< "software.driver_version", "gpu 0000:01:00.0 name", "gpu count"
  std::vector<StatedValue> values;
};

/// Why something is unknown: "memory", "needs root: /sys/firmware/dmi/tables/DMI".
struct Unknown {
  std::string section, reason;
};

struct Machine {
  std::vector<Source> sources;
  std::vector<Contradiction> contradictions;
  std::vector<Unknown> unknown;

  Host host;
  std::vector<Cpu> cpus;
  std::vector<NumaNode> numa_nodes;
  std::vector<Dimm> dimms;
  std::vector<Slot> slots;
  std::vector<PciDevice> pci;  ///< by address
  std::vector<Nic> nics;
  std::vector<Drive> drives;
  std::vector<NvSwitch> nvswitches;

  std::vector<Gpu> gpus;  ///< by PCI address, those without one by index
  Number gpus_attached;   ///< the count that the driver states, where it does
  Topology topology;
  Software software;

  Flag kernel_log_read;  ///< no events and yes: the log is clean
  std::vector<KernelEvent> kernel_log;
  std::vector<Sensor> sensors;
  std::vector<BmcEvent> bmc_log;  ///< oldest first, equal ones in a row folded

  std::vector<Measurement> measurements;
  std::vector<PeerAccess> peer_access;
  std::vector<DiagResult> diagnostics;
};

const PciDevice* find_device(const Machine& machine, const PciAddress& address);
const Gpu* find_gpu(const Machine& machine, const PciAddress& address);
/// The device and its bridges up to the root port; a device that is not known ends it.
std::vector<const PciDevice*> path_to_root(const Machine& machine, const PciAddress& address);
/// GPUs on the PCI bus, whether or not the driver answers for them.
std::vector<const PciDevice*> gpu_devices(const Machine& machine);

}  // namespace planner::machine
