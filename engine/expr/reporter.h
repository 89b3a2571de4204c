// Turns places in an expression's text into located diagnostics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expression.h"

namespace planner::expr {

/// A stretch of the expression's text, in bytes.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t length = 1;
  std::uint32_t end() const { return offset + length; }
};

/// The span from the beginning of `first` to the end of `last`.
inline Span cover(Span first, Span last) {
  return {first.offset, last.end() - first.offset};
}

/// Adds the errors of one expression, each with its place in the file.
class Reporter {
 public:
  Reporter(std::string_view text, const SourceText& where, Diagnostics& diagnostics)
      : text_(text), where_(where), diagnostics_(diagnostics) {}

  void error(Span span, std::string message, std::string help = {});
  /// True once an error was reported.
  bool failed() const { return failed_; }

 private:
  std::string_view text_;
  const SourceText& where_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
};

/// The place of a byte of the text in the file. Later lines are taken to be indented as the first one is.
SourceText place_of(std::string_view text, const SourceText& where, std::size_t offset);

/// `text` in backquotes for a message, shortened when long.
std::string quoted(std::string_view text);

/// "did you mean `x`?" for the candidate closest to `name`, or an empty text.
std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates);

/// "a, b, c": at most `limit` of the names, then "...".
std::string listed(const std::vector<std::string_view>& names, std::size_t limit = 12);

}  // namespace planner::expr
