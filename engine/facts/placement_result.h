// From the solver's choices to the published placement, and the cut that proves a shortfall of lanes.
#pragma once

#include "facts/placement_solve.h"

namespace planner::placement {

/// Writes cards, slots, ports, lane budgets and what is missing into `out`, whose lists have their final sizes.
void write_solution(const Inventory& inventory, const Host& host, const Cards& cards, const std::vector<Drive>& drives,
                    const Solution& solution, Placement& out);

/// What the lanes of the host can carry to the cards, as a maximum flow and the minimum cut that proves it.
struct LaneCut {
  int wanted = 0;     ///< lanes of all GPUs in connectors
  int carried = 0;    ///< maximum flow
  int cut = 0;        ///< capacity of the minimum cut; equals `carried`
  std::string words;  ///< "cpu0 offers x20 to these slots; 2 cards want x32"; empty without shortfall
};

/// The network has a source, the roots with what they offer to GPUs, the connectors in use, and the GPUs with what they
/// want. Unknown widths of cards are left out, unknown offers do not limit.
LaneCut cut_lanes(const Host& host, const Cards& cards, const Solution& solution);

}  // namespace planner::placement
