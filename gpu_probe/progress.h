// Progress on standard error: what is measured on which GPU, time gone and time left.
#pragma once

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

#include "gpu_probe/device.h"

namespace planner::probe {

/// Thread-safe. On a terminal it rewrites one line; elsewhere it writes a line for each measurement.
class Progress {
 public:
  enum class Style { none, lines, terminal };
  Progress(std::ostream& out, Style style, double expected_seconds);
  void start(const Task& task);
  /// Ends the rewritten line.
  void close();

 private:
  void show(const Task& task);
  std::ostream& out_;
  Style style_;
  double expected_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

/// "tensor BF16 on GPU 3", "peer copy GPU 0 -> 1", "all-reduce bus, own ring".
std::string describe(const Task& task);

}  // namespace planner::probe
