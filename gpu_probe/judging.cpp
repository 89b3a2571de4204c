// From results to judgements, checks and outcome.
#include "gpu_probe/judging.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "gpu_probe/checks.h"
#include "gpu_probe/contention.h"
#include "gpu_probe/hints.h"

namespace planner::probe {
namespace {

bool host_share_metric(Metric metric) {
  return metric == Metric::all_host_to_device || metric == Metric::all_device_to_host;
}

std::string gigabytes(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

class Judge {
 public:
  Judge(Report& report, const RunInput& input) : report_(report), input_(input) {}

  void run() {
    recognise_nvlink();
    for (Result& result : report_.results) judge_one(result);
    for (const GpuFacts& gpu : report_.inventory.gpus) {
      if (is_selected(gpu.index)) check(gpu);
    }
    report_.outcome = outcome_of(report_);
  }

 private:
  bool is_selected(int gpu) const {
    return input_.selection.gpus.empty() ||
           std::ranges::find(input_.selection.gpus, gpu) != input_.selection.gpus.end();
  }

  const GpuFacts* facts(int gpu) const {
    if (gpu < 0 || gpu >= static_cast<int>(report_.inventory.gpus.size())) return nullptr;
    return &report_.inventory.gpus[static_cast<std::size_t>(gpu)];
  }

  /// A driver that shows no links (in a guest) is corrected by the copies: what is faster than the PCIe link can carry
  /// went over NVLink, if the model has it.
  void recognise_nvlink() {
    for (PairFacts& pair : report_.inventory.pairs) {
      const GpuReference* model = reference(pair.from);
      const auto copy = figure(Metric::peer_copy, pair.from, pair.to);
      const auto pcie = link(pair.from);
      const bool has_nvlink = model != nullptr && model->nvlink_gb_per_s.has_value();
      if (!copy || !pcie || !has_nvlink || !pair.peer_access || pair.level.starts_with("NV")) continue;
      if (*copy > 1.2 * raw_gb_per_s(*pcie)) pair.level = "NV?";
    }
  }

  const GpuReference* reference(int gpu) const {
    const GpuFacts* of = facts(gpu);
    return of != nullptr ? find_reference(input_.references, *of) : nullptr;
  }

  std::optional<PcieLink> link(int gpu) const {
    const GpuFacts* of = facts(gpu);
    if (of == nullptr) return std::nullopt;
    return expected_link(*of, reference(gpu), input_.planned_links);
  }

  /// Best figure of a metric on a GPU in this run.
  std::optional<double> figure(Metric metric, int gpu, int peer = -1) const {
    std::optional<double> best;
    for (const Result& result : report_.results) {
      if (result.task.metric != metric || result.task.gpu != gpu || (peer >= 0 && result.task.peer != peer)) continue;
      if (result.reading.samples.empty()) continue;
      best = std::max(best.value_or(0), figure_of(metric, summarize(result.reading.samples)));
    }
    return best;
  }

  std::map<std::string, double> measured(const Task& task) const {
    std::map<std::string, double> figures;
    const auto up = figure(Metric::host_to_device, task.gpu), down = figure(Metric::device_to_host, task.gpu);
    if (up && down) figures["mean_host_link"] = (*up + *down) / 2;
    if (const auto copy = task.peer >= 0 ? figure(Metric::peer_copy, task.gpu, task.peer) : std::nullopt)
      figures["peer_copy"] = *copy;
    std::vector<int> members = task.gpus;
    if (task.peer >= 0) members = {task.gpu, task.peer};
    double slowest = std::numeric_limits<double>::infinity(), fair_up = 0, fair_down = 0;
    for (const int gpu : members) {
      const auto to = figure(Metric::host_to_device, gpu), from = figure(Metric::device_to_host, gpu);
      if (!to || !from) return figures;
      slowest = std::min({slowest, *to, *from});
      fair_up += *to * share_of_all(gpu, members);
      fair_down += *from * share_of_all(gpu, members);
    }
    if (members.empty()) return figures;
    figures["slowest_host_link"] = slowest;
    figures["fair_host_to_device"] = fair_up;
    figures["fair_device_to_host"] = fair_down;
    return figures;
  }

  /// What remains of a GPU's link while all copy: by plan, else by the switches that they share.
  double share_of_all(int gpu, const std::vector<int>& gpus) const {
    const auto plan = std::ranges::find(input_.planned_links, gpu, &PlannedLink::gpu);
    if (plan != input_.planned_links.end() && plan->share_of_all) return *plan->share_of_all;
    return share_behind_switch(report_.inventory, gpu, gpus);
  }

  /// One narrow uplink hardly shows in the sum over many GPUs; it shows in those behind it.
  void judge_shares(Result& result) const {
    constexpr double least = 0.85;
    std::vector<int> slow;
    std::string words;
    for (const HostShare& share : host_shares(report_, result.task.metric)) {
      const double fair = share.alone * share_of_all(share.gpu, result.task.gpus);
      if (share.together >= least * fair) continue;
      words += (slow.empty() ? "" : "; ");
      words += gigabytes(share.together) + " of " + gigabytes(fair) + " GB/s on GPU " + std::to_string(share.gpu);
      slow.push_back(share.gpu);
    }
    Judgement& judgement = result.judgement;
    if (slow.empty() || (judgement.verdict != Verdict::pass && judgement.verdict != Verdict::warn)) return;
    judgement.verdict = Verdict::warn;
    judgement.reason = (judgement.reason.empty() ? "" : judgement.reason + ": ") + words;
  }

  /// The path that decides: of a pair, its own; of a group, the weakest between neighbours of the ring.
  const PairFacts* path(const Task& task) const {
    if (task.peer >= 0) return report_.inventory.pair(task.gpu, task.peer);
    const auto rank = [](const PairFacts& pair) {
      return pair.level.starts_with("NV") ? 2 + pair.nvlinks : !pair.peer_access ? 0 : 1;
    };
    const PairFacts* weakest = nullptr;
    for (std::size_t i = 0; i < task.gpus.size() && task.gpus.size() > 1; ++i) {
      const PairFacts* pair = report_.inventory.pair(task.gpus[i], task.gpus[(i + 1) % task.gpus.size()]);
      if (pair == nullptr) continue;
      const bool weaker =
          weakest == nullptr || rank(*pair) < rank(*weakest) || (rank(*pair) == rank(*weakest) && pair->level == "SYS");
      if (weaker) weakest = pair;
    }
    return weakest;
  }

  /// Median of the same metric on the other GPUs of the same name with the same expected link.
  std::optional<double> peers(const Result& result) const {
    const Task& task = result.task;
    const GpuFacts* own = facts(task.gpu);
    if (own == nullptr || info(task.metric).scope != Scope::gpu || task.metric == Metric::memory_pattern)
      return std::nullopt;
    std::vector<double> others;
    for (const Result& other : report_.results) {
      if (other.task.metric != task.metric || other.task.gpu == task.gpu || other.reading.samples.empty()) continue;
      const GpuFacts* beside = facts(other.task.gpu);
      if (beside == nullptr || beside->name != own->name || link(other.task.gpu) != link(task.gpu)) continue;
      others.push_back(figure_of(task.metric, summarize(other.reading.samples)));
    }
    if (others.empty()) return std::nullopt;
    return median(std::move(others));
  }

  void judge_one(Result& result) {
    const Task& task = result.task;
    const int first = task.gpu >= 0 ? task.gpu : task.gpus.empty() ? -1 : task.gpus.front();
    const PairFacts* pair = path(task);
    const Subject subject{task, result.reading, facts(first), reference(first), link(first), pair, measured(task)};
    result.judgement = judge(task, result.reading, expected_for(built_in_expectations(), subject), peers(result));
    if (host_share_metric(task.metric)) judge_shares(result);
    if (pair != nullptr && !pair->peer_access && result.judgement.verdict == Verdict::inconclusive &&
        !result.judgement.expected && result.reading.status == ReadingStatus::measured) {
      result.judgement.verdict = Verdict::skip;
      result.judgement.reason = "no peer access: staged through host memory, for information";
    }
    result.judgement.hints = hints_for({result, facts(first), pair, link(first)});
  }

  void check(const GpuFacts& gpu) {
    const auto index = static_cast<std::size_t>(gpu.index);
    const Counters none;
    const bool planned =
        std::ranges::any_of(input_.planned_links, [&](const PlannedLink& p) { return p.gpu == gpu.index; });
    GpuCheckInput input{gpu,
                        reference(gpu.index),
                        link(gpu.index),
                        planned,
                        index < report_.counter_increase.size() ? report_.counter_increase[index] : none,
                        report_.seconds / 60,
                        {}};
    for (const Result& result : report_.results) {
      if (result.task.gpu == gpu.index) input.results.push_back(&result);
    }
    std::ranges::move(check_gpu(input), std::back_inserter(report_.checks));
  }

  Report& report_;
  const RunInput& input_;
};

}  // namespace

const PairFacts* Inventory::pair(int from, int to) const {
  const auto found = std::ranges::find_if(pairs, [&](const PairFacts& p) { return p.from == from && p.to == to; });
  return found == pairs.end() ? nullptr : &*found;
}

std::optional<PcieLink> expected_link(const GpuFacts& facts, const GpuReference* reference,
                                      const std::vector<PlannedLink>& planned) {
  const auto gen = reference != nullptr && reference->pcie_gen ? reference->pcie_gen : facts.link.card_gen;
  const auto width = reference != nullptr && reference->pcie_width ? reference->pcie_width : facts.link.max_width;
  const auto plan = std::ranges::find(planned, facts.index, &PlannedLink::gpu);
  if (plan != planned.end()) {
    return PcieLink{std::min(plan->link.gen, gen.value_or(plan->link.gen)),
                    std::min(plan->link.width, width.value_or(plan->link.width))};
  }
  if (!gen || !width) return std::nullopt;
  // Without a plan the slot's own limit is taken from the driver; the width must be the card's.
  return PcieLink{std::min(*gen, facts.link.max_gen.value_or(*gen)), *width};
}

void judge_report(Report& report, const RunInput& input) {
  Judge(report, input).run();
}

}  // namespace planner::probe
