#include "model/exact_text.h"

#include <algorithm>

namespace planner {

std::string exact_text(const Amount& amount) {
  constexpr int kPlaces = 9;  // the smallest unit of any quantity is 10^-6 of its base unit
  const std::string digits = format_decimal(amount.value, kPlaces);
  if (amount.dimension.is_number()) return digits;
  if (amount.dimension == dim::lanes) return "x" + digits;
  if (amount.dimension == dim::money) return "$" + digits;
  if (amount.dimension == dim::frequency)
    return format_decimal(multiply(amount.value, *Rational::make(1, 1'000'000)).value_or(0), kPlaces) + " MHz";
  const auto units = unit_table();
  const auto it =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.dimension == amount.dimension; });
  return it == units.end() ? digits : digits + " " + std::string(it->symbol);
}

}  // namespace planner
