#include <algorithm>
#include <map>
#include <set>

#include "facts/bandwidth.h"

namespace planner {
namespace {

std::string width_and_gen(const Known<Lanes>& lanes, const Known<std::int64_t>& gen) {
  return (lanes ? lanes->text() : "x?") + " gen" + (gen ? std::to_string(*gen) : "?");
}

Known<Bandwidth> link_bandwidth(const Known<Lanes>& lanes, const Known<std::int64_t>& gen, const std::string& of) {
  if (!lanes) return Known<Bandwidth>::unknown("link width of " + of + " not known");
  if (!gen) return Known<Bandwidth>::unknown("link generation of " + of + " not known");
  return pcie_bandwidth(*gen, *lanes);
}

template <class T>
Known<T> smaller(const Known<T>& a, const Known<T>& b) {
  if (!a) return a;
  if (!b) return b;
  return std::min(*a, *b);
}

/// Builds the graph from the sockets outward, so that a node always comes after the one it hangs on.
class Builder {
 public:
  Builder(const Inventory& inventory, const Placement& placement) : inventory_(inventory), placement_(placement) {}

  Topology build() {
    add_roots();
    add_switches();
    for (std::size_t g = 0; g < placement_.gpus.size(); ++g) add_gpu(static_cast<int>(g));
    add_bridges();
    add_nvswitch();
    return std::move(topology_);
  }

 private:
  int add_node(const std::string& name, int gpu = -1) {
    topology_.nodes.push_back({name, gpu});
    const int index = static_cast<int>(topology_.nodes.size()) - 1;
    if (gpu < 0) by_name_[name] = index;
    return index;
  }

  void add_link(int from, int to, Known<Bandwidth> bandwidth, std::string label, bool nvlink = false) {
    topology_.links.push_back({from, to, std::move(bandwidth), nvlink, std::move(label)});
  }

  int find(const std::string& name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? -1 : it->second;
  }

  bool is_socket(const std::string& name) const { return name.starts_with("cpu"); }

  void add_roots() {
    int last_socket = -1;
    for (const LaneBudget& root : placement_.roots) {
      const int node = add_node(root.root);
      if (is_socket(root.root)) {
        // Sockets stand in a row; with two of them, as everywhere but in rare four-socket machines, that is exact.
        if (last_socket >= 0) add_link(last_socket, node, socket_link(), "socket link");
        last_socket = node;
      } else if (last_socket >= 0) {
        const Board& board = *inventory_.board;
        add_link(find("cpu0"), node,
                 link_bandwidth(board.chipset_uplink_lanes, board.chipset_uplink_gen, "the chipset"),
                 "chipset uplink " + width_and_gen(board.chipset_uplink_lanes, board.chipset_uplink_gen));
      }
    }
  }

  Known<Bandwidth> socket_link() const {
    return inventory_.board->socket_link ? inventory_.board->socket_link
                                         : Known<Bandwidth>::unknown("the link between the sockets is not recorded");
  }

  /// Upstream names may refer to switches further down the list; what never resolves stays out.
  void add_switches() {
    if (inventory_.board == nullptr) return;
    bool progress = true;
    while (progress) {
      progress = false;
      for (const Switch& s : inventory_.board->switches) {
        const int upstream = find(s.upstream);
        if (s.id.empty() || upstream < 0 || find(s.id) >= 0) continue;
        const auto gen = capped_by_cpu(s.gen, s.upstream);
        Known<Bandwidth> bandwidth = link_bandwidth(s.uplink_lanes, gen, "switch " + s.id);
        const int uplinks = std::clamp(s.uplinks, 1, 16);
        if (bandwidth) bandwidth = *bandwidth * uplinks;
        add_link(upstream, add_node(s.id), bandwidth,
                 "uplink of switch " + s.id + ", " + (uplinks > 1 ? std::to_string(uplinks) + " times " : "") +
                     width_and_gen(s.uplink_lanes, gen));
        progress = true;
      }
    }
  }

  Known<std::int64_t> capped_by_cpu(const Known<std::int64_t>& gen, const std::string& upstream) const {
    if (!is_socket(upstream) || inventory_.cpus.empty()) return gen;
    return smaller(gen, inventory_.cpus.front().part->pcie_gen);
  }

  void add_gpu(int g) {
    const CardPlacement& card = placement_.gpus[static_cast<std::size_t>(g)];
    const std::string name = "GPU " + std::to_string(g);
    int upstream = -1;
    if (card.mount == Mount::onboard)
      upstream = find(card.switch_id.empty() && card.socket ? "cpu" + std::to_string(*card.socket) : card.switch_id);
    else if (card.mount != Mount::none)
      upstream = card.slot >= 0 ? slot_node(card) : port_node(card);
    const int node = add_node(name, g);
    gpu_nodes_.push_back(node);
    if (upstream >= 0)
      add_link(upstream, node, link_bandwidth(card.lanes, card.gen, name),
               "link of " + name + ", " + width_and_gen(card.lanes, card.gen));
  }

  const Riser& riser_of(const CardPlacement& card) const {
    return *inventory_.risers[static_cast<std::size_t>(card.riser)].part;
  }

  bool on_switch_board(const CardPlacement& card) const {
    return card.riser >= 0 && riser_of(card).type == RiserType::switch_board;
  }

  int slot_node(const CardPlacement& card) {
    const SlotUse& use = placement_.slots[static_cast<std::size_t>(card.slot)];
    const auto gen = capped_by_cpu(use.slot->gen, use.slot->upstream);
    // Several links of a split slot together are at most as wide as the slot.
    Known<Lanes> lanes = use.granted;
    if (use.split > 1 && lanes) lanes = smaller(Known<Lanes>(*lanes * use.split), use.slot->lanes);
    const int slot = connector_node("slot " + use.slot->label, use.slot->upstream, lanes, gen);
    return on_switch_board(card) ? board_node(card, slot, lanes, gen) : slot;
  }

  int port_node(const CardPlacement& card) {
    const PortUse& use = placement_.ports[static_cast<std::size_t>(card.port)];
    const auto gen = capped_by_cpu(use.port->gen, use.port->upstream);
    // A pair of 8-lane ports that serves one card counts under the name of its first.
    const bool pair = static_cast<std::size_t>(card.port) + 1 < placement_.ports.size() &&
                      placement_.ports[static_cast<std::size_t>(card.port) + 1].gpu >= 0 &&
                      use.port->type.ends_with("_8i");
    Known<Lanes> lanes = use.port->lanes;
    if (pair && lanes) lanes = *lanes * 2;
    const int port =
        connector_node("port " + use.port->label + "#" + std::to_string(use.instance), use.port->upstream, lanes, gen);
    return on_switch_board(card) ? board_node(card, port, lanes, gen) : port;
  }

  int connector_node(const std::string& name, const std::string& upstream, const Known<Lanes>& lanes,
                     const Known<std::int64_t>& gen) {
    if (const int known = find(name); known >= 0) return known;
    int from = find(upstream);
    Known<Bandwidth> bandwidth = link_bandwidth(lanes, gen, name);
    if (from < 0 && placement_.roots.size() == 2) {
      from = find("cpu0");  // by way of the chipset or not: that is what is not known
      bandwidth = Known<Bandwidth>::unknown("the source of lanes of " + name + " is not recorded");
    }
    const int node = add_node(name);
    if (from >= 0) add_link(from, node, bandwidth, name + ", " + width_and_gen(lanes, gen));
    return node;
  }

  int board_node(const CardPlacement& card, int connector, const Known<Lanes>& lanes, const Known<std::int64_t>& gen) {
    if (const int known = find(card.switch_id); known >= 0) return known;
    const auto uplink_gen = smaller(gen, riser_of(card).gen);
    const auto uplink_lanes = smaller(lanes, Known<Lanes>(Lanes::from_base(16)));
    const int node = add_node(card.switch_id);
    add_link(connector, node, link_bandwidth(uplink_lanes, uplink_gen, "switch " + card.switch_id),
             "uplink of switch " + card.switch_id + ", " + width_and_gen(uplink_lanes, uplink_gen));
    return node;
  }

  bool bridges(const Riser& bridge, const Gpu& gpu) const {
    if (!gpu.nvlink || *gpu.nvlink != NvlinkKind::bridge) return false;
    return bridge.gpus.empty() || std::any_of(bridge.gpus.begin(), bridge.gpus.end(), [&](const std::string& name) {
             return name == gpu.info.id || name == gpu.info.name || name == gpu.info.variant_of;
           });
  }

  int position(int g) const {
    const CardPlacement& card = placement_.gpus[static_cast<std::size_t>(g)];
    if (card.mount != Mount::direct || card.slot < 0) return 0;
    return placement_.slots[static_cast<std::size_t>(card.slot)].slot->position;
  }

  bool spans(const Riser& bridge, int a, int b) const {
    const int from = position(a), to = position(b);
    if (from <= 0 || to <= 0 || !bridge.bridge_span) return true;  // hung cards are put where the bridge fits
    return std::max(from - to, to - from) * 4 == bridge.bridge_span->smallest();
  }

  void add_bridges() {
    std::vector<int> order;
    for (std::size_t g = 0; g < placement_.gpus.size(); ++g)
      if (placement_.gpus[g].mount != Mount::none) order.push_back(static_cast<int>(g));
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return position(a) < position(b); });
    std::set<int> bridged;
    for (const Fitted<Riser>& riser : inventory_.risers)
      if (riser.part->type && *riser.part->type == RiserType::nvlink_bridge) add_bridge(*riser.part, order, bridged);
  }

  /// The first two free cards of one kind that it fits; in order of position, that pairs as many as possible.
  void add_bridge(const Riser& bridge, const std::vector<int>& order, std::set<int>& bridged) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Gpu* gpu = inventory_.gpus[static_cast<std::size_t>(order[i])].part;
      if (bridged.count(order[i]) > 0 || !bridges(bridge, *gpu)) continue;
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        if (bridged.count(order[j]) > 0 || inventory_.gpus[static_cast<std::size_t>(order[j])].part != gpu ||
            !spans(bridge, order[i], order[j]))
          continue;
        bridged.insert({order[i], order[j]});
        add_link(gpu_nodes_[static_cast<std::size_t>(order[i])], gpu_nodes_[static_cast<std::size_t>(order[j])],
                 nvlink_bandwidth(bridge, *gpu), "NVLink bridge", true);
        return;
      }
    }
  }

  static Known<Bandwidth> nvlink_bandwidth(const Riser& bridge, const Gpu& gpu) {
    if (bridge.nvlink_bandwidth && gpu.nvlink_bandwidth) return smaller(bridge.nvlink_bandwidth, gpu.nvlink_bandwidth);
    return bridge.nvlink_bandwidth ? bridge.nvlink_bandwidth : gpu.nvlink_bandwidth;
  }

  void add_nvswitch() {
    std::vector<std::size_t> members;
    for (std::size_t g = 0; g < placement_.gpus.size(); ++g) {
      const Gpu& gpu = *inventory_.gpus[g].part;
      if (placement_.gpus[g].mount == Mount::onboard && gpu.nvlink && *gpu.nvlink == NvlinkKind::switched)
        members.push_back(g);
    }
    if (members.size() < 2) return;
    const int node = add_node("NVSwitch");
    for (const std::size_t g : members)
      add_link(node, gpu_nodes_[g], inventory_.gpus[g].part->nvlink_bandwidth, "NVLink of GPU " + std::to_string(g),
               true);
  }

  const Inventory& inventory_;
  const Placement& placement_;
  Topology topology_;
  std::map<std::string, int> by_name_;
  std::vector<int> gpu_nodes_;
};

}  // namespace

Topology build_topology(const Inventory& inventory, const Placement& placement) {
  return Builder(inventory, placement).build();
}

}  // namespace planner
