#include "facts/bandwidth.h"

#include <algorithm>
#include <set>

#include "facts/bandwidth_paths.h"

namespace planner {
namespace {

using paths::kBoundless;

constexpr std::size_t kMostBisected = 16;
constexpr const char* kNoPath = "no path to a CPU is known";

/// Rate of a flow over `links`, if every link of it is known.
Known<Bandwidth> known_over(const Topology& topology, const std::vector<int>& links, std::int64_t rate) {
  for (const int l : links) {
    const TopologyLink& link = topology.links[static_cast<std::size_t>(l)];
    if (!link.bandwidth) return link.bandwidth;
  }
  return Bandwidth::from_smallest(rate);
}

class Measurer {
 public:
  Measurer(const Inventory& inventory, const Placement& placement)
      : inventory_(inventory),
        placement_(placement),
        topology_(build_topology(inventory, placement)),
        tree_(paths::find_tree(topology_)),
        least_(paths::capacities(topology_, 0)),
        most_(paths::capacities(topology_, kBoundless)),
        count_(placement.gpus.size()) {}

  Bandwidths measure() {
    measure_hosts();
    measure_pairs();
    bisect();
    count_bridges();
    return std::move(out_);
  }

 private:
  void measure_hosts() {
    out_.gpus.resize(count_);
    std::vector<std::vector<int>> flows;
    for (std::size_t g = 0; g < count_; ++g) {
      flows.push_back(paths::links_to_host(topology_, tree_, static_cast<int>(g)));
      const std::vector<int>& links = flows.back();
      GpuBandwidth& gpu = out_.gpus[g];
      gpu.link = link_bandwidth(placement_.gpus[g]);
      if (links.empty()) {
        gpu.host = gpu.fair_share = Known<Bandwidth>::unknown(kNoPath);
        continue;
      }
      std::int64_t narrowest = kBoundless;
      for (const int l : links) narrowest = std::min(narrowest, least_[static_cast<std::size_t>(l)]);
      gpu.host = known_over(topology_, links, narrowest);
    }
    share(flows);
  }

  /// Every GPU loads from the memory of its own socket over its one path; links are full duplex, routing is fixed, a
  /// switch divides its uplink evenly. Beside a flow of unknown speed, a rate is known only if that speed does not
  /// matter.
  void share(const std::vector<std::vector<int>>& flows) {
    const paths::FairShares shares = paths::share_fairly(flows, most_);
    const paths::FairShares others_idle = least_ == most_ ? shares : paths::share_fairly(flows, least_);
    int slowest = -1;
    for (std::size_t g = 0; g < count_; ++g) {
      if (flows[g].empty()) continue;
      out_.gpus[g].fair_share = known_over(topology_, flows[g], shares.rate[g]);
      if (shares.rate[g] != others_idle.rate[g]) out_.gpus[g].fair_share = Known<Bandwidth>::unknown(first_unknown());
      if (!out_.gpus[g].fair_share) continue;
      if (slowest < 0 || shares.rate[g] < shares.rate[static_cast<std::size_t>(slowest)]) slowest = static_cast<int>(g);
    }
    if (slowest < 0) return;
    const int link = shares.limited_by[static_cast<std::size_t>(slowest)];
    const auto users = std::count_if(flows.begin(), flows.end(), [&](const std::vector<int>& flow) {
      return std::find(flow.begin(), flow.end(), link) != flow.end();
    });
    out_.bottleneck = topology_.links[static_cast<std::size_t>(link)].label;
    if (users > 1) out_.bottleneck += ", shared by " + std::to_string(users) + " GPUs";
  }

  void measure_pairs() {
    const bool all_known = least_ == most_;
    for (std::size_t a = 0; a < count_; ++a) {
      const auto least = paths::widest_paths(topology_, tree_, least_, static_cast<int>(a));
      const auto most = all_known ? least : paths::widest_paths(topology_, tree_, most_, static_cast<int>(a));
      for (std::size_t b = a + 1; b < count_; ++b) {
        GpuPair pair{static_cast<int>(a), static_cast<int>(b), {}, 0, {}};
        find_nvlink(pair);
        pair.level = pair.nvlinks > 0 ? Known<PathLevel>(PathLevel::nvlink) : level_of(pair.a, pair.b);
        if (most[b] == 0)
          pair.bandwidth = Known<Bandwidth>::unknown("no path between the GPUs is known");
        else if (least[b] != most[b])
          pair.bandwidth = Known<Bandwidth>::unknown(first_unknown());
        else
          pair.bandwidth = Bandwidth::from_smallest(most[b]);
        out_.pairs.push_back(std::move(pair));
      }
    }
  }

  std::string first_unknown() const {
    for (const TopologyLink& link : topology_.links)
      if (!link.bandwidth)
        return link.bandwidth.reason().empty() ? "bandwidth of " + link.label + " not recorded"
                                               : link.bandwidth.reason();
    return {};
  }

  std::set<int> fabrics_of(int gpu) const {
    std::set<int> nodes;
    const int node = tree_.gpu_nodes[static_cast<std::size_t>(gpu)];
    for (const TopologyLink& link : topology_.links) {
      if (!link.nvlink) continue;
      if (link.to == node) nodes.insert(link.from);
      if (link.from == node) nodes.insert(link.to);
    }
    return nodes;
  }

  void find_nvlink(GpuPair& pair) const {
    const std::set<int> a = fabrics_of(pair.a), b = fabrics_of(pair.b);
    const bool bridged = a.count(tree_.gpu_nodes[static_cast<std::size_t>(pair.b)]) > 0;
    const bool switched = std::any_of(a.begin(), a.end(), [&](int node) {
      return topology_.nodes[static_cast<std::size_t>(node)].gpu < 0 && b.count(node) > 0;
    });
    if (!bridged && !switched) return;
    const Gpu& gpu = *inventory_.gpus[static_cast<std::size_t>(pair.a)].part;
    pair.nvlinks = static_cast<int>(std::clamp<std::int64_t>(gpu.nvlink_links.value_or(1), 1, 64));
  }

  /// Ancestors of a GPU, nearest first, up to its socket.
  std::vector<int> ancestors(int gpu) const {
    std::vector<int> nodes;
    for (const int l : paths::links_to_host(topology_, tree_, gpu))
      nodes.push_back(topology_.links[static_cast<std::size_t>(l)].from);
    return nodes;
  }

  /// Below one switch: PIX or, over several switches, PXB. Root ports of one socket count as one host bridge (PHB):
  /// which of them share one is not in any catalog, and nvidia-smi says NODE only where firmware splits them.
  Known<PathLevel> level_of(int a, int b) const {
    const std::vector<int> up_a = ancestors(a), up_b = ancestors(b);
    if (up_a.empty() || up_b.empty()) return Known<PathLevel>::unknown(kNoPath);
    for (std::size_t i = 0; i < up_a.size(); ++i) {
      const auto at = std::find(up_b.begin(), up_b.end(), up_a[i]);
      if (at == up_b.end()) continue;
      if (!is_switch(up_a[i])) return PathLevel::phb;
      const auto below = [&](int node) { return is_switch(node); };
      const bool several = std::any_of(up_a.begin(), up_a.begin() + static_cast<std::ptrdiff_t>(i), below) ||
                           std::any_of(up_b.begin(), at, below);
      return several ? PathLevel::pxb : PathLevel::pix;
    }
    return PathLevel::sys;
  }

  bool is_switch(int node) const {
    const std::string& name = topology_.nodes[static_cast<std::size_t>(node)].name;
    return !name.starts_with("cpu") && !name.starts_with("slot ") && !name.starts_with("port ") && name != "chipset";
  }

  void bisect() {
    if (count_ < 2) {
      out_.bisection = Known<Bandwidth>::unknown("fewer than two GPUs");
      return;
    }
    if (count_ > kMostBisected) {
      out_.bisection = Known<Bandwidth>::unknown("more than 16 GPUs");
      return;
    }
    for (std::size_t g = 0; g < count_; ++g)
      if (out_.gpus[g].host.reason() == kNoPath && fabrics_of(static_cast<int>(g)).empty()) {
        out_.bisection = Known<Bandwidth>::unknown(kNoPath);
        return;
      }
    std::uint32_t half = 0;
    const std::int64_t most = smallest_cut(most_, half);
    if (least_ != most_) {
      std::uint32_t ignored = 0;
      if (smallest_cut(least_, ignored) != most) {
        out_.bisection = Known<Bandwidth>::unknown(first_unknown());
        return;
      }
    }
    out_.bisection = Bandwidth::from_smallest(most);
    out_.bisection_halves = name(half) + " | " + name(~half);
  }

  std::int64_t smallest_cut(const std::vector<std::int64_t>& capacity, std::uint32_t& best_half) const {
    std::int64_t smallest = -1;
    const auto size = static_cast<int>(count_);
    // GPU 0 is always in the first half, so that no division is looked at twice.
    for (std::uint32_t half = 1; half < std::uint32_t{1} << count_; half += 2) {
      const int in_half = __builtin_popcount(half);
      if (in_half != size / 2 && in_half != size - size / 2) continue;
      const std::int64_t cut = paths::cut_of_halves(topology_, tree_, capacity, half);
      if (smallest >= 0 && cut >= smallest) continue;
      smallest = cut;
      best_half = half;
    }
    return smallest;
  }

  /// "0-3", "0,2,5".
  std::string name(std::uint32_t half) const {
    std::string text;
    for (std::size_t g = 0; g < count_; ++g) {
      if ((half >> g & 1u) == 0) continue;
      std::size_t last = g;
      while (last + 1 < count_ && (half >> (last + 1) & 1u) != 0) ++last;
      text += (text.empty() ? "" : ",") + std::to_string(g);
      if (last > g) text += (last > g + 1 ? "-" : ",") + std::to_string(last);
      g = last;
    }
    return text;
  }

  void count_bridges() {
    const bool somewhere = std::all_of(placement_.gpus.begin(), placement_.gpus.end(),
                                       [](const CardPlacement& card) { return card.mount != Mount::none; });
    if (!placement_.slots_known && !somewhere) {
      out_.bridged_pairs = Known<std::int64_t>::unknown("where the cards sit is not known");
      return;
    }
    std::int64_t bridges = 0;
    for (const TopologyLink& link : topology_.links)
      bridges += link.nvlink && topology_.nodes[static_cast<std::size_t>(link.from)].gpu >= 0 ? 1 : 0;
    out_.bridged_pairs = bridges;
  }

  const Inventory& inventory_;
  const Placement& placement_;
  Topology topology_;
  paths::Tree tree_;
  std::vector<std::int64_t> least_, most_;
  std::size_t count_;
  Bandwidths out_;
};

}  // namespace

Bandwidths measure_bandwidth(const Inventory& inventory, const Placement& placement) {
  return Measurer(inventory, placement).measure();
}

Known<Bandwidth> link_bandwidth(const CardPlacement& card) {
  if (!card.lanes) return Known<Bandwidth>::unknown(card.lanes.reason());
  if (!card.gen) return Known<Bandwidth>::unknown(card.gen.reason());
  return pcie_bandwidth(*card.gen, *card.lanes);
}

}  // namespace planner
