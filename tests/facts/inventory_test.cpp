// A build taken apart into its units.
#include "facts/inventory.h"

#include <doctest/doctest.h>

#include "facts/machine_sketch.h"

using namespace planner;
using namespace planner::testing;

TEST_CASE("one entry for each physical unit, numbered in build order") {
  Machine m;
  m.add(romed8()).add(sketch_gpu(2), 3).add(sketch_gpu(3), 2).add(sketch_cpu(128, 4), 1);
  const Inventory i = m.inventory();
  CHECK(i.gpus.size() == 5);
  CHECK(i.gpus[4].index == 4);
  CHECK(i.gpus[4].item == &m.build.items[2]);
  CHECK(i.gpus[3].part->slot_width->text() == "3 slots");
  CHECK(i.board_info->name == "board");
  CHECK(i.boards == 1);
  CHECK(i.chassis == nullptr);
}

TEST_CASE("a platform stands for board, chassis and supplies that the build does not list") {
  Platform platform;
  platform.info.id = "barebone";
  platform.psu.rated_output = Power::from_base(2000);
  platform.psu_count = std::int64_t{4};
  Machine m;
  m.add(platform);
  const Inventory i = m.inventory();
  CHECK(i.board == &i.platform->board);
  CHECK(i.board_info->id == "barebone");
  CHECK(i.chassis_info->id == "barebone");
  CHECK(i.psus.size() == 4);
  CHECK(i.psus[3].info->id == "barebone");
  Psu own;
  own.info.id = "own";
  m.add(own, 2);
  CHECK(m.inventory().psus.size() == 2);
}

TEST_CASE("two boards are counted, the first one is used") {
  Machine m;
  m.add(romed8()).add(wrx90());
  CHECK(m.inventory().boards == 2);
  CHECK(m.inventory().board->slots[0].label == "PCIE7");
}

TEST_CASE("absurd counts are cut, unresolved items skipped") {
  Machine m;
  m.add(sketch_gpu(2), 2'000'000'000);
  m.add(sketch_cpu(16, 4), -3);
  m.build.items.push_back(BuildItem{});
  CHECK(m.inventory().gpus.size() == 1024);
  CHECK(m.inventory().cpus.empty());
  CHECK(m.place().unplaced == 0);
}
