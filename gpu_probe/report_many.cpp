// The text report for three GPUs and more: GPUs as columns, pairs as a matrix, then what is shared, then findings.
#include <algorithm>
#include <map>
#include <set>

#include "gpu_probe/contention.h"
#include "gpu_probe/report_format.h"

namespace planner::probe {
namespace {

constexpr std::size_t kColumns = 8;  ///< GPUs side by side
constexpr int kMostListed = 8;       ///< findings of one kind that are listed one by one

std::string mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::fail:
      return "!";
    case Verdict::warn:
      return "*";
    case Verdict::inconclusive:
      return "?";
    case Verdict::pass:
    case Verdict::skip:
      break;
  }
  return "";
}

class ManyWriter {
 public:
  ManyWriter(const Report& report, std::ostream& out) : report_(report), out_(out) {}

  void write() {
    write_gpus();
    const std::size_t count = report_.inventory.gpus.size();
    for (std::size_t first = 0; first < count; first += kColumns)
      write_columns(first, std::min(first + kColumns, count));
    write_matrix();
    write_levels();
    write_shares();
    write_all();
    write_findings();
  }

 private:
  /// GPUs of one kind on a line.
  void write_gpus() {
    std::map<std::string, std::vector<int>> kinds;
    for (const GpuFacts& gpu : report_.inventory.gpus) {
      std::string kind = gpu.name + ", " + std::to_string(gpu.sm_count) + " SMs, " +
                         std::to_string(gpu.memory_bytes / 1'000'000'000) + " GB";
      if (gpu.power_limit_w) kind += ", " + format_number(gpu.power_limit_w) + " W";
      if (gpu.nvlink_links) kind += ", " + std::to_string(*gpu.nvlink_links) + " NVLinks";
      kinds[kind].push_back(gpu.index);
    }
    for (const auto& [kind, gpus] : kinds) out_ << "GPU " << format_gpus(gpus) << ": " << kind << "\n";
  }

  const Result* result(Metric metric, int gpu, int peer = -1) const {
    const Result* last = nullptr;  // of a burn-in, the last round
    for (const Result& r : report_.results) {
      if (r.task.metric == metric && r.task.gpu == gpu && r.task.peer == peer) last = &r;
    }
    return last;
  }

  static std::string cell(const Result* result, bool whole = false) {
    if (result == nullptr) return ".";
    const auto& value = result->judgement.value;
    const std::string text = whole && value && *value >= 10 ? format("%.0f", *value) : format_number(value);
    return text + mark_of(result->judgement.verdict);
  }

  void write_columns(std::size_t first, std::size_t last) {
    out_ << format("  %-21s %-6s %7s", "", "", "expect");
    for (std::size_t i = first; i < last; ++i) out_ << format("%7s", ("GPU " + std::to_string(i)).c_str());
    out_ << " range\n";
    for (const MetricInfo& metric : all_metrics()) {
      if (metric.scope == Scope::gpu) write_row(metric, first, last);
    }
  }

  void write_row(const MetricInfo& metric, std::size_t first, std::size_t last) {
    std::vector<double> values, expected;
    std::string cells;
    bool any = false;
    for (std::size_t i = first; i < last; ++i) {
      const Result* r = result(metric.metric, static_cast<int>(i));
      any = any || r != nullptr;
      cells += format("%7s", cell(r).c_str());
      if (r == nullptr) continue;
      if (r->judgement.value) values.push_back(*r->judgement.value);
      if (r->judgement.expected) expected.push_back(r->judgement.expected->value);
    }
    if (!any) return;
    out_ << format("  %-21s %-6s %7s", std::string(metric.title).c_str(), std::string(metric.unit).c_str(),
                   expected.empty() ? "-" : format_number(median(expected)).c_str())
         << cells;
    const Summary summary = summarize(values);
    if (summary.n > 1 && summary.median > 0)
      out_ << format(" %4.1f%%", (summary.max - summary.min) / summary.median * 100);
    out_ << "\n";
  }

  void write_matrix() {
    const std::vector<GpuFacts>& gpus = report_.inventory.gpus;
    const bool any =
        std::ranges::any_of(report_.results, [](const Result& r) { return r.task.metric == Metric::peer_copy; });
    if (!any) return;
    const bool wide = gpus.size() <= kColumns;
    out_ << "Peer copy, GB/s, from the row's GPU to the column's\n    ";
    for (const GpuFacts& to : gpus) out_ << format(wide ? "%8d" : "%6d", to.index);
    out_ << "\n";
    bool sampled = false;
    for (const GpuFacts& from : gpus) {
      out_ << format("  %2d", from.index);
      for (const GpuFacts& to : gpus) {
        const Result* r = from.index == to.index ? nullptr : result(Metric::peer_copy, from.index, to.index);
        sampled = sampled || (r == nullptr && from.index != to.index);
        const std::string text = from.index == to.index ? "-" : cell(r, !wide);
        out_ << format(wide ? "%8s" : "%6s", text.c_str());
      }
      out_ << "\n";
    }
    if (sampled) out_ << "  . not measured: of many GPUs a sample of pairs is\n";
  }

  /// What pairs at the same distance give.
  void write_levels() {
    for (const MetricInfo& metric : all_metrics()) {
      if (metric.scope != Scope::pair) continue;
      std::map<std::string, std::vector<double>> levels;
      for (const Result& r : report_.results) {
        const PairFacts* pair = report_.inventory.pair(r.task.gpu, r.task.peer);
        if (r.task.metric == metric.metric && r.judgement.value && pair != nullptr)
          levels[pair->level.empty() ? "?" : pair->level].push_back(*r.judgement.value);
      }
      for (const auto& [level, values] : levels) {
        const Summary s = summarize(values);
        out_ << format("  %-25s %-5s %3d pairs: %s to %s, median %s %s\n", std::string(metric.title).c_str(),
                       level.c_str(), s.n, format_number(s.min).c_str(), format_number(s.max).c_str(),
                       format_number(s.median).c_str(), std::string(metric.unit).c_str());
      }
    }
  }

  void write_shares() {
    const auto up = host_shares(report_, Metric::all_host_to_device);
    const auto down = host_shares(report_, Metric::all_device_to_host);
    if (up.empty() && down.empty()) return;
    out_ << "Host links, GB/s        to the GPU: alone  together   share     to the host: alone  together   share\n";
    for (const GpuFacts& gpu : report_.inventory.gpus)
      write_share("GPU " + std::to_string(gpu.index), {gpu.index}, up, down);
    std::vector<SharedPath> shared = switches_of(report_.inventory);
    std::vector<SharedPath> sockets = sockets_of(report_.inventory);
    if (sockets.size() > 1) std::ranges::move(sockets, std::back_inserter(shared));
    for (const SharedPath& path : shared)
      write_share(path.name + ": GPU " + format_gpus(path.gpus), path.gpus, up, down);
    std::vector<int> all;
    for (const GpuFacts& gpu : report_.inventory.gpus) all.push_back(gpu.index);
    write_share("all", all, up, down);
  }

  void write_share(const std::string& name, const std::vector<int>& gpus, const std::vector<HostShare>& up,
                   const std::vector<HostShare>& down) {
    const auto columns = [&](const std::vector<HostShare>& shares) {
      double alone = 0, together = 0;
      for (const HostShare& share : shares) {
        if (std::ranges::find(gpus, share.gpu) == gpus.end()) continue;
        alone += share.alone;
        together += share.together;
      }
      if (alone <= 0) return format("%10s%10s%8s", "-", "-", "-");
      return format("%10.1f%10.1f%7.0f%%", alone, together, together / alone * 100);
    };
    out_ << format("  %-30s", name.c_str()) << columns(up) << "          " << columns(down) << "\n";
  }

  void write_all() {
    bool heading = false;
    for (const Result& r : report_.results) {
      if (info(r.task.metric).scope != Scope::machine) continue;
      if (!heading) write_result_heading(out_);
      heading = true;
      out_ << result_line(r) << "\n";
      if (r.judgement.verdict != Verdict::pass && !r.judgement.reason.empty())
        out_ << wrapped("      " + r.judgement.reason, 6);
      write_hints(r.judgement.hints);
      const auto& expected = r.judgement.expected;
      const bool reduce = r.task.metric == Metric::all_reduce_ring || r.task.metric == Metric::all_reduce_nccl;
      if (reduce && r.judgement.value && expected && expected->basis_value > 0)
        out_ << format("      %.1f %% of the link: %s\n", *r.judgement.value / expected->basis_value * 100,
                       expected->basis.c_str());
    }
  }

  static bool is_finding(Verdict verdict) { return verdict != Verdict::pass && verdict != Verdict::skip; }

  void write_findings() {
    std::map<Metric, int> listed;
    for (const Result& r : report_.results) {
      if (info(r.task.metric).scope == Scope::machine || !is_finding(r.judgement.verdict)) continue;
      if (++listed[r.task.metric] > kMostListed) continue;
      std::string where = " on GPU " + std::to_string(r.task.gpu);
      if (r.task.peer >= 0) where = " GPU " + std::to_string(r.task.gpu) + " -> " + std::to_string(r.task.peer);
      write_finding(r.judgement.verdict, std::string(info(r.task.metric).title) + where, r.judgement.reason,
                    r.judgement.hints);
    }
    for (const auto& [metric, count] : listed) {
      if (count > kMostListed)
        out_ << "and " << count - kMostListed << " more of " << info(metric).title << ", marked above\n";
    }
    for (const Check& check : report_.checks) {
      if (is_finding(check.verdict))
        write_finding(check.verdict, check.id + " on GPU " + std::to_string(check.gpu), check.message, check.hints);
    }
  }

  void write_finding(Verdict verdict, const std::string& what, const std::string& message,
                     const std::vector<std::string>& hints) {
    out_ << wrapped(upper_case(name_of(verdict)) + " " + what + ": " + message, 6);
    write_hints(hints);
  }

  /// Each hint once: of many GPUs many say the same.
  void write_hints(const std::vector<std::string>& hints) {
    for (const std::string& hint : hints) {
      if (said_.insert(hint).second) out_ << wrapped("      likely: " + hint, 14);
    }
  }

  const Report& report_;
  std::ostream& out_;
  std::set<std::string> said_;
};

}  // namespace

void write_many(const Report& report, std::ostream& out) {
  ManyWriter(report, out).write();
  out << "marks: ! fail, * warn, ? undecided\n";
}

}  // namespace planner::probe
