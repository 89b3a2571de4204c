// Findings about a GPU as a whole: link, power limit, health, counters, clock events, sustained clock.
#pragma once

#include <vector>

#include "gpu_probe/report.h"

namespace planner::probe {

/// What one GPU is compared with.
struct GpuCheckInput {
  const GpuFacts& facts;
  const GpuReference* reference = nullptr;
  std::optional<PcieLink> link;        ///< what slot and card should give
  bool link_planned = false;           ///< `link` comes from a plan, not from what the card could do
  const Counters& increase;            ///< of counters over the run
  double minutes = 0;                  ///< length of the run
  std::vector<const Result*> results;  ///< of this GPU
};

/// All checks of one GPU; those that could not be made are Verdict::skip with the reason.
std::vector<Check> check_gpu(const GpuCheckInput& input);

/// PCIe replays per minute that a bit error rate of 1e-12 allows.
double allowed_replays_per_minute(PcieLink link);

}  // namespace planner::probe
