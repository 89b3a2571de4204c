// Runs a plan on a device and judges what comes back; one bad GPU or measurement never ends the run.
#pragma once

#include <atomic>
#include <chrono>
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
  /// Share of that link's bandwidth that remains by plan when all GPUs copy at once (shared uplinks); 1 if it is all.
  std::optional<double> share_of_all = std::nullopt;
};

struct RunInput {
  Level level = Level::quick;
  Selection selection;
  double burn_in_minutes = 30;
  std::vector<GpuReference> references;
  std::vector<PlannedLink> planned_links;
  /// Time beyond a multiple of the estimate that a measurement on real hardware may take before it is given up.
  std::chrono::milliseconds patience{60'000};
};

/// Measures, samples telemetry and counters, repeats an unstable measurement once, judges, checks. Returns a valid
/// report also after `stop` was set; `interrupted` then says so. If the report's `abandoned` is set, `device` and
/// `stop` are still in use and must live until the program ends. A recording is judged at the level at which it was
/// taken.
Report run(Device& device, const RunInput& input, Progress& progress, const std::atomic<bool>& stop);

/// What slot and card should give: the plan's link, within what the card can do; else the most that both can do.
std::optional<PcieLink> expected_link(const GpuFacts& facts, const GpuReference* reference,
                                      const std::vector<PlannedLink>& planned);

}  // namespace planner::probe
