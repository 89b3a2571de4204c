// Placement against worked examples of real machines.
#include "facts/placement.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "facts/machine_sketch.h"

using namespace planner;
using namespace planner::testing;

namespace {

std::vector<std::string> labels(const Placement& p) {
  std::vector<std::string> out;
  for (const CardPlacement& g : p.gpus)
    out.push_back(g.slot >= 0   ? p.slots[static_cast<std::size_t>(g.slot)].slot->label
                  : g.port >= 0 ? p.ports[static_cast<std::size_t>(g.port)].port->label
                                : "-");
  return out;
}

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
using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("pcie_bandwidth follows the line codes of the base specifications") {
  CHECK(pcie_bandwidth(1, Lanes::from_base(1)).smallest() == 250);
  CHECK(pcie_bandwidth(2, Lanes::from_base(16)).smallest() == 8000);
  CHECK(pcie_bandwidth(3, Lanes::from_base(1)).smallest() == 985);
  CHECK(pcie_bandwidth(3, Lanes::from_base(16)).smallest() == 15754);
  CHECK(pcie_bandwidth(4, Lanes::from_base(16)).smallest() == 31508);
  CHECK(pcie_bandwidth(5, Lanes::from_base(16)).smallest() == 63015);
  CHECK(pcie_bandwidth(6, Lanes::from_base(16)).smallest() == 121000);
  CHECK(pcie_bandwidth(7, Lanes::from_base(16)).smallest() == 0);
  CHECK(pcie_bandwidth(4, Lanes::from_base(0)).smallest() == 0);
}

TEST_CASE("four dual-slot cards fill ROMED8-2T directly at x16") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 4).add(sketch_chassis(ChassisType::rack, 8));
  const Placement p = m.place();
  CHECK(labels(p) == Labels{"PCIE7", "PCIE5", "PCIE3", "PCIE1"});
  CHECK(widths(p) == Widths{16, 16, 16, 16});
  CHECK(p.direct_capacity == Known<std::int64_t>(4));
  CHECK(p.gpus[0].gap == Known<SlotWidth>(SlotWidth::from_base(0)));
  CHECK_FALSE(p.gpus[3].gap.known());
  CHECK(p.gpus[3].gap.reason() == "no neighbor on the fan side");
  CHECK(p.slots[1].covered_by == 0);
  CHECK(p.slots[1].note == "covered by GPU 0");
  CHECK(p.roots[0].used == Lanes::from_base(64));
  CHECK(p.shortfall.empty());
}

TEST_CASE("two cards are spread as far as the slots allow") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2.75), 2);
  const Placement p = m.place();
  CHECK(labels(p) == Labels{"PCIE7", "PCIE1"});
  CHECK(p.gpus[0].gap->text() == "3.25 slots");
}

TEST_CASE("of four triple-slot cards only three sit directly in seven slots") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 4);
  const Placement p = m.place();
  CHECK(p.direct_capacity == Known<std::int64_t>(3));
  CHECK(widths(p) == Widths{16, 16, 16, 16});
  CHECK(p.risers_missing >= 1);
  CHECK(p.unplaced == 0);
}

TEST_CASE("a 3.5-slot card leaves half a slot to a card four pitches on") {
  Machine m;
  m.add(sketch_board(1, {sketch_slot("A", 1, 16, 4), sketch_slot("B", 4, 16, 4), sketch_slot("C", 5, 16, 4)}));
  m.add(sketch_gpu(3.5), 2);
  const Placement p = m.place();
  CHECK(labels(p) == Labels{"A", "C"});
  CHECK(p.gpus[0].gap->text() == "0.5 slots");
}

TEST_CASE("the last card may not pass the chassis' expansion slots") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 3).add(sketch_chassis(ChassisType::tower, 7));
  const Placement p = m.place();
  CHECK(p.direct_capacity == Known<std::int64_t>(2));
  CHECK(p.risers_missing == 1);
  Machine open;
  open.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 3).add(sketch_chassis(ChassisType::open_frame, 9));
  CHECK(open.place().direct_capacity == Known<std::int64_t>(3));
}

TEST_CASE("an M.2 drive takes the socket that costs the cards nothing") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(1), 7).add(sketch_m2_drive());
  const Placement p = m.place();
  CHECK(p.ports[1].drive == 0);
  CHECK(widths(p) == Widths{16, 16, 16, 16, 16, 16, 16});
  m.add(sketch_m2_drive());
  const Placement two = m.place();
  CHECK(two.ports[0].drive >= 0);
  CHECK(widths(two) == Widths{8, 16, 16, 16, 16, 16, 16});
  CHECK(two.slots[5].note == "x8 because M2_1 is used");
}

TEST_CASE("neighboring slots share lanes: as few pairs as possible are used") {
  // ASUS WS X299 SAGE in its bare form: x16 slots drop to x8 when the even slot beside them is used.
  std::vector<Slot> slots;
  for (int i = 1; i <= 7; ++i) slots.push_back(sketch_slot("S" + std::to_string(i), i, i % 2 == 1 ? 16 : 8, 3));
  Board board = sketch_board(1, slots);
  for (const auto& [even, odd] : {std::pair{"S2", "S3"}, {"S4", "S5"}, {"S6", "S7"}})
    board.shares.push_back({even, "", odd, 8, "pair"});
  Machine four;
  four.add(board).add(sketch_gpu(1, 16, 3), 4);
  CHECK(widths(four.place()) == Widths{16, 16, 16, 16});
  Machine five;
  five.add(board).add(sketch_gpu(1, 16, 3), 5);
  const Placement p = five.place();
  CHECK(widths(p) == Widths{8, 8, 16, 16, 16});
  Machine seven;
  seven.add(board).add(sketch_gpu(1, 16, 3), 7);
  CHECK(widths(seven.place()) == Widths{8, 8, 8, 8, 8, 8, 16});
}

TEST_CASE("X870E: two slots at x8, the third hangs on the chipset at x4") {
  Board board = sketch_board(
      1, {sketch_slot("X16_1", 1, 16, 5), sketch_slot("X16_2", 4, 8, 5), sketch_slot("X16_3", 7, 4, 4, "chipset")});
  board.shares.push_back({"X16_2", "", "X16_1", 8, "borrows 8 lanes"});
  Machine m;
  m.add(board).add(sketch_cpu(24, 5)).add(sketch_gpu(2, 16, 5), 2);
  const Placement two = m.place();
  CHECK(widths(two) == Widths{8, 8});
  CHECK(labels(two) == Labels{"X16_1", "X16_2"});
  CHECK(two.slots[0].note == "x8 because X16_2 is used");
  m.add(sketch_gpu(2, 16, 5), 1);
  const Placement three = m.place();
  CHECK(widths(three) == Widths{4, 8, 8});
  CHECK(three.gpus[2].behind_chipset);
  CHECK(three.gpus[2].gen == Known<std::int64_t>(4));
}

TEST_CASE("a slot that borrows its lanes is recorded with none of its own") {
  Board board = sketch_board(1, {sketch_slot("A", 1, 16, 5), sketch_slot("B", 3, 0, 5)});
  board.shares.push_back({"B", "", "B", 8, "borrows"});
  board.shares.push_back({"B", "", "A", 8, "borrows"});
  Machine m;
  m.add(board).add(sketch_gpu(2, 16, 5), 2);
  CHECK(widths(m.place()) == Widths{8, 8});
}

TEST_CASE("a CPU with few lanes cuts the slots, and the cut says so") {
  Machine m;
  m.add(sketch_board(1, {sketch_slot("A", 1, 16, 4), sketch_slot("B", 4, 16, 4)}))
      .add(sketch_cpu(20, 4))
      .add(sketch_gpu(2), 2);
  const Placement p = m.place();
  CHECK(widths(p) == Widths{8, 8});
  CHECK(p.roots[0].used == Lanes::from_base(16));
  CHECK(p.shortfall == "cpu0 offers x20 to these slots; 2 cards want x32");
  CHECK(p.slots[0].note == "x8 because cpu0 has no more lanes");
}

TEST_CASE("dual-socket server takes eight double-wide cards, four on each CPU") {
  std::vector<Slot> slots;
  for (int i = 0; i < 8; ++i)
    slots.push_back(sketch_slot("SLOT" + std::to_string(i + 1), 1 + 2 * i, 16, 4, i < 4 ? "cpu0" : "cpu1"));
  Machine m;
  m.add(sketch_board(2, slots)).add(sketch_cpu(128, 4), 2).add(sketch_gpu(2), 8);
  const Placement p = m.place();
  CHECK(widths(p) == Widths(8, 16));
  CHECK(p.gpus[3].socket == Known<std::int64_t>(0));
  CHECK(p.gpus[4].socket == Known<std::int64_t>(1));
  CHECK(p.roots[1].used == Lanes::from_base(64));
  Machine one;
  one.add(sketch_board(2, slots)).add(sketch_cpu(128, 4), 1).add(sketch_gpu(2), 8);
  const Placement q = one.place();
  CHECK(q.direct_capacity == Known<std::int64_t>(4));
  CHECK(q.slots[4].note == "dark: CPU 2 not fitted");
  CHECK(q.slots[4].gpus.empty());
}

TEST_CASE("slots that go dark with a CPU family") {
  Board board = sketch_board(1, {sketch_slot("A", 1, 16, 5), sketch_slot("B", 3, 16, 5)});
  board.shares.push_back({"", "Xeon W-2400", "B", 0, "inactive"});
  Machine m;
  m.add(board).add(sketch_cpu(64, 5, "Xeon W-2400")).add(sketch_gpu(2), 1);
  CHECK(labels(m.place()) == Labels{"A"});
  CHECK(m.place().slots[1].note == "dark with Xeon W-2400");
}

TEST_CASE("an x16 card needs a long slot or an open end") {
  Slot closed = sketch_slot("X8", 1, 8, 4);
  closed.connector_lanes = 8;
  Machine m;
  m.add(sketch_board(1, {closed})).add(sketch_gpu(2), 1);
  CHECK(m.place().direct_capacity == Known<std::int64_t>(0));
  closed.open_ended = true;
  Machine open;
  open.add(sketch_board(1, {closed})).add(sketch_gpu(2), 1);
  const Placement p = open.place();
  CHECK(p.gpus[0].mount == Mount::direct);
  CHECK(widths(p) == Widths{8});
}

TEST_CASE("a NIC takes the smallest slot that the cards do not need") {
  Machine m;
  m.add(wrx90()).add(sketch_cpu(128, 5)).add(sketch_gpu(2, 16, 5), 2).add(sketch_nic(8, 4));
  const Placement p = m.place();
  CHECK(p.nics[0].mount == Mount::direct);
  CHECK(widths(p) == Widths{16, 16});
  Machine full;
  full.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 4).add(sketch_nic(8, 4));
  const Placement q = full.place();
  CHECK(count(q, Mount::direct) == 4);
  CHECK(q.nics[0].mount == Mount::none);
  CHECK(q.nics[0].why == "no free slot takes it");
}

TEST_CASE("wishes are kept or refused, never moved") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 2, {"PCIE6", "PCIE9"});
  const Placement p = m.place();
  CHECK(p.gpus[0].slot == 1);
  CHECK(p.gpus[1].mount == Mount::none);
  CHECK(p.gpus[1].why == "the board has no connector \"PCIE9\"");
  CHECK(p.unplaced == 1);
}

TEST_CASE("modules sit on their platform, spread over its switches") {
  Gpu module = sketch_gpu(1, 16, 5);
  module.info.id = "h100-sxm";
  module.form_factor = GpuFormFactor::sxm;
  Platform platform;
  platform.info.id = "hgx";
  platform.gpu_form_factor = GpuFormFactor::sxm;
  platform.board.sockets = std::int64_t{2};
  for (int i = 0; i < 4; ++i) {
    Switch sw;
    sw.id = "sw" + std::to_string(i);
    sw.upstream = i < 2 ? "cpu0" : "cpu1";
    sw.uplink_lanes = Lanes::from_base(16);
    sw.gen = std::int64_t{5};
    platform.board.switches.push_back(sw);
  }
  Machine m;
  m.add(platform).add(module, 8);
  const Placement p = m.place();
  CHECK(count(p, Mount::onboard) == 8);
  CHECK(p.direct_capacity == Known<std::int64_t>(8));
  CHECK(p.gpus[0].switch_id == "sw0");
  CHECK(p.gpus[7].switch_id == "sw3");
  CHECK(p.gpus[7].socket == Known<std::int64_t>(1));
  Machine alone;
  alone.add(romed8()).add(module, 1);
  CHECK(alone.place().gpus[0].why == "a module of this form needs a platform with its socket");
}

TEST_CASE("incomplete builds stay unknown and do not crash") {
  Machine empty;
  CHECK_FALSE(empty.place().slots_known);
  Machine no_board;
  no_board.add(sketch_gpu(2), 3);
  const Placement p = no_board.place();
  CHECK_FALSE(p.slots_known);
  CHECK_FALSE(p.gpus[0].lanes.known());
  CHECK(p.gpus[0].lanes.reason() == "no board in the build");
  CHECK_FALSE(p.direct_capacity.known());
  Machine unknown_slot;
  Board board = sketch_board(1, {Slot{}});
  board.slots[0].label = "S";
  unknown_slot.add(board).add(Gpu{}, 1);
  const Placement q = unknown_slot.place();
  CHECK(q.gpus[0].mount == Mount::direct);
  CHECK_FALSE(q.gpus[0].lanes.known());
  CHECK_FALSE(q.direct_capacity.known());
}

TEST_CASE("nothing left to connect to") {
  Machine m;
  m.add(sketch_board(1, {sketch_slot("A", 1, 4, 3)})).add(sketch_gpu(2), 3);
  const Placement p = m.place();
  CHECK(p.unplaced == 2);
  CHECK(p.gpus[2].why == "every slot and port is taken or covered");
  CHECK(p.shortfall == "slots and ports connect 1 GPUs; 3 want a connection");
}
