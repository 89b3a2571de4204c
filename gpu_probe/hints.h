// From a bad figure and its circumstances to likely causes and next steps.
#pragma once

#include <string>
#include <vector>

#include "gpu_probe/report.h"

namespace planner::probe {

/// Circumstances of a result.
struct HintContext {
  const Result& result;
  const GpuFacts* gpu = nullptr;
  const PairFacts* pair = nullptr;
  std::optional<PcieLink> link;  ///< what slot and card should give
};

/// Likely causes, the likeliest first; empty for a pass.
std::vector<std::string> hints_for(const HintContext& context);

}  // namespace planner::probe
