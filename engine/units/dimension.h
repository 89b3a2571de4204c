// Physical dimensions and the table of units: the one place where a unit's symbol and size are defined.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "units/rational.h"

namespace planner {

/// Independent base quantities. Current is power / voltage, bandwidth is data / time, so 15 A * 120 V is a power.
enum class Base : std::uint8_t {
  power,
  length,
  money,
  slot,
  lane,
  data,
  time,
  temperature,
  voltage,
  airflow,
  work,
  mass,
  count_
};

/// Exponents of the base quantities, e.g. bandwidth = data^1 time^-1. All zero: a plain number.
struct Dimension {
  std::array<std::int8_t, static_cast<std::size_t>(Base::count_)> exponents{};

  static constexpr Dimension of(Base base, std::int8_t exponent = 1) {
    Dimension d;
    d.exponents[static_cast<std::size_t>(base)] = exponent;
    return d;
  }
  constexpr bool is_number() const {
    for (const auto e : exponents)
      if (e != 0) return false;
    return true;
  }
  friend constexpr Dimension operator*(Dimension a, Dimension b) {
    for (std::size_t i = 0; i < a.exponents.size(); ++i)
      a.exponents[i] = static_cast<std::int8_t>(a.exponents[i] + b.exponents[i]);
    return a;
  }
  friend constexpr Dimension operator/(Dimension a, Dimension b) {
    for (std::size_t i = 0; i < a.exponents.size(); ++i)
      a.exponents[i] = static_cast<std::int8_t>(a.exponents[i] - b.exponents[i]);
    return a;
  }
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dim {
inline constexpr Dimension number{};
inline constexpr Dimension power = Dimension::of(Base::power);              // base unit W
inline constexpr Dimension length = Dimension::of(Base::length);            // mm
inline constexpr Dimension money = Dimension::of(Base::money);              // US dollars
inline constexpr Dimension slots = Dimension::of(Base::slot);               // slot pitches of 20.32 mm
inline constexpr Dimension lanes = Dimension::of(Base::lane);               // PCIe lanes
inline constexpr Dimension data = Dimension::of(Base::data);                // GB, decimal
inline constexpr Dimension time = Dimension::of(Base::time);                // s
inline constexpr Dimension temperature = Dimension::of(Base::temperature);  // degrees Celsius (and differences)
inline constexpr Dimension voltage = Dimension::of(Base::voltage);          // V
inline constexpr Dimension current = power / voltage;                       // A
inline constexpr Dimension airflow = Dimension::of(Base::airflow);          // CFM
inline constexpr Dimension bandwidth = data / time;                         // GB/s
inline constexpr Dimension compute = Dimension::of(Base::work) / time;      // TFLOPS (or TOPS)
inline constexpr Dimension frequency = number / time;                       // 1/s
inline constexpr Dimension mass = Dimension::of(Base::mass);                // kg
}  // namespace dim

/// A unit as written in the catalog and in rules: value in base units = value * scale.
struct Unit {
  std::string_view symbol;
  Dimension dimension;
  Rational scale;
};

/// All units that can be written, in the order of preference for output (the first of a dimension is its base unit).
std::span<const Unit> unit_table();
/// The unit of that exact symbol, or null.
const Unit* find_unit(std::string_view symbol);
/// Name of the dimension for messages: "power (W)", "length (mm)", "number"; a product as "W/V".
std::string describe(Dimension dimension);

/// A number with its dimension, in base units.
struct Amount {
  Rational value;
  Dimension dimension;
  friend bool operator==(const Amount&, const Amount&) = default;
};

/// Reads "450 W", "3.5 slots", "x16", "gen4" (a number), "$412", "80%", "31.5 GB/s", "16"; nothing when it is none.
/// `x16` is 16 lanes.
std::optional<Amount> parse_amount(std::string_view text);

/// Writes an amount in its base unit, the way people read it: "5900 W", "$1,234.50", "x16",
/// "3.5 slots", "80 GB"; a plain number as decimal with at most three digits after the point, fewer when it is large.
std::string format_amount(const Amount& amount);

}  // namespace planner
