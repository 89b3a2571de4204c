// Topology graph and what follows from it: host bandwidth, peer paths and their level, bisection, fair share under
// load.
#pragma once

#include <string>
#include <vector>

#include "facts/placement.h"

namespace planner {

/// Distance of two GPUs in nvidia-smi's terms, nearest first.
enum class PathLevel : std::uint8_t { nvlink, pix, pxb, phb, node, sys };

/// A vertex of the machine: socket, chipset, switch, slot, GPU.
struct TopologyNode {
  std::string name;
  int gpu = -1;  ///< index if it is a GPU
};

/// A link, full duplex.
struct TopologyLink {
  int from = 0;  ///< nearer to the CPU
  int to = 0;
  Known<Bandwidth> bandwidth;  ///< per direction
  bool nvlink = false;
  std::string label;  ///< "x16 gen4"
};

struct Topology {
  std::vector<TopologyNode> nodes;
  std::vector<TopologyLink> links;
};

Topology build_topology(const Inventory& inventory, const Placement& placement);

struct GpuBandwidth {
  Known<Bandwidth> link;        ///< of the card's own link
  Known<Bandwidth> host;        ///< narrowest link on the way to its CPU, alone
  Known<Bandwidth> fair_share;  ///< max-min fair share when all GPUs load from their host at once
};

struct GpuPair {
  int a = 0;
  int b = 0;
  Known<PathLevel> level;
  int nvlinks = 0;
  Known<Bandwidth> bandwidth;  ///< widest path, one direction
};

struct Bandwidths {
  std::vector<GpuBandwidth> gpus;
  std::vector<GpuPair> pairs;         ///< every a < b
  Known<Bandwidth> bisection;         ///< smallest cut over balanced halves, one direction
  std::string bisection_halves;       ///< "0-3 | 4-7"
  Known<std::int64_t> bridged_pairs;  ///< pairs joined by an NVLink bridge of the build
  std::string bottleneck;             ///< the link that limits the smallest fair share, in words
};

/// Bandwidth of the card's own link, one direction.
Known<Bandwidth> link_bandwidth(const CardPlacement& card);

/// Bisection enumerates balanced halves for up to 16 GPUs (6,435 cuts); above it stays unknown.
Bandwidths measure_bandwidth(const Inventory& inventory, const Placement& placement);

}  // namespace planner
