// The four machines of the chain and their plans.
#pragma once

#include <string>

#include "chain/chain_rig.h"

namespace planner::chain {

/// HGX H200: eight modules joined by NVSwitches, four on each socket.
Machine hgx();
std::string hgx_plan();

/// Cards of `per_switch` behind each PCIe switch, or each on a root port of its own (0); two sockets.
Machine cards(int count, int per_switch);
/// A plan of `count` L40S in a server of that kind.
std::string cards_plan(const std::string& platform, int count);
/// Options for plans whose platform is one of the tests.
std::string test_platforms();

}  // namespace planner::chain
