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
