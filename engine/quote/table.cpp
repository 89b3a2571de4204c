#include "quote/table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quote/category.h"
#include "quote/price.h"
#include "quote/quantity.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

std::size_t count_of(const std::vector<Column>& columns, Column which) {
  return static_cast<std::size_t>(std::count(columns.begin(), columns.end(), which));
}

std::vector<std::string> cleaned(const std::vector<std::string>& cells) {
  std::vector<std::string> result;
  for (const auto& cell : cells) {
    std::string text = plain(strip_markup(std::string_view(cell).substr(0, kMostCellBytes)));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    result.emplace_back(trim(text));
    if (result.size() == kMostCells) break;
  }
  return result;
}

std::string joined(const std::vector<std::string>& cells) {
  std::string text;
  for (const auto& cell : cells)
    if (!cell.empty()) text += (text.empty() ? "" : " | ") + cell;
  return text;
}

void append(std::string& to, const std::string& what) {
  if (what.empty()) return;
  if (!to.empty()) to += ", ";
  to += what;
}

/// A row with a sum: "| | | **TOTAL** | $14,749 |".
bool read_total(const std::vector<std::string>& cells, Entry& entry) {
  const auto hit = std::find_if(cells.begin(), cells.end(), [](const std::string& c) {
    const std::string head = fold(c).substr(0, fold(c).find('('));
    return !c.empty() && read_category(trim(head)).what == Meaning::What::total;
  });
  const auto first = std::find_if(cells.begin(), cells.end(), [](const std::string& c) { return !c.empty(); });
  const bool alone = hit != cells.end() && std::all_of(first, hit, [](const std::string& c) { return c.empty(); });
  if (!alone) return false;
  entry.category = *hit;
  for (auto cell = cells.rbegin(); cell != cells.rend() && entry.total.empty(); ++cell)
    if (read_price(*cell).cents && &*cell != &*hit) entry.total = *cell;
  return true;
}

Entry read_row(const TableRow& row, const std::vector<std::string>& cells, const std::vector<Column>& columns,
               const std::string& currency) {
  Entry entry;
  entry.line = row.line;
  entry.text = joined(cells);
  entry.currency = currency;
  if (read_total(cells, entry)) return entry;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    switch (i < columns.size() ? columns[i] : Column::note) {
      case Column::category:
        append(entry.category, cells[i]);
        break;
      case Column::name:
        append(entry.name, cells[i]);
        break;
      case Column::quantity:
        entry.quantity = cells[i];
        break;
      case Column::unit_price:
        entry.unit_price = cells[i];
        break;
      case Column::total:
        entry.total = cells[i];
        break;
      case Column::price:
        entry.price = cells[i];
        break;
      case Column::currency:
        entry.currency = cells[i].empty() ? currency : cells[i];
        break;
      case Column::part_number:
        entry.part_number = cells[i];
        break;
      case Column::note:
      case Column::item:
      case Column::none:
        append(entry.note, cells[i]);
        break;
      case Column::number:
        break;
    }
  }
  if (entry.name.empty() || entry.name == "-") {
    entry.name = entry.category;
    if (entry.name.empty()) entry.name = entry.part_number.empty() ? entry.note : entry.part_number;
  }
  return entry;
}

/// Columns of a table that names none, by what most of its cells look like.
std::vector<Column> guess_columns(const std::vector<std::vector<std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.size());
  std::vector<Column> columns(width, Column::none);
  std::vector<std::size_t> letters(width, 0);
  for (std::size_t i = 0; i < width; ++i) {
    std::size_t categories = 0, counts = 0, prices = 0, filled = 0;
    for (const auto& row : rows) {
      if (i >= row.size() || row[i].empty()) continue;
      ++filled;
      letters[i] += row[i].size();
      if (is_category(row[i]))
        ++categories;
      else if (read_quantity_cell(row[i]).stated && read_quantity_cell(row[i]).credible && row[i].size() < 5)
        ++counts;
      else if (read_price(row[i]).cents && row[i].find_first_of("0123456789") < 6 && !is_alpha(row[i].back()))
        ++prices;
    }
    if (categories * 2 > filled)
      columns[i] = Column::category;
    else if (counts * 2 > filled)
      columns[i] = Column::quantity;
    else if (prices * 2 > filled)
      columns[i] = Column::price;
  }
  std::size_t name = width;
  for (std::size_t i = 0; i < width; ++i)
    if (columns[i] == Column::none && (name == width || letters[i] > letters[name])) name = i;
  if (name < width) columns[name] = Column::name;
  if (count_of(columns, Column::quantity) > 1)
    columns[static_cast<std::size_t>(std::find(columns.begin(), columns.end(), Column::quantity) - columns.begin())] =
        Column::number;
  return columns;
}

}  // namespace

std::vector<Entry> read_table(const std::vector<TableRow>& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : rows) cells.push_back(cleaned(row.cells));
  std::vector<Column> columns;
  std::size_t header = 0;
  for (; header < cells.size() && header < 30 && columns.empty(); ++header) columns = columns_of(cells[header]);
  std::string currency;
  if (columns.empty()) {
    header = 0;
    columns = guess_columns(cells);
  } else {
    for (const auto& cell : cells[header - 1])
      if (currency.empty()) currency = currency_in(fold(cell));
  }
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < rows.size() && entries.size() < kMostLines; ++i) {
    if (std::all_of(cells[i].begin(), cells[i].end(),
                    [](const std::string& c) { return c.find_first_not_of("-=: ") == std::string::npos; }))
      continue;
    if (i >= header) {
      entries.push_back(read_row(rows[i], cells[i], columns, currency));
      continue;
    }
    Entry above;
    above.line = rows[i].line;
    above.text = joined(cells[i]);
    above.heading = i + 1 == header ? "the table's header" : "above the table";
    entries.push_back(std::move(above));
  }
  return entries;
}

}  // namespace planner::quote
