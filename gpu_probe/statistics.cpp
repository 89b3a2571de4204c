// Order statistics of a few repeated samples.
#include "gpu_probe/statistics.h"

#include <algorithm>
#include <cmath>

namespace planner::probe {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Summary summarize(const std::vector<double>& samples) {
  if (samples.empty()) return {};
  Summary summary;
  summary.n = static_cast<int>(samples.size());
  summary.median = median(samples);
  const auto [low, high] = std::ranges::minmax_element(samples);
  summary.min = *low;
  summary.max = *high;
  std::vector<double> deviations;
  for (const double sample : samples) deviations.push_back(std::abs(sample - summary.median));
  summary.mad = median(std::move(deviations));
  return summary;
}

}  // namespace planner::probe
