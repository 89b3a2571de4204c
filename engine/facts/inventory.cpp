#include "facts/inventory.h"

#include <algorithm>

namespace planner {
namespace {

// A build of more units of one kind than this is a slip of the pen; the rest is left out so that no list can exhaust
// memory.
constexpr std::size_t kMostUnits = 1024;

template <class T>
void add_units(std::vector<Fitted<T>>& units, const T& part, const PartInfo& info, const BuildItem* item,
               std::int64_t count, const Facts* facts) {
  for (std::int64_t i = 0; i < count && units.size() < kMostUnits; ++i)
    units.push_back({facts, static_cast<int>(units.size()), &part, &info, item});
}

class Taker {
 public:
  Taker(Inventory& inventory, const Facts* facts) : inventory_(inventory), facts_(facts) {}

  void take(const BuildItem& item) {
    std::visit([&](const auto& part) { add(part, item); }, *item.part);
  }

 private:
  void add(const Gpu& part, const BuildItem& item) { units(inventory_.gpus, part, item); }
  void add(const Cpu& part, const BuildItem& item) { units(inventory_.cpus, part, item); }
  void add(const Memory& part, const BuildItem& item) { units(inventory_.memory, part, item); }
  void add(const Psu& part, const BuildItem& item) { units(inventory_.psus, part, item); }
  void add(const Cooler& part, const BuildItem& item) { units(inventory_.coolers, part, item); }
  void add(const Riser& part, const BuildItem& item) { units(inventory_.risers, part, item); }
  void add(const Storage& part, const BuildItem& item) { units(inventory_.storage, part, item); }
  void add(const Nic& part, const BuildItem& item) { units(inventory_.nics, part, item); }
  void add(const Circuit& part, const BuildItem& item) { units(inventory_.circuits, part, item); }
  void add(const Board& part, const BuildItem& item) {
    inventory_.boards += item.count;
    if (inventory_.board != nullptr) return;
    inventory_.board = &part;
    inventory_.board_info = &part.info;
  }
  void add(const Chassis& part, const BuildItem&) {
    if (inventory_.chassis != nullptr) return;
    inventory_.chassis = &part;
    inventory_.chassis_info = &part.info;
  }
  void add(const Platform& part, const BuildItem& item) {
    inventory_.boards += item.count;
    if (inventory_.platform == nullptr) inventory_.platform = &part;
  }

  template <class T>
  void units(std::vector<Fitted<T>>& list, const T& part, const BuildItem& item) {
    add_units(list, part, part.info, &item, item.count, facts_);
  }

  Inventory& inventory_;
  const Facts* facts_;
};

const BuildItem* platform_item(const Build& build, const Platform* platform) {
  for (const BuildItem& item : build.items)
    if (item.part != nullptr && std::get_if<Platform>(item.part) == platform) return &item;
  return nullptr;
}

// The GPUs that come with a platform are often listed beside it as well ("HGX H100, 8x H100 SXM"): those lines name the
// same modules, so only what is missing from them is added.
void add_included_gpus(Inventory& inventory, const BuildItem* item, const Facts* facts) {
  const Platform& platform = *inventory.platform;
  if (platform.includes_gpu.empty()) return;
  const auto listed = std::count_if(inventory.gpus.begin(), inventory.gpus.end(),
                                    [&](const Fitted<Gpu>& gpu) { return gpu.info->id == platform.includes_gpu; });
  if (listed >= platform.includes_gpu_count || inventory.build->catalog == nullptr) return;
  const Part* part = inventory.build->catalog->find(platform.includes_gpu);
  const Gpu* gpu = part != nullptr ? std::get_if<Gpu>(part) : nullptr;
  if (gpu != nullptr) add_units(inventory.gpus, *gpu, gpu->info, item, platform.includes_gpu_count - listed, facts);
}

void fill_from_platform(Inventory& inventory, const Facts* facts) {
  const Platform& platform = *inventory.platform;
  const BuildItem* item = platform_item(*inventory.build, &platform);
  if (inventory.board == nullptr) {
    inventory.board = &platform.board;
    inventory.board_info = &platform.info;
  }
  if (inventory.chassis == nullptr) {
    inventory.chassis = &platform.chassis;
    inventory.chassis_info = &platform.info;
  }
  if (inventory.psus.empty())
    add_units(inventory.psus, platform.psu, platform.info, item, platform.psu_count.value_or(0), facts);
  add_included_gpus(inventory, item, facts);
}

}  // namespace

Inventory take_inventory(const Build& build, const Facts* facts) {
  Inventory inventory;
  inventory.build = &build;
  Taker taker(inventory, facts);
  for (const BuildItem& item : build.items)
    if (item.part != nullptr) taker.take(item);
  if (inventory.platform != nullptr) fill_from_platform(inventory, facts);
  return inventory;
}

}  // namespace planner
