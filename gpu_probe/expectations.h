// Expected values: data from catalog/expectations/, applied to a GPU's facts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/device.h"
#include "gpu_probe/pcie_link.h"
#include "gpu_probe/reference.h"

namespace planner::probe {

/// A row of the data: `fraction` of a basis for the GPUs that it fits. Empty conditions fit all.
struct ExpectationRow {
  Metric metric = Metric::memory_read;
  std::string basis;  ///< what the fraction is of; see `Basis` in expectations.cpp
  double fraction = 1;
  double warn = 0.95, fail = 0.85;  ///< of the expected value
  std::optional<double> upper;      ///< of the basis; above it a value is implausible
  std::vector<std::string> architectures, memory_types, names, methods;
  std::optional<int> pcie_gen;
  std::string link;  ///< "nvlink", "pcie" or "sockets": the path between two GPUs
  std::string source;
  int line = 0;
};

/// Operations per clock and SM of an architecture; an FMA counts as 2.
struct RateRow {
  std::string capability;               ///< "9.0"
  std::string family;                   ///< "geforce", "professional", or empty for both
  std::map<std::string, double> rates;  ///< by number format: "fp32", "fp16", ..., "fp64_tensor"
};

struct Expectations {
  std::vector<ExpectationRow> rows;
  std::vector<RateRow> rates;
};

/// Reads the data; messages go to `problems` ("file:line: ..."), rows with problems are left out.
Expectations parse_expectations(std::string_view text, const std::string& file, std::vector<std::string>& problems);
/// The data that this program was built with; has no problems (a test proves it).
const Expectations& built_in_expectations();

/// What is known about the thing measured.
struct Subject {
  const Task& task;
  const Reading& reading;
  const GpuFacts* gpu = nullptr;  ///< of Scope::gpu, or the first of a pair or group
  const GpuReference* reference = nullptr;
  std::optional<PcieLink> link;  ///< what slot and card should give
  const PairFacts* pair = nullptr;
  std::map<std::string, double> measured;  ///< figures already taken: a metric's name, for pairs "slowest_host_link"
};

/// Thresholds in the metric's unit.
struct Expected {
  double value = 0, warn_below = 0, fail_below = 0;
  std::optional<double> implausible_above;
  std::string basis;       ///< for people: "4800 GB/s datasheet x 0.95"
  double basis_value = 0;  ///< what the fraction is of
};

/// The expected value, or nothing where neither data nor facts give one.
std::optional<Expected> expected_for(const Expectations& data, const Subject& subject);

/// Operations per clock and SM of a metric on a GPU, if its architecture is known.
std::optional<double> rate_per_clock(const Expectations& data, const GpuFacts& gpu, Metric metric);

}  // namespace planner::probe
