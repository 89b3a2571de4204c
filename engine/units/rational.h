// Exact fractions: the number type of verdicts and of the rule language, so that 0.1 + 0.2 == 0.3 holds.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planner {

/// Wide intermediate of exact arithmetic; `__extension__` keeps -Wpedantic quiet about the compiler's own type.
__extension__ typedef __int128 Int128;

/// An exact fraction of two 64-bit integers, always reduced, denominator positive.
/// The arithmetic functions return nothing when the result does not fit or a divisor is zero.
class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(std::int64_t whole)
      : num_(whole) {}  // NOLINT(google-explicit-constructor): a number is a fraction

  /// num / den in lowest terms; nothing when den is 0 or the reduced terms do not fit.
  static std::optional<Rational> make(Int128 num, Int128 den);

  std::int64_t num() const { return num_; }
  std::int64_t den() const { return den_; }
  double to_double() const { return static_cast<double>(num_) / static_cast<double>(den_); }
  bool is_integer() const { return den_ == 1; }
  /// Largest integer not above the value.
  std::int64_t floor() const;
  /// Smallest integer not below the value.
  std::int64_t ceil() const;
  /// Nearest integer, halves away from zero.
  std::int64_t round() const;

  friend std::optional<Rational> add(Rational a, Rational b);
  friend std::optional<Rational> subtract(Rational a, Rational b);
  friend std::optional<Rational> multiply(Rational a, Rational b);
  friend std::optional<Rational> divide(Rational a, Rational b);

  friend bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(Rational a, Rational b);

 private:
  std::int64_t num_ = 0;
  std::int64_t den_ = 1;
};

/// Reads a decimal such as "450", "-2.5", "1_000" or "0.375"; nothing for anything else (no exponents, no "inf").
std::optional<Rational> parse_decimal(std::string_view text);

/// Shortest decimal with at most `places` digits after the point, rounded half away from zero, no trailing zeros.
std::string format_decimal(Rational value, int places = 3);

}  // namespace planner
