// PCI devices of a machine: a tree through `parent`, each with both ends' view of its link.
#pragma once

#include <vector>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// The link towards the parent (of an endpoint or upstream port) or towards the child (of a root or downstream port).
/// Speed falls to 2.5 GT/s on an idle GPU; that is no fault, a reduced width usually is.
struct PcieLink {
  Real speed_gts;                           ///< now, GT/s per lane
  Real max_speed_gts;                       ///< what this end can do
  Number width;                             ///< now, lanes; 0: link down
  Number max_width;                         ///< what this end can do
  Real bandwidth_gbs;                       ///< GB/s each way, where the source states no speed and width (hwloc)
  Flag speed_downgraded, width_downgraded;  ///< only where lspci marks it "(downgraded)" or "(ok)"
};

struct PciBar {
  Number index;  ///< region number, 6 is the expansion ROM
  Number size_bytes;
  Flag prefetchable;
  Flag assigned;  ///< no: the firmware or kernel found no address space
};

struct PciDevice {
  PciAddress address;
  std::optional<PciAddress> parent;  ///< the bridge it hangs on; nothing for a root port or when not reported
  Text vendor_id, device_id;         ///< four hexadecimal digits, "10de"
  Text subsystem_vendor_id, subsystem_device_id;
  Text class_id;          ///< "0302"
  Text class_name, name;  ///< as the source words it, "3D controller", "NVIDIA Corporation GA102GL [A10]"
  Text revision;          ///< "a1"
  Flag unreachable;       ///< configuration space reads all ones ("rev ff"): off the bus or without power
  PcieLink link;
  Text port_type;  ///< "Root Port", "Upstream Port", "Downstream Port", "Endpoint", "Legacy Endpoint", ...
  Number max_payload_bytes, max_read_request_bytes;
  Flag acs_capable;
  Flag acs_redirect;   ///< ACS sends peer traffic up to the root: ReqRedir or CmpltRedir is on
  Flag resizable_bar;  ///< has the capability
  Text slot;           ///< label of the physical slot
  Number numa_node;    ///< nothing where the firmware states none
  Number iommu_group;
  std::vector<PciBar> bars;
  Number aer_correctable, aer_nonfatal, aer_fatal;  ///< totals since boot
  std::vector<std::string> aer_status;              ///< error bits that lspci shows set, "CESta:RxErr"
  Number secondary_bus, subordinate_bus;            ///< of a bridge
  Text driver;                                      ///< kernel driver in use
  std::vector<std::string> kernel_modules;          ///< that could serve it
};

/// A GPU by class (VGA, 3D or processing accelerator of a GPU vendor): not an audio function, NVSwitch or NF200 bridge.
bool is_gpu(const PciDevice& device);
/// A bridge of class 0680 of vendor 10de with an NVSwitch device id or name.
bool is_nvswitch(const PciDevice& device);

}  // namespace planner::machine
