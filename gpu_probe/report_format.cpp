// Numbers, lists of GPUs, times and lines of the text report.
#include "gpu_probe/report_format.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <map>

namespace planner::probe {
namespace {

constexpr std::array<std::string_view, 5> kSteps{"arithmetic and memory", "host links", "pairs", "all GPUs", "load"};

std::size_t step_of(Metric metric) {
  switch (info(metric).scope) {
    case Scope::pair:
      return 2;
    case Scope::machine:
      return 3;
    case Scope::gpu:
      break;
  }
  if (is_host_link(metric) || metric == Metric::host_bidirectional) return 1;
  return metric == Metric::sustained_load || metric == Metric::pulsed_load ? 4 : 0;
}

}  // namespace

std::string format(const char* text, ...) {
  std::array<char, 200> buffer{};
  va_list arguments;
  va_start(arguments, text);
  std::vsnprintf(buffer.data(), buffer.size(), text, arguments);
  va_end(arguments);
  return buffer.data();
}

std::string format_number(std::optional<double> value) {
  if (!value) return "-";
  if (*value == 0) return "0";
  return format(*value >= 1000 ? "%.0f" : *value >= 100 ? "%.1f" : *value >= 1 ? "%.2f" : "%.3f", *value);
}

std::string upper_case(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return text;
}

std::string format_gpus(const std::vector<int>& gpus) {
  std::string text;
  for (std::size_t i = 0; i < gpus.size();) {
    std::size_t last = i;
    while (last + 1 < gpus.size() && gpus[last + 1] == gpus[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(gpus[i]);
    if (last > i) text += (last == i + 1 ? ", " : "-") + std::to_string(gpus[last]);
    i = last + 1;
  }
  return text;
}

std::vector<StepTime> step_times(const Report& report) {
  std::array<std::map<int, double>, kSteps.size()> by_queue;
  for (const Result& result : report.results) {
    const std::size_t step = step_of(result.task.metric);
    const bool at_once = step == 0 || step == 4;
    by_queue[step][at_once ? result.task.gpu : -1] += result.seconds;
  }
  std::vector<StepTime> times;
  for (std::size_t step = 0; step < kSteps.size(); ++step) {
    double longest = 0;
    for (const auto& [queue, seconds] : by_queue[step]) longest = std::max(longest, seconds);
    if (longest > 0) times.push_back({kSteps[step], longest});
  }
  return times;
}

void write_result_heading(std::ostream& out) {
  out << format("  %-28s %9s %-6s %9s %6s  %7s  %s\n", "", "measured", "", "expected", "of it", "spread", "verdict");
}

std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t columns = 100;
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t room = columns - (out.empty() ? 0 : indent);
    std::size_t end = text.size() - at <= room ? text.size() : text.rfind(' ', at + room);
    if (end == std::string::npos || end <= at) end = std::min(text.size(), at + room);
    if (!out.empty()) out += std::string(indent, ' ');
    out += text.substr(at, end - at) + "\n";
    at = end < text.size() && text[end] == ' ' ? end + 1 : end;
  }
  return out;
}

std::string result_line(const Result& result) {
  const Judgement& j = result.judgement;
  const Summary summary = summarize(result.reading.samples);
  std::string name(info(result.task.metric).title);
  if (result.task.peer >= 0) name += " " + std::to_string(result.task.gpu) + "->" + std::to_string(result.task.peer);
  std::optional<double> share;
  if (j.value && j.expected && j.expected->value > 0) share = *j.value / j.expected->value * 100;
  return format(
      "  %-28s %9s %-6s %9s %6s  %7s  %s", name.c_str(), format_number(j.value).c_str(),
      j.value ? std::string(info(result.task.metric).unit).c_str() : "",
      j.expected ? format_number(j.expected->value).c_str() : "-", share ? (format_number(share) + "%").c_str() : "-",
      summary.n > 1 ? format("%.2f%%", summary.spread() * 100).c_str() : "", upper_case(name_of(j.verdict)).c_str());
}

void write_result(const Result& result, std::ostream& out) {
  const Judgement& j = result.judgement;
  out << result_line(result);
  if (j.verdict != Verdict::pass && !j.reason.empty()) out << ": " << j.reason;
  out << "\n";
  for (const std::string& hint : j.hints) out << "      likely: " << hint << "\n";
}

}  // namespace planner::probe
