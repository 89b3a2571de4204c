// Runs a simulated machine from its one-line spec and returns the judged report.
#pragma once

#include <atomic>
#include <sstream>
#include <string>

#include "gpu_probe/runner.h"
#include "gpu_probe/sim_device.h"

namespace planner::probe {

inline Report simulate(const std::string& spec, Level level = Level::standard, std::vector<PlannedLink> planned = {}) {
  std::string problem;
  auto machine = parse_sim_spec(spec, problem);
  if (!machine) throw std::runtime_error(problem);
  RunInput input;
  input.level = level;
  input.references = {reference_of(*machine->model)};
  input.planned_links = std::move(planned);
  const auto device = make_sim_device(*machine);
  std::ostringstream nowhere;
  Progress progress(nowhere, Progress::Style::none, 0);
  const std::atomic<bool> stop{false};
  return run(*device, input, progress, stop);
}

/// The result of a metric on a GPU (or from it to a peer), or null.
inline const Result* find(const Report& report, Metric metric, int gpu = -1, int peer = -1) {
  for (const Result& result : report.results) {
    if (result.task.metric == metric && result.task.gpu == gpu && (peer < 0 || result.task.peer == peer))
      return &result;
  }
  return nullptr;
}

inline const Check* find(const Report& report, const std::string& check, int gpu) {
  for (const Check& c : report.checks) {
    if (c.id == check && c.gpu == gpu) return &c;
  }
  return nullptr;
}

inline bool any_hint(const std::vector<std::string>& hints, const std::string& part) {
  for (const std::string& hint : hints) {
    if (hint.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace planner::probe
