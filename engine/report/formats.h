// Every format in which an answer can be given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/rule.h"
#include "report/answer.h"
#include "report/page.h"

namespace planner {

enum class Format : std::uint8_t { text, json, markdown, sarif, junit, html };

/// The format of that name, as the command line spells it.
std::optional<Format> parse_format(std::string_view name);

/// What the machine-readable formats tell beside the findings.
struct ReportContext {
  std::string command = "check";   ///< which command judged
  std::string file;                ///< what was judged, as the user named it; empty: no file
  const RuleSet* rules = nullptr;  ///< the rules that were asked; null: only those of the findings are described
};

/// SARIF 2.1.0: every rule with help, every failed finding as a result at its lines of the file, waived ones
/// suppressed, those not evaluated as `open`.
std::string sarif_of(const Report& report, const ReportContext& context);

/// JUnit XML: a test case for each rule. What blocks is a failure; what degrades or advises is told in `system-out`;
/// waived, not evaluated and explained by another failure is skipped. An incomplete or inconclusive verdict is an
/// error.
std::string junit_of(const Report& report, const ReportContext& context);

/// The answer of `check`.
std::string check_document(Format format, const Facts& facts, const Report& report, const ReportContext& context,
                           const AnswerOptions& options);

/// A report without a build, as Markdown, SARIF, JUnit or HTML; `page` is printed for people and may hold more
/// sections than `report_page` makes. Nothing for text and JSON, which each command writes itself.
std::optional<std::string> report_document(Format format, const Page& page, const Report& report,
                                           const ReportContext& context);

/// The answer of `suggest`: text, JSON, Markdown or HTML; nothing for the others.
std::optional<std::string> suggest_document(Format format, const SuggestResult& result, const Request& request,
                                            const AnswerOptions& options);

}  // namespace planner
