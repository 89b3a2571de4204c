#include "report/formats.h"

namespace planner {

std::optional<Format> parse_format(std::string_view name) {
  constexpr std::string_view kNames[] = {"text", "json", "markdown", "sarif", "junit", "html"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == name) return static_cast<Format>(i);
  return std::nullopt;
}

std::string check_document(Format format, const Facts& facts, const Report& report, const ReportContext& context,
                           const AnswerOptions& options) {
  switch (format) {
    case Format::text:
      return check_text(facts, report, options);
    case Format::json:
      return check_json(facts, report);
    case Format::markdown:
      return markdown_of(check_page(facts, report, options));
    case Format::html:
      return html_of(check_page(facts, report, options));
    case Format::sarif:
      return sarif_of(report, context);
    case Format::junit:
      return junit_of(report, context);
  }
  return {};
}

std::optional<std::string> report_document(Format format, const Page& page, const Report& report,
                                           const ReportContext& context) {
  switch (format) {
    case Format::markdown:
      return markdown_of(page);
    case Format::html:
      return html_of(page);
    case Format::sarif:
      return sarif_of(report, context);
    case Format::junit:
      return junit_of(report, context);
    case Format::text:
    case Format::json:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> suggest_document(Format format, const SuggestResult& result, const Request& request,
                                            const AnswerOptions& options) {
  switch (format) {
    case Format::text:
      return suggest_text(result, request, options);
    case Format::json:
      return suggest_json(result, request);
    case Format::markdown:
      return markdown_of(suggest_page(result, request, options));
    case Format::html:
      return html_of(suggest_page(result, request, options));
    case Format::sarif:
    case Format::junit:
      break;
  }
  return std::nullopt;
}

}  // namespace planner
