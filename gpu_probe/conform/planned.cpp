#include "gpu_probe/conform/planned.h"

#include <algorithm>

namespace planner::conform {
namespace {

std::string slot_label(const Placement& placement, const CardPlacement& card) {
  if (card.slot >= 0) return placement.slots[static_cast<std::size_t>(card.slot)].slot->label;
  if (card.port >= 0) return placement.ports[static_cast<std::size_t>(card.port)].port->label;
  return {};
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
  if (*bridged == 0) return std::int64_t{0};
  std::int64_t links = 0;
  for (const GpuPair& p : facts.bandwidth().pairs)
    if (p.a == gpu || p.b == gpu) links += p.nvlinks;
  return links;
}

PlannedGpu gpu_from(const Facts& facts, std::size_t i) {
  const CardPlacement& card = facts.placement().gpus[i];
  const auto& fitted = facts.inventory().gpus[i];
  const GpuBandwidth& bandwidth = facts.bandwidth().gpus[i];
  PlannedGpu gpu;
  gpu.index = static_cast<int>(i);
  gpu.part = fitted.part;
  gpu.slot = slot_label(facts.placement(), card);
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
  plan.drives = count_or_unknown(inventory.storage, "drive");
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
