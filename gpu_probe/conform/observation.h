// What people and test tools say that no snapshot of the machine holds: complaints, burn-in runs, collective and copy
// benchmarks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/conform/symptom.h"

namespace planner::conform {

/// A complaint as it was told.
struct Complaint {
  const Symptom* symptom = nullptr;
  std::string told;
  bool hard = false;  ///< it proves by itself that something is wrong: the symptom does, or it is slower by four times
};

/// One run of a test tool.
struct TestRun {
  std::string tool;  ///< "gpu_burn", "nccl-tests", "dcgmi diag"
  std::string name;  ///< of the test, or empty
  int gpu = -1;      ///< or -1 for all
  /// "passed", "failed", "no-work" (it ended without having done anything), "busy" (it refused, others were running),
  /// "data-errors", "skipped".
  std::string outcome;
  std::string detail;  ///< the line that says so
};

/// A figure of a benchmark; GB/s unless `unit` says otherwise.
struct BenchFigure {
  std::string tool, metric;
  int gpu = -1;
  std::optional<int> node;  ///< NUMA node that the process was bound to
  double value = 0;
  std::string unit = "GB/s";
};

struct Observed {
  std::vector<Complaint> complaints;
  std::vector<TestRun> runs;
  std::vector<BenchFigure> figures;
  std::optional<bool> acs_redirect;         ///< ACSCtl of some bridge, without saying of which
  bool peer_switch_helps = false;           ///< somebody found that it works with peer transfers switched off
  std::vector<std::string> not_understood;  ///< complaints in which no known symptom was recognised
};

/// Reads what a person tells; every sentence in which no symptom is recognised is kept as not understood.
void add_complaint(std::string_view told, Observed& observed);

/// Reads the output of gpu_burn, nccl-tests, CUDA's bandwidthTest and messages of the firmware. Returns whether any of
/// it was recognised. Never throws; reads at most the first 4 MB.
bool read_tool_output(std::string_view text, Observed& observed);

}  // namespace planner::conform
