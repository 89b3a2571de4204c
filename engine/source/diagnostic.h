// Located messages about input files, in rustc's manner: what is wrong, where, the line with a caret, how to mend it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planner {

/// A place in a file: line and column from 1, column counted in bytes; 0 means "the file as a whole".
struct Location {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Location&, const Location&) = default;
};

enum class DiagnosticLevel : std::uint8_t { error, warning };

/// One message about one place. `message` starts lower case, has no final stop and never advises; `help` does.
struct Diagnostic {
  DiagnosticLevel level = DiagnosticLevel::error;
  std::string file;
  Location at;
  std::uint32_t length = 1;  ///< bytes to underline
  std::string message;
  std::string help;
  std::string line_text;  ///< the source line, if at hand
};

/// Messages collected while reading; keeps at most `kLimit` and counts the rest.
class Diagnostics {
 public:
  static constexpr std::size_t kLimit = 100;
  void add(Diagnostic d);
  void error(std::string file, Location at, std::string message, std::string help = {});
  void warning(std::string file, Location at, std::string message, std::string help = {});
  void append(const Diagnostics& other);
  /// Gives the messages about `file` their source line from its `text`, and underlines the word they point at.
  void attach_text(std::string_view file, std::string_view text);
  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& items() const { return items_; }
  std::size_t dropped() const { return dropped_; }

 private:
  std::vector<Diagnostic> items_;
  std::size_t errors_ = 0;
  std::size_t dropped_ = 0;
};

/// The text with control characters and marks that turn the reading direction written as escapes, tabs as one space:
/// what came out of a file cannot forge what a terminal shows.
std::string printable(std::string_view text);

/// "error: message\n --> file:3:7\n  |\n3 | line\n  |   ^^^\n  = help: ..." for each; control characters escaped.
std::string render(const Diagnostics& diagnostics);

/// The candidate closest to `name` in edit distance (at most a third of its length), or nothing.
std::optional<std::string_view> did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace planner
