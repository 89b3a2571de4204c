// Order statistics of a few repeated samples.
#pragma once

#include <vector>

namespace planner::probe {

/// Median of at least one value; the mean of the two middle ones for an even count.
double median(std::vector<double> values);

/// n, median, extremes and the median absolute deviation. All zero for no samples.
struct Summary {
  int n = 0;
  double median = 0, min = 0, max = 0, mad = 0;

  /// mad / median, 0 where the median is 0.
  double spread() const { return median != 0 ? mad / median : 0; }
};

Summary summarize(const std::vector<double>& samples);

}  // namespace planner::probe
