// Cards on risers, cables, splitters and switch boards, listed or missing.
#include <doctest/doctest.h>

#include <algorithm>

#include "facts/machine_sketch.h"
#include "facts/placement.h"

using namespace planner;
using namespace planner::testing;

namespace {

std::vector<std::int64_t> widths(const Placement& p) {
  std::vector<std::int64_t> out;
  for (const CardPlacement& g : p.gpus) out.push_back(g.lanes ? g.lanes->smallest() : -1);
  std::sort(out.begin(), out.end());
  return out;
}

int count(const Placement& p, Mount mount) {
  return static_cast<int>(
      std::count_if(p.gpus.begin(), p.gpus.end(), [&](const CardPlacement& g) { return g.mount == mount; }));
}

using Widths = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("eight RTX 3090 on seven slots need one slot split") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 8);
  const Placement p = m.place();
  CHECK(widths(p) == Widths{8, 8, 16, 16, 16, 16, 16, 16});
  CHECK(p.splitters_missing == 1);
  CHECK(p.direct_capacity == Known<std::int64_t>(3));
  CHECK(count(p, Mount::direct) == 1);  // the last slot covers nothing
  CHECK(p.risers_missing == 7);
  CHECK(p.unplaced == 0);
  CHECK(p.shortfall == "PCIE2 offers x16; 2 cards want x32");
  CHECK(p.slots[5].split == 2);
  CHECK(p.slots[5].granted == Known<Lanes>(Lanes::from_base(8)));
}

TEST_CASE("listed ribbons and a splitter carry all eight") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 8);
  m.add(sketch_riser(RiserType::ribbon, 4), 6).add(sketch_riser(RiserType::splitter, 4));
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 8);
  CHECK(p.risers_missing == 0);
  CHECK(p.splitters_missing == 0);
  CHECK(widths(p) == Widths{8, 8, 16, 16, 16, 16, 16, 16});
}

TEST_CASE("ribbons without a splitter: the splitter is missing, the ribbons are not") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 8).add(sketch_riser(RiserType::ribbon, 3), 8);
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 8);
  CHECK(p.risers_missing == 0);
  CHECK(p.splitters_missing == 1);
  for (const CardPlacement& g : p.gpus) CHECK(g.gen == Known<std::int64_t>(3));
}

TEST_CASE("listed ribbons are used even where all cards fit directly") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 2).add(sketch_riser(RiserType::ribbon, 3), 1);
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 1);
  CHECK(count(p, Mount::direct) == 1);
  CHECK(p.direct_capacity == Known<std::int64_t>(2));
}

TEST_CASE("six cards on a 13900K with M.2 adapters") {
  Board board = sketch_board(
      1,
      {sketch_slot("X16", 1, 16, 5), sketch_slot("X4_1", 4, 4, 4, "chipset"), sketch_slot("X4_2", 6, 4, 4, "chipset")},
      {sketch_port("M2_1", "m2", 1, 4, 4), sketch_port("M2_2", "m2", 1, 4, 4, "chipset"),
       sketch_port("M2_3", "m2", 1, 4, 4, "chipset")});
  Machine m;
  m.add(board).add(sketch_cpu(20, 5)).add(sketch_gpu(3, 16, 4), 6).add(sketch_riser(RiserType::m2_adapter, 4, 4), 3);
  const Placement p = m.place();
  CHECK(p.unplaced == 0);
  CHECK(count(p, Mount::riser) == 3);
  CHECK(widths(p)[0] == 4);
  CHECK(p.roots[0].used <= *p.roots[0].offered);
}

TEST_CASE("mining board: USB risers run at x1 of their own generation") {
  std::vector<Slot> slots{sketch_slot("PCIE1", 1, 16, 3)};
  for (int i = 2; i <= 6; ++i) {
    slots.push_back(sketch_slot("PCIE" + std::to_string(i), i, 1, 3, "chipset"));
    slots.back().connector_lanes = 1;
  }
  Machine m;
  m.add(sketch_board(1, slots))
      .add(sketch_cpu(16, 3))
      .add(sketch_gpu(3), 4)
      .add(sketch_riser(RiserType::usb_x1, 2, 1), 4);
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 4);
  CHECK(widths(p) == Widths{1, 1, 1, 1});
  CHECK(p.gpus[0].gen == Known<std::int64_t>(2));
  CHECK(p.risers_missing == 0);
}

TEST_CASE("SlimSAS board: two cables and a device adapter for each card") {
  Board board = sketch_board(
      2, {},
      {sketch_port("SLIM_A", "slimsas_8i", 10, 8, 4, "cpu0"), sketch_port("SLIM_B", "slimsas_8i", 10, 8, 4, "cpu1")});
  Machine m;
  m.add(board).add(sketch_cpu(128, 4), 2).add(sketch_gpu(3.5), 8);
  m.add(sketch_riser(RiserType::cable, 4, 8), 16).add(sketch_riser(RiserType::device_adapter, 4), 8);
  const Placement p = m.place();
  CHECK(p.slots_known);
  CHECK(count(p, Mount::riser) == 8);
  CHECK(widths(p) == Widths(8, 16));
  CHECK(p.cables_missing == 0);
  CHECK(p.device_adapters_missing == 0);
  CHECK(p.direct_capacity == Known<std::int64_t>(0));
  Machine short_of;
  short_of.add(board).add(sketch_cpu(128, 4), 2).add(sketch_gpu(3.5), 8);
  short_of.add(sketch_riser(RiserType::cable, 4, 8), 12).add(sketch_riser(RiserType::device_adapter, 4), 7);
  const Placement q = short_of.place();
  CHECK(q.cables_missing == 2);
  CHECK(q.device_adapters_missing == 1);
  CHECK(q.risers_missing == 1);
}

TEST_CASE("three 100-lane switch boards carry eight cards at x16") {
  Riser sw = sketch_riser(RiserType::switch_board, 5, 100);
  sw.info.id = "pm50100";
  Machine m;
  m.add(wrx90()).add(sketch_cpu(128, 5)).add(sketch_gpu(2, 16, 5), 8).add(sw, 3);
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 8);
  CHECK(widths(p) == Widths(8, 16));
  CHECK(p.risers_missing == 0);
  std::vector<std::string> ids;
  for (const CardPlacement& g : p.gpus) ids.push_back(g.switch_id);
  for (const char* id : {"pm50100#0", "pm50100#1", "pm50100#2"}) CHECK(std::count(ids.begin(), ids.end(), id) >= 2);
  CHECK(p.shortfall.empty());
}

TEST_CASE("an adapter for another kind of cable does not fit the board's ports") {
  Riser adapter = sketch_riser(RiserType::device_adapter, 5);
  adapter.host_connector = std::string("mcio_8i");
  Machine m;
  m.add(sketch_board(1, {}, {sketch_port("SLIM", "slimsas_8i", 2, 8, 4)})).add(sketch_gpu(2), 1).add(adapter, 1);
  CHECK(m.place().gpus[0].mount == Mount::assumed);
  Machine right;
  adapter.host_connector = std::string("slimsas_8i");
  right.add(sketch_board(1, {}, {sketch_port("SLIM", "slimsas_8i", 2, 8, 4)})).add(sketch_gpu(2), 1).add(adapter, 1);
  const Placement p = right.place();
  CHECK(p.gpus[0].mount == Mount::riser);
  CHECK(widths(p) == Widths{16});
  CHECK(p.cables_missing == 2);
}

TEST_CASE("host adapter, cables and device adapters make the whole path from a slot") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 2);
  m.add(sketch_riser(RiserType::host_adapter, 4), 2).add(sketch_riser(RiserType::cable, 4, 8), 3);
  const Placement p = m.place();
  CHECK(count(p, Mount::riser) == 2);
  CHECK(widths(p) == Widths{16, 16});
  CHECK(p.cables_missing == 1);
  CHECK(p.device_adapters_missing == 2);
}
