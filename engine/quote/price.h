// Stated prices as people write them: separators of four countries, currencies, sums of products, ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planner::quote {

/// What a price cell says. Amounts are hundredths of the currency's unit.
struct StatedPrice {
  std::optional<std::int64_t> cents;       ///< the amount, or the result of "2 x 2,350 = 4,700"
  std::optional<std::int64_t> unit_cents;  ///< of "2 x 2,350"
  std::optional<int> quantity;             ///< of "2 x 2,350"
  std::string currency;                    ///< ISO code, empty if none is written
  bool range = false;                      ///< "$400-700": no price
  bool each = false;                       ///< "$700 each"
  bool negative = false;
};

/// Reads a price cell. All empty for a dash, a word or a number beyond 10^13 cents.
StatedPrice read_price(std::string_view cell);

/// Hundredths of a number such as "1,099.00", "1.099,00", "1'099", "7 691", "2350"; nothing if it is none.
std::optional<std::int64_t> read_money_number(std::string_view text);

/// ISO code of the first currency sign or code in folded text, or empty.
std::string currency_in(std::string_view folded);

/// Finds a price at the end of a line: "(... $2750.95 @ Amazon)", "... $227.99 @ SuperBiiz", "... - CHF 439".
/// Only amounts with a currency count. `rest` receives the text before it.
StatedPrice take_trailing_price(std::string_view text, std::string& rest);

}  // namespace planner::quote
