#include <algorithm>

#include "facts/placement_options.h"

namespace planner::placement {
namespace {

// Limits of one machine; what exceeds them is refused with a reason, so that no list can make the packing explode.
constexpr int kMostGpus = 32;
constexpr std::size_t kMostGpuClasses = 18, kMostNicClasses = 4, kMostPools = 10;
constexpr int kMostNics = 15;
constexpr int kWidestQuarters = 64;

Link link_of(const Known<Lanes>& lanes, const Known<std::int64_t>& gen) {
  return {lanes ? static_cast<int>(std::clamp<std::int64_t>(lanes->smallest(), 0, 32)) : -1,
          gen && *gen >= 1 && *gen <= 6 ? static_cast<int>(*gen) : -1};
}

CardClass describe(const Gpu& gpu) {
  CardClass c;
  c.link = link_of(gpu.pcie_lanes, gpu.pcie_gen);
  c.width_known = gpu.slot_width.known();
  if (gpu.slot_width)
    c.quarters = static_cast<int>(std::clamp<std::int64_t>(gpu.slot_width->smallest(), 1, kWidestQuarters));
  c.pitches = (c.quarters + 3) / 4;
  // GPUs with eight lanes have an x16 edge all the same; only x1 to x4 cards come with a short one.
  c.edge = c.link.lanes > 0 && c.link.lanes <= 4 ? c.link.lanes : 16;
  return c;
}

CardClass describe(const Nic& nic) {
  CardClass c;
  c.link = link_of(nic.lanes, nic.pcie_gen);
  c.edge = std::max(c.link.lanes, 1);
  return c;
}

bool alike(const CardClass& a, const CardClass& b) {
  return a.link == b.link && a.quarters == b.quarters && a.width_known == b.width_known && a.edge == b.edge &&
         a.wish == b.wish;
}

std::string_view wish_of(const BuildItem* item, int unit_in_item) {
  if (item == nullptr || unit_in_item >= static_cast<int>(item->slots.size())) return {};
  return item->slots[static_cast<std::size_t>(unit_in_item)];
}

/// False if the class is new and there is no room for it.
bool add_to_class(std::vector<CardClass>& classes, CardClass card, int unit, std::size_t limit) {
  auto same = std::find_if(classes.begin(), classes.end(), [&](const CardClass& c) { return alike(c, card); });
  if (same == classes.end()) {
    if (classes.size() >= limit) return false;
    same = classes.insert(classes.end(), std::move(card));
  }
  same->units.push_back(unit);
  return true;
}

/// Device adapters take what the cables bring; both ends of a cabled path cap its generation.
int slower(int a, int b) {
  return a < 0 ? b : b < 0 ? a : std::min(a, b);
}

int outputs_of(const Riser& riser) {
  if (riser.outputs) return static_cast<int>(std::clamp<std::int64_t>(*riser.outputs, 1, kMostOutputs));
  switch (riser.type.value_or(RiserType::ribbon)) {
    case RiserType::switch_board:
      // Lanes that the x16 uplink leaves, in x16 links; a board of unrecorded size surely has one.
      return riser.lanes
                 ? static_cast<int>(std::clamp<std::int64_t>((riser.lanes->smallest() - 16) / 16, 1, kMostOutputs))
                 : 1;
    case RiserType::splitter:
      return 2;
    default:
      return 1;
  }
}

/// "slimsas" of "slimsas_8i".
std::string_view family_of(const Known<std::string>& connector) {
  return connector ? std::string_view(*connector).substr(0, connector->find('_')) : std::string_view();
}

RiserPool describe(const Riser& riser) {
  RiserPool pool;
  pool.cable_family = family_of(riser.host_connector);
  pool.type = *riser.type;
  pool.link = link_of(riser.lanes, riser.gen);
  pool.outputs = outputs_of(riser);
  switch (pool.type) {
    case RiserType::usb_x1:
      pool.link.lanes = 1;
      break;
    case RiserType::m2_adapter:
      pool.link.lanes = pool.link.lanes < 0 ? 4 : std::min(pool.link.lanes, 4);
      pool.from_slot = false;
      pool.from_m2 = true;
      break;
    case RiserType::device_adapter:
      pool.from_slot = false;
      pool.from_cable = true;
      break;
    case RiserType::switch_board:
      // One with cable inputs hangs on the board's own ports, or by an adapter in a slot.
      pool.link.lanes = 16;
      pool.from_cable = !riser.host_connector || *riser.host_connector != "slot";
      break;
    default:
      // A slot extension carries all of its slot unless it is recorded as narrower.
      if (pool.link.lanes < 0) pool.link.lanes = 16;
      break;
  }
  return pool;
}

bool serves_gpus(RiserType type) {
  return type != RiserType::cable && type != RiserType::nvlink_bridge && type != RiserType::power_adapter;
}

class Collector {
 public:
  Collector(const Inventory& inventory, const Host& host, const std::vector<bool>& onboard)
      : inventory_(inventory), host_(host), onboard_(onboard) {}

  Cards collect() {
    collect_gpus();
    collect_nics();
    collect_risers();
    return std::move(cards_);
  }

 private:
  bool exists(std::string_view label) const {
    return std::any_of(host_.connectors.begin(), host_.connectors.end(), [&](const Connector& c) {
      return c.label == label || (c.second_port >= 0 && c.second_label == label);
    });
  }

  void collect_gpus() {
    const BuildItem* item = nullptr;
    int in_item = 0;
    for (const Fitted<Gpu>& gpu : inventory_.gpus) {
      in_item = gpu.item == item ? in_item + 1 : 0;
      item = gpu.item;
      if (!onboard_[static_cast<std::size_t>(gpu.index)]) collect(gpu, wish_of(gpu.item, in_item));
    }
  }

  void collect(const Fitted<Gpu>& gpu, std::string_view wish) {
    const auto form = gpu.part->form_factor;
    if (form && (*form == GpuFormFactor::sxm || *form == GpuFormFactor::oam)) {
      cards_.refused.emplace_back(gpu.index, "a module of this form needs a platform with its socket");
    } else if (!wish.empty() && !exists(wish)) {
      cards_.refused.emplace_back(gpu.index, "the board has no connector \"" + std::string(wish) + "\"");
    } else if (cards_.gpu_count >= kMostGpus) {
      cards_.refused.emplace_back(gpu.index, "more than 32 GPUs in one machine");
    } else {
      CardClass card = describe(*gpu.part);
      card.wish = wish;
      if (add_to_class(cards_.gpus, std::move(card), gpu.index, kMostGpuClasses))
        ++cards_.gpu_count;
      else
        cards_.refused.emplace_back(gpu.index, "more than 18 kinds of GPUs in one machine");
    }
  }

  void collect_nics() {
    const BuildItem* item = nullptr;
    int in_item = 0;
    int count = 0;
    for (const Fitted<Nic>& nic : inventory_.nics) {
      in_item = nic.item == item ? in_item + 1 : 0;
      item = nic.item;
      CardClass card = describe(*nic.part);
      card.wish = wish_of(item, in_item);
      if (!card.wish.empty() && !exists(card.wish)) continue;
      if (count < kMostNics && add_to_class(cards_.nics, std::move(card), nic.index, kMostNicClasses)) ++count;
    }
  }

  void collect_risers() {
    int slowest_cabled = -1;
    for (const Fitted<Riser>& riser : inventory_.risers) {
      if (!riser.part->type) continue;
      const RiserType type = *riser.part->type;
      if (type == RiserType::cable) {
        const Link link = link_of(riser.part->lanes, riser.part->gen);
        cards_.cable = {cards_.cables == 0 ? link.lanes : std::min(cards_.cable.lanes, link.lanes),
                        slower(cards_.cable.gen, link.gen)};
        ++cards_.cables;
      }
      if (type == RiserType::device_adapter) {
        ++cards_.device_adapters;
        slowest_cabled = slower(slowest_cabled, link_of(riser.part->lanes, riser.part->gen).gen);
      }
      if (serves_gpus(type)) add_to_pool(riser);
    }
    slowest_cabled = slower(slowest_cabled, cards_.cable.gen);
    for (RiserPool& pool : cards_.pools)
      if ((pool.type == RiserType::host_adapter || pool.from_cable) && pool.link.gen >= 0)
        pool.link.gen = slower(pool.link.gen, pool.type == RiserType::switch_board ? -1 : slowest_cabled);
  }

  void add_to_pool(const Fitted<Riser>& riser) {
    RiserPool pool = describe(*riser.part);
    auto same = std::find_if(cards_.pools.begin(), cards_.pools.end(), [&](const RiserPool& p) {
      return p.type == pool.type && p.link == pool.link && p.outputs == pool.outputs &&
             p.cable_family == pool.cable_family;
    });
    if (same == cards_.pools.end()) {
      if (cards_.pools.size() >= kMostPools) return;
      same = cards_.pools.insert(cards_.pools.end(), std::move(pool));
    }
    if (same->units.size() < kMostGpus) same->units.push_back(&riser);
  }

  const Inventory& inventory_;
  const Host& host_;
  const std::vector<bool>& onboard_;
  Cards cards_;
};

}  // namespace

Cards collect_cards(const Inventory& inventory, const Host& host, const std::vector<bool>& onboard) {
  return Collector(inventory, host, onboard).collect();
}

}  // namespace planner::placement
