// Whole answers of check and suggest, for people and for programs (contract in docs/json-format.md).
#pragma once

#include <string>

#include "check/report.h"
#include "facts/facts.h"
#include "report/style.h"
#include "search/suggest.h"

namespace planner {

/// Version of the JSON output: minor steps add keys, major steps break.
inline constexpr const char* kFormatVersion = "1.0";

struct AnswerOptions {
  TextStyle style;
  bool verbose = false;
  bool used = false;  ///< prices of used parts count
};

std::string check_text(const Facts& facts, const Report& report, const AnswerOptions& options);
std::string check_json(const Facts& facts, const Report& report);

std::string suggest_text(const SuggestResult& result, const Request& request, const AnswerOptions& options);
std::string suggest_json(const SuggestResult& result, const Request& request);

/// Exit code of a verdict: 0 sound, 1 fails, 4 undetermined.
int exit_code_of(Verdict verdict);

}  // namespace planner
