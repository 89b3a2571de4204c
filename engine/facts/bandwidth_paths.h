// The topology as a tree of PCIe links plus NVLinks, and the three questions asked of it: paths, cuts, fair shares.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/bandwidth.h"

namespace planner::paths {

/// Stands for the bandwidth of a link that is not known when the most optimistic answer is wanted.
inline constexpr std::int64_t kBoundless = std::int64_t{1} << 40;

/// The PCIe tree: for each node the link toward its CPU, or -1.
struct Tree {
  std::vector<int> parent_link;
  std::vector<int> gpu_nodes;  ///< node of each GPU
};

Tree find_tree(const Topology& topology);

/// Capacity in MB/s of each link; `unknown` for those that are not known.
std::vector<std::int64_t> capacities(const Topology& topology, std::int64_t unknown);

/// Links from a GPU up to, but not between, sockets; empty if it hangs on nothing.
std::vector<int> links_to_host(const Topology& topology, const Tree& tree, int gpu);

/// Width of the widest path from a GPU to every GPU, in MB/s (0: none). Data does not pass through third GPUs.
std::vector<std::int64_t> widest_paths(const Topology& topology, const Tree& tree,
                                       const std::vector<std::int64_t>& capacity, int from);

/// Capacity of the smallest cut between the GPUs of `half` (bit g set) and the rest.
std::int64_t cut_of_halves(const Topology& topology, const Tree& tree, const std::vector<std::int64_t>& capacity,
                           std::uint32_t half);

/// Max-min fair rates by progressive filling: all flows rise together, those on the first full link stop, and so on.
struct FairShares {
  std::vector<std::int64_t> rate;  ///< of each flow, MB/s, rounded down
  std::vector<int> limited_by;     ///< link that stopped it, or -1
};

FairShares share_fairly(const std::vector<std::vector<int>>& flows, const std::vector<std::int64_t>& capacity);

}  // namespace planner::paths
