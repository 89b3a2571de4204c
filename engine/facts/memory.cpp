#include <algorithm>

#include "facts/body.h"
#include "facts/form_factors.h"

namespace planner {
namespace {

using Count = Known<std::int64_t>;

/// As stated for the whole kit, else from its modules.
Known<DataSize> kit_capacity(const Memory& kit) {
  if (kit.kit_capacity) return kit.kit_capacity;
  if (!kit.modules || !kit.module_capacity) return Known<DataSize>::unknown("capacity of a kit not recorded");
  return *kit.module_capacity * *kit.modules;
}

void count_modules(MemoryFacts& memory, const Inventory& inventory) {
  if (inventory.memory.empty()) {
    memory.modules = Count::unknown("no memory in the build");
    memory.capacity = Known<DataSize>::unknown("no memory in the build");
    return;
  }
  std::int64_t modules = 0;
  DataSize capacity;
  bool all_counted = true;
  bool all_sized = true;
  for (const auto& kit : inventory.memory) {
    const Known<DataSize> size = kit_capacity(*kit.part);
    all_counted = all_counted && kit.part->modules.known();
    all_sized = all_sized && size.known();
    modules += kit.part->modules.value_or(0);
    capacity += size.value_or(DataSize{});
  }
  memory.modules = all_counted ? Count(modules) : Count::unknown("modules of a kit not recorded");
  memory.capacity = all_sized ? Known<DataSize>(capacity) : Known<DataSize>::unknown("capacity of a kit not recorded");
}

/// Sockets with a CPU; all of them where the build lists none.
Count fitted_sockets(const Inventory& inventory) {
  if (inventory.board == nullptr || !inventory.board->sockets)
    return Count::unknown("sockets of the board not recorded");
  const std::int64_t sockets = std::max<std::int64_t>(*inventory.board->sockets, 1);
  const auto cpus = static_cast<std::int64_t>(inventory.cpus.size());
  return cpus == 0 ? sockets : std::min(cpus, sockets);
}

/// The part of a board-wide figure that belongs to the fitted sockets.
Count of_fitted_sockets(const Count& total, const Inventory& inventory) {
  if (!total) return total;
  const Count fitted = fitted_sockets(inventory);
  if (!fitted) return *total;
  return *total * *fitted / std::max<std::int64_t>(*inventory.board->sockets, 1);
}

Count cpu_channels(const Inventory& inventory) {
  if (inventory.cpus.empty()) return Count::unknown("no CPU in the build");
  std::int64_t channels = 0;
  for (const auto& cpu : inventory.cpus) {
    if (!cpu.part->memory_channels) return Count::unknown("memory channels of " + cpu.info->name + " not recorded");
    channels += *cpu.part->memory_channels;
  }
  return channels;
}

Count channels_of(const Inventory& inventory) {
  const Count board = inventory.board != nullptr ? of_fitted_sockets(inventory.board->memory_channels, inventory)
                                                 : Count::unknown("no board in the build");
  const Count cpus = cpu_channels(inventory);
  if (board && cpus) return std::min(*board, *cpus);
  if (board) return board;
  if (cpus) return cpus;
  return Count::unknown("memory channels not recorded");
}

/// Sets of channels over which a socket interleaves: all of them any number of times, a power of two, and on 12-channel
/// sockets (SP5) any even number (AMD EPYC 9004 memory population guidelines; the others follow AMD's and Intel's
/// tables).
bool interleaves(std::int64_t modules, std::int64_t channels) {
  if (modules % channels == 0) return true;
  if (modules > channels) return false;
  const bool power_of_two = (modules & (modules - 1)) == 0;
  return power_of_two || (channels == 12 && modules % 2 == 0);
}

Known<bool> is_balanced(const MemoryFacts& memory, const Inventory& inventory) {
  if (!memory.modules) return Known<bool>::unknown(memory.modules.reason());
  if (!memory.channels) return Known<bool>::unknown(memory.channels.reason());
  const std::int64_t sockets = std::max<std::int64_t>(static_cast<std::int64_t>(inventory.cpus.size()), 1);
  if (*memory.modules <= 0 || *memory.channels < sockets)
    return Known<bool>::unknown("no memory channels for every socket");
  if (*memory.modules % sockets != 0) return false;
  return interleaves(*memory.modules / sockets, *memory.channels / sockets);
}

void count_channels(MemoryFacts& memory, const Inventory& inventory) {
  memory.channels = channels_of(inventory);
  memory.balanced = is_balanced(memory, inventory);
  memory.slots = inventory.board != nullptr ? of_fitted_sockets(inventory.board->memory_slots, inventory)
                                            : Count::unknown("no board in the build");
  if (memory.modules && memory.channels && *memory.channels > 0) {
    memory.channels_filled = std::min(*memory.modules, *memory.channels);
    memory.modules_per_channel = (*memory.modules + *memory.channels - 1) / *memory.channels;
    return;
  }
  const std::string& reason = memory.modules ? memory.channels.reason() : memory.modules.reason();
  memory.channels_filled = memory.modules_per_channel = Count::unknown(reason);
}

Known<bool> type_listed(const Inventory& inventory) {
  if (inventory.memory.empty()) return Known<bool>::unknown("no memory in the build");
  if (inventory.board == nullptr) return Known<bool>::unknown("no board in the build");
  if (!inventory.board->memory_type) return Known<bool>::unknown("memory type of the board not recorded");
  const std::string wanted = squeeze_name(*inventory.board->memory_type);
  Known<bool> listed = true;
  for (const auto& kit : inventory.memory) {
    if (!kit.part->memory_type)
      listed = Known<bool>::unknown("type of " + kit.info->name + " not recorded");
    else if (squeeze_name(*kit.part->memory_type) != wanted)
      return false;
  }
  return listed;
}

/// Both board and CPU have to take the module type; one that says nothing leaves it to the other.
Known<bool> accepts(const Known<bool>& board, const Known<bool>& cpu) {
  if ((board && !*board) || (cpu && !*cpu)) return false;
  if (board || cpu) return true;
  return Known<bool>::unknown("module types of board and CPU not recorded");
}

Known<bool> module_type_listed(const Inventory& inventory) {
  if (inventory.memory.empty()) return Known<bool>::unknown("no memory in the build");
  const Board* board = inventory.board;
  const Cpu* cpu = inventory.cpus.empty() ? nullptr : inventory.cpus.front().part;
  const Known<bool> none;
  Known<bool> listed = true;
  for (const auto& kit : inventory.memory) {
    Known<bool> accepted;
    if (!kit.part->module_type)
      accepted = Known<bool>::unknown("module type of " + kit.info->name + " not recorded");
    else if (*kit.part->module_type == ModuleType::sodimm)
      accepted = Known<bool>::unknown("whether the board takes SO-DIMMs is not recorded");
    else if (*kit.part->module_type == ModuleType::udimm)
      accepted = accepts(board ? board->udimm : none, cpu ? cpu->udimm : none);
    else
      accepted = accepts(board ? board->rdimm : none, cpu ? cpu->rdimm : none);
    if (accepted && !*accepted) return false;
    if (!accepted) listed = accepted;
  }
  return listed;
}

/// RDIMM, LRDIMM and UDIMM never work side by side.
Known<bool> mixed_types(const Inventory& inventory) {
  if (inventory.memory.empty()) return Known<bool>::unknown("no memory in the build");
  Known<ModuleType> first;
  bool all_known = true;
  for (const auto& kit : inventory.memory) {
    const Known<ModuleType>& type = kit.part->module_type;
    if (type && first && *type != *first) return true;
    if (type) first = type;
    all_known = all_known && type.known();
  }
  return all_known || inventory.memory.size() == 1 ? Known<bool>(false)
                                                   : Known<bool>::unknown("module type of a kit not recorded");
}

void compare_vram(MemoryFacts& memory, const Inventory& inventory) {
  DataSize vram;
  for (const auto& gpu : inventory.gpus) {
    if (!gpu.part->vram) {
      memory.vram_total = Known<DataSize>::unknown("VRAM of " + gpu.info->name + " not recorded");
      memory.to_vram = Known<Ratio>::unknown(memory.vram_total.reason());
      return;
    }
    vram += *gpu.part->vram;
  }
  memory.vram_total = vram;
  if (!memory.capacity)
    memory.to_vram = Known<Ratio>::unknown(memory.capacity.reason());
  else if (vram.smallest() <= 0)
    memory.to_vram = Known<Ratio>::unknown("no VRAM in the build");
  else
    memory.to_vram = Ratio::from_smallest(memory.capacity->scaled(Ratio::per_base, vram.smallest()).smallest());
}

}  // namespace

MemoryFacts count_memory(const Inventory& inventory) {
  MemoryFacts memory;
  count_modules(memory, inventory);
  count_channels(memory, inventory);
  memory.type_listed = type_listed(inventory);
  memory.module_type_listed = module_type_listed(inventory);
  memory.mixed_types = mixed_types(inventory);
  compare_vram(memory, inventory);
  return memory;
}

}  // namespace planner
