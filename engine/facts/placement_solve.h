// The search for the best placement: over drive ports, cases of lane sharing, and thresholds of the narrowest link.
#pragma once

#include <string_view>
#include <vector>

#include "facts/placement_options.h"

namespace planner::placement {

/// An M.2 drive that needs a socket.
struct Drive {
  int unit = 0;  ///< storage index
  Link link;
  std::string_view wish;
};

std::vector<Drive> collect_drives(const Inventory& inventory);

/// All ways to put the drives on M.2 sockets that differ for the cards, the most harmless first: a connector for each
/// drive, -1 where none is free. At most 64.
std::vector<std::vector<int>> list_drive_cases(const Host& host, const std::vector<Drive>& drives);

/// True if the use of a connector takes lanes from another, or the other way round.
bool shares_lanes(const Host& host, int connector);

struct Solution {
  bool found = false;
  Bandwidth narrowest;  ///< of all GPU links; unknown ones count as 0
  packing::Result result;
  Options options;
  Case given;
  std::vector<int> drive_connectors;  ///< connector of each drive, -1: none free
};

/// The best placement; assumes risers only where cards and listed risers do not suffice.
Solution solve(const Host& host, const Cards& cards, const std::vector<Drive>& drives);

/// How many GPUs fit into slots at once, with nothing else fitted.
int count_direct(const Host& host, const Cards& cards);

}  // namespace planner::placement
