#include "expr/reporter.h"

#include <algorithm>
#include <utility>

namespace planner::expr {
namespace {

constexpr std::size_t kQuoteLimit = 60;

/// Bytes of `text` before `limit` that do not cut a UTF-8 sequence.
std::size_t whole_characters(std::string_view text, std::size_t limit) {
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
  return limit;
}

}  // namespace

SourceText place_of(std::string_view text, const SourceText& where, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t last_break = before.rfind('\n');
  const std::size_t line_start = last_break == std::string_view::npos ? 0 : last_break + 1;
  const std::uint32_t first_column = std::max(where.at.column, 1U);

  SourceText place{where.file, {}, where.line_text};
  place.at.line = std::max(where.at.line, 1U) + line;
  place.at.column = first_column + static_cast<std::uint32_t>(offset - line_start);
  if (line > 0 && !where.line_text.empty()) {
    place.line_text = std::string(first_column - 1, ' ');
    place.line_text += text.substr(line_start, text.find('\n', line_start) - line_start);
  }
  return place;
}

void Reporter::error(Span span, std::string message, std::string help) {
  failed_ = true;
  SourceText place = place_of(text_, where_, span.offset);
  const std::size_t line_end = std::min(text_.find('\n', span.offset), text_.size());
  const std::size_t rest = line_end > span.offset ? line_end - span.offset : 1;

  Diagnostic diagnostic;
  diagnostic.file = std::move(place.file);
  diagnostic.at = place.at;
  diagnostic.length = std::max<std::uint32_t>(1, std::min(span.length, static_cast<std::uint32_t>(rest)));
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  diagnostic.line_text = std::move(place.line_text);
  diagnostics_.add(std::move(diagnostic));
}

std::string quoted(std::string_view text) {
  if (text.size() <= kQuoteLimit) return "`" + std::string(text) + "`";
  return "`" + std::string(text.substr(0, whole_characters(text, kQuoteLimit - 3))) + "...`";
}

std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.size() < 2) return {};  // every other letter would be near
  const auto near = did_you_mean(name.substr(0, kQuoteLimit), candidates);
  return near ? "did you mean " + quoted(*near) + "?" : std::string();
}

std::string listed(const std::vector<std::string_view>& names, std::size_t limit) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < limit; ++i) text += (i > 0 ? ", " : "") + std::string(names[i]);
  return names.size() > limit ? text + ", ..." : text;
}

}  // namespace planner::expr
