// What there is to plug in, and every way in which it can go into each connector.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "facts/placement_connector.h"
#include "facts/placement_packing.h"

namespace planner::placement {

/// Cards that are alike for placement: same link, same size, same wish.
struct CardClass {
  std::vector<int> units;  ///< GPU or NIC indices
  Link link;
  int quarters = 4;  ///< width in quarter pitches
  int pitches = 1;
  bool width_known = true;
  int edge = 16;          ///< lanes of the card edge
  std::string_view wish;  ///< label of the only connector it may use, or empty
};

/// Listed risers that are alike.
struct RiserPool {
  RiserType type = RiserType::ribbon;
  Link link;                      ///< what it passes; lanes of a splitter: of its slot side
  int outputs = 1;                ///< GPUs it can serve
  bool from_slot = true;          ///< goes into a slot
  bool from_m2 = false;           ///< goes into an M.2 socket
  bool from_cable = false;        ///< goes onto cable ports
  std::string_view cable_family;  ///< "slimsas", "mcio", "oculink": what it plugs into; empty: not recorded
  std::vector<const Fitted<Riser>*> units;
};

/// All cards of the build, and which of them cannot be placed at all.
struct Cards {
  std::vector<CardClass> gpus;
  std::vector<CardClass> nics;
  std::vector<RiserPool> pools;
  Link cable;  ///< narrowest generation of the listed cables; lanes of one cable
  int cables = 0;
  int device_adapters = 0;
  int gpu_count = 0;                                 ///< to be placed in connectors
  std::vector<std::pair<int, std::string>> refused;  ///< GPU index and reason
  int gpu_resource(int c) const { return c; }
  int nic_resource(int c) const { return static_cast<int>(gpus.size()) + c; }
  int pool_resource(int p) const { return static_cast<int>(gpus.size() + nics.size()) + p; }
};

/// `onboard[g]` says that GPU g is a module of the platform and needs no connector.
Cards collect_cards(const Inventory& inventory, const Host& host, const std::vector<bool>& onboard);

inline constexpr int kMostOutputs = 8;

/// What an option means for the plan.
struct Choice {
  Mount mount = Mount::none;  ///< of its GPUs
  int pool = -1;              ///< the listed riser it uses
  int nic_class = -1;
  int gpus = 0;
  std::array<std::int8_t, kMostOutputs> gpu_class{};
  std::array<Link, kMostOutputs> links{};  ///< of each GPU
  int granted = -1;                        ///< lanes of the connector for its (first) card, -1: unknown
  int taken = 0;                           ///< lanes of the connector in use, all links together
  bool split = false;                      ///< by bifurcation
  bool splitter_listed = false;
};

/// Which ways are allowed.
struct Ways {
  bool direct = true;
  bool listed = true;    ///< listed risers
  bool assumed = false;  ///< risers that nobody listed
  bool nics = true;
};

struct Options {
  packing::Problem problem;
  std::vector<Choice> choices;  ///< parallel to problem.options
  std::vector<int> connectors;  ///< connector of each spot
};

/// Rank of the aims inside a score, most significant first: GPUs placed, GPUs on listed risers, NICs placed, sum of the
/// GPU links in MB/s, GPUs on CPU lanes, GPUs that need no unlisted riser, lanes of the NICs.
struct Score {
  static constexpr int kPlaced = 56, kListed = 50, kNics = 46, kSum = 24, kOnCpu = 18, kNotAssumed = 12, kNicLanes = 3;
  static constexpr std::int64_t head(std::int64_t score) { return score >> kNics; }
  static constexpr int placed(std::int64_t score) { return static_cast<int>(score >> kPlaced); }
};

/// One case of lane sharing and of drives on their ports.
struct Case {
  std::vector<int> lanes;                          ///< what each connector offers: -1 unknown, 0 not to be used
  std::array<int, packing::kRoots> drive_lanes{};  ///< lanes of each root that drives use
};

Options list_options(const Host& host, const Cards& cards, const Case& given, Ways ways);

}  // namespace planner::placement
