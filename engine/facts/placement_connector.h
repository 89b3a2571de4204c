// The host as cards see it: connectors with what they offer here and now, the sources of their lanes, and what they
// share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/placement.h"

namespace planner::placement {

/// Width and speed of a link; -1: unknown.
struct Link {
  int lanes = -1;
  int gen = -1;
  friend bool operator==(const Link&, const Link&) = default;
};

/// The link that two partners train to; unknown where either is.
Link narrower(Link a, Link b);
/// Of one direction; 0 for an unknown link, so that it orders last.
Bandwidth bandwidth_of(Link link);

enum class ConnectorKind : std::uint8_t { slot, m2, cable };

/// One place to plug in: a slot, an M.2 socket, or one or two cable ports that together make a link.
struct Connector {
  ConnectorKind kind = ConnectorKind::slot;
  int slot = -1;                    ///< index into the board's slots
  int port = -1, second_port = -1;  ///< indices into Placement::ports
  int position = 0;                 ///< 0: none, or not recorded
  int edge = 16;                    ///< longest card edge that fits, in lanes
  Link offer;                       ///< with nothing shared; lanes 0: dark
  std::string_view label, second_label;
  std::string_view type;                 ///< ports: slimsas_8i, ...
  std::vector<std::vector<int>> splits;  ///< bifurcation modes of more than one link
  bool splits_known = true;
  int root = -1;                  ///< index into Host::roots, -1: not established
  bool takes_root_lanes = false;  ///< wired to the root itself, not through a switch
  std::string_view switch_id;
  std::string note;  ///< why it offers less than its slot says
};

/// A source of lanes.
struct Root {
  std::string name;
  bool chipset = false;
  bool present = true;
  int socket = 0;
  int offered = -1;      ///< -1: unknown
  int switch_lanes = 0;  ///< spent on uplinks of the board's switches
};

/// When connector `used` is in use, connector `affects` has at most `lanes`.
struct Sharing {
  int used = 0;
  int affects = 0;
  int lanes = 0;
  std::string_view note;
};

struct Host {
  std::vector<Connector> connectors;  ///< slots by position, then ports
  std::vector<Root> roots;            ///< cpu0, cpu1, ..., chipset
  std::vector<Sharing> sharings;
  int expansion_slots = -1;  ///< of the chassis; -1: no limit known
};

/// Reads board, CPUs and chassis. `ports` are the instances that Connector::port indexes. Needs a board.
Host describe_host(const Inventory& inventory, const std::vector<PortUse>& ports);

/// Follows an upstream name through the board's switches to its root; the first switch on the way goes to `switch_id`.
int find_root(const Host& host, const Board& board, std::string_view upstream, std::string_view* switch_id = nullptr);

}  // namespace planner::placement
