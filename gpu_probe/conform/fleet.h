// Several machines of one plan: which of them deviate, from the plan and from the median of their peers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/report.h"
#include "gpu_probe/conform/comparison.h"
#include "report/style.h"

namespace planner::conform {

/// One machine, judged alone.
struct FleetNode {
  std::string name;
  Comparison comparison;
  Report report;
};

/// What sets a node apart from the others.
struct FleetDeviation {
  std::string what;   ///< "driver", "host to device of GPU 3"
  std::string here;   ///< its value
  std::string peers;  ///< most common value, or median
};

struct FleetRow {
  const FleetNode* node = nullptr;
  std::vector<FleetDeviation> deviations;
};

/// Settings that differ from what most nodes have (with three or more nodes), and figures more than 10 % worse than the
/// nodes' median. Rows in the order of the nodes.
std::vector<FleetRow> compare_fleet(const std::vector<FleetNode>& nodes);

std::string fleet_text(const std::vector<FleetRow>& rows, const TextStyle& style);
std::string fleet_json(const std::vector<FleetRow>& rows);

/// The worst verdict: fail, then incomplete, inconclusive, pass_with_warnings, pass.
Verdict fleet_verdict(const std::vector<FleetRow>& rows);

}  // namespace planner::conform
