// One line of a quote as its reader delivers it: the cells by what they hold, nothing understood yet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace planner::quote {

struct Entry {
  std::uint32_t line = 0;
  std::string text;      ///< the whole line as written, for the listing
  std::string category;  ///< "Video Card"
  std::string name;
  std::string note;
  std::string part_number;
  std::string quantity;  ///< cell of a quantity column
  std::string unit_price;
  std::string total;     ///< of the line
  std::string price;     ///< a price that may be either
  std::string currency;  ///< from a column or a header such as "Price (CHF)"
  std::string heading;   ///< not empty: the line is no item, and why
};

/// What a reader found in a document.
struct Reading {
  std::vector<Entry> entries;
  std::string currency;  ///< stated for the whole document
  std::string title;
};

/// Limits of all readers.
inline constexpr std::size_t kMostLines = 20'000;
inline constexpr std::size_t kMostCells = 64;
inline constexpr std::size_t kMostCellBytes = 4'096;

}  // namespace planner::quote
