// What expressions may name: object types with typed, documented members. The engine registers facts and part fields
// here; this library knows no hardware, so it can be tested and fuzzed alone.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/value.h"
#include "source/diagnostic.h"
#include "units/dimension.h"

namespace planner::expr {

/// Set of things an expression depends on, as bits; the meaning of a bit is the registrar's (here: part kinds).
using Footprint = std::uint32_t;

/// How a value can move while parts are added to an incomplete build. `any` means no pruning: slow, never wrong.
/// A list that grows keeps its elements. `fixed`: the value of an object that is there stays, whatever is added
/// (the length of a GPU in the list, while more GPUs may follow).
enum class Direction : std::uint8_t { any, grows, shrinks, fixed };

struct ObjectType;

struct Type {
  enum class Kind : std::uint8_t { boolean, number, text, enumeration, object, list };
  Kind kind = Kind::boolean;
  Dimension dimension{};                      ///< number
  std::span<const std::string_view> names{};  ///< enumeration
  const ObjectType* object = nullptr;         ///< object; list: type of its elements

  static Type boolean() { return {}; }
  static Type number(Dimension d) { return {Kind::number, d, {}, nullptr}; }
  static Type text() { return {Kind::text, {}, {}, nullptr}; }
  static Type enumeration(std::span<const std::string_view> n) { return {Kind::enumeration, {}, n, nullptr}; }
  static Type object_of(const ObjectType* t) { return {Kind::object, {}, {}, t}; }
  static Type list_of(const ObjectType* t) { return {Kind::list, {}, {}, t}; }
};

/// Where a member's value came from, for evidence.
struct Origin {
  std::string file;
  Location at;
  std::string source;
  std::string as_of;
  bool low_confidence = false;
};

/// A named property of an object type.
struct Member {
  std::string name;
  Type type;
  std::string doc;
  Footprint reads = 0;                   ///< what the value depends on
  Direction direction = Direction::any;  ///< while parts in `reads` are still open
  Footprint settled = 0;                 ///< parts that must be chosen before the direction holds
  std::function<Value(const void*)> get;
  std::function<std::optional<Origin>(const void*)> origin;  ///< may be empty: a computed fact
  std::string producer;  ///< for explain: the function or catalog field that makes it
  /// Number: can never be below 0 in any build. Lets a sum over an incomplete list be a lower bound.
  bool nonnegative = false;
};

struct ObjectType {
  std::string name;  ///< "gpu"
  std::string doc;
  std::deque<Member> members;
  std::function<std::string(const void*)> label;  ///< "GPU 3 (RTX 4090)"
  std::function<Location(const void*)> place;     ///< where the input names the object; may be empty, line 0: nowhere
  const Member* find(std::string_view member) const;
};

/// All object types; `root` is the type whose members can be named without a prefix (the build).
struct Schema {
  std::deque<ObjectType> types;
  const ObjectType* root = nullptr;
  const ObjectType* find(std::string_view type) const;
  ObjectType& add(std::string name, std::string doc);
};

}  // namespace planner::expr
