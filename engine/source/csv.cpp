// Delimited text (RFC 4180, with the delimiters that spreadsheets of different countries use).
#include <algorithm>
#include <array>

#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kMostCells = 256;

/// The delimiter most frequent in the first line that is not blank, outside of quotes; a comma if there is none.
char guess_delimiter(std::string_view text) {
  constexpr std::array<char, 3> kDelimiters = {',', ';', '\t'};
  std::array<std::size_t, 3> counts{};
  bool quoted = false;
  bool blank = true;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == '\n' && !quoted && !blank) break;
    blank = blank && (c == '\n' || c == '\r' || c == ' ');
    for (std::size_t i = 0; i < kDelimiters.size() && !quoted; ++i) counts[i] += c == kDelimiters[i] ? 1 : 0;
  }
  return kDelimiters[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

class DelimitedReader {
 public:
  DelimitedReader(std::string_view text, const std::string& file, char delimiter, Diagnostics& diagnostics)
      : text_(text), file_(file), delimiter_(delimiter), diagnostics_(diagnostics) {}

  std::optional<std::vector<Row>> read() {
    while (at_ < text_.size()) {
      if (!read_row()) return std::nullopt;
    }
    return std::move(rows_);
  }

 private:
  bool read_row() {
    if (rows_.size() >= kMostRows) return refuse(place(), "table has more than " + std::to_string(kMostRows) + " rows");
    Row row;
    row.line = line_;
    for (;;) {
      if (row.cells.size() >= kMostCells)
        return refuse(place(), "row has more than " + std::to_string(kMostCells) + " cells");
      std::string cell;
      if (!read_cell(cell)) return false;
      row.cells.push_back(std::move(cell));
      if (at_ >= text_.size() || text_[at_] != delimiter_) break;
      ++at_;
    }
    end_line();
    if (row.cells.size() > 1 || !row.cells[0].empty()) rows_.push_back(std::move(row));
    return true;
  }

  bool read_cell(std::string& cell) {
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted(cell);
    while (at_ < text_.size() && text_[at_] != delimiter_ && text_[at_] != '\n' && !at_carriage_return())
      cell += text_[at_++];
    return true;
  }

  bool read_quoted(std::string& cell) {
    const Location opening = place();
    ++at_;
    for (;;) {
      if (at_ >= text_.size()) return refuse(opening, "quoted cell has no closing quote");
      const char c = text_[at_++];
      if (c == '"') {
        if (at_ >= text_.size() || text_[at_] != '"') break;
        ++at_;
      }
      if (c == '\n') next_line();
      cell += c;
    }
    // Spreadsheets never write text after the closing quote, people do: it belongs to the cell.
    while (at_ < text_.size() && text_[at_] != delimiter_ && text_[at_] != '\n' && !at_carriage_return())
      cell += text_[at_++];
    return true;
  }

  bool at_carriage_return() const { return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'); }

  void end_line() {
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') {
      ++at_;
      next_line();
    }
  }

  void next_line() {
    ++line_;
    line_start_ = at_;
  }

  Location place() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }

  bool refuse(Location at, std::string message) {
    diagnostics_.error(file_, at, std::move(message));
    return false;
  }

  std::string_view text_;
  const std::string& file_;
  char delimiter_;
  Diagnostics& diagnostics_;
  std::vector<Row> rows_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::optional<std::vector<Row>> parse_delimited(std::string_view text, const std::string& file,
                                                Diagnostics& diagnostics, std::optional<char> delimiter) {
  text = without_byte_order_mark(text);
  if (!accept_text(text, file, ReadLimits{}, diagnostics)) return std::nullopt;
  Diagnostics found;
  auto rows = DelimitedReader(text, file, delimiter ? *delimiter : guess_delimiter(text), found).read();
  found.attach_text(file, text);
  diagnostics.append(found);
  return rows;
}

}  // namespace planner
