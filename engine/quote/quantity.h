// How many: "2x", "x2", "2 ×", "qty 2", "two", "(2)", "8 RTX 4090", "2 Stück".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace planner::quote {

/// The most units of one line that are believed; more is left to the reader.
inline constexpr int kMostUnits = 1024;

struct Counted {
  std::int64_t quantity = 1;
  bool stated = false;
  bool credible = true;  ///< false: zero or beyond kMostUnits
  std::string rest;      ///< the phrase without the count
};

/// Takes the count off a phrase. Module counts of memory ("24x96 GB") and lanes ("PCIe 4.0 x16") are no counts of the
/// line.
Counted take_quantity(std::string_view phrase);

/// Reads a quantity cell: "2", "2x", "2 pcs", "two", "1.0"; not stated for anything else ("-", "").
Counted read_quantity_cell(std::string_view cell);

/// Number word of folded text ("two", "zwei", "deux", "两") or 0.
int number_word(std::string_view word);

}  // namespace planner::quote
