// The values that fields of parts and facts can have, and their types, as seen by loader, explain and rule language.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "units/dimension.h"
#include "units/known.h"

namespace planner {

/// Type of a scalar. Enumerations carry their allowed names, in declaration order.
struct ScalarType {
  enum class Kind : std::uint8_t { boolean, number, text, enumeration };
  Kind kind = Kind::number;
  Dimension dimension{};
  std::span<const std::string_view> names{};

  static ScalarType boolean() { return {Kind::boolean, {}, {}}; }
  static ScalarType number(Dimension d) { return {Kind::number, d, {}}; }
  static ScalarType text() { return {Kind::text, {}, {}}; }
  static ScalarType enumeration(std::span<const std::string_view> names) { return {Kind::enumeration, {}, names}; }
};

/// bool, a number in base units of its type's dimension, or text (also the name of an enumerator).
using Scalar = std::variant<bool, Rational, std::string>;

}  // namespace planner
