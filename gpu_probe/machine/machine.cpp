// Lookups in a snapshot.
#include "gpu_probe/machine/machine.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace planner::machine {
namespace {

bool contains(const Text& text, std::string_view part) {
  return text && text->find(part) != std::string::npos;
}

bool of_gpu_vendor(const PciDevice& device) {
  if (device.vendor_id)
    return *device.vendor_id == "10de" || *device.vendor_id == "1002" || *device.vendor_id == "8086";
  return contains(device.name, "NVIDIA") || contains(device.name, "AMD") || contains(device.name, "ATI") ||
         contains(device.name, "Intel");
}

/// A tree (lspci -tv) names no classes: an NVIDIA function 0 that leads nowhere and is nothing else by its name.
bool is_gpu_by_name(const PciDevice& device) {
  if (device.address.function != 0 || device.secondary_bus || !contains(device.name, "NVIDIA")) return false;
  for (const std::string_view other :
       {"Audio", "NVSwitch", "NF200", "USB", "Bridge", "bridge", "BlueField", "MCP", "nForce"}) {
    if (contains(device.name, other)) return false;
  }
  return true;
}

}  // namespace

bool is_gpu(const PciDevice& device) {
  if (!device.class_id && !device.class_name) return is_gpu_by_name(device);
  const bool by_class =
      device.class_id ? *device.class_id == "0300" || *device.class_id == "0302" || *device.class_id == "1200"
                      : contains(device.class_name, "VGA compatible") || contains(device.class_name, "3D controller") ||
                            contains(device.class_name, "Processing accelerators");
  return by_class && of_gpu_vendor(device);
}

bool is_nvswitch(const PciDevice& device) {
  const bool bridge = device.class_id ? *device.class_id == "0680" : contains(device.class_name, "Bridge");
  if (!bridge || (device.vendor_id ? *device.vendor_id != "10de" : !contains(device.name, "NVIDIA"))) return false;
  constexpr std::array<std::string_view, 4> ids{"1ac1", "1ac2", "1af1", "22a3"};
  return device.device_id
             ? std::find(ids.begin(), ids.end(), *device.device_id) != ids.end() || contains(device.name, "NVSwitch")
             : contains(device.name, "NVSwitch");
}

const PciDevice* find_device(const Machine& machine, const PciAddress& address) {
  const auto at =
      std::find_if(machine.pci.begin(), machine.pci.end(), [&](const PciDevice& d) { return d.address == address; });
  return at == machine.pci.end() ? nullptr : &*at;
}

const Gpu* find_gpu(const Machine& machine, const PciAddress& address) {
  const auto at =
      std::find_if(machine.gpus.begin(), machine.gpus.end(), [&](const Gpu& g) { return g.address == address; });
  return at == machine.gpus.end() ? nullptr : &*at;
}

std::vector<const PciDevice*> path_to_root(const Machine& machine, const PciAddress& address) {
  std::vector<const PciDevice*> path;
  const PciDevice* device = find_device(machine, address);
  // A damaged snapshot may name itself as its own ancestor.
  while (device && std::find(path.begin(), path.end(), device) == path.end()) {
    path.push_back(device);
    device = device->parent ? find_device(machine, *device->parent) : nullptr;
  }
  return path;
}

std::vector<const PciDevice*> gpu_devices(const Machine& machine) {
  std::vector<const PciDevice*> found;
  for (const PciDevice& device : machine.pci) {
    if (is_gpu(device)) found.push_back(&device);
  }
  return found;
}

}  // namespace planner::machine
