// Tables of figures with numbered rows and columns, as nvbandwidth and p2pBandwidthLatencyTest print them.
#pragma once

#include <string_view>

#include "gpu_probe/machine/measurement.h"

namespace planner::machine {

/// Takes the lines of one table: first the column numbers, then rows "0  N/A  172.32".
class MeasurementTable {
 public:
  bool started() const { return started_; }
  /// False if the line does not belong to the table; one that had begun is then over.
  bool line(std::string_view line, Measurement& to);

 private:
  bool started_ = false, over_ = false;
};

}  // namespace planner::machine
