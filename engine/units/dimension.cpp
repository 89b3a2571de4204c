#include "units/dimension.h"

#include <algorithm>

namespace planner {
namespace {

Rational fraction(std::int64_t num, std::int64_t den) {
  return *Rational::make(num, den);
}

const std::array kUnits = {
    Unit{"W", dim::power, 1},
    Unit{"kW", dim::power, 1000},
    Unit{"mW", dim::power, fraction(1, 1000)},
    Unit{"mm", dim::length, 1},
    Unit{"cm", dim::length, 10},
    Unit{"m", dim::length, 1000},
    Unit{"in", dim::length, fraction(254, 10)},
    Unit{"USD", dim::money, 1},
    Unit{"$", dim::money, 1},
    Unit{"slots", dim::slots, 1},
    Unit{"slot", dim::slots, 1},
    Unit{"lanes", dim::lanes, 1},
    Unit{"lane", dim::lanes, 1},
    Unit{"GB", dim::data, 1},
    Unit{"MB", dim::data, fraction(1, 1000)},
    Unit{"TB", dim::data, 1000},
    Unit{"GiB", dim::data, fraction(1073741824, 1000000000)},
    Unit{"MiB", dim::data, fraction(1048576, 1000000000)},
    Unit{"TiB", dim::data, fraction(1099511627776, 1000000000)},
    Unit{"s", dim::time, 1},
    Unit{"ms", dim::time, fraction(1, 1000)},
    Unit{"us", dim::time, fraction(1, 1000000)},
    Unit{"degC", dim::temperature, 1},
    Unit{"V", dim::voltage, 1},
    Unit{"A", dim::current, 1},
    Unit{"CFM", dim::airflow, 1},
    Unit{"GB/s", dim::bandwidth, 1},
    Unit{"MB/s", dim::bandwidth, fraction(1, 1000)},
    Unit{"TB/s", dim::bandwidth, 1000},
    Unit{"Gb/s", dim::bandwidth, fraction(1, 8)},
    Unit{"TFLOPS", dim::compute, 1},
    Unit{"TOPS", dim::compute, 1},
    Unit{"GFLOPS", dim::compute, fraction(1, 1000)},
    Unit{"Hz", dim::frequency, 1},
    Unit{"MHz", dim::frequency, 1000000},
    Unit{"GHz", dim::frequency, 1000000000},
    Unit{"MT/s", dim::frequency, 1000000},
    Unit{"kg", dim::mass, 1},
    Unit{"g", dim::mass, fraction(1, 1000)},
    Unit{"%", dim::number, fraction(1, 100)},
};

constexpr std::array<std::string_view, static_cast<std::size_t>(Base::count_)> kBaseSymbols = {
    "W", "mm", "$", "slots", "lanes", "GB", "s", "degC", "V", "CFM", "TFLOP", "kg"};
constexpr std::array<std::string_view, static_cast<std::size_t>(Base::count_)> kBaseNames = {
    "power", "length", "money", "slots", "lanes", "data", "time", "temperature", "voltage", "airflow", "work", "mass"};

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

std::string with_thousands(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = (!digits.empty() && digits[0] == '-') ? 1 : 0;
  for (std::size_t at = point; at > first + 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string format_money(Rational value) {
  std::string digits = format_decimal(value, 2);
  const std::size_t point = digits.find('.');
  if (point != std::string::npos && digits.size() - point == 2) digits += '0';
  digits = with_thousands(std::move(digits));
  return digits[0] == '-' ? "-$" + digits.substr(1) : "$" + digits;
}

std::string format_compound(Dimension dimension) {
  std::string above;
  std::string below;
  for (std::size_t i = 0; i < kBaseSymbols.size(); ++i) {
    for (int n = 0; n < dimension.exponents[i]; ++n) above += (above.empty() ? "" : "*") + std::string(kBaseSymbols[i]);
    for (int n = 0; n > dimension.exponents[i]; --n) below += "/" + std::string(kBaseSymbols[i]);
  }
  return (above.empty() ? "1" : above) + below;
}

/// Four digits that count are what people read: "0.036", "10.36", "103.6".
int places_for(Rational value) {
  const Rational size = value < Rational(0) ? subtract(0, value).value_or(value) : value;
  if (size < Rational(10)) return 3;
  return size < Rational(100) ? 2 : 1;
}

}  // namespace

std::span<const Unit> unit_table() {
  return kUnits;
}

const Unit* find_unit(std::string_view symbol) {
  const auto it = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.symbol == symbol; });
  return it == kUnits.end() ? nullptr : &*it;
}

std::string describe(Dimension dimension) {
  if (dimension.is_number()) return "number";
  for (std::size_t i = 0; i < kBaseNames.size(); ++i) {
    if (dimension == Dimension::of(static_cast<Base>(i)))
      return std::string(kBaseNames[i]) + " (" + std::string(kBaseSymbols[i]) + ")";
  }
  const auto it = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.dimension == dimension; });
  return it == kUnits.end() ? format_compound(dimension) : std::string(it->symbol);
}

std::optional<Amount> parse_amount(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 64) return std::nullopt;
  if (text.front() == '$') {
    const auto value = parse_decimal(trim(text.substr(1)));
    return value ? std::optional(Amount{*value, dim::money}) : std::nullopt;
  }
  if (text.front() == 'x') {
    const auto value = parse_decimal(text.substr(1));
    return value && value->is_integer() && value->num() >= 0 ? std::optional(Amount{*value, dim::lanes}) : std::nullopt;
  }
  if (text.starts_with("gen")) {
    const auto value = parse_decimal(text.substr(3));
    return value && value->is_integer() ? std::optional(Amount{*value, dim::number}) : std::nullopt;
  }
  const std::size_t split = std::min(text.find_first_not_of("-0123456789._"), text.size());
  const auto value = parse_decimal(text.substr(0, split));
  if (!value) return std::nullopt;
  const std::string_view symbol = trim(text.substr(split));
  if (symbol.empty()) return Amount{*value, dim::number};
  const Unit* unit = find_unit(symbol);
  if (unit == nullptr) return std::nullopt;
  const auto scaled = multiply(*value, unit->scale);
  return scaled ? std::optional(Amount{*scaled, unit->dimension}) : std::nullopt;
}

std::string format_amount(const Amount& amount) {
  if (amount.dimension.is_number()) return format_decimal(amount.value, places_for(amount.value));
  if (amount.dimension == dim::money) return format_money(amount.value);
  if (amount.dimension == dim::lanes) return "x" + format_decimal(amount.value);
  if (amount.dimension == dim::slots)
    return format_decimal(amount.value, 2) + (amount.value == Rational(1) ? " slot" : " slots");
  if (amount.dimension == dim::frequency && amount.value >= Rational(1000000))
    return format_decimal(divide(amount.value, 1000000).value_or(0)) + " MHz";
  const int places = amount.dimension == dim::power || amount.dimension == dim::length ? 1 : 2;
  const auto it =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.dimension == amount.dimension; });
  return format_decimal(amount.value, places) + " " +
         (it == kUnits.end() ? format_compound(amount.dimension) : std::string(it->symbol));
}

}  // namespace planner
