// NCCL's topology XML.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/xml_reader.h"

namespace planner::machine {
namespace {

constexpr int kDeepest = 24;

/// "0x030200" becomes "0302".
Text class_of(std::string_view text) {
  if (!starts_with(text, "0x") || text.size() < 6 || !hex_of(text)) return std::nullopt;
  return lower(text.substr(2, 4));
}

/// "0x10de" becomes "10de".
Text id_of(std::string_view text) {
  if (!starts_with(text, "0x") || text.size() != 6 || !hex_of(text)) return std::nullopt;
  return lower(text.substr(2));
}

/// NCCL writes the affinity as words of a mask, the highest first.
Text cpus_of(std::string_view mask) {
  std::vector<int> cpus;
  const auto words = split(mask, ',');
  for (std::size_t w = 0; w < words.size() && w < 256; ++w) {
    const auto bits = hex_of(words[words.size() - 1 - w]);
    if (!bits) return std::nullopt;
    for (int bit = 0; bit < 32; ++bit) {
      if ((*bits >> bit) & 1) cpus.push_back(static_cast<int>(w) * 32 + bit);
    }
  }
  std::string list;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i;
    while (end + 1 < cpus.size() && cpus[end + 1] == cpus[end] + 1) ++end;
    list += (list.empty() ? "" : ",") + std::to_string(cpus[i]) + (end > i ? "-" + std::to_string(cpus[end]) : "");
    i = end + 1;
  }
  return list.empty() ? std::nullopt : Text(list);
}

class NcclReader {
 public:
  explicit NcclReader(Machine& machine) : machine_(machine) {}

  void read_cpu(const pugi::xml_node& node) {
    const auto numa = whole_at(node.attribute("numaid").value());
    numa_ = numa && *numa >= 0 ? numa : std::nullopt;
    const auto& known = machine_.numa_nodes;
    if (numa_ && std::none_of(known.begin(), known.end(), [&](const NumaNode& n) { return n.id == *numa_; })) {
      NumaNode& entry = machine_.numa_nodes.emplace_back();
      entry.id = *numa_;
      entry.cpus = cpus_of(node.attribute("affinity").value());
    }
    if (!machine_.host.architecture) machine_.host.architecture = known_text(node.attribute("arch").value());
    children(node, std::nullopt, 0);
  }

 private:
  void children(const pugi::xml_node& node, const std::optional<PciAddress>& parent, int depth) {
    if (depth > kDeepest) return;
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "pci") read_pci(child, parent, depth);
      if (name == "nic") read_nics(child, parent);
      if (name == "gpu" && parent) read_gpu(child, gpu_at(machine_, *parent));
    }
  }

  void read_pci(const pugi::xml_node& node, const std::optional<PciAddress>& parent, int depth) {
    const auto address = parse_pci_address(node.attribute("busid").value());
    if (!address) return;
    PciDevice& device = device_at(machine_, *address);
    device.parent = parent;
    device.numa_node = numa_;
    device.class_id = class_of(node.attribute("class").value());
    device.vendor_id = id_of(node.attribute("vendor").value());
    device.device_id = id_of(node.attribute("device").value());
    device.subsystem_vendor_id = id_of(node.attribute("subsystem_vendor").value());
    device.subsystem_device_id = id_of(node.attribute("subsystem_device").value());
    const bool display = device.class_id == "0302" || device.class_id == "0300";
    // What NCCL reads for switch ports is often a stale or virtual figure.
    if (device.class_id != "0604") {
      device.link.max_speed_gts = speed_of(node.attribute("link_speed").value());
      if (const auto width = whole_at(node.attribute("link_width").value()); width && *width > 0)
        device.link.max_width = width;
    }
    if (display && (!device.vendor_id || device.vendor_id == "10de")) {
      device.vendor_id = "10de";
      gpu_at(machine_, *address).numa_node = numa_;
    }
    children(node, address, depth + 1);
  }

  void read_gpu(const pugi::xml_node& node, Gpu& gpu) {
    gpu.numa_node = numa_;
    const auto sm = whole_at(node.attribute("sm").value());
    if (sm && *sm >= 10 && *sm < 1000)
      gpu.compute_capability = std::to_string(*sm / 10) + "." + std::to_string(*sm % 10);
    for (const pugi::xml_node& link : node.children("nvlink")) {
      const auto count = whole_at(link.attribute("count").value());
      if (!count || *count < 0 || *count > 64) continue;
      const auto peer = parse_pci_address(link.attribute("target").value());
      const Text kind = class_of(link.attribute("tclass").value());
      for (std::int64_t i = 0; i < *count; ++i) {
        NvLink& entry = gpu.nvlinks.emplace_back();
        entry.index = static_cast<std::int64_t>(gpu.nvlinks.size()) - 1;
        entry.up = true;
        // Some virtual machines name the GPU itself as the other end.
        if (peer && peer != gpu.address) entry.peer = peer;
        if (kind == "0680")
          entry.peer_kind = "switch";
        else if (kind && kind->substr(0, 2) == "03")
          entry.peer_kind = "gpu";
      }
      if (kind == "0680" && peer) add_switch(*peer);
    }
  }

  void add_switch(const PciAddress& address) {
    for (const NvSwitch& known : machine_.nvswitches) {
      if (known.address == address) return;
    }
    machine_.nvswitches.push_back({address, std::nullopt});
  }

  void read_nics(const pugi::xml_node& node, const std::optional<PciAddress>& parent) {
    for (const pugi::xml_node& net : node.children("net")) {
      Nic& nic = machine_.nics.emplace_back();
      const Text name = known_text(net.attribute("name").value());
      (name && contains(*name, "_") ? nic.rdma : nic.name) = name;
      nic.address = parent;
      nic.numa_node = numa_;
      if (const auto speed = whole_at(net.attribute("speed").value()); speed && *speed > 0) nic.speed_mbps = speed;
    }
  }

  Machine& machine_;
  Number numa_;
};

}  // namespace

void read_nccl_topology(const pugi::xml_node& root, Machine& machine, Source& source) {
  NcclReader reader(machine);
  for (const pugi::xml_node& cpu : root.children("cpu")) reader.read_cpu(cpu);
  if (machine.pci.empty()) source.warnings.push_back("names no PCI devices");
}

}  // namespace planner::machine
