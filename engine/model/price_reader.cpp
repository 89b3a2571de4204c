#include "model/price_reader.h"

#include <algorithm>

#include "source/node_builder.h"

namespace planner {
namespace {

constexpr std::int64_t kMostUnits = 100'000'000;

bool is_code(std::string_view text) {
  return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Digits with optional commas at each third place; nothing for misplaced ones ("1,55").
std::optional<std::string> without_thousands(std::string_view text) {
  const std::string_view whole = text.substr(0, text.find('.'));
  std::string digits;
  std::size_t group = 0;
  bool grouped = false;
  for (const char c : whole) {
    if (c == ',') {
      if (group == 0 || group > 3 || (grouped && group != 3)) return std::nullopt;
      grouped = true;
      group = 0;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    digits += c;
    ++group;
  }
  if (digits.empty() || (grouped && group != 3)) return std::nullopt;
  return digits + std::string(text.substr(whole.size()));
}

std::vector<Price>::iterator find_same(std::vector<Price>& prices, const Price& price) {
  return std::find_if(prices.begin(), prices.end(),
                      [&](const Price& p) { return p.currency == price.currency && p.condition == price.condition; });
}

}  // namespace

std::optional<StatedAmount> parse_price(std::string_view text) {
  StatedAmount amount;
  if (text.starts_with('$')) {
    amount.currency = "USD";
    text.remove_prefix(1);
  } else {
    if (text.size() < 5 || text[3] != ' ' || !is_code(text.substr(0, 3))) return std::nullopt;
    amount.currency = text.substr(0, 3);
    text.remove_prefix(4);
  }
  const auto digits = without_thousands(text);
  const auto value = digits ? parse_decimal(*digits) : std::nullopt;
  const auto cents = value ? multiply(*value, 100) : std::nullopt;
  if (!cents || !cents->is_integer() || cents->num() < 0 || *value > Rational(kMostUnits)) return std::nullopt;
  amount.cents = cents->num();
  return amount;
}

std::string format_price(std::int64_t cents, std::string_view currency) {
  std::string fraction = std::to_string(cents % 100);
  fraction.insert(0, 2 - std::min<std::size_t>(2, fraction.size()), '0');
  const std::string figure = std::to_string(cents / 100) + "." + fraction;
  return currency == "USD" || currency.empty() ? "$" + figure : std::string(currency) + " " + figure;
}

std::span<const std::string_view> price_keys() {
  static constexpr std::array<std::string_view, 7> kKeys = {"amount", "basis",      "condition", "as_of",
                                                            "source", "confidence", "part"};
  return kKeys;
}

std::optional<Price> read_price(const Node& node, NodeReader& reader, std::string_view extra) {
  const auto all = price_keys();
  const std::size_t errors = reader.error_count();
  if (!reader.is_map_of(node, extra.empty() ? all.first(all.size() - 1) : all, "a price")) return std::nullopt;
  const Node* amount = node.find("amount");
  const auto stated = amount && amount->is_scalar() ? parse_price(amount->text) : std::nullopt;
  if (!stated || stated->cents == 0) {
    reader.error(amount ? amount->at : node.at,
                 amount ? "`amount` is a price above zero, not `" + amount->text + "`" : "price has no `amount`",
                 "write it like $1550, $1,234.50, CHF 500 or EUR 99.90");
    return std::nullopt;
  }
  Price price;
  price.cents = stated->cents;
  price.currency = stated->currency;
  price.file = reader.file();
  price.at = node.at;
  if (const Node* n = node.find("basis"))
    price.basis = reader.enumerator<PriceBasis>(*n, "basis").value_or(price.basis);
  if (const Node* n = node.find("condition"))
    price.condition = reader.enumerator<Condition>(*n, "condition").value_or(price.condition);
  if (const Node* n = node.find("confidence"))
    price.confidence = reader.enumerator<Confidence>(*n, "confidence").value_or(price.confidence);
  if (const Node* n = node.find("as_of")) price.as_of = reader.date(*n, "as_of").value_or("");
  if (const Node* n = node.find("source")) price.source = reader.text(*n, "source").value_or("");
  return reader.error_count() == errors ? std::optional(std::move(price)) : std::nullopt;
}

void add_price(std::vector<Price>& prices, Price price) {
  const auto same = find_same(prices, price);
  if (same == prices.end()) {
    prices.push_back(std::move(price));
  } else if (price.as_of > same->as_of || (price.as_of == same->as_of && price.basis < same->basis)) {
    *same = std::move(price);
  }
}

void replace_price(std::vector<Price>& prices, Price price) {
  const auto same = find_same(prices, price);
  if (same == prices.end()) {
    prices.push_back(std::move(price));
  } else {
    *same = std::move(price);
  }
}

Node write_price(const Price& price) {
  Node n = map_node();
  put(n, "amount", format_price(price.cents, price.currency));
  put(n, "basis", std::string(enum_name(price.basis)));
  put(n, "condition", std::string(enum_name(price.condition)));
  if (!price.as_of.empty()) put(n, "as_of", price.as_of);
  if (!price.source.empty()) put(n, "source", price.source);
  put(n, "confidence", std::string(enum_name(price.confidence)));
  return n;
}

}  // namespace planner
