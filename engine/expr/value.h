// Values of the rule language: three-valued, exact, and able to stand for a range while a build is still incomplete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "units/rational.h"

namespace planner::expr {

struct ObjectType;

/// A reference to something a rule can speak about (a GPU, a slot); the engine that made it owns what it points to.
struct ObjectRef {
  const ObjectType* type = nullptr;
  const void* object = nullptr;
  friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

/// No value, and why.
struct Unknown {
  std::string reason;
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

/// A number known to lie in [low, high]; a missing end is infinite. Exact when both ends are equal.
/// Ranges occur only while the search looks at incomplete builds.
struct Range {
  std::optional<Rational> low;
  std::optional<Rational> high;
  static Range exact(Rational value) { return {value, value}; }
  bool is_exact() const { return low && high && *low == *high; }
  friend bool operator==(const Range&, const Range&) = default;
};

using List = std::vector<ObjectRef>;

/// Result of reading a member or evaluating an expression. Numbers are in base units of their type's dimension.
using Value = std::variant<Unknown, bool, Range, std::string, ObjectRef, List>;

inline bool is_unknown(const Value& v) {
  return std::holds_alternative<Unknown>(v);
}
inline Value number(Rational r) {
  return Range::exact(r);
}

}  // namespace planner::expr
