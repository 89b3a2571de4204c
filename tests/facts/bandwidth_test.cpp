// Bandwidths of worked machines, and the properties of fair shares and cuts.
#include "facts/bandwidth.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>
#include <random>

#include "facts/bandwidth_paths.h"
#include "facts/machine_sketch.h"

using namespace planner;
using namespace planner::testing;

namespace {

Bandwidths measure(const Machine& m) {
  const Inventory inventory = m.inventory();
  return measure_bandwidth(inventory, place_cards(inventory));
}

const GpuPair& pair_of(const Bandwidths& b, int a, int c) {
  return *std::find_if(b.pairs.begin(), b.pairs.end(), [&](const GpuPair& p) { return p.a == a && p.b == c; });
}

/// Eight cards behind two switches, one on each CPU, each with one x16 Gen4 uplink.
Board switched_board(int uplinks) {
  std::vector<Slot> slots;
  for (int i = 0; i < 8; ++i)
    slots.push_back(sketch_slot("S" + std::to_string(i), 1 + 2 * i, 16, 4, i < 4 ? "sw0" : "sw1"));
  Board board = sketch_board(2, slots);
  for (int i = 0; i < 2; ++i) {
    Switch sw;
    sw.id = "sw" + std::to_string(i);
    sw.upstream = "cpu" + std::to_string(i);
    sw.uplink_lanes = Lanes::from_base(16);
    sw.gen = std::int64_t{4};
    sw.uplinks = uplinks;
    board.switches.push_back(sw);
  }
  board.socket_link = Bandwidth::from_base(100);
  return board;
}

constexpr std::int64_t kX16Gen4 = 31508;

}  // namespace

TEST_CASE("behind a switch the fair share is a fourth of the uplink") {
  Machine m;
  m.add(switched_board(1)).add(sketch_cpu(128, 4), 2).add(sketch_gpu(2), 8);
  const Bandwidths b = measure(m);
  for (const GpuBandwidth& g : b.gpus) {
    CHECK(g.link->smallest() == kX16Gen4);
    CHECK(g.host->smallest() == kX16Gen4);
    CHECK(g.fair_share->smallest() == kX16Gen4 / 4);
  }
  CHECK(*pair_of(b, 0, 3).level == PathLevel::pix);
  CHECK(*pair_of(b, 0, 4).level == PathLevel::sys);
  CHECK(pair_of(b, 0, 3).bandwidth->smallest() == kX16Gen4);
  CHECK(b.bottleneck == "uplink of switch sw0, x16 gen4, shared by 4 GPUs");
  CHECK(b.bisection->smallest() == kX16Gen4);
  CHECK(b.bisection_halves == "0-3 | 4-7");
  Machine two;
  two.add(switched_board(2)).add(sketch_cpu(128, 4), 2).add(sketch_gpu(2), 8);
  CHECK(measure(two).gpus[0].fair_share->smallest() == kX16Gen4 / 2);
}

TEST_CASE("direct attachment: full bandwidth for all, PHB on one socket, SYS across") {
  std::vector<Slot> slots;
  for (int i = 0; i < 8; ++i)
    slots.push_back(sketch_slot("S" + std::to_string(i), 1 + 2 * i, 16, 4, i < 4 ? "cpu0" : "cpu1"));
  Board board = sketch_board(2, slots);
  Machine m;
  m.add(board).add(sketch_cpu(128, 4), 2).add(sketch_gpu(2), 8);
  const Bandwidths b = measure(m);
  CHECK(b.gpus[7].fair_share->smallest() == kX16Gen4);
  CHECK(*pair_of(b, 0, 1).level == PathLevel::phb);
  CHECK(*pair_of(b, 3, 4).level == PathLevel::sys);
  CHECK(pair_of(b, 0, 1).bandwidth->smallest() == kX16Gen4);
  CHECK_FALSE(pair_of(b, 0, 7).bandwidth.known());
  CHECK(pair_of(b, 0, 7).bandwidth.reason() == "the link between the sockets is not recorded");
  CHECK_FALSE(b.bisection.known());
  board.socket_link = Bandwidth::from_base(64);
  Machine known;
  known.add(board).add(sketch_cpu(128, 4), 2).add(sketch_gpu(2), 8);
  CHECK(measure(known).bisection->smallest() == 64000);
}

TEST_CASE("cards on the chipset share its uplink") {
  Board board = sketch_board(
      1, {sketch_slot("X16", 1, 16, 4), sketch_slot("C1", 4, 4, 4, "chipset"), sketch_slot("C2", 6, 4, 4, "chipset")});
  board.chipset_uplink_lanes = Lanes::from_base(4);
  board.chipset_uplink_gen = std::int64_t{4};
  Machine m;
  m.add(board).add(sketch_cpu(24, 4)).add(sketch_gpu(2), 3);
  const Bandwidths b = measure(m);
  CHECK(b.gpus[0].fair_share->smallest() == kX16Gen4);
  CHECK(b.gpus[1].host->smallest() == 7877);
  CHECK(b.gpus[1].fair_share->smallest() == 7877 / 2);
  CHECK(*pair_of(b, 0, 1).level == PathLevel::phb);
  CHECK(b.bottleneck == "chipset uplink x4 gen4, shared by 2 GPUs");
}

TEST_CASE("the uplink of an unrecorded chipset is unknown, the CPU slot is not") {
  Board board = sketch_board(1, {sketch_slot("X16", 1, 16, 4), sketch_slot("C1", 4, 4, 4, "chipset")});
  Machine m;
  m.add(board).add(sketch_cpu(24, 4)).add(sketch_gpu(2), 2);
  const Bandwidths b = measure(m);
  CHECK(b.gpus[0].fair_share->smallest() == kX16Gen4);
  CHECK_FALSE(b.gpus[1].host.known());
  CHECK(b.gpus[1].link->smallest() == 7877);
}

TEST_CASE("switch boards: PIX below one, PHB between two, uplink shared") {
  Riser sw = sketch_riser(RiserType::switch_board, 5, 100);
  sw.info.id = "pm50100";
  Machine m;
  m.add(wrx90()).add(sketch_cpu(128, 5)).add(sketch_gpu(2, 16, 5), 8).add(sw, 3);
  const Bandwidths b = measure(m);
  CHECK(*pair_of(b, 0, 1).level == PathLevel::pix);
  CHECK(*pair_of(b, 0, 7).level == PathLevel::phb);
  std::vector<std::int64_t> shares;
  for (const GpuBandwidth& g : b.gpus) shares.push_back(g.fair_share->smallest());
  CHECK(*std::min_element(shares.begin(), shares.end()) == 63015 / 3);
  CHECK(*std::max_element(shares.begin(), shares.end()) == 63015 / 2);
}

TEST_CASE("an NVLink bridge joins neighbors at its span only") {
  Gpu gpu = sketch_gpu(2);
  gpu.info.id = "rtx-3090";
  gpu.nvlink = NvlinkKind::bridge;
  gpu.nvlink_links = std::int64_t{4};
  gpu.nvlink_bandwidth = Bandwidth::from_smallest(56'250);
  Riser bridge;
  bridge.info.id = "bridge";
  bridge.type = RiserType::nvlink_bridge;
  bridge.bridge_span = SlotWidth::from_base(2);
  bridge.gpus = {"rtx-3090"};
  Machine m;
  m.add(romed8()).add(sketch_cpu(128, 4)).add(gpu, 4).add(bridge, 2);
  const Bandwidths b = measure(m);
  CHECK(*pair_of(b, 0, 1).level == PathLevel::nvlink);
  CHECK(pair_of(b, 0, 1).bandwidth->smallest() == 56'250);
  CHECK(pair_of(b, 0, 1).nvlinks == 4);
  CHECK(*pair_of(b, 1, 2).level == PathLevel::phb);
  CHECK(pair_of(b, 1, 2).bandwidth->smallest() == kX16Gen4);
  CHECK(*b.bridged_pairs == 2);
  bridge.bridge_span = SlotWidth::from_base(3);
  Machine wrong;
  wrong.add(romed8()).add(sketch_cpu(128, 4)).add(gpu, 4).add(bridge, 2);
  CHECK(*measure(wrong).bridged_pairs == 0);
  Machine foreign;
  foreign.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 4).add(bridge, 2);
  CHECK(*measure(foreign).bridged_pairs == 0);
}

TEST_CASE("NVSwitch joins all modules") {
  Gpu module = sketch_gpu(1, 16, 5);
  module.form_factor = GpuFormFactor::sxm;
  module.nvlink = NvlinkKind::switched;
  module.nvlink_links = std::int64_t{18};
  module.nvlink_bandwidth = Bandwidth::from_base(450);
  Platform platform;
  platform.gpu_form_factor = GpuFormFactor::sxm;
  platform.board.sockets = std::int64_t{2};
  Machine m;
  m.add(platform).add(module, 8);
  const Bandwidths b = measure(m);
  CHECK(*pair_of(b, 0, 7).level == PathLevel::nvlink);
  CHECK(pair_of(b, 0, 7).nvlinks == 18);
  CHECK(pair_of(b, 0, 7).bandwidth->smallest() == 450'000);
  CHECK(b.bisection->smallest() == 4 * 450'000);
  CHECK(*b.bridged_pairs == 0);
  CHECK(b.gpus[0].link->smallest() == 63015);
}

TEST_CASE("no board: everything unknown") {
  Machine m;
  m.add(sketch_gpu(2), 2);
  const Bandwidths b = measure(m);
  CHECK_FALSE(b.gpus[0].link.known());
  CHECK(b.gpus[0].link.reason() == "no board in the build");
  CHECK_FALSE(b.gpus[0].host.known());
  CHECK_FALSE(b.pairs[0].level.known());
  CHECK_FALSE(b.pairs[0].bandwidth.known());
  CHECK_FALSE(b.bisection.known());
  CHECK_FALSE(b.bridged_pairs.known());
}

TEST_CASE("fair shares are max-min fair: a rate can rise only at the cost of one that is no larger") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::int64_t> capacity;
    for (int l = 0; l < 6; ++l) capacity.push_back(1000 + static_cast<std::int64_t>(random() % 9000));
    std::vector<std::vector<int>> flows;
    for (int f = 0; f < 7; ++f) {
      std::vector<int> links;
      for (int l = 0; l < 6; ++l)
        if (random() % 3 == 0) links.push_back(l);
      if (links.empty()) links.push_back(0);
      flows.push_back(links);
    }
    const paths::FairShares shares = paths::share_fairly(flows, capacity);
    std::vector<std::int64_t> load(6, 0);
    for (std::size_t f = 0; f < flows.size(); ++f)
      for (const int l : flows[f]) load[static_cast<std::size_t>(l)] += shares.rate[f];
    for (std::size_t l = 0; l < 6; ++l) REQUIRE(load[l] <= capacity[l]);
    for (std::size_t f = 0; f < flows.size(); ++f) {
      // Some link of the flow is full (but for rounding) and carries no faster flow.
      const bool held = std::any_of(flows[f].begin(), flows[f].end(), [&](int l) {
        const bool full = capacity[static_cast<std::size_t>(l)] - load[static_cast<std::size_t>(l)] < 7;
        for (std::size_t g = 0; g < flows.size(); ++g)
          if (std::find(flows[g].begin(), flows[g].end(), l) != flows[g].end() && shares.rate[g] > shares.rate[f] + 7)
            return false;
        return full;
      });
      REQUIRE(held);
    }
  }
}

namespace {

/// Maximum flow between the halves by an algorithm that shares nothing with the tree's.
std::int64_t flow_between(const Topology& t, const paths::Tree& tree, const std::vector<std::int64_t>& capacity,
                          std::uint32_t half) {
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  struct V {
    boost::default_color_type color = boost::white_color;
    Traits::edge_descriptor predecessor;
  };
  struct E {
    std::int64_t capacity = 0, residual = 0;
    Traits::edge_descriptor reverse;
  };
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, V, E> g(t.nodes.size() + 2);
  const auto join = [&](std::size_t a, std::size_t b, std::int64_t there, std::int64_t back) {
    const auto e = boost::add_edge(a, b, g).first;
    const auto r = boost::add_edge(b, a, g).first;
    g[e].capacity = there;
    g[r].capacity = back;
    g[e].reverse = r;
    g[r].reverse = e;
  };
  for (std::size_t l = 0; l < t.links.size(); ++l)
    join(static_cast<std::size_t>(t.links[l].from), static_cast<std::size_t>(t.links[l].to), capacity[l], capacity[l]);
  const std::size_t source = t.nodes.size(), sink = source + 1;
  for (std::size_t i = 0; i < tree.gpu_nodes.size(); ++i) {
    const auto node = static_cast<std::size_t>(tree.gpu_nodes[i]);
    if ((half >> i & 1u) != 0)
      join(source, node, paths::kBoundless, 0);
    else
      join(node, sink, paths::kBoundless, 0);
  }
  return boost::edmonds_karp_max_flow(g, source, sink,
                                      boost::capacity_map(boost::get(&E::capacity, g))
                                          .residual_capacity_map(boost::get(&E::residual, g))
                                          .reverse_edge_map(boost::get(&E::reverse, g))
                                          .color_map(boost::get(&V::color, g))
                                          .predecessor_map(boost::get(&V::predecessor, g)));
}

}  // namespace

TEST_CASE("the cut of two halves equals the maximum flow between them") {
  Gpu gpu = sketch_gpu(2);
  gpu.info.id = "g";
  gpu.nvlink = NvlinkKind::bridge;
  gpu.nvlink_bandwidth = Bandwidth::from_smallest(50'000);
  Riser bridge;
  bridge.type = RiserType::nvlink_bridge;
  bridge.bridge_span = SlotWidth::from_base(2);
  Machine m;
  m.add(switched_board(1)).add(sketch_cpu(128, 4), 2).add(gpu, 8).add(bridge, 3);
  const Inventory inventory = m.inventory();
  const Topology t = build_topology(inventory, place_cards(inventory));
  const paths::Tree tree = paths::find_tree(t);
  auto capacity = paths::capacities(t, 0);
  std::mt19937 random(3);
  for (std::uint32_t half = 1; half < 255; ++half) {
    for (std::int64_t& c : capacity) c = static_cast<std::int64_t>(random() % 50'000);
    REQUIRE(paths::cut_of_halves(t, tree, capacity, half) == flow_between(t, tree, capacity, half));
  }
}
