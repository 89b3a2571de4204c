// Header and rows of topology matrices, also where blanks were lost.
#include "gpu_probe/machine/topology_row.h"

#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"

namespace planner::machine {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr std::size_t kMostColumns = 256;

/// Length of the level word at the start of `text`, 0 if there is none. The longest word wins: "NV12", not "NV1".
std::size_t word_length(std::string_view text, MatrixKind kind) {
  if (kind == MatrixKind::levels) {
    for (const std::string_view word : {"PIX", "PXB", "PHB", "NODE", "SYS", "SOC", "X"}) {
      if (starts_with(text, word)) return word.size();
    }
    if (!starts_with(text, "NV")) return 0;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", 2), text.size());
    return end > 2 && end <= 5 ? end : 0;
  }
  for (const std::string_view word : {"OK", "CNS", "GNS", "TNS", "NS", "DR", "X", "U"}) {
    if (starts_with(text, word)) return word.size();
  }
  return 0;
}

/// Splits "PXBNODE" into its words; false if anything else is in it.
bool split_levels(std::string_view text, MatrixKind kind, std::vector<std::string>& to) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t length = word_length(text, kind);
    if (length == 0) return false;
    found.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  to.insert(to.end(), found.begin(), found.end());
  return true;
}

/// "GPU0GPU1" becomes two names.
void add_names(std::string_view word, std::vector<std::string>& to) {
  for (std::size_t next = word.find("GPU", 1); next != std::string_view::npos; next = word.find("GPU", 1)) {
    if (!all_digits(word.substr(3, next - 3))) break;
    to.emplace_back(word.substr(0, next));
    word.remove_prefix(next);
  }
  if (!word.empty()) to.emplace_back(word);
}

std::string_view without_comment(std::string_view line) {
  line = trim(line);
  while (!line.empty() && (line.front() == '#' || line.front() == '|' || line.front() == '>'))
    line = trim(line.substr(1));
  return line;
}

/// Tab-separated rows keep empty cells in their places.
bool read_tabbed(std::string_view line, const MatrixHeader& header, MatrixKind kind, MatrixRow& row) {
  const auto parts = split(line, '\t');
  if (parts.size() < header.columns.size() + 1) return false;
  for (std::size_t i = 1; i <= header.columns.size(); ++i) {
    const std::string_view cell = trim(parts[i]);
    std::vector<std::string> words;
    if (!cell.empty() && (!split_levels(cell, kind, words) || words.size() != 1)) return false;
    row.cells.push_back(words.empty() ? std::nullopt : Text(words.front()));
  }
  for (std::size_t i = header.columns.size() + 1; i < parts.size() && row.tail.size() < header.tail.size(); ++i) {
    const std::string_view cell = trim(parts[i]);
    // A doubled tab stands before the last column.
    if (cell.empty() && row.tail.size() + (parts.size() - i) > header.tail.size()) continue;
    row.tail.push_back(known_text(cell));
  }
  return true;
}

/// Rows whose columns are separated by blanks, or glued together.
bool read_words(std::string_view line, MatrixKind kind, const MatrixHeader& header, MatrixRow& row) {
  const auto words = words_of(line);
  std::vector<std::string> levels;
  std::size_t next = 1;
  while (next < words.size() && levels.size() < header.columns.size() && split_levels(words[next], kind, levels))
    ++next;
  if (levels.empty()) return false;
  // "X OK OK" is the beginning of a row of the other kind.
  std::vector<std::string> others;
  const MatrixKind other = kind == MatrixKind::levels ? MatrixKind::peer : MatrixKind::levels;
  if (next < words.size() && levels.size() < header.columns.size() && split_levels(words[next], other, others))
    return false;
  if (levels.size() > header.columns.size()) return false;
  for (std::string& level : levels) row.cells.emplace_back(std::move(level));
  for (; next < words.size() && row.tail.size() < header.tail.size(); ++next)
    row.tail.push_back(known_text(words[next]));
  return true;
}

/// A row whose "X" is not under its own name has lost cells: which ones cannot be told.
void check_own_cell(const MatrixHeader& header, MatrixRow& row) {
  row.damaged = row.cells.size() < header.columns.size();
  row.cells.resize(header.columns.size());
  row.tail.resize(header.tail.size());
  const auto own = std::find(header.columns.begin(), header.columns.end(), row.name);
  const auto x = std::find(row.cells.begin(), row.cells.end(), Text("X"));
  if (x == row.cells.end()) return;
  if (own == header.columns.end() || own - header.columns.begin() != x - row.cells.begin()) {
    row.damaged = true;
    std::fill(row.cells.begin(), row.cells.end(), std::nullopt);
  }
}

}  // namespace

bool is_endpoint(std::string_view word) {
  if (starts_with(word, "GPU") || starts_with(word, "NIC")) return all_digits(word.substr(3));
  const std::size_t mark = word.rfind('_');
  if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size() || word.size() > 32) return false;
  constexpr std::array<std::string_view, 8> families{"mlx", "hfi", "bnxt", "irdma", "roce", "rdma", "efa", "ib"};
  return std::any_of(families.begin(), families.end(), [&](std::string_view f) { return starts_with(word, f); });
}

std::optional<MatrixHeader> matrix_header(std::string_view line) {
  line = without_comment(line);
  MatrixHeader header;
  const std::size_t affinity =
      std::min({line.find("CPU Affinity"), line.find("NUMA Affinity"), line.find("GPU NUMA ID")});
  for (const std::string_view word : words_of(line.substr(0, affinity))) add_names(word, header.columns);
  if (header.columns.empty() || header.columns.size() > kMostColumns) return std::nullopt;
  const bool names =
      std::all_of(header.columns.begin(), header.columns.end(), [](const std::string& n) { return is_endpoint(n); });
  // A lone "GPU0" in a text is no header, unless affinities follow.
  if (!names || !starts_with(header.columns.front(), "GPU")) return std::nullopt;
  if (header.columns.size() == 1 && affinity == std::string_view::npos && contains(line, ":")) return std::nullopt;
  if (affinity == std::string_view::npos) return header;
  const std::string_view tail = line.substr(affinity);
  if (contains(tail, "CPU Affinity")) header.tail.push_back("cpu");
  if (contains(tail, "NUMA Affinity")) header.tail.push_back("numa");
  if (contains(tail, "GPU NUMA ID")) header.tail.push_back("gpu_numa");
  return header;
}

std::optional<MatrixRow> matrix_row(std::string_view line, const MatrixHeader& header, MatrixKind kind) {
  const std::string_view text = without_comment(line);
  const auto words = words_of(text);
  if (words.size() < 2 || !is_endpoint(words.front())) return std::nullopt;
  MatrixRow row;
  row.name = std::string(words.front());
  if (text.find('\t') != std::string_view::npos && read_tabbed(text, header, kind, row)) {
    check_own_cell(header, row);
    return row;
  }
  row.cells.clear();
  row.tail.clear();
  if (!read_words(text, kind, header, row)) return std::nullopt;
  check_own_cell(header, row);
  return row;
}

}  // namespace planner::machine
