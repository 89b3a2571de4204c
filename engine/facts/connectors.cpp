#include "facts/connectors.h"

#include <algorithm>
#include <numeric>

#include "facts/form_factors.h"

namespace planner {
namespace {

constexpr Power kSlotPower = Power::from_base(75);       // PCIe CEM: x16 slot, graphics-class card
constexpr Power kEightPinPower = Power::from_base(150);  // PCIe CEM: 2x4 auxiliary connector
constexpr int kEightPinsPerTwelvePin = 2;                // adapter in the box of RTX 30 Founders Edition cards
constexpr int kEightPinsPerEps = 2;                      // adapter in the box of passive Tesla-class cards

/// 8-pin plugs that the adapter of one 12V-2x6 input takes: 450 W card 3, 575 W and 600 W cards 4.
std::size_t eight_pins_for(Power board_power, int inputs) {
  const std::int64_t share = kEightPinPower.smallest() * inputs;
  const std::int64_t rest = std::max<std::int64_t>(0, (board_power - kSlotPower).smallest());
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>((rest + share - 1) / share, 1, static_cast<std::int64_t>(PlugNeeds::kMostEightPins)));
}

/// Hands out plugs of one kind.
class Pool {
 public:
  explicit Pool(std::int64_t plugs) : left_(plugs) {}
  /// Serves up to `inputs` inputs with `plugs_each` plugs each; returns how many were served.
  int serve(int inputs, int plugs_each) {
    const auto served = static_cast<int>(std::min<std::int64_t>(inputs, left_ / plugs_each));
    left_ -= static_cast<std::int64_t>(served) * plugs_each;
    return served;
  }

 private:
  std::int64_t left_;
};

/// What is left for the 8-pin plugs after native cables.
struct Remainder {
  int eight_pin = 0;
  int eps_cards = 0;
  std::array<int, PlugNeeds::kMostEightPins + 1> hpwr{};
  bool empty() const { return eight_pin == 0 && eps_cards == 0 && std::accumulate(hpwr.begin(), hpwr.end(), 0) == 0; }
};

void serve_eight_pins(const Remainder& rest, std::int64_t plugs, PlugMatch& match) {
  Pool pool(plugs);
  match.proven_short += rest.eight_pin - pool.serve(rest.eight_pin, 1);
  match.eps_adapters = pool.serve(rest.eps_cards, kEightPinsPerEps);
  match.proven_short += rest.eps_cards - match.eps_adapters;
  for (std::size_t plugs_each = 1; plugs_each < rest.hpwr.size(); ++plugs_each) {
    const int served = pool.serve(rest.hpwr[plugs_each], static_cast<int>(plugs_each));
    match.hpwr_adapters += served;
    match.proven_short += rest.hpwr[plugs_each] - served;
  }
}

bool is_server_module(const Psu& psu) {
  if (psu.pcie_8pin_connectors || psu.hpwr_connectors) return false;
  return !psu.form_factor || !is_desktop_psu_form(*psu.form_factor);
}

}  // namespace

int PlugNeeds::hpwr_count() const {
  return std::accumulate(hpwr.begin(), hpwr.end(), 0);
}

void PlugNeeds::add(const PlugNeeds& other, int times) {
  pcie8 += times * other.pcie8;
  pcie6 += times * other.pcie6;
  eps_board += times * other.eps_board;
  eps_cards += times * other.eps_cards;
  for (std::size_t i = 0; i < hpwr.size(); ++i) hpwr[i] += times * other.hpwr[i];
  known = known && (times == 0 || other.known);
}

PlugNeeds plug_needs(const Gpu& gpu) {
  PlugNeeds needs;
  needs.known = gpu.power_connectors_known;
  for (const ConnectorCount& c : gpu.power_connectors) {
    switch (c.type) {
      case PowerConnector::pcie_6pin:
        needs.pcie6 += c.count;
        break;
      case PowerConnector::pcie_8pin:
        needs.pcie8 += c.count;
        break;
      case PowerConnector::eps_8pin:
        needs.eps_cards += c.count;
        break;
      case PowerConnector::nvidia_12pin:
        needs.hpwr[kEightPinsPerTwelvePin] += c.count;
        break;
      case PowerConnector::hpwr_12v2x6:
        if (!gpu.board_power) needs.known = false;
        needs.hpwr[eight_pins_for(gpu.board_power.value_or(kSlotPower), std::max(c.count, 1))] += c.count;
        break;
    }
  }
  return needs;
}

PlugNeeds plug_needs(const Board& board, std::size_t cpus) {
  PlugNeeds needs;
  needs.known = board.eps_connectors.known();
  needs.eps_board =
      static_cast<int>(board.eps_connectors.value_or(static_cast<std::int64_t>(std::max<std::size_t>(cpus, 1))));
  return needs;
}

PlugSupply plugs_of(const Psu& psu) {
  return {psu.hpwr_connectors, psu.pcie_8pin_connectors, 0, psu.eps_connectors};
}

PlugSupply plugs_of(const Inventory& inventory, std::size_t index) {
  PlugSupply supply = plugs_of(*inventory.psus[index].part);
  if (!is_server_module(*inventory.psus[index].part)) return supply;
  std::vector<std::int64_t> boards;
  for (const Fitted<Riser>& riser : inventory.risers)
    if (riser.part->type && *riser.part->type == RiserType::power_adapter && riser.part->outputs)
      boards.push_back(*riser.part->outputs);
  if (boards.empty()) return supply;
  std::size_t modules = 0;
  std::size_t rank = 0;
  for (std::size_t i = 0; i < inventory.psus.size(); ++i) {
    if (!is_server_module(*inventory.psus[i].part)) continue;
    if (i == index) rank = modules;
    ++modules;
  }
  supply.hpwr = 0;
  supply.pcie8 = 0;
  for (std::size_t b = rank; b < boards.size(); b += modules) supply.pcie6 += boards[b];
  return supply;
}

PlugMatch match_plugs(const PlugNeeds& needs, const PlugSupply& supply) {
  PlugMatch match;
  bool resolved = needs.known;
  Remainder rest;
  if (supply.eps) {
    Pool eps(*supply.eps);
    match.proven_short += needs.eps_board - eps.serve(needs.eps_board, 1);
    rest.eps_cards = needs.eps_cards - eps.serve(needs.eps_cards, 1);
  } else if (needs.eps_board + needs.eps_cards > 0) {
    resolved = false;
  }
  if (supply.hpwr) {
    Pool native(*supply.hpwr);
    for (std::size_t k = rest.hpwr.size(); k-- > 0;) rest.hpwr[k] = needs.hpwr[k] - native.serve(needs.hpwr[k], 1);
  } else if (needs.hpwr_count() > 0) {
    resolved = false;
  }
  Pool six(supply.pcie6);
  rest.eight_pin = needs.pcie8 + needs.pcie6 - six.serve(needs.pcie6, 1);
  if (supply.pcie8) {
    serve_eight_pins(rest, *supply.pcie8, match);
  } else if (!rest.empty()) {
    resolved = false;
  }
  if (resolved || match.proven_short > 0) {
    match.shortage = match.proven_short;
  } else {
    match.shortage =
        Known<std::int64_t>::unknown(needs.known ? "plugs of the supply not recorded" : "power inputs not recorded");
  }
  return match;
}

}  // namespace planner
