#include "facts/body.h"

namespace planner {
namespace {

constexpr std::int64_t kBytesPerMegabyte = 1'000'000;
constexpr int kLargestBarBits = 46;  // 64 TiB, more than any address window

/// PCI asks for apertures in powers of two. `bar` may be off by half a megabyte, the unit sizes are kept in.
Known<DataSize> rounded_up(DataSize bar) {
  const std::int64_t least_bytes = bar.smallest() * kBytesPerMegabyte - kBytesPerMegabyte / 2;
  for (int bits = 20; bits <= kLargestBarBits; ++bits) {
    const std::int64_t bytes = std::int64_t{1} << bits;
    if (bytes >= least_bytes) return DataSize::from_smallest((bytes + kBytesPerMegabyte / 2) / kBytesPerMegabyte);
  }
  return Known<DataSize>::unknown("BAR1 larger than any address window");
}

Known<DataSize> bar_total(const Inventory& inventory) {
  DataSize total;
  for (const auto& gpu : inventory.gpus) {
    if (!gpu.part->bar1) return Known<DataSize>::unknown("BAR1 of " + gpu.info->name + " not recorded");
    const Known<DataSize> aperture = rounded_up(*gpu.part->bar1);
    if (!aperture) return aperture;
    total += *aperture;
  }
  return total;
}

}  // namespace

FirmwareFacts read_firmware(const Inventory& inventory, const Placement& placement) {
  FirmwareFacts firmware;
  firmware.bar_total = bar_total(inventory);
  if (inventory.board != nullptr) {
    firmware.above_4g = inventory.board->above_4g;
    firmware.rebar = inventory.board->rebar;
  } else {
    firmware.above_4g = firmware.rebar = Known<bool>::unknown("no board in the build");
  }
  if (!placement.slots_known) {
    firmware.bifurcated_slots = Known<std::int64_t>::unknown("slots of the board not recorded");
    return firmware;
  }
  std::int64_t split = 0;
  for (const SlotUse& slot : placement.slots) split += slot.split > 1 ? 1 : 0;
  firmware.bifurcated_slots = split;
  return firmware;
}

}  // namespace planner
