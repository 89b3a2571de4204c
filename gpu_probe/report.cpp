// Verdict and exit code of a whole run.
#include "gpu_probe/report.h"

#include <algorithm>

namespace planner::probe {
namespace {

template <typename Items, typename Get>
bool any(const Items& items, Verdict verdict, Get get) {
  return std::ranges::any_of(items, [&](const auto& item) { return get(item) == verdict; });
}

/// Undecided figures count only where they are required; undecided checks always.
bool is_undecided(const Result& result) {
  return info(result.task.metric).required && result.judgement.verdict == Verdict::inconclusive;
}

}  // namespace

Outcome outcome_of(const Report& report) {
  const auto judged = [](const Result& result) { return result.judgement.verdict; };
  const auto checked = [](const Check& check) { return check.verdict; };
  if (any(report.results, Verdict::fail, judged) || any(report.checks, Verdict::fail, checked)) return Outcome::fail;
  const bool passed = any(report.results, Verdict::pass, judged) || any(report.results, Verdict::warn, judged);
  if (report.interrupted || !passed || std::ranges::any_of(report.results, is_undecided) ||
      any(report.checks, Verdict::inconclusive, checked)) {
    return Outcome::incomplete;
  }
  const bool warned = any(report.results, Verdict::warn, judged) || any(report.checks, Verdict::warn, checked);
  return warned ? Outcome::pass_with_warnings : Outcome::pass;
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::pass_with_warnings:
      return "pass_with_warnings";
    case Outcome::fail:
      return "fail";
    case Outcome::incomplete:
      return "incomplete";
  }
  return "incomplete";
}

int exit_code_of(const Report& report) {
  if (report.interrupted) return 130;
  switch (report.outcome) {
    case Outcome::pass:
    case Outcome::pass_with_warnings:
      return 0;
    case Outcome::fail:
      return 1;
    case Outcome::incomplete:
      return 4;
  }
  return 4;
}

}  // namespace planner::probe
