#include "facts/placement_memo.h"

#include <cstring>

namespace planner {
namespace {

/// The key of a build: every figure and identity that place_cards reads, in a fixed order. A figure that place_cards
/// starts to read has to be added here; tests/facts/placement_memo_test.cpp finds a forgotten one.
class Key {
 public:
  explicit Key(const Inventory& inventory)
      : comes_with_gpus_(inventory.platform != nullptr && !inventory.platform->includes_gpu.empty()) {
    text_.reserve(256);
    add(inventory.board);
    add(inventory.platform);
    add_chassis(inventory.chassis);
    add_units(inventory.gpus, [this](const Fitted<Gpu>& g) { add_gpu(*g.part, g.info); });
    add_units(inventory.cpus, [this](const Fitted<Cpu>& c) { add_cpu(*c.part); });
    add_units(inventory.risers, [this](const Fitted<Riser>& r) { add(r.part); });
    add_units(inventory.storage, [this](const Fitted<Storage>& s) { add(s.part); });
    add_units(inventory.nics, [this](const Fitted<Nic>& n) { add(n.part); });
  }
  std::string take() { return std::move(text_); }

 private:
  template <class T>
  void add_bytes(const T& value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text_.append(bytes, sizeof value);
  }
  void add(const void* pointer) { add_bytes(pointer); }
  void add(std::string_view words) {
    add_bytes(words.size());
    text_.append(words);
  }
  template <class Tag>
  void add(const Known<Quantity<Tag>>& figure) {
    add_bytes(figure.known());
    add_bytes(figure ? figure->smallest() : std::int64_t{0});
  }
  void add(const Known<std::int64_t>& figure) {
    add_bytes(figure.known());
    add_bytes(figure.value_or(0));
  }

  /// Units of one item are alike: written once, with their number and the connectors wished for.
  template <class Unit, class Write>
  void add_units(const std::vector<Unit>& units, Write write) {
    add_bytes(units.size());
    for (std::size_t i = 0; i < units.size();) {
      std::size_t end = i;
      while (end < units.size() && units[end].item == units[i].item && units[end].part == units[i].part) ++end;
      add_bytes(end - i);
      write(units[i]);
      if (units[i].item != nullptr)
        for (const std::string& slot : units[i].item->slots) add(slot);
      i = end;
    }
  }

  void add_gpu(const Gpu& gpu, const PartInfo* info) {
    add(gpu.pcie_lanes);
    add(gpu.pcie_gen);
    add(gpu.slot_width);
    add_bytes(gpu.form_factor.known() ? static_cast<int>(*gpu.form_factor) : -1);
    // Whether it comes with the platform depends on its id, and a width that is not recorded is spoken of by its name.
    const bool named = !gpu.slot_width || comes_with_gpus_;
    add(named ? static_cast<const void*>(info) : nullptr);
  }
  void add_cpu(const Cpu& cpu) {
    add(cpu.pcie_lanes);
    add(cpu.pcie_gen);
    add(cpu.family ? std::string_view(*cpu.family) : std::string_view());
  }
  void add_chassis(const Chassis* chassis) {
    add(chassis != nullptr ? chassis->expansion_slots : Known<std::int64_t>::unknown("none"));
  }

  bool comes_with_gpus_;
  std::string text_;
};

}  // namespace

std::shared_ptr<const Placement> PlacementMemo::place(const Inventory& inventory) {
  auto& placement = placements_[Key(inventory).take()];
  if (!placement) placement = std::make_shared<const Placement>(place_cards(inventory));
  return placement;
}

}  // namespace planner
