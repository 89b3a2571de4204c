// The steps of a comparison, in the order in which they are taken.
#pragma once

#include "gpu_probe/conform/comparison.h"

namespace planner::conform {

/// GPUs of driver and bus as one list, with identity, link and health.
void compare_gpus(Comparison& c);
/// Gives every GPU the place of the plan that fits it best: its model first, then link, socket and slot label.
void match_plan(Comparison& c);
/// Narrowest hop, chipset and ACS of the bridges above each GPU.
void walk_paths(Comparison& c);
/// Pairs, their levels and what was measured between them.
void compare_pairs(Comparison& c);
void compare_nvlinks(Comparison& c);
void compare_host(Comparison& c);
/// Network cards beside the plan: link, socket, nearness to GPUs.
void compare_nics(Comparison& c);
/// Sensors and the BMC's event log.
void compare_sensors(Comparison& c);
void group_events(Comparison& c);
/// Figures of the probe, of other tools and of the baseline.
void compare_figures(Comparison& c);
void compare_results(Comparison& c);
void compare_with_baseline(Comparison& c);

/// The GPU of that index as nvidia-smi numbers them, or null.
GpuState* gpu_of_driver_index(Comparison& c, std::int64_t index);
/// "3" of "GPU3", "gpu 3" or "3"; nothing for other texts.
std::optional<int> gpu_number(std::string_view name);
/// Letters and digits of a text, in lower case.
std::string plain_text(std::string_view text);
/// Median of values; nothing for none.
std::optional<double> median_of(std::vector<double> values);

}  // namespace planner::conform
