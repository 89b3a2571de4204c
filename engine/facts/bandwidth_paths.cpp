#include "facts/bandwidth_paths.h"

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

namespace planner::paths {

Tree find_tree(const Topology& topology) {
  Tree tree;
  tree.parent_link.assign(topology.nodes.size(), -1);
  for (std::size_t l = 0; l < topology.links.size(); ++l)
    if (!topology.links[l].nvlink)
      tree.parent_link[static_cast<std::size_t>(topology.links[l].to)] = static_cast<int>(l);
  for (std::size_t n = 0; n < topology.nodes.size(); ++n) {
    const int gpu = topology.nodes[n].gpu;
    if (gpu < 0) continue;
    if (tree.gpu_nodes.size() <= static_cast<std::size_t>(gpu))
      tree.gpu_nodes.resize(static_cast<std::size_t>(gpu) + 1, -1);
    tree.gpu_nodes[static_cast<std::size_t>(gpu)] = static_cast<int>(n);
  }
  return tree;
}

std::vector<std::int64_t> capacities(const Topology& topology, std::int64_t unknown) {
  std::vector<std::int64_t> all;
  for (const TopologyLink& link : topology.links) all.push_back(link.bandwidth ? link.bandwidth->smallest() : unknown);
  return all;
}

std::vector<int> links_to_host(const Topology& topology, const Tree& tree, int gpu) {
  std::vector<int> links;
  auto node = static_cast<std::size_t>(tree.gpu_nodes[static_cast<std::size_t>(gpu)]);
  while (!topology.nodes[node].name.starts_with("cpu")) {
    const int link = tree.parent_link[node];
    if (link < 0) return {};
    links.push_back(link);
    node = static_cast<std::size_t>(topology.links[static_cast<std::size_t>(link)].from);
  }
  return links;
}

std::vector<std::int64_t> widest_paths(const Topology& topology, const Tree& tree,
                                       const std::vector<std::int64_t>& capacity, int from) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                      boost::property<boost::edge_weight_t, std::int64_t>>;
  Graph graph(topology.nodes.size());
  const int source = tree.gpu_nodes[static_cast<std::size_t>(from)];
  const auto add = [&](int a, int b, std::int64_t width) {
    if (topology.nodes[static_cast<std::size_t>(a)].gpu < 0 || a == source)
      boost::add_edge(static_cast<std::size_t>(a), static_cast<std::size_t>(b), width, graph);
  };
  for (std::size_t l = 0; l < topology.links.size(); ++l) {
    add(topology.links[l].from, topology.links[l].to, capacity[l]);
    add(topology.links[l].to, topology.links[l].from, capacity[l]);
  }
  std::vector<std::int64_t> widest(topology.nodes.size(), 0);
  // Dijkstra on another semiring: a path is as wide as its narrowest link, and wider is nearer.
  boost::dijkstra_shortest_paths(graph, static_cast<std::size_t>(source),
                                 boost::distance_map(widest.data())
                                     .distance_compare(std::greater<>())
                                     .distance_combine([](std::int64_t a, std::int64_t b) { return std::min(a, b); })
                                     .distance_inf(std::int64_t{0})
                                     .distance_zero(kBoundless * 2));
  std::vector<std::int64_t> to_gpu;
  for (const int node : tree.gpu_nodes) to_gpu.push_back(widest[static_cast<std::size_t>(node)]);
  return to_gpu;
}

std::int64_t cut_of_halves(const Topology& topology, const Tree& tree, const std::vector<std::int64_t>& capacity,
                           std::uint32_t half) {
  constexpr std::int64_t kForbidden = kBoundless * 1024;
  const auto side_of = [&](int gpu) { return (half >> gpu & 1u) != 0 ? 1 : 0; };
  // cost[n][s]: smallest cut below node n if n stands on side s. A node comes after the one it hangs on.
  std::vector<std::array<std::int64_t, 2>> cost(topology.nodes.size(), {0, 0});
  std::int64_t total = 0;
  for (std::size_t n = topology.nodes.size(); n-- > 0;) {
    if (topology.nodes[n].gpu >= 0) cost[n][static_cast<std::size_t>(1 - side_of(topology.nodes[n].gpu))] = kForbidden;
    const int link = tree.parent_link[n];
    if (link < 0) {
      total += std::min(cost[n][0], cost[n][1]);
      continue;
    }
    auto& above = cost[static_cast<std::size_t>(topology.links[static_cast<std::size_t>(link)].from)];
    for (std::size_t s = 0; s < 2; ++s)
      above[s] += std::min(cost[n][s], cost[n][1 - s] + capacity[static_cast<std::size_t>(link)]);
  }
  std::array<std::int64_t, 2> fabric{};  // NVLinks of GPUs of each side into the NVSwitch
  for (std::size_t l = 0; l < topology.links.size(); ++l) {
    const TopologyLink& link = topology.links[l];
    if (!link.nvlink) continue;
    const int a = topology.nodes[static_cast<std::size_t>(link.from)].gpu;
    const int b = topology.nodes[static_cast<std::size_t>(link.to)].gpu;
    if (a < 0)
      fabric[static_cast<std::size_t>(side_of(b))] += capacity[l];
    else if (side_of(a) != side_of(b))
      total += capacity[l];
  }
  return total + std::min(fabric[0], fabric[1]);
}

FairShares share_fairly(const std::vector<std::vector<int>>& flows, const std::vector<std::int64_t>& capacity) {
  FairShares shares;
  shares.rate.assign(flows.size(), 0);
  shares.limited_by.assign(flows.size(), -1);
  std::vector<bool> stopped(flows.size(), false);
  std::vector<std::int64_t> left = capacity;
  for (;;) {
    std::vector<std::int64_t> users(capacity.size(), 0);
    for (std::size_t f = 0; f < flows.size(); ++f)
      if (!stopped[f])
        for (const int link : flows[f]) ++users[static_cast<std::size_t>(link)];
    int first = -1;  // the link that fills first as all open flows rise together
    for (std::size_t l = 0; l < capacity.size(); ++l) {
      if (users[l] == 0) continue;
      const auto best = static_cast<std::size_t>(first);
      if (first < 0 || left[l] * users[best] < left[best] * users[l]) first = static_cast<int>(l);
    }
    if (first < 0) return shares;
    const std::int64_t level = left[static_cast<std::size_t>(first)] / users[static_cast<std::size_t>(first)];
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (stopped[f] || std::find(flows[f].begin(), flows[f].end(), first) == flows[f].end()) continue;
      stopped[f] = true;
      shares.rate[f] = level;
      shares.limited_by[f] = first;
      for (const int link : flows[f]) left[static_cast<std::size_t>(link)] -= level;
    }
  }
}

}  // namespace planner::paths
