// The report in the Prometheus text format, for a node exporter's text file collector.
#include <iomanip>
#include <limits>
#include <map>

#include "gpu_probe/report.h"

namespace planner::probe {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '"') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result;
}

std::string labels(const Result& result) {
  std::string text = "metric=\"" + std::string(info(result.task.metric).name) + "\",unit=\"" +
                     std::string(info(result.task.metric).unit) + "\"";
  if (result.task.gpu >= 0) text += ",gpu=\"" + std::to_string(result.task.gpu) + "\"";
  if (result.task.peer >= 0) text += ",peer=\"" + std::to_string(result.task.peer) + "\"";
  return text;
}

/// A burn-in measures things repeatedly, a series may appear once: the latest figure of each.
std::map<std::string, const Result*> latest(const Report& report) {
  std::map<std::string, const Result*> results;
  for (const Result& result : report.results) results[labels(result)] = &result;
  return results;
}

void heading(std::ostream& out, std::string_view name, std::string_view help) {
  out << "# HELP " << name << " " << help << "\n# TYPE " << name << " gauge\n";
}

}  // namespace

void write_prometheus(const Report& report, std::ostream& out) {
  out << std::setprecision(std::numeric_limits<double>::digits10);
  heading(out, "planner_probe_gpu_info", "GPUs found, always 1.");
  for (const GpuFacts& gpu : report.inventory.gpus) {
    out << "planner_probe_gpu_info{gpu=\"" << gpu.index << "\",name=\"" << escaped(gpu.name) << "\",bus_id=\""
        << escaped(gpu.bus_id) << "\"} 1\n";
  }
  heading(out, "planner_probe_value", "Measured figure, in the unit of its label.");
  const std::map<std::string, const Result*> results = latest(report);
  for (const auto& [label, result] : results) {
    if (result->judgement.value) out << "planner_probe_value{" << label << "} " << *result->judgement.value << "\n";
  }
  heading(out, "planner_probe_expected", "Expected figure.");
  for (const auto& [label, result] : results) {
    if (result->judgement.expected)
      out << "planner_probe_expected{" << label << "} " << result->judgement.expected->value << "\n";
  }
  heading(out, "planner_probe_verdict", "1 for the verdict that the label names.");
  for (const auto& [label, result] : results) {
    out << "planner_probe_verdict{" << label << ",verdict=\"" << name_of(result->judgement.verdict) << "\"} 1\n";
  }
  heading(out, "planner_probe_check", "1 for the verdict of a check.");
  for (const Check& check : report.checks) {
    out << "planner_probe_check{check=\"" << check.id << "\",gpu=\"" << check.gpu << "\",verdict=\""
        << name_of(check.verdict) << "\"} 1\n";
  }
  heading(out, "planner_probe_outcome", "1 for the verdict of the whole run.");
  out << "planner_probe_outcome{outcome=\"" << name_of(report.outcome) << "\",level=\"" << name_of(report.level)
      << "\"} 1\n";
}

}  // namespace planner::probe
