// Prices in the catalog's format and in price files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/node_reader.h"
#include "model/part.h"

namespace planner {

/// An amount of money in some currency.
struct StatedAmount {
  std::int64_t cents = 0;
  std::string currency;
};

/// "$1550", "$1,234.50", "CHF 500", "EUR 99.90": a dollar sign, or a code of three letters before the figure.
/// At most 100 million, not negative, at most two decimals.
std::optional<StatedAmount> parse_price(std::string_view text);

/// "$1550.00" or "CHF 500.00"; reads back as the same amount.
std::string format_price(std::int64_t cents, std::string_view currency);

/// Keys of a price, as listed in messages.
std::span<const std::string_view> price_keys();

/// One price map, its amount above zero (what has no price has none, it is not free); the keys in `extra` are left to
/// the caller. Nothing after an error.
std::optional<Price> read_price(const Node& node, NodeReader& reader, std::string_view extra = {});

/// Adds a price: of one currency and condition the newest stays, and of equally old ones the surer basis
/// (street, list, launch, estimate).
void add_price(std::vector<Price>& prices, Price price);

/// Puts a price in the place of the one of its currency and condition: what a later layer says wins.
void replace_price(std::vector<Price>& prices, Price price);

/// A price in the catalog's format.
Node write_price(const Price& price);

}  // namespace planner
