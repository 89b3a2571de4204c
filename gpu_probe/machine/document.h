// A text document of a machine, cleaned for reading: lines without colors, carriage returns and broken characters.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planner::machine {

/// Cleaned text and its lines. UTF-16 is converted, terminal escapes and carriage returns are removed, broken UTF-8
/// becomes
/// '?'. At most `kMostLines` lines of `kLongestLine` bytes are kept; `cut` says that there were more.
class TextDocument {
 public:
  static constexpr std::size_t kMostLines = 200'000;
  static constexpr std::size_t kLongestLine = 8192;
  static constexpr std::size_t kMostBytes = 32u << 20;

  explicit TextDocument(std::string_view bytes);
  TextDocument(const TextDocument&) = delete;
  TextDocument& operator=(const TextDocument&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<std::string_view>& lines() const { return lines_; }
  bool cut() const { return cut_; }

 private:
  std::string text_;
  std::vector<std::string_view> lines_;
  bool cut_ = false;
};

/// Without blanks at both ends.
std::string_view trim(std::string_view text);
/// Number of blanks at the start, a tab reaching the next multiple of eight.
std::size_t indent_of(std::string_view line);
bool starts_with(std::string_view text, std::string_view start);
bool contains(std::string_view text, std::string_view part);
bool contains_ignoring_case(std::string_view text, std::string_view part);
/// Words separated by blanks.
std::vector<std::string_view> words_of(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string lower(std::string_view text);
/// What follows `key` in `text` (trimmed), up to `stop` if given; nothing if `key` is not there.
std::optional<std::string_view> after(std::string_view text, std::string_view key, std::string_view stop = {});
/// At most `bytes`, cut between characters.
std::string shorten(std::string_view text, std::size_t bytes);

}  // namespace planner::machine
