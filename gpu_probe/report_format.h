// Parts of the text report that the layouts for few and for many GPUs share.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/report.h"

namespace planner::probe {

/// Four significant figures or so, "-" for nothing.
std::string format_number(std::optional<double> value);
std::string upper_case(std::string_view name);
/// "0-3, 6".
std::string format_gpus(const std::vector<int>& gpus);
/// Formats like printf, at most 200 characters.
std::string format(const char* text, ...) __attribute__((format(printf, 1, 2)));

/// Seconds of a step of the plan, by the longest of the queues that ran at once.
struct StepTime {
  std::string_view name;
  double seconds = 0;
};
/// Steps that were measured, in order; empty for simulations and recordings, which take no time.
std::vector<StepTime> step_times(const Report& report);

/// Lines of at most 100 columns, those after the first indented; each ends with a line feed.
std::string wrapped(const std::string& text, std::size_t indent);

/// One measurement as a line without its reason.
std::string result_line(const Result& result);
/// The same with its reason, and hints below it.
void write_result(const Result& result, std::ostream& out);
void write_result_heading(std::ostream& out);
/// The layout for three GPUs and more: GPUs as columns, pairs as a matrix, at most 100 columns wide.
void write_many(const Report& report, std::ostream& out);

}  // namespace planner::probe
