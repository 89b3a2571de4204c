// Runs a plan on a device and judges what comes back; one bad GPU or measurement never ends the run.
#pragma once

#include <atomic>
#include <vector>

#include "gpu_probe/device.h"
#include "gpu_probe/plan.h"
#include "gpu_probe/progress.h"
#include "gpu_probe/report.h"

namespace planner::probe {

/// A slot's link as the build plan has it, by GPU index of this machine.
struct PlannedLink {
  int gpu = 0;
  PcieLink link;
};

struct RunInput {
  Level level = Level::quick;
  Selection selection;
  double burn_in_minutes = 30;
  std::vector<GpuReference> references;
  std::vector<PlannedLink> planned_links;
};

/// Measures, samples telemetry and counters, repeats an unstable measurement once, judges, checks. Returns a valid
/// report also after `stop` was set; `interrupted` then says so.
Report run(Device& device, const RunInput& input, Progress& progress, const std::atomic<bool>& stop);

/// What slot and card should give: the plan's link, within what the card can do; else the most that both can do.
std::optional<PcieLink> expected_link(const GpuFacts& facts, const GpuReference* reference,
                                      const std::vector<PlannedLink>& planned);

}  // namespace planner::probe
