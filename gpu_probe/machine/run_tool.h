// Runs another program for its output, with a time limit.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace planner::machine {

struct ToolOutput {
  bool started = false;    ///< no: it is not installed
  bool timed_out = false;  ///< it was ended
  std::string text;        ///< standard output and error, at most 8 MiB
};

/// Runs `command` (found on the PATH, without a shell, in the C locale).
ToolOutput run_tool(const std::vector<std::string>& command, std::chrono::milliseconds limit);

}  // namespace planner::machine
