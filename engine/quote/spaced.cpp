#include <algorithm>

#include "quote/price.h"
#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

struct Chunk {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// Display columns of a line's pieces that two or more blanks or a tab separate. A continuation byte of UTF-8 takes no
/// column.
std::vector<Chunk> chunks_of(std::string_view line) {
  std::vector<Chunk> chunks;
  std::size_t column = 0, blanks = 2;
  for (const char c : line) {
    if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) {
      if (!chunks.empty()) chunks.back().text += c;
      continue;
    }
    if (c == ' ' || c == '\t') {
      blanks += c == '\t' ? 2 : 1;
      column += c == '\t' ? 8 - column % 8 : 1;
      continue;
    }
    if (blanks >= 2) {
      if (chunks.size() == kMostCells) break;
      chunks.push_back({column, column, {}});
    } else if (blanks == 1) {
      chunks.back().text += ' ';
    }
    blanks = 0;
    chunks.back().text += c;
    chunks.back().end = ++column;
  }
  return chunks;
}

std::vector<std::string> texts(const std::vector<Chunk>& chunks) {
  std::vector<std::string> result;
  for (const auto& chunk : chunks) result.push_back(chunk.text);
  return result;
}

/// The header's column that a chunk stands under: the one it overlaps, else the nearest edge.
std::size_t column_under(const std::vector<Chunk>& header, const Chunk& chunk) {
  std::size_t best = 0;
  long best_distance = 1L << 30;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const long left = static_cast<long>(header[i].begin), right = static_cast<long>(header[i].end);
    const long begin = static_cast<long>(chunk.begin), end = static_cast<long>(chunk.end);
    const bool overlaps = begin < right && end > left;
    const long distance = overlaps ? -std::min(end, right) + std::max(begin, left)
                                   : std::min(std::labs(begin - left), std::labs(end - right));
    if (distance < best_distance) {
      best_distance = distance;
      best = i;
    }
  }
  return best;
}

TableRow align(std::uint32_t number, const std::vector<Chunk>& header, const std::vector<Chunk>& chunks) {
  TableRow row{number, std::vector<std::string>(header.size())};
  // With as many pieces as columns the order is surer than the position.
  const bool full = chunks.size() == header.size();
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    auto& cell = row.cells[full ? i : column_under(header, chunks[i])];
    cell += (cell.empty() ? "" : " ") + chunks[i].text;
  }
  return row;
}

/// A row with text in the name column alone continues the name above it.
bool continues(const TableRow& row, const std::vector<Column>& columns, const std::vector<TableRow>& rows) {
  if (rows.size() < 2) return false;
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (!row.cells[i].empty() && columns[i] != Column::name) return false;
  const bool total = read_price(row.cells.back()).cents.has_value();
  return !total;
}

}  // namespace

bool looks_spaced(std::string_view text) {
  std::size_t spaced = 0, filled = 0;
  bool header = false;
  for (const auto& [number, line] : split_lines(text)) {
    if (trim(line).empty()) continue;
    const auto chunks = chunks_of(line);
    ++filled;
    if (chunks.size() >= 3) ++spaced;
    header = header || (chunks.size() >= 2 && !columns_of(texts(chunks)).empty());
    if (filled > 400) break;
  }
  return spaced >= 2 && (header || spaced * 3 >= filled * 2);
}

Reading read_spaced(std::string_view text) {
  Reading reading;
  std::vector<Chunk> header;
  std::vector<Column> columns;
  std::vector<TableRow> rows;
  const auto flush = [&] {
    auto entries = read_table(rows);
    std::move(entries.begin(), entries.end(), std::back_inserter(reading.entries));
    rows.clear();
  };
  for (const auto& [number, line] : split_lines(text)) {
    if (trim(line).empty() || reading.entries.size() + rows.size() >= kMostLines) continue;
    const auto chunks = chunks_of(line.substr(0, kMostCellBytes));
    auto found = chunks.size() >= 2 ? columns_of(texts(chunks)) : std::vector<Column>{};
    if (!found.empty() && chunks.size() >= 3) {
      flush();
      header = chunks;
      columns = std::move(found);
      rows.push_back({number, texts(chunks)});
    } else if (header.empty() && chunks.size() >= 3) {
      rows.push_back({number, texts(chunks)});
    } else if (header.empty()) {
      flush();
      reading.entries.push_back(read_list_line(number, line, false));
    } else if (auto row = align(number, header, chunks); continues(row, columns, rows)) {
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        if (!row.cells[i].empty()) rows.back().cells[i] += " " + row.cells[i];
    } else {
      rows.push_back(std::move(row));
    }
  }
  flush();
  return reading;
}

}  // namespace planner::quote
