// Network cards, drives and sensors from sysfs.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/live.h"

namespace planner::machine {
namespace {

/// The PCI function that a class device hangs on: the last address in its path.
std::optional<PciAddress> pci_function(const FileRoot& files, const std::string& link) {
  const auto path = files.target(link);
  std::optional<PciAddress> found;
  if (!path) return found;
  for (const auto& part : *path) {
    const std::string name = part.string();
    if (name.size() >= 12 && name.find('.') != std::string::npos) {
      if (const auto address = parse_pci_address(name)) found = address;
    }
  }
  return found;
}

Number node_of(const FileRoot& files, const std::string& folder) {
  const auto line = files.line(folder + "/device/numa_node");
  const auto node = line ? whole_at(*line) : std::nullopt;
  return node && *node >= 0 ? node : std::nullopt;
}

void gather_nics(const FileRoot& files, Machine& machine) {
  for (const std::string& name : files.list("sys/class/net")) {
    const std::string folder = "sys/class/net/" + name;
    const auto address = pci_function(files, folder + "/device");
    // Bridges, tunnels and container interfaces have no device.
    if (!address) continue;
    Nic nic;
    nic.name = name;
    nic.address = address;
    if (const auto driver = files.target(folder + "/device/driver")) nic.driver = driver->filename().string();
    const auto speed = files.line(folder + "/speed");
    if (const auto mbps = speed ? whole_at(*speed) : std::nullopt; mbps && *mbps > 0) nic.speed_mbps = mbps;
    if (const auto state = files.line(folder + "/operstate"); state && *state != "unknown") nic.up = *state == "up";
    nic.mac = files.line(folder + "/address");
    nic.numa_node = node_of(files, folder);
    for (const std::string& rdma : files.list("sys/class/infiniband")) {
      if (pci_function(files, "sys/class/infiniband/" + rdma + "/device") == address) nic.rdma = rdma;
    }
    machine.nics.push_back(nic);
  }
}

void gather_drives(const FileRoot& files, Machine& machine) {
  for (const std::string& name : files.list("sys/class/nvme")) {
    const std::string folder = "sys/class/nvme/" + name;
    Drive drive;
    drive.name = name;
    if (const auto model = files.line(folder + "/model")) drive.model = known_text(*model);
    if (const auto firmware = files.line(folder + "/firmware_rev")) drive.firmware = known_text(*firmware);
    drive.serial = files.line(folder + "/serial");
    drive.address = pci_function(files, folder + "/device");
    drive.numa_node = node_of(files, folder);
    const auto sectors = files.line("sys/class/block/" + name + "n1/size");
    // The kernel counts in 512 bytes whatever the drive's own size.
    if (const auto count = sectors ? whole_at(*sectors) : std::nullopt;
        count && *count > 0 && *count < (std::int64_t{1} << 50))
      drive.size_bytes = *count * 512;
    machine.drives.push_back(drive);
  }
}

/// hwmon counts in thousandths (temperature, voltage), millionths (power) and revolutions.
void gather_sensor(const FileRoot& files, const std::string& folder, const std::string& chip, const std::string& input,
                   Machine& machine) {
  const std::size_t mark = input.rfind('_');
  const std::string stem = input.substr(0, mark);
  const std::string_view what = mark == std::string::npos ? std::string_view{} : std::string_view(input).substr(mark);
  const bool average = starts_with(input, "power") && what == "_average";
  if (what != "_input" && !average) return;
  const auto line = files.line(folder + "/" + input);
  const auto raw = line ? number_at(*line) : std::nullopt;
  if (!raw) return;
  Sensor sensor;
  sensor.chip = chip;
  const auto label = files.line(folder + "/" + stem + "_label");
  sensor.label = label ? *label : stem;
  if (starts_with(stem, "temp"))
    sensor.kind = "temperature", sensor.unit = "C", sensor.value = *raw / 1000;
  else if (starts_with(stem, "fan"))
    sensor.kind = "fan", sensor.unit = "rpm", sensor.value = *raw;
  else if (starts_with(stem, "power"))
    sensor.kind = "power", sensor.unit = "W", sensor.value = *raw / 1e6;
  else if (starts_with(stem, "in"))
    sensor.kind = "voltage", sensor.unit = "V", sensor.value = *raw / 1000;
  else
    return;
  if (machine.sensors.size() < 1000) machine.sensors.push_back(sensor);
}

}  // namespace

void gather_devices(const FileRoot& files, Machine& machine) {
  gather_nics(files, machine);
  gather_drives(files, machine);
}

void gather_sensors(const FileRoot& files, Machine& machine) {
  for (const std::string& chip : files.list("sys/class/hwmon")) {
    const std::string folder = "sys/class/hwmon/" + chip;
    const std::string name = files.line(folder + "/name").value_or(chip);
    for (const std::string& input : files.list(folder)) gather_sensor(files, folder, name, input, machine);
  }
}

}  // namespace planner::machine
