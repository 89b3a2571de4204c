#include "facts/placement_connector.h"

#include <algorithm>
#include <numeric>

namespace planner::placement {
namespace {

// Positions beyond this are a slip in the catalog; such a slot counts as one whose position is not recorded.
constexpr int kMostPositions = 64;

int lanes_or_unknown(const Known<Lanes>& lanes) {
  return lanes ? static_cast<int>(std::clamp<std::int64_t>(lanes->smallest(), 0, 32)) : -1;
}

int gen_or_unknown(const Known<std::int64_t>& gen) {
  return gen && *gen >= 1 && *gen <= 6 ? static_cast<int>(*gen) : -1;
}

bool is_m2(std::string_view type) {
  return type == "m2";
}

bool is_cable(std::string_view type) {
  return type.starts_with("slimsas") || type.starts_with("mcio") || type.starts_with("oculink");
}

class HostReader {
 public:
  HostReader(const Inventory& inventory, const std::vector<PortUse>& ports)
      : inventory_(inventory), board_(*inventory.board), ports_(ports) {}

  Host read() {
    read_roots();
    read_slots();
    read_ports();
    read_sharings();
    const Chassis* chassis = inventory_.chassis;
    if (chassis != nullptr && chassis->expansion_slots)
      host_.expansion_slots = static_cast<int>(std::clamp<std::int64_t>(*chassis->expansion_slots, 0, 1000));
    return std::move(host_);
  }

 private:
  void read_roots() {
    const auto fitted = inventory_.cpus.size();
    const auto sockets = static_cast<std::size_t>(
        std::clamp<std::int64_t>(std::max<std::int64_t>(board_.sockets.value_or(1), highest_socket_named() + 1), 1, 8));
    for (std::size_t i = 0; i < sockets; ++i) {
      Root root{"cpu" + std::to_string(i), false, fitted == 0 || i < fitted, static_cast<int>(i), -1, 0};
      if (i < fitted && inventory_.cpus[i].part->pcie_lanes)
        root.offered =
            static_cast<int>(std::clamp<std::int64_t>(inventory_.cpus[i].part->pcie_lanes->smallest(), 0, 1024));
      host_.roots.push_back(std::move(root));
    }
    host_.roots.push_back({"chipset", true, true, 0, -1, 0});
    for (const Switch& s : board_.switches) {
      const int root = find_root(host_, board_, s.upstream);
      if (root >= 0 && s.uplink_lanes && is_root(s.upstream))
        host_.roots[static_cast<std::size_t>(root)].switch_lanes +=
            std::clamp(s.uplinks, 0, 16) * lanes_or_unknown(s.uplink_lanes);
    }
  }

  static bool is_root(std::string_view upstream) { return upstream == "chipset" || upstream.starts_with("cpu"); }

  std::int64_t highest_socket_named() const {
    std::int64_t highest = 0;
    const auto see = [&](std::string_view upstream) {
      if (upstream.size() == 4 && upstream.starts_with("cpu") && upstream[3] >= '0' && upstream[3] <= '7')
        highest = std::max<std::int64_t>(highest, upstream[3] - '0');
    };
    for (const Slot& s : board_.slots) see(s.upstream);
    for (const Port& p : board_.ports) see(p.upstream);
    for (const Switch& s : board_.switches) see(s.upstream);
    return highest;
  }

  /// Root, switch, and the caps that CPU and switch put on the generation.
  void connect(Connector& c, std::string_view upstream) const {
    c.root = find_root(host_, board_, upstream, &c.switch_id);
    c.takes_root_lanes = c.root >= 0 && c.switch_id.empty();
    if (!c.switch_id.empty()) {
      const auto sw = std::find_if(board_.switches.begin(), board_.switches.end(),
                                   [&](const Switch& s) { return s.id == c.switch_id; });
      c.offer.gen = narrower({0, c.offer.gen}, {0, gen_or_unknown(sw->gen)}).gen;
    }
    if (c.root < 0) return;
    const Root& root = host_.roots[static_cast<std::size_t>(c.root)];
    if (!root.present) {
      c.offer.lanes = 0;
      c.note = "dark: CPU " + std::to_string(root.socket + 1) + " not fitted";
    } else if (!root.chipset && c.switch_id.empty() && !inventory_.cpus.empty()) {
      const Cpu& cpu = *inventory_.cpus[static_cast<std::size_t>(root.socket)].part;
      c.offer.gen = narrower({0, c.offer.gen}, {0, gen_or_unknown(cpu.pcie_gen)}).gen;
    }
  }

  void read_slots() {
    std::vector<int> order(board_.slots.size());
    std::iota(order.begin(), order.end(), 0);
    const auto position = [&](int i) {
      const int p = board_.slots[static_cast<std::size_t>(i)].position;
      return p >= 1 && p <= kMostPositions ? p : 0;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return position(a) < position(b); });
    for (const int i : order) {
      const Slot& slot = board_.slots[static_cast<std::size_t>(i)];
      Connector c;
      c.slot = i;
      c.position = position(i);
      c.edge = slot.open_ended ? 16 : slot.connector_lanes;
      c.offer = {lanes_or_unknown(slot.lanes), gen_or_unknown(slot.gen)};
      c.label = slot.label;
      c.splits_known = !slot.bifurcation.empty();
      for (const auto& mode : slot.bifurcation)
        if (mode.size() > 1 && mode.size() <= 8) c.splits.push_back(mode);
      if (!c.splits_known && c.offer.lanes == 16) c.splits = {{8, 8}, {4, 4, 4, 4}};
      if (!c.splits_known && c.offer.lanes == 8) c.splits = {{4, 4}};
      connect(c, slot.upstream);
      host_.connectors.push_back(std::move(c));
    }
  }

  void read_ports() {
    int waiting = -1;  // index of a cable port still without its other half
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const Port& port = *ports_[i].port;
      const bool cable = is_cable(port.type);
      if (!cable && !is_m2(port.type)) continue;
      if (waiting >= 0 && pair_up(host_.connectors[static_cast<std::size_t>(waiting)], port, static_cast<int>(i))) {
        waiting = -1;
        continue;
      }
      Connector c;
      c.kind = cable ? ConnectorKind::cable : ConnectorKind::m2;
      c.port = static_cast<int>(i);
      c.offer = {lanes_or_unknown(port.lanes), gen_or_unknown(port.gen)};
      c.label = port.label;
      c.type = port.type;
      connect(c, port.upstream);
      const bool half = port.type.ends_with("_8i") && c.offer.lanes == 8;
      waiting = half ? static_cast<int>(host_.connectors.size()) : -1;
      host_.connectors.push_back(std::move(c));
    }
  }

  /// Two neighboring 8-lane ports of one root make an x16 link, or two of x8.
  bool pair_up(Connector& first, const Port& port, int index) const {
    Connector second;
    second.offer = {lanes_or_unknown(port.lanes), gen_or_unknown(port.gen)};
    connect(second, port.upstream);
    if (port.type != first.type || second.offer != first.offer || second.root != first.root ||
        second.switch_id != first.switch_id)
      return false;
    first.second_port = index;
    first.second_label = port.label;
    first.offer.lanes = 16;
    first.splits = {{8, 8}};
    return true;
  }

  void read_sharings() {
    for (const LaneShare& share : board_.shares) {
      const int lanes = std::clamp(share.lanes, 0, 16);
      if (!share.cpu_family.empty()) {
        if (family_fitted(share.cpu_family)) limit_always(share, lanes);
        continue;
      }
      for (std::size_t used = 0; used < host_.connectors.size(); ++used)
        for (std::size_t affected = 0; affected < host_.connectors.size(); ++affected)
          if (named(used, share.used) && named(affected, share.affects)) relate(used, affected, lanes, share.note);
    }
  }

  bool family_fitted(std::string_view family) const {
    return std::any_of(inventory_.cpus.begin(), inventory_.cpus.end(),
                       [&](const Fitted<Cpu>& cpu) { return cpu.part->family && *cpu.part->family == family; });
  }

  bool named(std::size_t connector, std::string_view label) const {
    const Connector& c = host_.connectors[connector];
    return c.label == label || (c.second_port >= 0 && c.second_label == label);
  }

  void limit_always(const LaneShare& share, int lanes) {
    for (std::size_t i = 0; i < host_.connectors.size(); ++i) {
      Connector& c = host_.connectors[i];
      if (!named(i, share.affects) || (c.offer.lanes >= 0 && c.offer.lanes <= lanes)) continue;
      c.offer.lanes = lanes;
      c.note = (lanes == 0 ? "dark with " : "x" + std::to_string(lanes) + " with ") + share.cpu_family;
    }
  }

  void relate(std::size_t used, std::size_t affected, int lanes, std::string_view note) {
    Connector& c = host_.connectors[affected];
    if (used != affected) {
      host_.sharings.push_back({static_cast<int>(used), static_cast<int>(affected), lanes, note});
    } else if (c.note.empty()) {
      // A slot that "borrows" lanes when it is used is recorded with none of its own.
      c.offer.lanes = c.offer.lanes > 0 ? std::min(c.offer.lanes, lanes) : lanes;
    }
  }

  const Inventory& inventory_;
  const Board& board_;
  const std::vector<PortUse>& ports_;
  Host host_;
};

}  // namespace

Link narrower(Link a, Link b) {
  return {a.lanes < 0 || b.lanes < 0 ? -1 : std::min(a.lanes, b.lanes),
          a.gen < 0 || b.gen < 0 ? -1 : std::min(a.gen, b.gen)};
}

Bandwidth bandwidth_of(Link link) {
  return link.lanes < 0 || link.gen < 0 ? Bandwidth{} : pcie_bandwidth(link.gen, Lanes::from_base(link.lanes));
}

int find_root(const Host& host, const Board& board, std::string_view upstream, std::string_view* switch_id) {
  // A switch below a switch is followed up; more steps than switches means that they form a ring.
  for (std::size_t step = 0; step <= board.switches.size(); ++step) {
    for (std::size_t i = 0; i < host.roots.size(); ++i)
      if (host.roots[i].name == upstream) return static_cast<int>(i);
    const auto sw = std::find_if(board.switches.begin(), board.switches.end(),
                                 [&](const Switch& s) { return !s.id.empty() && s.id == upstream; });
    if (sw == board.switches.end()) return -1;
    if (switch_id != nullptr && switch_id->empty()) *switch_id = sw->id;
    upstream = sw->upstream;
  }
  return -1;
}

Host describe_host(const Inventory& inventory, const std::vector<PortUse>& ports) {
  return HostReader(inventory, ports).read();
}

}  // namespace planner::placement
