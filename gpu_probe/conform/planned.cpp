#include "gpu_probe/conform/planned.h"

#include <algorithm>

namespace planner::conform {
namespace {

std::string slot_label(const Placement& placement, const CardPlacement& card) {
  if (card.slot >= 0) return placement.slots[static_cast<std::size_t>(card.slot)].slot->label;
  if (card.port >= 0) return placement.ports[static_cast<std::size_t>(card.port)].port->label;
  return {};
}

/// A bridge that the engine's own choice of slots does not reach still joins cards: all of them where the bridges are
/// enough, else nobody knows which.
Known<std::int64_t> links_of_unplaced_bridge(const Inventory& inventory, const Gpu& part) {
  const auto fits = [&](const auto& riser) {
    const auto& cards = riser.part->gpus;
    return riser.part->type && *riser.part->type == RiserType::nvlink_bridge &&
           (cards.empty() || std::find(cards.begin(), cards.end(), part.info.id) != cards.end());
  };
  const auto bridges = std::count_if(inventory.risers.begin(), inventory.risers.end(), fits);
  const auto cards =
      std::count_if(inventory.gpus.begin(), inventory.gpus.end(), [&](const auto& g) { return g.part == &part; });
  if (bridges == 0) return std::int64_t{0};
  if (2 * bridges >= cards) return part.nvlink_links;
  return Known<std::int64_t>::unknown("the plan does not say which cards its NVLink bridges join: state their slots");
}

/// NVLinks of a GPU to all others; where it hangs on a switch the card's own count.
Known<std::int64_t> links_of(const Facts& facts, int gpu) {
  const Gpu& part = *facts.inventory().gpus[static_cast<std::size_t>(gpu)].part;
  const auto kind = part.nvlink;
  if (!kind) return Known<std::int64_t>::unknown("the catalog does not say whether it has NVLink");
  if (*kind == NvlinkKind::none) return std::int64_t{0};
  if (*kind == NvlinkKind::switched) return part.nvlink_links;
  const Known<std::int64_t> bridged = facts.bandwidth().bridged_pairs;
  if (!bridged) return Known<std::int64_t>::unknown("the plan does not say which cards are bridged");
  std::int64_t links = 0;
  for (const GpuPair& p : facts.bandwidth().pairs)
    if (p.a == gpu || p.b == gpu) links += p.nvlinks;
  return links > 0 ? links : links_of_unplaced_bridge(facts.inventory(), part);
}

PlannedGpu gpu_from(const Facts& facts, std::size_t i) {
  const CardPlacement& card = facts.placement().gpus[i];
  const auto& fitted = facts.inventory().gpus[i];
  const GpuBandwidth& bandwidth = facts.bandwidth().gpus[i];
  PlannedGpu gpu;
  gpu.index = static_cast<int>(i);
  gpu.part = fitted.part;
  gpu.slot = slot_label(facts.placement(), card);
  gpu.slot_stated = fitted.item != nullptr && !fitted.item->slots.empty() && !gpu.slot.empty();
  if (card.slot >= 0) gpu.slot_note = facts.placement().slots[static_cast<std::size_t>(card.slot)].note;
  gpu.behind_chipset = card.behind_chipset;
  gpu.switch_id = card.switch_id;
  gpu.lanes = card.lanes;
  gpu.gen = card.gen;
  // A module sits on its baseboard, not in a slot of the plan: its link is its own.
  const bool module = fitted.part->form_factor && *fitted.part->form_factor == GpuFormFactor::sxm;
  if (module && card.slot < 0 && !gpu.lanes) gpu.lanes = fitted.part->pcie_lanes;
  if (module && card.slot < 0 && !gpu.gen) gpu.gen = fitted.part->pcie_gen;
  gpu.socket = card.socket;
  gpu.limit_planned = fitted.item != nullptr && fitted.item->power_limit.known();
  gpu.power_limit = gpu.limit_planned ? fitted.item->power_limit : fitted.part->board_power;
  gpu.host = bandwidth.host;
  gpu.fair_share = bandwidth.fair_share;
  gpu.nvlinks = links_of(facts, gpu.index);
  return gpu;
}

PlannedNic nic_from(const Facts& facts, std::size_t i) {
  const auto& fitted = facts.inventory().nics[i];
  PlannedNic nic;
  nic.index = static_cast<int>(i);
  nic.name = fitted.info->name;
  nic.port_speed = fitted.part->port_speed;
  nic.lanes = Known<Lanes>::unknown("the plan has no place for it");
  nic.gen = nic.socket = Known<std::int64_t>::unknown("the plan has no place for it");
  if (i >= facts.placement().nics.size()) return nic;
  const CardPlacement& card = facts.placement().nics[i];
  if (card.mount == Mount::none) return nic;
  nic.slot = slot_label(facts.placement(), card);
  nic.lanes = card.lanes;
  nic.gen = card.gen;
  nic.socket = card.socket;
  nic.beside_gpu =
      !card.switch_id.empty() && std::any_of(facts.placement().gpus.begin(), facts.placement().gpus.end(),
                                             [&](const CardPlacement& g) { return g.switch_id == card.switch_id; });
  return nic;
}

/// Drives that show on the PCI bus: those of SATA and SAS do not.
Known<std::int64_t> pcie_drives(const Inventory& inventory) {
  if (inventory.storage.empty()) return Known<std::int64_t>::unknown("the plan lists no drive");
  std::int64_t count = 0;
  for (const auto& drive : inventory.storage) {
    if (!drive.part->lanes)
      return Known<std::int64_t>::unknown("the catalog does not say how a planned drive is connected");
    count += drive.part->lanes->smallest() > 0 ? 1 : 0;
  }
  return count;
}

/// The word that all kits of the plan share.
template <class Get>
Known<std::string> memory_word(const Inventory& inventory, Get get) {
  Known<std::string> word = Known<std::string>::unknown("the plan lists no memory");
  for (const auto& kit : inventory.memory) {
    const Known<std::string> one = get(*kit.part);
    if (!one) return Known<std::string>::unknown("the catalog does not say it of the planned memory");
    if (word && *word != *one) return Known<std::string>::unknown("the planned kits differ");
    word = one;
  }
  return word;
}

void read_plan_memory(const Inventory& inventory, Planned& plan) {
  plan.memory_type = memory_word(inventory, [](const Memory& m) { return m.memory_type; });
  plan.module_type = memory_word(inventory, [](const Memory& m) {
    if (!m.module_type) return Known<std::string>::unknown(m.module_type.reason());
    const bool registered = *m.module_type == ModuleType::rdimm || *m.module_type == ModuleType::lrdimm;
    return Known<std::string>(registered ? "rdimm" : "udimm");
  });
}

Known<Frequency> memory_speed(const Inventory& inventory) {
  Known<Frequency> slowest = Known<Frequency>::unknown("the plan lists no memory");
  for (const auto& kit : inventory.memory) {
    if (!kit.part->speed) return Known<Frequency>::unknown("speed of the planned memory is not recorded");
    slowest = slowest ? std::min(*slowest, *kit.part->speed) : *kit.part->speed;
  }
  if (!slowest) return slowest;
  for (const auto& cpu : inventory.cpus) {
    if (!cpu.part->memory_speed) return Known<Frequency>::unknown("memory speed of the planned CPU is not recorded");
    slowest = std::min(*slowest, *cpu.part->memory_speed);
  }
  return slowest;
}

template <class T>
Known<std::int64_t> count_or_unknown(const std::vector<T>& parts, const char* what) {
  if (parts.empty()) return Known<std::int64_t>::unknown(std::string("the plan lists no ") + what);
  return static_cast<std::int64_t>(parts.size());
}

}  // namespace

Planned planned_from(const Facts& facts) {
  const Inventory& inventory = facts.inventory();
  Planned plan;
  plan.name = facts.build().name;
  for (std::size_t i = 0; i < inventory.gpus.size(); ++i) plan.gpus.push_back(gpu_from(facts, i));
  for (const GpuPair& p : facts.bandwidth().pairs) plan.pairs.push_back({p.a, p.b, p.level, p.nvlinks});
  plan.cpus = count_or_unknown(inventory.cpus, "CPU");
  plan.drives = pcie_drives(inventory);
  plan.supplies = count_or_unknown(inventory.psus, "power supply");
  for (std::size_t i = 0; i < inventory.nics.size(); ++i) plan.nic_cards.push_back(nic_from(facts, i));
  plan.inlet_limit = inventory.chassis != nullptr ? inventory.chassis->inlet_limit
                                                  : Known<Temperature>::unknown("the plan lists no chassis");
  read_plan_memory(inventory, plan);
  plan.nics = count_or_unknown(inventory.nics, "network card");
  if (!inventory.cpus.empty()) plan.cpu_name = inventory.cpus.front().info->name;
  if (inventory.board_info != nullptr) plan.board_name = inventory.board_info->name;
  plan.platform = inventory.platform != nullptr;
  const MemoryFacts& memory = facts.memory();
  if (inventory.memory.empty()) {
    plan.modules = Known<std::int64_t>::unknown("the plan lists no memory");
    plan.memory = Known<DataSize>::unknown("the plan lists no memory");
  } else {
    plan.modules = memory.modules;
    plan.memory = memory.capacity;
  }
  plan.memory_speed = memory_speed(inventory);
  const auto peers = std::count_if(plan.gpus.begin(), plan.gpus.end(), [](const PlannedGpu& g) {
    return g.part->p2p.known() && *g.part->p2p == PeerToPeer::supported;
  });
  plan.uses_peer_traffic = peers >= 2;
  return plan;
}

std::string_view name_of(PathLevel level) {
  constexpr std::string_view names[] = {"nvlink", "pix", "pxb", "phb", "node", "sys"};
  return names[static_cast<std::size_t>(level)];
}

}  // namespace planner::conform
