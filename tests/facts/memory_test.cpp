#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

Board server_board(std::int64_t sockets, std::int64_t channels, std::int64_t slots) {
  Board b = board("board", "SP3", 2);
  b.sockets = sockets;
  b.memory_channels = channels;
  b.memory_slots = slots;
  b.memory_type = std::string("DDR4");
  b.rdimm = true;
  b.udimm = false;
  return b;
}

Known<bool> balanced(std::int64_t modules, std::int64_t sockets, std::int64_t channels) {
  Rig rig;
  rig.add(server_board(sockets, channels, channels))
      .add(cpu("epyc", "SP3", 200), static_cast<int>(sockets))
      .add(kit(modules, 32));
  return rig.memory().balanced;
}

}  // namespace

TEST_CASE("six modules on eight channels are unbalanced") {
  Rig rig;
  rig.add(server_board(1, 8, 8)).add(cpu("9975wx", "sTR5", 350)).add(kit(1, 32), 6);
  const MemoryFacts memory = rig.memory();
  CHECK(*memory.modules == 6);
  CHECK(*memory.capacity == DataSize::from_base(192));
  CHECK(*memory.channels == 8);
  CHECK(*memory.channels_filled == 6);
  CHECK_FALSE(*memory.balanced);
  CHECK(*memory.modules_per_channel == 1);
}

TEST_CASE("populations that interleave") {
  for (const std::int64_t n : {1, 2, 4, 8, 16}) CHECK_MESSAGE(*balanced(n, 1, 8), n);
  for (const std::int64_t n : {3, 5, 6, 7, 9, 12}) CHECK_MESSAGE(!*balanced(n, 1, 8), n);
  for (const std::int64_t n : {1, 2, 4, 6, 8, 10, 12, 24}) CHECK_MESSAGE(*balanced(n, 1, 12), n);
  for (const std::int64_t n : {3, 9, 18}) CHECK_MESSAGE(!*balanced(n, 1, 12), n);
  CHECK(*balanced(24, 2, 24));
  CHECK_FALSE(*balanced(9, 2, 16));
}

TEST_CASE("one CPU of two drives half the channels and slots") {
  Rig rig;
  rig.add(server_board(2, 16, 32)).add(cpu("epyc", "SP3", 200)).add(kit(8, 32));
  const MemoryFacts memory = rig.memory();
  CHECK(*memory.channels == 8);
  CHECK(*memory.slots == 16);
  CHECK(*memory.balanced);
}

TEST_CASE("the CPU's channels count where they are fewer") {
  Cpu threadripper = cpu("7960x", "sTR5", 350);
  threadripper.memory_channels = 4;
  Rig rig;
  rig.add(server_board(1, 8, 8)).add(threadripper).add(kit(4, 32));
  CHECK(*rig.memory().channels == 4);
  CHECK(*Rig().add(threadripper).add(kit(2, 32)).memory().channels == 4);
}

TEST_CASE("generation and module type against board and CPU") {
  Rig udimm;
  udimm.add(server_board(1, 8, 8)).add(kit(2, 32, ModuleType::udimm));
  CHECK_FALSE(*udimm.memory().module_type_listed);
  CHECK(*udimm.memory().type_listed);
  Rig ddr5;
  ddr5.add(server_board(1, 8, 8)).add(kit(2, 32, ModuleType::rdimm, "DDR5"));
  CHECK_FALSE(*ddr5.memory().type_listed);
  CHECK(*ddr5.memory().module_type_listed);
  Cpu desktop = cpu("ryzen", "AM5", 120);
  desktop.rdimm = false;
  CHECK_FALSE(*Rig().add(desktop).add(kit(2, 32)).memory().module_type_listed);
  CHECK_FALSE(Rig().add(cpu("vague", "AM5", 120)).add(kit(2, 32)).memory().module_type_listed.known());
  CHECK_FALSE(Rig().add(kit(2, 32)).memory().type_listed.known());
}

TEST_CASE("a kit of which only the capacity is stated") {
  Memory stated = named<Memory>("512 GB");
  stated.kit_capacity = DataSize::from_base(512);
  const MemoryFacts memory = Rig().add(stated).memory();
  CHECK(*memory.capacity == DataSize::from_base(512));
  CHECK_FALSE(memory.modules.known());
  CHECK_FALSE(memory.balanced.known());
}

TEST_CASE("mixed module types") {
  CHECK(*Rig().add(kit(1, 32)).add(kit(1, 32, ModuleType::lrdimm)).memory().mixed_types);
  CHECK_FALSE(*Rig().add(kit(1, 32)).add(kit(1, 64)).memory().mixed_types);
  Memory vague = named<Memory>("vague");
  CHECK_FALSE(Rig().add(kit(1, 32)).add(vague).memory().mixed_types.known());
}

TEST_CASE("host memory against VRAM, and unknowns") {
  Gpu card = rtx3090();
  card.vram = DataSize::from_base(24);
  Rig rig;
  rig.add(card, 4).add(kit(1, 32));
  CHECK(*rig.memory().vram_total == DataSize::from_base(96));
  CHECK(rig.memory().to_vram->smallest() == 333'333);
  rig.add(named<Gpu>("vague"));
  CHECK_FALSE(rig.memory().to_vram.known());
  const MemoryFacts none = Rig().add(card).memory();
  CHECK_FALSE(none.modules.known());
  CHECK_FALSE(none.balanced.known());
  CHECK_FALSE(none.to_vram.known());
}
