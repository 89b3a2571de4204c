// lspci -vmm: one device a paragraph, "Key:\tValue" in every line; with -nn the ids in brackets, with -n the ids alone.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostDevices = 20'000;

std::optional<PciAddress> slot_of(std::string_view line) {
  if (!starts_with(line, "Slot:")) return std::nullopt;
  return parse_pci_address(trim(line.substr(5)));
}

bool is_id(std::string_view text) {
  return text.size() == 4 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// "Intel Corporation [8086]", "8086" or "Intel Corporation".
void take(std::string_view value, Text& id, Text* name) {
  if (is_id(value)) {
    id = lower(value);
    return;
  }
  const std::size_t open = value.rfind('[');
  if (open != std::string_view::npos && value.back() == ']' && is_id(value.substr(open + 1, 4))) {
    id = lower(value.substr(open + 1, 4));
    value = trim(value.substr(0, open));
  }
  if (name != nullptr) *name = known_text(value);
}

void take_field(std::string_view key, std::string_view value, PciDevice& device, Text& vendor) {
  if (value.empty()) return;
  if (key == "Class") take(value, device.class_id, &device.class_name);
  if (key == "Vendor") take(value, device.vendor_id, &vendor);
  if (key == "Device") take(value, device.device_id, &device.name);
  if (key == "SVendor") take(value, device.subsystem_vendor_id, nullptr);
  if (key == "SDevice") take(value, device.subsystem_device_id, nullptr);
  if (key == "Rev") device.revision = known_text(value);
  if (key == "PhySlot") device.slot = known_text(value);
  if (key == "Driver") device.driver = known_text(value);
  if (key == "NUMANode") device.numa_node = whole_at(value);
  if (key == "IOMMUGroup") device.iommu_group = whole_at(value);
  if (device.numa_node && *device.numa_node < 0) device.numa_node.reset();
}

}  // namespace

bool is_lspci_records(const TextDocument& document) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    if (slot_of(lines[i]) && starts_with(lines[i + 1], "Class:")) return true;
  return false;
}

void read_lspci_records(const TextDocument& document, Machine& machine, Source& source) {
  PciDevice* device = nullptr;
  Text vendor;
  const auto finish = [&] {
    if (device != nullptr && device->name && vendor) device->name = *vendor + " " + *device->name;
    device = nullptr;
    vendor.reset();
  };
  for (const std::string_view line : document.lines()) {
    if (const auto address = slot_of(line)) {
      finish();
      const bool repeated = std::any_of(machine.pci.begin(), machine.pci.end(),
                                        [&](const PciDevice& d) { return d.address == *address; });
      if (repeated || machine.pci.size() >= kMostDevices) continue;
      device = &machine.pci.emplace_back();
      device->address = *address;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (trim(line).empty())
      finish();
    else if (device != nullptr && colon != std::string_view::npos)
      take_field(line.substr(0, colon), trim(line.substr(colon + 1)), *device, vendor);
  }
  finish();
  if (machine.pci.size() >= kMostDevices)
    source.warnings.push_back("more devices than a machine has; the first are taken");
}

}  // namespace planner::machine
