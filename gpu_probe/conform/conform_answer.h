// The answers of `conform` and `doctor`, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "check/report.h"
#include "gpu_probe/conform/comparison.h"
#include "report/answer.h"
#include "report/page.h"

namespace planner::conform {

/// The GPUs beside the plan, findings with ranked causes, what was not looked at, and the verdict.
std::string conform_text(const Comparison& comparison, const Report& report, const AnswerOptions& options);
std::string conform_json(const Comparison& comparison, const Report& report);

/// One page for the hand-over: plan, machine, measurements, deviations, what is open, and lines to sign.
Page acceptance_page(const Comparison& comparison, const Report& report, const std::string& date);

/// One row a GPU: what it is and how it is connected, now, under load and by plan.
TableRows gpu_rows(const Comparison& comparison);

/// What was looked at for one symptom, what was found with ranked causes, and the next check. The report holds the
/// rules that name the symptom.
std::string doctor_text(const Symptom& symptom, const Comparison& comparison, const Report& report,
                        const RuleSet& rules, const AnswerOptions& options);
std::string doctor_json(const Symptom& symptom, const Comparison& comparison, const Report& report);

/// The step to take next: of the weightiest finding's likeliest cause, else the way to evidence that is missing.
std::string next_step(const Report& report);

}  // namespace planner::conform
