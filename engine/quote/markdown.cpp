#include <algorithm>

#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

bool has_pipe(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) return true;
  return false;
}

bool is_rule(std::string_view line) {
  line = trim(line);
  return line.find('-') != std::string_view::npos && has_pipe(line) &&
         line.find_first_not_of("|:- \t") == std::string_view::npos;
}

std::vector<std::string> cells_of(std::string_view line) {
  line = trim(line);
  if (!line.empty() && line.front() == '|') line.remove_prefix(1);
  if (!line.empty() && line.back() == '|' && (line.size() < 2 || line[line.size() - 2] != '\\')) line.remove_suffix(1);
  std::vector<std::string> cells(1);
  int bracket = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cells.back() += '|';
      ++i;
    } else if (c == '|' && bracket == 0) {
      if (cells.size() == kMostCells) break;
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

bool in_table(const std::vector<TextLine>& lines, std::size_t i) {
  const auto line = trim(lines[i].text);
  if (line.empty() || !has_pipe(line)) return false;
  return line.front() == '|' || is_rule(line) || (i + 1 < lines.size() && is_rule(lines[i + 1].text)) ||
         (i > 0 && has_pipe(lines[i - 1].text));
}

}  // namespace

Reading read_markdown(std::string_view text) {
  Reading reading;
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size() && reading.entries.size() < kMostLines;) {
    if (!in_table(lines, i)) {
      if (!trim(lines[i].text).empty())
        reading.entries.push_back(read_list_line(lines[i].number, lines[i].text, false));
      ++i;
      continue;
    }
    std::vector<TableRow> rows;
    for (; i < lines.size() && rows.size() < kMostLines && in_table(lines, i); ++i)
      if (!is_rule(lines[i].text)) rows.push_back({lines[i].number, cells_of(lines[i].text)});
    auto entries = read_table(rows);
    std::move(entries.begin(), entries.end(), std::back_inserter(reading.entries));
  }
  return reading;
}

}  // namespace planner::quote
