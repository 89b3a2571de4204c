// The command `planner probe`: the one entry point that the command line calls.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "gpu_probe/runner.h"

namespace planner::probe {

enum class Format : std::uint8_t { text, json, prometheus };

struct ProbeOptions {
  Level level = Level::quick;
  double burn_in_minutes = 30;
  std::vector<int> gpus;                   ///< indices in PCI bus order; empty: all
  std::vector<std::string> only;           ///< metric names; empty: all of the level
  std::string output;                      ///< file for the JSON report, whole or not at all; empty: none
  Format format = Format::text;            ///< of standard output
  std::string device = "cuda";             ///< "cuda", "sim:SPEC" or "replay:FILE"
  bool quiet = false;                      ///< no progress
  bool terminal = false;                   ///< the error stream is a terminal
  std::vector<GpuReference> references;    ///< from the catalog; for a simulation its own model is added
  std::vector<PlannedLink> planned_links;  ///< from a build plan
};

/// Measures and reports. Report on `out`, progress and problems on `err`. Ctrl-C ends the run and leaves a valid
/// partial report. Returns the exit code: 0 sound, 1 something fails, 2 bad usage, 4 undecided or nothing to measure,
/// 70 internal error, 130 interrupted.
int run_probe(const ProbeOptions& options, std::ostream& out, std::ostream& err);

/// True if this program was built with the CUDA measurements.
bool has_cuda_measurements();

}  // namespace planner::probe
