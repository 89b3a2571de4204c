// The report for a terminal: for one or two GPUs a table each, then links, checks and hints.
#include <map>

#include "gpu_probe/report.h"
#include "gpu_probe/report_format.h"

namespace planner::probe {
namespace {

void write_gpu_heading(const GpuFacts& gpu, std::ostream& out) {
  out << "GPU " << gpu.index << "  " << gpu.name << "  " << gpu.bus_id << "  " << gpu.sm_count << " SMs, "
      << gpu.memory_bytes / 1'000'000'000 << " GB";
  if (gpu.power_limit_w) out << ", " << format_number(gpu.power_limit_w) << " W";
  out << "\n";
}

void write_checks(const Report& report, int gpu, std::ostream& out) {
  for (const Check& check : report.checks) {
    if (check.gpu != gpu) continue;
    out << "  " << upper_case(name_of(check.verdict)) << " " << check.id << ": " << check.message << "\n";
    if (check.verdict == Verdict::pass || check.verdict == Verdict::skip) continue;
    for (const std::string& hint : check.hints) out << "      likely: " << hint << "\n";
  }
}

void write_few(const Report& report, std::ostream& out) {
  for (const GpuFacts& gpu : report.inventory.gpus) {
    write_gpu_heading(gpu, out);
    bool any = false;
    for (const Result& result : report.results) {
      if (info(result.task.metric).scope != Scope::gpu || result.task.gpu != gpu.index) continue;
      if (!any) write_result_heading(out);
      any = true;
      write_result(result, out);
    }
    write_checks(report, gpu.index, out);
  }
  bool heading = false;
  for (const Result& result : report.results) {
    if (info(result.task.metric).scope == Scope::gpu) continue;
    if (!heading) out << "Between GPUs\n";
    heading = true;
    write_result(result, out);
  }
}

void write_times(const Report& report, std::ostream& out) {
  const char* separator = "time: ";
  for (const StepTime& step : step_times(report)) {
    out << separator << step.name << " " << format_number(step.seconds) << " s";
    separator = ", ";
  }
  if (*separator == ',') out << "\n";
}

void write_counts(const Report& report, std::ostream& out) {
  std::map<Verdict, int> counts;
  for (const Result& result : report.results) ++counts[result.judgement.verdict];
  for (const Check& check : report.checks) ++counts[check.verdict];
  out << "verdict: " << name_of(report.outcome) << " (";
  const char* separator = "";
  for (const auto& [verdict, count] : counts) {
    out << separator << count << " " << name_of(verdict);
    separator = ", ";
  }
  out << ")";
  if (report.interrupted) out << ", interrupted: this report is partial";
  if (report.seconds > 0) out << ", " << format_number(report.seconds) << " s";
  out << "\n";
}

}  // namespace

void write_text(const Report& report, std::ostream& out) {
  for (const std::string& note : report.inventory.notes) out << "note: " << note << "\n";
  constexpr std::size_t most_tables = 2;
  if (report.inventory.gpus.size() > most_tables)
    write_many(report, out);
  else
    write_few(report, out);
  write_times(report, out);
  write_counts(report, out);
}

}  // namespace planner::probe
