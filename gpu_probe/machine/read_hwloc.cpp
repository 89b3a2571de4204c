// hwloc's XML, formats 1 (no version attribute), 2 and 3.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/scrub.h"
#include "gpu_probe/machine/xml_reader.h"

namespace planner::machine {
namespace {

constexpr int kDeepest = 48;

/// "0302 [10de:06d2] [00de:0030] a3 00"; ids that are all zero are not known.
void take_type(std::string_view text, PciDevice& device) {
  const auto words = words_of(text);
  const auto pair = [&](std::size_t at, Text& vendor, Text& id) {
    if (words.size() <= at || words[at].size() != 11 || words[at] == "[0000:0000]") return;
    vendor = lower(words[at].substr(1, 4));
    id = lower(words[at].substr(6, 4));
  };
  if (!words.empty() && words[0].size() == 4) device.class_id = lower(words[0]);
  pair(1, device.vendor_id, device.device_id);
  pair(2, device.subsystem_vendor_id, device.subsystem_device_id);
  if (words.size() > 3 && words[3].size() == 2) device.revision = lower(words[3]);
  // A device whose ids are zero was not readable; its revision says nothing.
  if (!device.vendor_id) device.revision.reset();
}

class HwlocReader {
 public:
  explicit HwlocReader(Machine& machine) : machine_(machine) {}

  void walk(const pugi::xml_node& object, std::optional<PciAddress> parent, Number numa, int depth) {
    if (depth > kDeepest) return;
    const std::string_view type = object.attribute("type").value();
    if (type == "Package" || type == "Socket") ++packages;
    if (type == "Core") ++cores;
    if (type == "PU") ++threads;
    if (type == "Machine" || type == "System") read_infos(object);
    if (type == "NUMANode") numa = read_numa(object);
    for (const pugi::xml_node& child : object.children("object")) {
      // In format 2 and 3 a node is a child of what is local to it, in format 1 the other way round.
      if (std::string_view(child.attribute("type").value()) == "NUMANode" && !numa) numa = numa_of(child);
    }
    if (type == "PCIDev" || type == "Bridge") {
      if (const auto address = read_device(object, parent, numa)) parent = address;
    }
    if (type == "OSDev" && parent) read_os_device(object, *parent, numa);
    for (const pugi::xml_node& child : object.children("object")) walk(child, parent, numa, depth + 1);
  }

  std::int64_t packages = 0, cores = 0, threads = 0;

 private:
  static Number numa_of(const pugi::xml_node& node) {
    // A node without processors is memory of a GPU or a memory expander.
    const std::string_view cpus = node.attribute("cpuset").value();
    return cpus.empty() || cpus == "0x0" ? std::nullopt : whole_at(node.attribute("os_index").value());
  }

  Number read_numa(const pugi::xml_node& node) {
    const auto id = whole_at(node.attribute("os_index").value());
    if (!id) return std::nullopt;
    NumaNode& entry = machine_.numa_nodes.emplace_back();
    entry.id = *id;
    if (const auto bytes = whole_at(node.attribute("local_memory").value()); bytes && *bytes > 0)
      entry.memory_bytes = bytes;
    const std::string_view cpus = node.attribute("cpuset").value();
    const bool of_gpu =
        std::string_view(node.attribute("subtype").value()) == "GPUMemory" || (cpus == "0x0" && entry.id >= 200);
    if (of_gpu) entry.gpu_memory = true;
    return numa_of(node);
  }

  std::optional<PciAddress> read_device(const pugi::xml_node& object, const std::optional<PciAddress>& parent,
                                        const Number& numa) {
    const auto address = parse_pci_address(object.attribute("pci_busid").value());
    if (!address) return std::nullopt;
    // Edited files hold two devices at one address; both are kept.
    PciDevice& device = machine_.pci.emplace_back();
    device.address = *address;
    device.parent = parent;
    device.numa_node = numa;
    take_type(object.attribute("pci_type").value(), device);
    const auto speed = number_at(object.attribute("pci_link_speed").value());
    if (speed && *speed > 0) device.link.bandwidth_gbs = speed;
    // bridge_pci="0000:[04-04]"
    const std::string_view buses = object.attribute("bridge_pci").value();
    if (const std::size_t open = buses.find('['); open != std::string_view::npos)
      device.secondary_bus = hex_of(buses.substr(open + 1, 2));
    Text vendor, name;
    for (const pugi::xml_node& info : object.children("info")) {
      const std::string_view key = info.attribute("name").value();
      if (key == "PCIVendor") vendor = known_text(info.attribute("value").value());
      if (key == "PCIDevice") name = known_text(info.attribute("value").value());
      if (key == "PCISlot") device.slot = known_text(info.attribute("value").value());
    }
    if (name) device.name = vendor ? *vendor + " " + *name : *name;
    if (device.vendor_id == "10de" && is_gpu(device)) gpu_at(machine_, *address).numa_node = numa;
    if (is_nvswitch(device)) machine_.nvswitches.push_back({address, device.name});
    return address;
  }

  void read_os_device(const pugi::xml_node& object, const PciAddress& parent, const Number& numa) {
    const std::string name = object.attribute("name").value();
    const PciDevice* device = find_device(machine_, parent);
    if (device && device->class_id && (device->class_id->substr(0, 2) == "02" || device->class_id == "0c06")) {
      const bool rdma = contains(name, "mlx") || contains(name, "hfi") || contains(name, "bnxt_re");
      auto known =
          std::find_if(machine_.nics.begin(), machine_.nics.end(), [&](const Nic& n) { return n.address == parent; });
      Nic& nic = known == machine_.nics.end() ? machine_.nics.emplace_back() : *known;
      nic.address = parent;
      nic.numa_node = numa;
      if (Text& to = rdma ? nic.rdma : nic.name; !to) to = name;
    } else if (starts_with(name, "nvml")) {
      gpu_at(machine_, parent).index = whole_at(std::string_view(name).substr(4));
    } else if (starts_with(name, "nvme") || starts_with(name, "sd")) {
      Drive& drive = machine_.drives.emplace_back();
      drive.name = name;
      drive.address = parent;
      drive.numa_node = numa;
    }
  }

  void read_infos(const pugi::xml_node& object) {
    Host& host = machine_.host;
    for (const pugi::xml_node& info : object.children("info")) {
      const std::string_view key = info.attribute("name").value();
      const Text value = known_text(info.attribute("value").value());
      if (key == "DMIProductName") host.product = value;
      if (key == "DMISysVendor") host.system_vendor = value;
      if (key == "DMIBoardVendor") host.board_vendor = value;
      if (key == "DMIBoardName") host.board = value;
      if (key == "DMIBIOSVendor") host.bios_vendor = value;
      if (key == "DMIBIOSVersion") host.bios_version = value;
      if (key == "DMIBIOSDate") host.bios_date = value;
      if (key == "OSName") host.operating_system = value;
      if (key == "OSRelease") host.kernel = value;
      if (key == "HostName") host.name = value;
      if (key == "Architecture") host.architecture = value;
      if (key == "PlatformModel" && !host.product) host.product = value;
    }
  }

  Machine& machine_;
};

void read_distances(const pugi::xml_node& root, std::vector<NumaNode>& nodes) {
  for (const pugi::xml_node& list : root.children("distances2")) {
    if (std::string_view(list.attribute("type").value()) != "NUMANode" ||
        list.attribute("nbobjs").as_uint() != nodes.size())
      continue;
    std::string text;
    for (const pugi::xml_node& values : list.children("u64values")) text += std::string(values.child_value()) + " ";
    const auto words = words_of(text);
    if (words.size() != nodes.size() * nodes.size()) continue;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i].distances.clear();
      for (std::size_t j = 0; j < nodes.size(); ++j)
        nodes[i].distances.push_back(whole_at(words[i * nodes.size() + j]).value_or(0));
    }
    return;
  }
}

}  // namespace

void read_hwloc(const pugi::xml_node& root, Machine& machine, Source& source) {
  HwlocReader reader(machine);
  for (const pugi::xml_node& object : root.children("object")) reader.walk(object, std::nullopt, std::nullopt, 0);
  if (reader.packages > 0) machine.host.sockets = reader.packages;
  if (reader.cores > 0) machine.host.cores = reader.cores;
  if (reader.threads > 0) machine.host.threads = reader.threads;
  std::sort(machine.numa_nodes.begin(), machine.numa_nodes.end(),
            [](const NumaNode& a, const NumaNode& b) { return a.id < b.id; });
  read_distances(root, machine.numa_nodes);
  if (machine.pci.empty())
    source.warnings.push_back("shows no PCI devices (made without --whole-io, or they are integrated)");
}

}  // namespace planner::machine
