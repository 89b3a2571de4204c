// Judging one measurement: a pure function of what was expected and what was found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/expectations.h"
#include "gpu_probe/statistics.h"

namespace planner::probe {

enum class Verdict : std::uint8_t {
  pass,
  warn,
  fail,
  skip,          ///< does not apply, or informs only; never counts as a pass
  inconclusive,  ///< applies, but could not be decided
};

std::string_view name_of(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::skip;
  std::optional<double> value;  ///< the figure that was judged: the median, for links the best sample
  std::optional<Expected> expected;
  std::optional<double> peers;     ///< median of the same figure of the identical GPUs beside it
  std::string reason;              ///< why the verdict is not a pass
  std::vector<std::string> hints;  ///< likely causes and next steps
};

/// The figure of a metric: links only lose by interference, so their best sample counts; else the median.
double figure_of(Metric metric, const Summary& summary);

/// True if the samples scatter too much to be judged (median absolute deviation over 3 %, for arithmetic 5 %).
bool is_unstable(Metric metric, const Summary& summary);

/// Judges a reading. `peers` is the median figure of identical GPUs, nothing without any.
/// Monotone: with all else equal a higher figure, up to the upper bound, never gets a worse verdict.
Judgement judge(const Task& task, const Reading& reading, const std::optional<Expected>& expected,
                std::optional<double> peers);

}  // namespace planner::probe
