// GPUs of driver and bus as one list, each with its identity, link and temperature.
#include <algorithm>
#include <set>

#include "facts/placement.h"
#include "gpu_probe/catalog_reference.h"
#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

constexpr const char* kNoLspci = "not looked at: `lspci -vv` shows it";
constexpr const char* kNoSmi = "not looked at: `nvidia-smi -q` shows it";

std::string pci_id_of(const GpuState& g) {
  if (g.bus != nullptr && g.bus->vendor_id && g.bus->device_id) return *g.bus->vendor_id + ":" + *g.bus->device_id;
  if (g.driver != nullptr && g.driver->vendor_device_id && g.driver->vendor_device_id->size() == 8)
    return g.driver->vendor_device_id->substr(0, 4) + ":" + g.driver->vendor_device_id->substr(4);
  return {};
}

bool is_nvidia(const machine::PciDevice& device) {
  return device.vendor_id == "10de";
}

/// GPUs on the bus that the driver would show: NVIDIA's, or all where there is none of NVIDIA's.
std::vector<const machine::PciDevice*> bus_gpus(const machine::Machine& machine) {
  std::vector<const machine::PciDevice*> all = machine::gpu_devices(machine);
  if (std::any_of(all.begin(), all.end(), [](const auto* d) { return is_nvidia(*d); }))
    std::erase_if(all, [](const auto* d) { return !is_nvidia(*d); });
  return all;
}

void add_numbers(const std::vector<std::string>& names, std::set<int>& numbers) {
  for (const std::string& name : names)
    if (const auto number = gpu_number(name); number && numbers.size() < 256) numbers.insert(*number);
}

/// Numbers of the GPUs that topology and peer tables name, for records that hold nothing else.
std::set<int> names_of_tables(const machine::Machine& machine) {
  std::set<int> numbers;
  add_numbers(machine.topology.levels.rows, numbers);
  add_numbers(machine.topology.levels.columns, numbers);
  for (const machine::Measurement& t : machine.measurements) add_numbers(t.columns, numbers);
  for (const machine::PeerAccess& p : machine.peer_access)
    for (const std::int64_t n : {p.from, p.to})
      if (n >= 0 && n < 256) numbers.insert(static_cast<int>(n));
  return numbers;
}

Count node_of_table(const machine::Machine& machine, const GpuState& g) {
  const std::int64_t number = g.driver != nullptr && g.driver->index ? *g.driver->index : g.index;
  for (const machine::TopologyEndpoint& e : machine.topology.endpoints) {
    if (gpu_number(e.name) != number || !e.numa_affinity) continue;
    if (const auto node = gpu_number(*e.numa_affinity)) return std::int64_t{*node};
  }
  return Count::unknown("no record of NUMA nodes: `nvidia-smi topo -m` or sysfs shows them");
}

/// How many GPUs the driver shows: what it states, else the list if it has no gaps.
Count count_of_driver(const machine::Machine& machine) {
  if (machine.gpus_attached) return *machine.gpus_attached;
  if (machine.gpus.empty() && !names_of_tables(machine).empty())
    return static_cast<std::int64_t>(names_of_tables(machine).size());
  if (machine.gpus.empty()) return Count::unknown("not looked at: `nvidia-smi -L` shows the driver's GPUs");
  std::int64_t highest = -1;
  for (const machine::Gpu& g : machine.gpus) highest = std::max(highest, g.index.value_or(-1));
  const auto listed = static_cast<std::int64_t>(machine.gpus.size());
  if (highest >= listed) return Count::unknown("only some GPUs are in the record; `nvidia-smi -L` lists all");
  return listed;
}

/// A driver's list without addresses goes by position, if it is as long as the bus's.
void pair_by_position(Comparison& c) {
  const auto& listed = c.input.machine->gpus;
  if (listed.size() != c.gpus.size()) return;
  if (std::any_of(listed.begin(), listed.end(), [](const machine::Gpu& g) { return g.address.has_value(); })) return;
  for (std::size_t i = 0; i < listed.size(); ++i) c.gpus[i].driver = &listed[i];
}

/// A record that has host bridge and PCI bridges was not cut down to some devices.
bool lists_whole_bus(const machine::Machine& m) {
  bool host = false, bridge = false;
  for (const machine::PciDevice& d : m.pci) {
    const std::string kind = d.class_id.value_or("") + d.class_name.value_or("");
    host = host || kind.starts_with("0600") || kind.find("Host bridge") != std::string::npos;
    bridge = bridge || kind.starts_with("0604") || kind.find("PCI bridge") != std::string::npos;
  }
  return host && bridge;
}

void list_gpus(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  for (const machine::PciDevice* device : bus_gpus(m)) {
    GpuState g;
    g.bus = device;
    g.bus_id = machine::to_text(device->address);
    g.driver = machine::find_gpu(m, device->address);
    c.gpus.push_back(std::move(g));
  }
  const bool live = std::any_of(m.sources.begin(), m.sources.end(),
                                [](const machine::Source& s) { return s.name == "pci" && s.format == "live"; });
  c.bus_gpus = Count::unknown(
      live && m.pci.empty() ? "the kernel shows no PCI bus: a container, or a virtual machine without one" : kNoLspci);
  if (!c.gpus.empty() || lists_whole_bus(m)) c.bus_gpus = static_cast<std::int64_t>(c.gpus.size());
  pair_by_position(c);
  const bool from_bus = !c.gpus.empty();
  for (const machine::Gpu& gpu : m.gpus) {
    const bool listed = std::any_of(c.gpus.begin(), c.gpus.end(), [&](const GpuState& g) { return g.driver == &gpu; });
    if (listed || (from_bus && !gpu.address)) continue;
    GpuState g;
    g.driver = &gpu;
    if (gpu.address) g.bus_id = machine::to_text(*gpu.address);
    c.gpus.push_back(std::move(g));
  }
  for (std::size_t i = 0; i < c.gpus.size(); ++i) c.gpus[i].index = static_cast<int>(i);
  if (c.gpus.empty())
    for (const int number : names_of_tables(m)) c.gpus.emplace_back().index = number;
  c.driver_gpus = count_of_driver(m);
}

/// Which GPUs the driver shows; unknown where its list names no addresses to tell them apart by.
void mark_driver_gpus(Comparison& c) {
  const auto shown = std::count_if(c.gpus.begin(), c.gpus.end(), [](const GpuState& g) { return g.driver != nullptr; });
  const bool told_apart = c.driver_gpus && *c.driver_gpus == shown;
  for (GpuState& g : c.gpus) {
    if (g.driver != nullptr)
      g.in_driver = true;
    else if (told_apart)
      g.in_driver = false;
    else
      g.in_driver = Truth::unknown("not looked at: `nvidia-smi -q` shows which GPUs the driver has");
  }
}

void identify(GpuState& g, const Comparison& c, const std::vector<probe::GpuReference>& references) {
  probe::GpuFacts facts;
  facts.name = g.name;
  facts.pci_id = pci_id_of(g);
  const probe::GpuReference* found = probe::find_reference(references, facts);
  const Part* part = found != nullptr ? c.input.catalog->find(found->id) : nullptr;
  g.part = part != nullptr ? std::get_if<Gpu>(part) : nullptr;
  g.identity_agrees = Truth::unknown("name and PCI id are not both known");
  if (facts.pci_id.empty() || g.driver == nullptr || !g.driver->name) return;
  facts.pci_id.clear();
  const probe::GpuReference* named = probe::find_reference(references, facts);
  if (named == nullptr || named->pci_ids.empty()) return;
  const std::string id = pci_id_of(g);
  const auto& ids = named->pci_ids;
  const bool other = std::any_of(references.begin(), references.end(), [&](const probe::GpuReference& r) {
    return std::find(r.pci_ids.begin(), r.pci_ids.end(), id) != r.pci_ids.end();
  });
  if (std::find(ids.begin(), ids.end(), id) != ids.end())
    g.identity_agrees = true;
  else if (other)
    g.identity_agrees = false;
}

/// MIG instances; none listed is none only where the source lists them.
void count_instances(GpuState& g, const machine::Machine& m) {
  const bool lists = std::any_of(m.sources.begin(), m.sources.end(), [](const machine::Source& s) {
    return s.format == "nvidia-smi" || s.format == "nvidia-smi-xml" || s.format == "nvidia-smi-L";
  });
  g.mig_instances = Count::unknown("MIG instances were not looked at: `nvidia-smi -L` lists them");
  if (g.driver != nullptr && (lists || !g.driver->mig_devices.empty()))
    g.mig_instances = static_cast<std::int64_t>(g.driver->mig_devices.size());
}

void read_identity(GpuState& g) {
  const char* const no_catalog = "the catalog does not know this GPU";
  g.vram = bytes_or(g.driver != nullptr ? g.driver->memory_total_bytes : std::nullopt, kNoSmi);
  g.catalog_vram = g.part != nullptr ? g.part->vram : Known<DataSize>::unknown(no_catalog);
  g.catalog_bandwidth = g.part != nullptr ? g.part->memory_bandwidth : Known<Bandwidth>::unknown(no_catalog);
  g.catalog_sm_count = g.part != nullptr ? g.part->sm_count : Count::unknown(no_catalog);
  g.sm_count = Count::unknown("`planner probe` reads it");
  g.memory_bandwidth = Known<Bandwidth>::unknown("`planner probe` reads bus width and memory clock");
  g.sxm = Truth::unknown(no_catalog);
  if (g.part != nullptr && g.part->form_factor) g.sxm = *g.part->form_factor == GpuFormFactor::sxm;
  if (g.name.find("SXM") != std::string::npos) g.sxm = true;
  if (g.name.find("PCIe") != std::string::npos || g.name.find("GeForce") != std::string::npos) g.sxm = false;
}

Count gen_or(const machine::Real& rate, const char* why) {
  const auto gen = rate ? gen_of_rate(*rate) : std::nullopt;
  return gen ? Count(*gen) : Count::unknown(why);
}

template <class T>
Known<T> smaller_known(const Known<T>& a, const Known<T>& b) {
  if (!a || !b) return a ? b : a;
  return std::min(*a, *b);
}

void read_link_of_bus(GpuState& g, const machine::Machine& m) {
  const machine::PcieLink& link = g.bus->link;
  const machine::PciDevice* port = g.bus->parent ? machine::find_device(m, *g.bus->parent) : nullptr;
  g.gen = gen_or(link.speed_gts, kNoLspci);
  g.width = lanes_or(link.width, kNoLspci);
  g.card_width = lanes_or(link.max_width, kNoLspci);
  g.possible_gen = gen_or(link.max_speed_gts, kNoLspci);
  g.slot_width = lanes_or(port != nullptr ? port->link.max_width : std::nullopt,
                          "the port above it was not looked at: `lspci -vv` of the whole machine shows it");
  const Count slot_gen = gen_or(port != nullptr ? port->link.max_speed_gts : std::nullopt, "");
  if (slot_gen) g.possible_gen = smaller_known(g.possible_gen, slot_gen);
}

void read_link_of_driver(GpuState& g) {
  const machine::GpuPcie& pcie = g.driver->pcie;
  if (pcie.gen) g.gen = *pcie.gen;
  if (!g.width) g.width = lanes_or(pcie.width, kNoSmi);
  if (!g.card_width) g.card_width = lanes_or(pcie.max_width, kNoSmi);
  if (pcie.max_gen) g.possible_gen = g.possible_gen ? std::min(*g.possible_gen, *pcie.max_gen) : *pcie.max_gen;
  if (pcie.host_gen && *pcie.host_gen > 0 && g.possible_gen) g.possible_gen = std::min(*g.possible_gen, *pcie.host_gen);
}

/// At rest by power state, clock reason or utilisation; unknown where the record shows none of them.
Truth at_rest(const GpuState& g) {
  if (g.driver == nullptr) return Truth::unknown("lspci does not show whether the GPU was busy; `nvidia-smi -q` does");
  for (const machine::ThrottleReason& r : g.driver->clocks.reasons)
    if (r.name == "idle" && r.active) return true;
  const machine::Text& state = g.driver->performance_state;
  if (state && state->size() >= 2 && (*state)[0] == 'P' && *state >= "P5" && state->size() == 2) return true;
  if (state && (*state == "P10" || *state == "P12" || *state == "P15")) return true;
  if (g.driver->utilization_percent) return *g.driver->utilization_percent < 3;
  if (state) return false;
  return Truth::unknown("the record does not show whether the GPU was busy; `nvidia-smi -q` does");
}

void read_link(GpuState& g, const machine::Machine& m) {
  g.gen = g.possible_gen = Count::unknown("no record of its PCIe link: `nvidia-smi -q` or `lspci -vv` shows it");
  g.width = g.card_width = Known<Lanes>::unknown("no record of its PCIe link: `nvidia-smi -q` or `lspci -vv` shows it");
  g.slot_width = Known<Lanes>::unknown(kNoLspci);
  if (g.bus != nullptr) read_link_of_bus(g, m);
  if (g.driver != nullptr) read_link_of_driver(g);
  g.idle = at_rest(g);
  g.loaded_gen =
      Count::unknown("speed under load was not measured: `planner probe` does, or `lspci -vv` during a copy");
  const bool working = g.driver != nullptr && g.driver->utilization_percent.value_or(0) >= 30;
  if (working && g.gen) g.loaded_gen = g.gen;
  g.own_bandwidth = Known<Bandwidth>::unknown("width and generation of its link are not known");
  if (g.possible_gen && g.width) g.own_bandwidth = pcie_bandwidth(*g.possible_gen, *g.width);
}

void read_rest(GpuState& g, const machine::Machine& m) {
  g.node = node_of_table(m, g);
  if (g.bus != nullptr && g.bus->numa_node) g.node = *g.bus->numa_node;
  if (g.driver != nullptr && g.driver->numa_node) g.node = *g.driver->numa_node;
  g.reachable = g.bus == nullptr || !g.bus->unreachable ? Truth::unknown(kNoLspci) : Truth(!*g.bus->unreachable);
  const char* const no_aer = "AER counters were not read: sysfs has them";
  g.pcie_correctable = known_or(g.bus != nullptr ? g.bus->aer_correctable : std::nullopt, no_aer);
  g.pcie_uncorrectable = Count::unknown(no_aer);
  if (g.bus != nullptr && (g.bus->aer_fatal || g.bus->aer_nonfatal))
    g.pcie_uncorrectable = g.bus->aer_fatal.value_or(0) + g.bus->aer_nonfatal.value_or(0);
  g.temperature =
      quantity_or<Temperature>(g.driver != nullptr ? g.driver->thermal.temperature_c : std::nullopt, kNoSmi);
  g.busy = g.idle ? Truth(!*g.idle) : g.idle;
}

void compare_with_peers(Comparison& c) {
  for (GpuState& g : c.gpus) {
    g.hotter_than_peers = Known<Temperature>::unknown("no peer of the same model with a temperature");
    g.full_speed_peer = false;
    for (const GpuState& other : c.gpus) {
      if (&other == &g || other.name != g.name) continue;
      if (g.temperature && other.temperature) {
        const Temperature above = *g.temperature - *other.temperature;
        if (!g.hotter_than_peers || above > *g.hotter_than_peers) g.hotter_than_peers = above;
      }
      if (other.gen && other.possible_gen && *other.gen >= *other.possible_gen) g.full_speed_peer = true;
      if (other.gen && g.gen && *other.gen > *g.gen && !other.possible_gen) g.full_speed_peer = true;
    }
  }
}

}  // namespace

std::optional<std::int64_t> gen_of_rate(double gt_per_s) {
  constexpr double rates[] = {2.5, 5, 8, 16, 32, 64};
  for (std::size_t i = 0; i < std::size(rates); ++i)
    if (std::abs(gt_per_s - rates[i]) < 0.01) return static_cast<std::int64_t>(i) + 1;
  return std::nullopt;
}

GpuState* gpu_of_driver_index(Comparison& c, std::int64_t index) {
  for (GpuState& g : c.gpus)
    if (g.driver != nullptr && g.driver->index == index) return &g;
  for (GpuState& g : c.gpus)
    if (g.index == index && (g.driver == nullptr || !g.driver->index)) return &g;
  return nullptr;
}

void compare_gpus(Comparison& c) {
  list_gpus(c);
  const std::vector<probe::GpuReference> references = probe::references_from(*c.input.catalog);
  for (GpuState& g : c.gpus) {
    if (g.driver != nullptr && g.driver->name)
      g.name = *g.driver->name;
    else if (g.bus != nullptr && g.bus->name)
      g.name = *g.bus->name;
    identify(g, c, references);
    if (g.name.empty() && g.part != nullptr) g.name = g.part->info.name;
    read_identity(g);
    count_instances(g, *c.input.machine);
    read_link(g, *c.input.machine);
    read_rest(g, *c.input.machine);
  }
  mark_driver_gpus(c);
  compare_with_peers(c);
}

}  // namespace planner::conform
