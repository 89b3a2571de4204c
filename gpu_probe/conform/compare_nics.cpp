// Network cards of the machine beside those of the plan. Ports on the board are not planned and not judged by it.
#include <algorithm>
#include <cctype>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

using machine::PciDevice;

constexpr const char* kNoLspci = "not looked at: `lspci -vv` shows it";
constexpr std::size_t kMostCards = 128;

bool is_network(const PciDevice& d) {
  const bool by_class = d.class_id && d.class_id->starts_with("02");
  const bool by_name = d.class_name && (d.class_name->find("Ethernet controller") != std::string::npos ||
                                        d.class_name->find("Infiniband controller") != std::string::npos ||
                                        d.class_name->find("Network controller") != std::string::npos);
  return by_class || (!d.class_id && by_name);
}

bool same_card(const machine::PciAddress& a, const machine::PciAddress& b) {
  return a.domain == b.domain && a.bus == b.bus && a.device == b.device;
}

Count gen_or(const machine::Real& rate) {
  const auto gen = rate ? gen_of_rate(*rate) : std::nullopt;
  return gen ? Count(*gen) : Count::unknown(kNoLspci);
}

void read_ports(const machine::Machine& m, NicState& nic) {
  nic.speed =
      Known<Bandwidth>::unknown("no port of it is up, or its speed was not looked at: `planner gather` reads it");
  for (const machine::Nic& port : m.nics) {
    if (!port.address || !same_card(*port.address, nic.bus->address)) continue;
    if (port.numa_node && !nic.node) nic.node = *port.numa_node;
    if (!port.speed_mbps || *port.speed_mbps <= 0 || *port.speed_mbps > 10'000'000 || !port.up.value_or(true)) continue;
    const auto speed = quantity_or<Bandwidth>(static_cast<double>(*port.speed_mbps) / 8000, "");
    if (speed && (!nic.speed || *speed > *nic.speed)) nic.speed = speed;
  }
}

/// Bridges that both have above them, the host bridge and root ports left out: a switch.
Truth beside_gpu(const Comparison& c, const PciDevice& nic) {
  const machine::Machine& m = *c.input.machine;
  const auto mine = machine::path_to_root(m, nic.address);
  if (mine.size() < 2) return Truth::unknown("the bridges above it were not looked at: `lspci -vvv` shows them");
  bool any_gpu = false;
  for (const GpuState& g : c.gpus) {
    if (g.bus == nullptr) continue;
    const auto other = machine::path_to_root(m, g.bus->address);
    any_gpu = any_gpu || other.size() >= 2;
    for (std::size_t i = 1; i + 1 < mine.size(); ++i)
      if (std::find(other.begin(), other.end(), mine[i]) != other.end()) return true;
  }
  return any_gpu ? Truth(false) : Truth::unknown("the bridges above the GPUs were not looked at");
}

NicState card_of(const Comparison& c, const PciDevice& device) {
  const machine::Machine& m = *c.input.machine;
  const PciDevice* port = device.parent ? machine::find_device(m, *device.parent) : nullptr;
  NicState nic;
  nic.bus = &device;
  nic.found = true;
  nic.subject = machine::to_text(device.address) + (device.name ? ", " + *device.name : std::string());
  nic.width = lanes_or(device.link.width, kNoLspci);
  nic.card_width = lanes_or(device.link.max_width, kNoLspci);
  nic.slot_width = lanes_or(port != nullptr ? port->link.max_width : std::nullopt, kNoLspci);
  nic.gen = gen_or(device.link.speed_gts);
  nic.possible_gen = gen_or(device.link.max_speed_gts);
  const Count slot = gen_or(port != nullptr ? port->link.max_speed_gts : std::nullopt);
  if (slot && nic.possible_gen && *slot < *nic.possible_gen) nic.possible_gen = slot;
  nic.node = known_or(device.numa_node, "no record of its NUMA node: sysfs shows it");
  read_ports(m, nic);
  nic.beside_gpu = beside_gpu(c, device);
  return nic;
}

/// A word of the planned name that carries a digit ("ConnectX-7", "X550-T2", "E810-CQDA2"), or its part before the
/// dash, occurs in what the bus calls the card. Nothing for a name without such words.
std::optional<bool> names_card(const std::string& planned, const std::string& found) {
  const std::string text = plain_text(found);
  std::optional<bool> any;
  std::size_t at = 0;
  while (at < planned.size()) {
    const std::size_t end = std::min(planned.find(' ', at), planned.size());
    const std::string word = planned.substr(at, end - at);
    at = end + 1;
    for (const std::string& part : {plain_text(word), plain_text(word.substr(0, word.find('-')))}) {
      const bool numbered = part.size() >= 4 && part.find_first_of("0123456789") != std::string::npos;
      if (!numbered || part.find_first_not_of("0123456789") == std::string::npos || part.ends_with("gb")) continue;
      any = any.value_or(false) || text.find(part) != std::string::npos;
    }
  }
  return any;
}

NicState missing_card(const PlannedNic& planned, Truth found) {
  NicState nic;
  nic.subject = planned.name;
  nic.planned = &planned;
  nic.found = std::move(found);
  const char* const why = "it was not found";
  nic.width = nic.card_width = nic.slot_width = Known<Lanes>::unknown(why);
  nic.gen = nic.possible_gen = nic.node = Count::unknown(why);
  nic.speed = Known<Bandwidth>::unknown(why);
  nic.beside_gpu = Truth::unknown(why);
  return nic;
}

int distance(const NicState& nic, const PlannedNic& planned) {
  int cost = 0;
  if (nic.width && planned.lanes && *nic.width < *planned.lanes) cost += 4;
  if (nic.node && planned.socket && *nic.node != *planned.socket) cost += 2;
  if (nic.beside_gpu && *nic.beside_gpu != planned.beside_gpu) cost += 1;
  return cost;
}

void match_nics(Comparison& c) {
  std::int64_t found = 0;
  bool undecided = false;
  for (const PlannedNic& planned : c.plan.nic_cards) {
    NicState* best = nullptr;
    bool comparable = false;
    for (NicState& nic : c.nic_cards) {
      if (nic.bus == nullptr || nic.planned != nullptr || !nic.bus->name) continue;
      const auto named = names_card(planned.name, *nic.bus->name);
      comparable = comparable || named.has_value();
      if (named.value_or(false) && (best == nullptr || distance(nic, planned) < distance(*best, planned))) best = &nic;
    }
    if (best != nullptr) {
      best->planned = &planned;
      ++found;
      continue;
    }
    const bool certain = comparable || c.nics.value_or(-1) == 0;
    undecided = undecided || !certain;
    c.nic_cards.push_back(missing_card(
        planned,
        certain ? Truth(false) : Truth::unknown("no network card with a name is on record: `lspci` shows them")));
  }
  if (undecided) return;
  c.planned_nics_found = found;
}

}  // namespace

std::string plain_text(std::string_view text) {
  std::string out;
  for (const unsigned char ch : text)
    if (std::isalnum(ch) != 0) out += static_cast<char>(std::tolower(ch));
  return out;
}

void compare_nics(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  for (const PciDevice& device : m.pci) {
    if (!is_network(device) || c.nic_cards.size() >= kMostCards) continue;
    // Ports and virtual functions of one card share its link.
    const bool listed = std::any_of(c.nic_cards.begin(), c.nic_cards.end(),
                                    [&](const NicState& n) { return same_card(n.bus->address, device.address); });
    if (!listed) c.nic_cards.push_back(card_of(c, device));
  }
  const bool whole_bus =
      std::any_of(m.pci.begin(), m.pci.end(), [](const PciDevice& d) { return !machine::is_gpu(d); });
  c.nics = Count::unknown("network cards were not looked at: `lspci` shows them");
  if (whole_bus || !c.nic_cards.empty()) c.nics = static_cast<std::int64_t>(c.nic_cards.size());
  c.planned_nics_found = Count::unknown("network cards were not looked at: `lspci` shows them");
  match_nics(c);
}

}  // namespace planner::conform
