// What follows from the whole snapshot: order, counts, and what is unknown and why.
#include <algorithm>

#include "gpu_probe/machine/merge.h"

namespace planner::machine {
namespace {

bool before(const Gpu& a, const Gpu& b) {
  if (a.address.has_value() != b.address.has_value()) return a.address.has_value();
  if (a.address) return *a.address < *b.address;
  return a.index.value_or(1 << 20) < b.index.value_or(1 << 20);
}

/// NVIDIA's GPUs on the bus: its driver does not see those of others.
std::vector<const PciDevice*> nvidia_devices(const Machine& machine) {
  auto devices = gpu_devices(machine);
  const auto other = [](const PciDevice* d) {
    return d->vendor_id ? *d->vendor_id != "10de" : !d->name || d->name->find("NVIDIA") == std::string::npos;
  };
  devices.erase(std::remove_if(devices.begin(), devices.end(), other), devices.end());
  return devices;
}

/// GPUs known by index alone get the addresses of the bus, where there are as many.
void place_gpus(Machine& machine) {
  const auto devices = nvidia_devices(machine);
  if (devices.size() != machine.gpus.size()) return;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (machine.gpus[i].address || machine.gpus[i].index != static_cast<std::int64_t>(i)) return;
  }
  for (std::size_t i = 0; i < devices.size(); ++i) machine.gpus[i].address = devices[i]->address;
}

/// Joins GPUs known by index alone with those known by address alone. nvidia-smi numbers GPUs in the order of their
/// addresses, so that equal counts leave one way to do it.
void number_gpus(Machine& machine) {
  auto& gpus = machine.gpus;
  const auto by_address_only = [](const Gpu& g) { return g.address && !g.index; };
  const auto by_index_only = [](const Gpu& g) { return g.index && !g.address; };
  const auto addressed = std::count_if(gpus.begin(), gpus.end(), by_address_only);
  const auto indexed = std::count_if(gpus.begin(), gpus.end(), by_index_only);
  if (addressed == 0 || addressed != indexed || static_cast<std::size_t>(addressed + indexed) != gpus.size()) return;
  std::vector<Gpu> numbered(gpus.begin() + addressed, gpus.end());
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    if (numbered[i].index != static_cast<std::int64_t>(i)) return;
  }
  gpus.resize(static_cast<std::size_t>(addressed));
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    gpus[i].index = static_cast<std::int64_t>(i);
    numbered[i].address = gpus[i].address;
  }
  Reading reading;
  reading.machine.gpus = std::move(numbered);
  reading.source.name = "the same GPU by index";
  merge(std::move(reading), machine);
  machine.sources.pop_back();
}

void compare_counts(Machine& machine) {
  const auto on_bus = nvidia_devices(machine).size();
  const auto answering = static_cast<std::size_t>(
      std::count_if(machine.gpus.begin(), machine.gpus.end(), [](const Gpu& g) { return !g.fault; }));
  if (machine.gpus_attached && *machine.gpus_attached < static_cast<std::int64_t>(answering)) {
    machine.contradictions.push_back({"gpu count",
                                      {{std::to_string(*machine.gpus_attached), "driver: attached GPUs"},
                                       {std::to_string(answering), "GPUs in all sources"}}});
  }
  // The driver sees fewer than the bus holds, or GPUs are named that are not on the bus.
  const auto driver =
      machine.gpus_attached ? static_cast<std::size_t>(std::max<std::int64_t>(0, *machine.gpus_attached)) : answering;
  if (on_bus > 0 && !machine.gpus.empty() && driver != on_bus) {
    machine.contradictions.push_back(
        {"gpu count", {{std::to_string(on_bus), "PCI bus"}, {std::to_string(driver), "driver"}}});
  }
}

void note_unknown(Machine& machine, bool known, const char* section, const char* reason) {
  const auto same = [&](const Unknown& u) { return u.section == section; };
  // What one source could not tell another one has told.
  if (known) {
    machine.unknown.erase(std::remove_if(machine.unknown.begin(), machine.unknown.end(), same), machine.unknown.end());
    return;
  }
  if (std::none_of(machine.unknown.begin(), machine.unknown.end(), same)) machine.unknown.push_back({section, reason});
}

void list_unknowns(Machine& machine) {
  note_unknown(machine, !machine.gpus.empty(), "gpus", "no output of nvidia-smi or NVML was read");
  note_unknown(machine, !machine.pci.empty(), "pci", "no lspci, sysfs or topology XML was read");
  note_unknown(machine, !machine.topology.levels.rows.empty(), "topology", "no `nvidia-smi topo -m` was read");
  note_unknown(machine, !machine.dimms.empty(), "memory modules", "no dmidecode was read; it needs root");
  note_unknown(machine, machine.kernel_log_read == true, "kernel log", "no dmesg or journal was read");
  note_unknown(machine, machine.host.product || machine.host.board, "host", "no DMI data was read");
  note_unknown(machine, machine.software.driver_version.has_value(), "driver", "no source states a driver version");
}

}  // namespace

void complete(Machine& machine) {
  std::stable_sort(machine.gpus.begin(), machine.gpus.end(), before);
  number_gpus(machine);
  std::stable_sort(machine.pci.begin(), machine.pci.end(),
                   [](const PciDevice& a, const PciDevice& b) { return a.address < b.address; });
  place_gpus(machine);
  for (const PciDevice& device : machine.pci) {
    const auto same = [&](const NvSwitch& s) { return s.address == device.address; };
    if (is_nvswitch(device) && std::none_of(machine.nvswitches.begin(), machine.nvswitches.end(), same)) {
      machine.nvswitches.push_back({device.address, device.name});
    }
  }
  compare_counts(machine);
  list_unknowns(machine);
}

}  // namespace planner::machine
