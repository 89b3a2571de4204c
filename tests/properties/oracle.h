// Plain enumeration of all builds that suggest considers: knows nothing of bounds, cuts, dominance or orders, and
// judges every build by the arbiter.
#pragma once

#include <cstdint>
#include <map>

#include "check/rule.h"
#include "search/request.h"

namespace planner {

/// A build and its price.
struct Enumerated {
  std::int64_t cents = 0;
  std::string parts;  ///< "2 x id, 1 x id", for messages
};

/// The cheapest build of each GPU model, as cards (false) and as modules of a server (true), that `check` passes
/// without anything that blocks or degrades. The request has to name its circuits; its budget is not looked at.
std::map<std::pair<const Part*, bool>, Enumerated> cheapest_by_enumeration(const Request& request,
                                                                           const Catalog& catalog,
                                                                           const RuleSet& rules);

}  // namespace planner
