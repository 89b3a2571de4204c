// The graph of the machine: what hangs on what.
#include <doctest/doctest.h>

#include <algorithm>

#include "facts/bandwidth.h"
#include "facts/machine_sketch.h"

using namespace planner;
using namespace planner::testing;

namespace {

Topology topology_of(const Machine& m) {
  const Inventory inventory = m.inventory();
  return build_topology(inventory, place_cards(inventory));
}

int node(const Topology& t, const std::string& name) {
  const auto it = std::find_if(t.nodes.begin(), t.nodes.end(), [&](const TopologyNode& n) { return n.name == name; });
  return it == t.nodes.end() ? -1 : static_cast<int>(it - t.nodes.begin());
}

const TopologyLink* link_to(const Topology& t, const std::string& name) {
  const int to = node(t, name);
  for (const TopologyLink& l : t.links)
    if (l.to == to && !l.nvlink) return &l;
  return nullptr;
}

}  // namespace

TEST_CASE("a card hangs on its slot, the slot on its CPU") {
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 3)).add(sketch_gpu(2), 1);
  const Topology t = topology_of(m);
  const TopologyLink* card = link_to(t, "GPU 0");
  REQUIRE(card != nullptr);
  CHECK(t.nodes[static_cast<std::size_t>(card->from)].name == "slot PCIE7");
  const TopologyLink* slot = link_to(t, "slot PCIE7");
  REQUIRE(slot != nullptr);
  CHECK(t.nodes[static_cast<std::size_t>(slot->from)].name == "cpu0");
  CHECK(slot->bandwidth->smallest() == 15754);  // the CPU caps the slot to Gen3
  CHECK(slot->label == "slot PCIE7, x16 gen3");
}

TEST_CASE("links of a split slot together are no wider than the slot") {
  Machine m;
  m.add(sketch_board(1, {sketch_slot("A", 1, 16, 4)})).add(sketch_gpu(3), 2);
  const Topology t = topology_of(m);
  CHECK(link_to(t, "slot A")->bandwidth->smallest() == 31508);
  CHECK(link_to(t, "GPU 0")->bandwidth->smallest() == 15754);
  CHECK(link_to(t, "GPU 0")->from == link_to(t, "GPU 1")->from);
}

TEST_CASE("switches that name each other in any order, and rings, are read safely") {
  Board board = sketch_board(1, {sketch_slot("A", 1, 16, 4, "lower"), sketch_slot("B", 3, 16, 4, "ring1")});
  for (const auto& [id, up] :
       {std::pair{"lower", "upper"}, {"upper", "cpu0"}, {"ring1", "ring2"}, {"ring2", "ring1"}}) {
    Switch sw;
    sw.id = id;
    sw.upstream = up;
    sw.uplink_lanes = Lanes::from_base(16);
    sw.gen = std::int64_t{4};
    board.switches.push_back(sw);
  }
  Machine m;
  m.add(board).add(sketch_gpu(2), 2);
  const Topology t = topology_of(m);
  CHECK(link_to(t, "lower")->from == node(t, "upper"));
  CHECK(node(t, "ring1") == -1);
  CHECK(link_to(t, "GPU 0") != nullptr);
}

TEST_CASE("a slot without recorded source has an unknown link on one socket, none on two") {
  Machine one;
  one.add(sketch_board(1, {sketch_slot("A", 1, 16, 4, "")})).add(sketch_gpu(2), 1);
  const Topology t = topology_of(one);
  CHECK_FALSE(link_to(t, "slot A")->bandwidth.known());
  Machine two;
  two.add(sketch_board(2, {sketch_slot("A", 1, 16, 4, "")})).add(sketch_gpu(2), 1);
  CHECK(link_to(topology_of(two), "slot A") == nullptr);
}
