#include "units/rational.h"

#include <algorithm>
#include <limits>

namespace planner {
namespace {

Int128 gcd(Int128 a, Int128 b) {
  if (a < 0) a = -a;
  while (b != 0) {
    const Int128 rest = a % b;
    a = b;
    b = rest < 0 ? -rest : rest;
  }
  return a;
}

bool fits(Int128 value) {
  return value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
}

}  // namespace

std::optional<Rational> Rational::make(Int128 num, Int128 den) {
  if (den == 0) return std::nullopt;
  if (den < 0) {
    num = -num;
    den = -den;
  }
  const Int128 divisor = gcd(num, den);
  if (divisor > 1) {
    num /= divisor;
    den /= divisor;
  }
  if (!fits(num) || !fits(den)) return std::nullopt;
  Rational result;
  result.num_ = static_cast<std::int64_t>(num);
  result.den_ = static_cast<std::int64_t>(den);
  return result;
}

std::int64_t Rational::floor() const {
  const std::int64_t quotient = num_ / den_;
  return (num_ % den_ < 0) ? quotient - 1 : quotient;
}

std::int64_t Rational::ceil() const {
  const std::int64_t quotient = num_ / den_;
  return (num_ % den_ > 0) ? quotient + 1 : quotient;
}

std::int64_t Rational::round() const {
  const Int128 doubled = static_cast<Int128>(num_ < 0 ? -static_cast<Int128>(num_) : num_) * 2 + den_;
  const auto magnitude = static_cast<std::int64_t>(doubled / (static_cast<Int128>(den_) * 2));
  return num_ < 0 ? -magnitude : magnitude;
}

std::optional<Rational> add(Rational a, Rational b) {
  return Rational::make(static_cast<Int128>(a.num_) * b.den_ + static_cast<Int128>(b.num_) * a.den_,
                        static_cast<Int128>(a.den_) * b.den_);
}

std::optional<Rational> subtract(Rational a, Rational b) {
  return Rational::make(static_cast<Int128>(a.num_) * b.den_ - static_cast<Int128>(b.num_) * a.den_,
                        static_cast<Int128>(a.den_) * b.den_);
}

std::optional<Rational> multiply(Rational a, Rational b) {
  return Rational::make(static_cast<Int128>(a.num_) * b.num_, static_cast<Int128>(a.den_) * b.den_);
}

std::optional<Rational> divide(Rational a, Rational b) {
  return Rational::make(static_cast<Int128>(a.num_) * b.den_, static_cast<Int128>(a.den_) * b.num_);
}

std::strong_ordering operator<=>(Rational a, Rational b) {
  return static_cast<Int128>(a.num_) * b.den_ <=> static_cast<Int128>(b.num_) * a.den_;
}

std::optional<Rational> parse_decimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 40) return std::nullopt;
  Int128 num = 0;
  Int128 den = 1;
  bool point = false;
  bool digit_before = false;
  constexpr Int128 kLimit = static_cast<Int128>(1) << 100;
  for (const char c : text) {
    if (c == '.' && !point && digit_before) {
      point = true;
      digit_before = false;
    } else if (c >= '0' && c <= '9') {
      num = num * 10 + (c - '0');
      if (point) den *= 10;
      digit_before = true;
      if (num > kLimit || den > kLimit) return std::nullopt;
    } else if (c == '_' && digit_before && !point) {
      digit_before = false;
    } else {
      return std::nullopt;
    }
  }
  if (!digit_before) return std::nullopt;
  return Rational::make(negative ? -num : num, den);
}

std::string format_decimal(Rational value, int places) {
  Int128 scale = 1;
  for (int i = 0; i < places; ++i) scale *= 10;
  const bool negative = value.num() < 0;
  const Int128 magnitude = negative ? -static_cast<Int128>(value.num()) : value.num();
  const Int128 scaled = (magnitude * scale * 2 + value.den()) / (static_cast<Int128>(value.den()) * 2);
  std::string digits = std::to_string(static_cast<std::uint64_t>(scaled / scale));
  std::string fraction = std::to_string(static_cast<std::uint64_t>(scaled % scale));
  fraction.insert(0, static_cast<std::size_t>(places) - std::min<std::size_t>(places, fraction.size()), '0');
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (places > 0 && !fraction.empty()) digits += "." + fraction;
  return (negative && scaled != 0 ? "-" : "") + digits;
}

}  // namespace planner
