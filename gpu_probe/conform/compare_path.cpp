// The way from each GPU up to its CPU: narrowest hop, chipset, ACS; and whether its link is shared.
#include <algorithm>

#include "facts/placement.h"
#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

using machine::PciDevice;

/// Ports through which Intel's chipsets offer their lanes: devices 1b to 1d of bus 0.
bool is_intel_chipset_port(const PciDevice& d) {
  return d.vendor_id == "8086" && d.address.bus == 0 && d.address.device >= 0x1b && d.address.device <= 0x1d;
}

/// Switch ports of AMD's desktop chipsets (Promontory), which AMD or ASMedia label.
bool is_amd_chipset_port(const PciDevice& d) {
  if (!d.vendor_id || !d.device_id) return false;
  if (*d.vendor_id == "1022") return d.device_id->starts_with("43") || d.device_id->starts_with("57a");
  return *d.vendor_id == "1b21" && d.device_id->starts_with("43");
}

/// A hop is the link between an endpoint or upstream port and the port above it.
bool ends_a_hop(const PciDevice& d) {
  if (!d.port_type) return machine::is_gpu(d);
  return d.port_type->find("Endpoint") != std::string::npos || d.port_type->find("Upstream") != std::string::npos;
}

struct Hop {
  Bandwidth bandwidth;
  std::string text;
};

/// Speed as both ends can do it, since it falls at rest; width as it is, since that does not.
std::optional<Hop> hop_above(const PciDevice& lower, const PciDevice& upper) {
  const machine::Number width = lower.link.width ? lower.link.width : upper.link.width;
  if (!width || *width <= 0 || *width > 32 || !lower.link.max_speed_gts || !upper.link.max_speed_gts)
    return std::nullopt;
  const auto gen = gen_of_rate(std::min(*lower.link.max_speed_gts, *upper.link.max_speed_gts));
  if (!gen) return std::nullopt;
  return Hop{pcie_bandwidth(*gen, Lanes::from_base(*width)),
             machine::to_text(upper.address) + ", Gen" + std::to_string(*gen) + " x" + std::to_string(*width)};
}

void walk(GpuState& g, const machine::Machine& m) {
  const char* const why =
      "the bridges above it were not looked at: `lspci -vvv` of the whole machine as root shows them";
  g.path_bandwidth = Known<Bandwidth>::unknown(why);
  g.behind_chipset = g.redirected = Truth::unknown(why);
  if (g.bus == nullptr) return;
  const std::vector<const PciDevice*> path = machine::path_to_root(m, g.bus->address);
  bool any_acs_read = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PciDevice& device = *path[i];
    if (i > 0 && device.acs_redirect) {
      any_acs_read = true;
      if (*device.acs_redirect) g.redirecting += (g.redirecting.empty() ? "" : ", ") + machine::to_text(device.address);
    }
    if (i > 0)
      g.behind_chipset =
          g.behind_chipset.value_or(false) || is_intel_chipset_port(device) || is_amd_chipset_port(device);
    if (i + 1 >= path.size() || !ends_a_hop(device)) continue;
    const auto hop = hop_above(device, *path[i + 1]);
    if (!hop || (g.path_bandwidth && hop->bandwidth >= *g.path_bandwidth)) continue;
    g.path_bandwidth = hop->bandwidth;
    g.narrow_hop = hop->text;
  }
  if (any_acs_read) g.redirected = !g.redirecting.empty();
}

/// Whether the stock driver copies between GPUs of this kind over PCIe; what was seen on the machine counts before the
/// catalog.
Truth peer_capability(const Comparison& c, const GpuState& g) {
  const machine::Machine& m = *c.input.machine;
  for (const machine::PeerAccess& p : m.peer_access)
    if (p.can_access.value_or(false) && g.driver != nullptr && (p.from == g.driver->index || p.to == g.driver->index))
      return true;
  for (const machine::PeerAccess& p : m.peer_access)
    if (p.can_access.value_or(false) && (p.from == g.index || p.to == g.index)) return true;
  if (g.part != nullptr && g.part->p2p) return *g.part->p2p == PeerToPeer::supported;
  return Truth::unknown("neither the catalog nor a peer access matrix says so: `nvidia-smi topo -p2p r` does");
}

}  // namespace

void walk_paths(Comparison& c) {
  for (GpuState& g : c.gpus) {
    walk(g, *c.input.machine);
    g.peer_capable = peer_capability(c, g);
  }
  c.peer_capable_gpus = 0;
  c.redirected_gpus = Count::unknown("ACS of the bridges above the GPUs was not read: `lspci -vvv` as root shows it");
  const Observed* observed = c.input.observed;
  if (observed != nullptr && observed->acs_redirect)
    c.redirected_gpus =
        *observed->acs_redirect ? std::max<std::int64_t>(1, static_cast<std::int64_t>(c.gpus.size())) : 0;
  for (const GpuState& g : c.gpus) {
    if (g.peer_capable.value_or(false)) c.peer_capable_gpus = *c.peer_capable_gpus + 1;
    if (g.redirected) c.redirected_gpus = c.redirected_gpus.value_or(0) + (*g.redirected ? 1 : 0);
  }
}

}  // namespace planner::conform
