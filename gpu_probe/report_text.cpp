// The report for a terminal: one table a GPU, then links, checks and hints.
#include <array>
#include <cstdio>
#include <map>

#include "gpu_probe/progress.h"
#include "gpu_probe/report.h"

namespace planner::probe {
namespace {

std::string number(std::optional<double> value) {
  if (!value) return "-";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(),
                *value >= 1000  ? "%.0f"
                : *value >= 100 ? "%.1f"
                : *value >= 1   ? "%.2f"
                                : "%.3f",
                *value);
  return text.data();
}

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return text;
}

void write_row(const Result& result, std::ostream& out) {
  const Judgement& j = result.judgement;
  const Summary summary = summarize(result.reading.samples);
  std::string name(info(result.task.metric).title);
  if (result.task.peer >= 0) name += " " + std::to_string(result.task.gpu) + "->" + std::to_string(result.task.peer);
  std::array<char, 32> spread{};
  if (summary.n > 1) std::snprintf(spread.data(), spread.size(), "%.2f%%", summary.spread() * 100);
  std::optional<double> share;
  if (j.value && j.expected && j.expected->value > 0) share = *j.value / j.expected->value * 100;
  std::array<char, 200> line{};
  std::snprintf(line.data(), line.size(), "  %-28s %9s %-6s %9s %6s  %7s  %s", name.c_str(), number(j.value).c_str(),
                j.value ? std::string(info(result.task.metric).unit).c_str() : "",
                j.expected ? number(j.expected->value).c_str() : "-", share ? (number(share) + "%").c_str() : "-",
                spread.data(), upper(name_of(j.verdict)).c_str());
  out << line.data();
  if (j.verdict != Verdict::pass && !j.reason.empty()) out << ": " << j.reason;
  out << "\n";
  for (const std::string& hint : j.hints) out << "      likely: " << hint << "\n";
}

void write_gpu_heading(const GpuFacts& gpu, std::ostream& out) {
  out << "GPU " << gpu.index << "  " << gpu.name << "  " << gpu.bus_id << "  " << gpu.sm_count << " SMs, "
      << gpu.memory_bytes / 1'000'000'000 << " GB";
  if (gpu.power_limit_w) out << ", " << number(gpu.power_limit_w) << " W";
  out << "\n";
}

void write_heading(std::ostream& out) {
  std::array<char, 200> line{};
  std::snprintf(line.data(), line.size(), "  %-28s %9s %-6s %9s %6s  %7s  %s\n", "", "measured", "", "expected",
                "of it", "spread", "verdict");
  out << line.data();
}

void write_checks(const Report& report, int gpu, std::ostream& out) {
  for (const Check& check : report.checks) {
    if (check.gpu != gpu) continue;
    out << "  " << upper(name_of(check.verdict)) << " " << check.id << ": " << check.message << "\n";
    if (check.verdict == Verdict::pass || check.verdict == Verdict::skip) continue;
    for (const std::string& hint : check.hints) out << "      likely: " << hint << "\n";
  }
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
  if (report.seconds > 0) out << ", " << number(report.seconds) << " s";
  out << "\n";
}

}  // namespace

void write_text(const Report& report, std::ostream& out) {
  for (const std::string& note : report.inventory.notes) out << "note: " << note << "\n";
  for (const GpuFacts& gpu : report.inventory.gpus) {
    write_gpu_heading(gpu, out);
    bool any = false;
    for (const Result& result : report.results) {
      if (info(result.task.metric).scope != Scope::gpu || result.task.gpu != gpu.index) continue;
      if (!any) write_heading(out);
      any = true;
      write_row(result, out);
    }
    write_checks(report, gpu.index, out);
  }
  bool heading = false;
  for (const Result& result : report.results) {
    if (info(result.task.metric).scope == Scope::gpu) continue;
    if (!heading) out << "Between GPUs\n";
    heading = true;
    write_row(result, out);
  }
  write_counts(report, out);
}

}  // namespace planner::probe
