// PCI devices from sysfs.
#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/live.h"
#include "gpu_probe/machine/lspci_device.h"

namespace planner::machine {
namespace {

constexpr std::string_view kFolder = "sys/bus/pci/devices/";

/// "0x10de" becomes "10de".
Text id_of(const std::optional<std::string>& line) {
  return line && line->size() == 6 && starts_with(*line, "0x") ? Text(lower(line->substr(2))) : std::nullopt;
}

Text class_name_of(const Text& id) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 14> names{
      {{"0108", "Non-Volatile memory controller"},
       {"0106", "SATA controller"},
       {"0200", "Ethernet controller"},
       {"0207", "Infiniband controller"},
       {"0280", "Network controller"},
       {"0300", "VGA compatible controller"},
       {"0302", "3D controller"},
       {"0403", "Audio device"},
       {"0600", "Host bridge"},
       {"0601", "ISA bridge"},
       {"0604", "PCI bridge"},
       {"0680", "Bridge"},
       {"0c03", "USB controller"},
       {"1200", "Processing accelerators"}}};
  for (const auto& [known, name] : names) {
    if (id == known) return std::string(name);
  }
  return std::nullopt;
}

void read_bars(const std::string& text, PciDevice& device) {
  constexpr std::int64_t kMemory = 0x200, kPrefetch = 0x2000;
  const auto lines = split(text, '\n');
  for (std::size_t i = 0; i < lines.size() && i < 7; ++i) {
    const auto words = words_of(lines[i]);
    if (words.size() != 3) continue;
    const auto start = hex_of(words[0]), end = hex_of(words[1]), flags = hex_of(words[2]);
    if (!start || !end || !flags || *end <= *start || !(*flags & kMemory)) continue;
    constexpr std::int64_t kUnset = 0x20000000;
    device.bars.push_back(
        {static_cast<std::int64_t>(i), *end - *start + 1, (*flags & kPrefetch) != 0, !(*flags & kUnset)});
  }
}

/// "TOTAL_ERR_COR 3" of aer_dev_correctable and its kin.
Number error_total(const std::optional<std::string>& text) {
  const auto total = text ? after(*text, "TOTAL_ERR_", "\n") : std::nullopt;
  const auto words = total ? words_of(*total) : std::vector<std::string_view>{};
  return words.size() == 2 ? whole_at(words[1]) : std::nullopt;
}

void read_link(const FileRoot& files, const std::string& folder, PcieLink& link) {
  const auto speed = [&](const char* name) -> Real {
    const auto line = files.line(folder + name);
    return line ? speed_of(*line) : std::nullopt;
  };
  // 0 and 255 stand for a link that cannot be read.
  const auto width = [&](const char* name) -> Number {
    const auto line = files.line(folder + name);
    const auto lanes = line ? whole_at(*line) : std::nullopt;
    return lanes && *lanes > 0 && *lanes <= 32 ? lanes : std::nullopt;
  };
  link.speed_gts = speed("current_link_speed");
  link.max_speed_gts = speed("max_link_speed");
  link.width = width("current_link_width");
  link.max_width = width("max_link_width");
}

void read_place(const FileRoot& files, const std::string& folder, PciDevice& device) {
  if (const auto path = files.target(folder)) {
    const auto parent = parse_pci_address(path->parent_path().filename().string());
    if (parent && *parent != device.address) device.parent = parent;
  }
  if (const auto group = files.target(folder + "iommu_group"))
    device.iommu_group = whole_at(group->filename().string());
  if (const auto driver = files.target(folder + "driver")) device.driver = driver->filename().string();
  if (const auto node = files.line(folder + "numa_node")) {
    const auto number = whole_at(*node);
    if (number && *number >= 0) device.numa_node = number;
  }
  if (const auto bus = files.line(folder + "secondary_bus_number")) device.secondary_bus = whole_at(*bus);
  if (const auto bus = files.line(folder + "subordinate_bus_number")) device.subordinate_bus = whole_at(*bus);
}

PciDevice read_device(const FileRoot& files, const std::string& name, const PciAddress& address) {
  const std::string folder = std::string(kFolder) + name + "/";
  PciDevice device;
  device.address = address;
  device.vendor_id = id_of(files.line(folder + "vendor"));
  device.device_id = id_of(files.line(folder + "device"));
  device.subsystem_vendor_id = id_of(files.line(folder + "subsystem_vendor"));
  device.subsystem_device_id = id_of(files.line(folder + "subsystem_device"));
  if (const auto code = files.line(folder + "class"); code && code->size() == 8)
    device.class_id = lower(code->substr(2, 4));
  device.class_name = class_name_of(device.class_id);
  if (const auto revision = files.line(folder + "revision"); revision && revision->size() == 4)
    device.revision = lower(revision->substr(2));
  if (device.vendor_id == "ffff") device.unreachable = true;
  read_link(files, folder, device.link);
  read_place(files, folder, device);
  if (const auto bars = files.text(folder + "resource")) read_bars(*bars, device);
  device.aer_correctable = error_total(files.text(folder + "aer_dev_correctable"));
  device.aer_nonfatal = error_total(files.text(folder + "aer_dev_nonfatal"));
  device.aer_fatal = error_total(files.text(folder + "aer_dev_fatal"));
  for (int bar = 0; bar < 6; ++bar) {
    if (files.exists(folder + "resource" + std::to_string(bar) + "_resize")) device.resizable_bar = true;
  }
  if (const auto config = files.text(folder + "config")) decode_configuration({config->begin(), config->end()}, device);
  return device;
}

/// Labels of physical slots: /sys/bus/pci/slots/7/address holds "0000:06:00".
void read_slots(const FileRoot& files, std::vector<PciDevice>& devices) {
  for (const std::string& slot : files.list("sys/bus/pci/slots")) {
    const auto place = files.line("sys/bus/pci/slots/" + slot + "/address");
    const auto address = place ? parse_pci_address(*place) : std::nullopt;
    if (!address) continue;
    for (PciDevice& device : devices) {
      const PciAddress& own = device.address;
      if (own.domain == address->domain && own.bus == address->bus && own.device == address->device) device.slot = slot;
    }
  }
}

}  // namespace

void gather_pci(const FileRoot& files, Machine& machine) {
  for (const std::string& name : files.list(kFolder)) {
    if (const auto address = parse_pci_address(name)) machine.pci.push_back(read_device(files, name, *address));
  }
  read_slots(files, machine.pci);
  if (machine.pci.empty()) {
    machine.unknown.push_back({"pci", "/sys/bus/pci/devices is empty or not there"});
    return;
  }
  const bool acs =
      std::any_of(machine.pci.begin(), machine.pci.end(), [](const PciDevice& d) { return d.acs_capable.has_value(); });
  if (!acs)
    machine.unknown.push_back(
        {"pci access control (ACS)", "needs root: the extended configuration space may not be read"});
}

}  // namespace planner::machine
