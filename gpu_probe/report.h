// The result of a probe run, and its three written forms.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/device.h"
#include "gpu_probe/pcie_link.h"
#include "gpu_probe/verdict.h"

namespace planner::probe {

/// One measurement with everything that was seen while it ran.
struct Result {
  Task task;
  Reading reading;
  LoadSummary load;
  Judgement judgement;
  double seconds = 0;  ///< it took
};

/// A finding about a GPU that no single measurement carries: its link, power limit, counters, health.
struct Check {
  std::string id;  ///< stable: "link_width", "power_limit", ...
  int gpu = -1;
  Verdict verdict = Verdict::pass;
  std::string message;  ///< what was found, with the numbers
  std::vector<std::string> hints;
};

enum class Outcome : std::uint8_t { pass, pass_with_warnings, fail, incomplete };

struct Report {
  Level level = Level::quick;
  Inventory inventory;
  std::vector<Result> results;
  std::vector<Check> checks;
  std::vector<Counters> counter_increase;  ///< by GPU
  double seconds = 0;
  bool interrupted = false;
  bool abandoned = false;  ///< a measurement did not come back; see `run`
  Outcome outcome = Outcome::incomplete;
};

/// The run's verdict: fail if anything fails; incomplete if it was interrupted or anything required is undecided.
Outcome outcome_of(const Report& report);
std::string_view name_of(Outcome outcome);
/// 0 pass, 1 fail, 4 incomplete, 130 interrupted.
int exit_code_of(const Report& report);

void write_text(const Report& report, std::ostream& out);
/// JSON with raw samples; `format_version` 1.0, numbers are numbers or null. No identifiers of the machine.
void write_json(const Report& report, std::ostream& out);
/// Prometheus text exposition format, metrics `planner_probe_*`.
void write_prometheus(const Report& report, std::ostream& out);

}  // namespace planner::probe
