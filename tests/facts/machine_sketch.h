// Machines drawn inline for the tests of facts: parts with just the figures that a test is about.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "facts/placement.h"

namespace planner::testing {

inline Gpu sketch_gpu(double slots = 2, int lanes = 16, int gen = 4) {
  Gpu gpu;
  gpu.info.id = gpu.info.name = "gpu-" + std::to_string(slots);
  gpu.form_factor = GpuFormFactor::pcie_card;
  gpu.pcie_lanes = Lanes::from_base(lanes);
  gpu.pcie_gen = std::int64_t{gen};
  gpu.slot_width = SlotWidth::from_smallest(static_cast<std::int64_t>(slots * 4));
  return gpu;
}

inline Slot sketch_slot(std::string label, int position, int lanes, int gen, std::string upstream = "cpu0") {
  Slot slot;
  slot.label = std::move(label);
  slot.position = position;
  slot.connector_lanes = 16;
  slot.lanes = Lanes::from_base(lanes);
  slot.gen = std::int64_t{gen};
  slot.upstream = std::move(upstream);
  if (lanes == 16) slot.bifurcation = {{16}, {8, 8}, {4, 4, 4, 4}};
  if (lanes == 8) slot.bifurcation = {{8}, {4, 4}};
  if (lanes < 8) slot.bifurcation = {{lanes}};
  return slot;
}

inline Port sketch_port(std::string label, std::string type, int count, int lanes, int gen,
                        std::string upstream = "cpu0") {
  Port port;
  port.label = std::move(label);
  port.type = std::move(type);
  port.count = count;
  port.lanes = Lanes::from_base(lanes);
  port.gen = std::int64_t{gen};
  port.upstream = std::move(upstream);
  return port;
}

inline Board sketch_board(int sockets, std::vector<Slot> slots, std::vector<Port> ports = {}) {
  Board board;
  board.info.id = board.info.name = "board";
  board.sockets = std::int64_t{sockets};
  board.slots = std::move(slots);
  board.ports = std::move(ports);
  return board;
}

inline Cpu sketch_cpu(int lanes, int gen, std::string family = "family") {
  Cpu cpu;
  cpu.info.id = cpu.info.name = "cpu";
  cpu.pcie_lanes = Lanes::from_base(lanes);
  cpu.pcie_gen = std::int64_t{gen};
  cpu.family = std::move(family);
  return cpu;
}

inline Chassis sketch_chassis(ChassisType type, int expansion_slots) {
  Chassis chassis;
  chassis.info.id = chassis.info.name = "chassis";
  chassis.type = type;
  if (expansion_slots > 0) chassis.expansion_slots = std::int64_t{expansion_slots};
  return chassis;
}

inline Riser sketch_riser(RiserType type, int gen, int lanes = 16) {
  Riser riser;
  riser.info.id = riser.info.name = "riser";
  riser.type = type;
  riser.gen = std::int64_t{gen};
  riser.lanes = Lanes::from_base(lanes);
  return riser;
}

inline Storage sketch_m2_drive(int gen = 4) {
  Storage drive;
  drive.info.id = drive.info.name = "drive";
  drive.form_factor = std::string("M.2 2280");
  drive.pcie_gen = std::int64_t{gen};
  drive.lanes = Lanes::from_base(4);
  return drive;
}

inline Nic sketch_nic(int lanes, int gen) {
  Nic nic;
  nic.info.id = nic.info.name = "nic";
  nic.lanes = Lanes::from_base(lanes);
  nic.pcie_gen = std::int64_t{gen};
  return nic;
}

/// A build that owns its parts.
class Machine {
 public:
  Machine& add(Part part, int count = 1, std::vector<std::string> slots = {}) {
    parts_.push_back(std::move(part));
    BuildItem item;
    item.part = &parts_.back();
    item.count = count;
    item.slots = std::move(slots);
    build.items.push_back(std::move(item));
    return *this;
  }
  Inventory inventory() const { return take_inventory(build, nullptr); }
  Placement place() const { return place_cards(inventory()); }

  Build build;

 private:
  std::deque<Part> parts_;
};

/// ASRock Rack ROMED8-2T: seven x16 Gen4 slots at consecutive positions; M2_1 takes lanes of PCIE2.
inline Board romed8() {
  std::vector<Slot> slots;
  for (int i = 0; i < 7; ++i) slots.push_back(sketch_slot("PCIE" + std::to_string(7 - i), i + 1, 16, 4));
  Board board =
      sketch_board(1, std::move(slots), {sketch_port("M2_1", "m2", 1, 4, 4), sketch_port("M2_2", "m2", 1, 4, 4)});
  board.shares.push_back({"M2_1", "", "PCIE2", 8, "M2_1 is carved out of PCIE2"});
  return board;
}

/// ASUS Pro WS WRX90E-SAGE SE: six x16 and one x8 (position 6), Gen5.
inline Board wrx90() {
  std::vector<Slot> slots;
  for (int i = 1; i <= 7; ++i) slots.push_back(sketch_slot("PCIEX16_" + std::to_string(i), i, i == 6 ? 8 : 16, 5));
  return sketch_board(1, std::move(slots), {sketch_port("M.2", "m2", 4, 4, 5)});
}

}  // namespace planner::testing
