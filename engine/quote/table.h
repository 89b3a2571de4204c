// Tables of any origin (Markdown, CSV, HTML, XLSX, spaced text) and what their columns hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quote/entry.h"

namespace planner::quote {

struct TableRow {
  std::uint32_t line = 0;
  std::vector<std::string> cells;
};

/// What a column holds, by its header in English, German, French or Chinese.
enum class Column : std::uint8_t {
  none,
  number,
  category,
  name,
  item,
  quantity,
  unit_price,
  total,
  price,
  currency,
  part_number,
  note
};

/// Meaning of a header cell; `item` is a word such as "Component" that heads names in some tables and categories in
/// others.
Column column_of(const std::string& header);
/// Meanings of a header row, with `item` settled; empty if the row is no header.
std::vector<Column> columns_of(const std::vector<std::string>& header);

/// Reads the rows under a header found among the first ones; rows above it become headings. Tables without a header are
/// read by what their cells look like. Rows whose cells are all empty are left out.
std::vector<Entry> read_table(const std::vector<TableRow>& rows);

}  // namespace planner::quote
