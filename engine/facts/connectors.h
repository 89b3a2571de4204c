// Plugs of a supply against the power inputs of the cards and the board that hang on it.
#pragma once

#include <array>

#include "facts/inventory.h"

namespace planner {

/// Power inputs to be served.
struct PlugNeeds {
  static constexpr std::size_t kMostEightPins = 4;  ///< 600 W / 150 W: the largest adapter that is made
  int pcie8 = 0;
  int pcie6 = 0;
  int eps_board = 0;
  int eps_cards = 0;
  /// 12VHPWR, 12V-2x6 and NVIDIA 12-pin inputs, by the number of 8-pin plugs their adapter takes.
  std::array<int, kMostEightPins + 1> hpwr{};
  bool known = true;  ///< false: the inputs of some part are not recorded

  int hpwr_count() const;
  /// Adds the inputs of `times` parts.
  void add(const PlugNeeds& other, int times);
};

/// Plugs of a supply.
struct PlugSupply {
  Known<std::int64_t> hpwr;
  Known<std::int64_t> pcie8;  ///< 6+2
  std::int64_t pcie6 = 0;     ///< plain 6-pin plugs of a breakout board
  Known<std::int64_t> eps;
};

struct PlugMatch {
  Known<std::int64_t> shortage;  ///< as PsuLoad::plugs_short
  int proven_short = 0;          ///< by the recorded counts alone
  int hpwr_adapters = 0;
  int eps_adapters = 0;
};

/// Inputs of one card. An adapter from 8-pin plugs is assumed to come with a card with a 12V-2x6 input: one plug for
/// each 150 W (PCIe CEM) that the slot's 75 W leave over, two for NVIDIA's 12-pin.
PlugNeeds plug_needs(const Gpu& gpu);
/// EPS inputs of the board; one per CPU, and `known` false, where they are not recorded.
PlugNeeds plug_needs(const Board& board, std::size_t cpus);
PlugSupply plugs_of(const Psu& psu);
/// Plugs of supply `index`: breakout boards of the build (power adapters) turn the plug-less server supplies among
/// `inventory.psus`, in order, into sources of 6-pin plugs only.
PlugSupply plugs_of(const Inventory& inventory, std::size_t index);

/// Serves as many inputs as possible: native 12V-2x6 cables to the largest cards, then 8-pin plugs to inputs that take
/// one, then through adapters. A PCIe 6+2 plug serves a 6-pin input, a 6-pin plug never an 8-pin input.
PlugMatch match_plugs(const PlugNeeds& needs, const PlugSupply& supply);

}  // namespace planner
