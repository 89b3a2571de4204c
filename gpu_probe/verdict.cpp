// Verdict of one measurement.
#include "gpu_probe/verdict.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace planner::probe {
namespace {

constexpr double kPeerShare = 0.90, kPeerShareMemory = 0.95;

bool is_link(Metric metric) {
  return is_host_link(metric) || metric == Metric::host_bidirectional || metric == Metric::peer_copy ||
         metric == Metric::peer_bidirectional || metric == Metric::all_host_to_device ||
         metric == Metric::all_device_to_host;
}

std::string text_of(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), value >= 100 ? "%.0f" : "%.3g", value);
  return text.data();
}

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", share * 100);
  return text.data();
}

/// Verdicts that need no figure; nothing if the figure decides.
std::optional<Judgement> without_figure(const Task& task, const Reading& reading) {
  const bool required = info(task.metric).required;
  const auto judgement = [](Verdict verdict, std::string reason) {
    Judgement j;
    j.verdict = verdict;
    j.reason = std::move(reason);
    return j;
  };
  if (reading.errors != 0) {
    return judgement(Verdict::fail, std::to_string(reading.errors) + " results differ from their known value");
  }
  switch (reading.status) {
    case ReadingStatus::skipped:
      return judgement(Verdict::skip, reading.reason);
    case ReadingStatus::failed:
      return judgement(Verdict::inconclusive, "could not be measured: " + reading.reason);
    case ReadingStatus::gpu_lost:
      return judgement(Verdict::fail, "the GPU was lost: " + reading.reason);
    case ReadingStatus::interrupted:
      return judgement(Verdict::inconclusive, "interrupted");
    case ReadingStatus::measured:
      break;
  }
  if (reading.samples.empty()) return judgement(Verdict::inconclusive, "no samples were taken");
  if (required && !reading.verified && task.metric != Metric::memory_write) {
    return judgement(Verdict::inconclusive, "results were not verified");
  }
  return std::nullopt;
}

void compare_with_expected(Metric metric, const Summary& summary, const Expected& expected, Judgement& judgement) {
  const double value = *judgement.value;
  const std::string& unit = std::string(info(metric).unit);
  const std::string against = text_of(value) + " " + unit + " is " + percent(value / expected.value) +
                              " of the expected " + text_of(expected.value) + " " + unit;
  if (expected.implausible_above && value > *expected.implausible_above) {
    judgement.verdict = Verdict::inconclusive;
    judgement.reason = "more than is believable: " + against;
  } else if (value < expected.fail_below) {
    judgement.verdict = Verdict::fail;
    judgement.reason = against;
  } else if (is_unstable(metric, summary)) {
    judgement.verdict = Verdict::warn;
    judgement.reason = "unstable: samples scatter by " + percent(summary.spread());
  } else if (value < expected.warn_below) {
    judgement.verdict = Verdict::warn;
    judgement.reason = against;
  } else {
    judgement.verdict = Verdict::pass;
  }
}

/// A GPU far below the identical ones beside it is at fault whatever the catalog says; links may differ by slot.
void compare_with_peers(Metric metric, double peers, Judgement& judgement) {
  const double least = is_memory_bandwidth(metric) ? kPeerShareMemory : kPeerShare;
  if (*judgement.value >= least * peers) return;
  const Verdict verdict = is_link(metric) ? Verdict::warn : Verdict::fail;
  if (judgement.verdict == Verdict::fail || judgement.verdict == verdict) return;
  judgement.verdict = verdict;
  judgement.reason = percent(*judgement.value / peers) + " of the identical GPUs in this machine (" + text_of(peers) +
                     " " + std::string(info(metric).unit) + ")";
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::warn:
      return "warn";
    case Verdict::fail:
      return "fail";
    case Verdict::skip:
      return "skip";
    case Verdict::inconclusive:
      return "inconclusive";
  }
  return "inconclusive";
}

double figure_of(Metric metric, const Summary& summary) {
  return is_link(metric) ? summary.max : summary.median;
}

bool is_unstable(Metric metric, const Summary& summary) {
  const bool arithmetic = is_tensor(metric) || metric == Metric::fp32_fma || metric == Metric::fp64_fma;
  if (metric == Metric::sustained_load || metric == Metric::pulsed_load || metric == Metric::memory_pattern)
    return false;
  return summary.spread() > (arithmetic ? 0.05 : 0.03);
}

Judgement judge(const Task& task, const Reading& reading, const std::optional<Expected>& expected,
                std::optional<double> peers) {
  const Summary summary = summarize(reading.samples);
  std::optional<double> value;
  if (!reading.samples.empty()) value = figure_of(task.metric, summary);
  if (auto early = without_figure(task, reading)) {
    early->value = value;
    early->expected = expected;
    return *early;
  }
  Judgement judgement;
  judgement.value = value;
  judgement.expected = expected;
  judgement.peers = peers;
  if (task.metric == Metric::memory_pattern) {
    judgement.verdict = Verdict::pass;
    return judgement;
  }
  if (expected) {
    compare_with_expected(task.metric, summary, *expected, judgement);
  } else {
    const bool required = info(task.metric).required && reading.method.find("staged") == std::string::npos;
    judgement.verdict = required ? Verdict::inconclusive : Verdict::skip;
    judgement.reason = "no expected value, for information";
  }
  if (peers) compare_with_peers(task.metric, *peers, judgement);
  return judgement;
}

}  // namespace planner::probe
