// The typed tree of an expression. The parser builds it, the checker resolves names and types in place, and evaluator,
// explainer and printer read it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "expr/reporter.h"
#include "expr/schema.h"

namespace planner::expr {

/// Limits on outside text: an expression beyond them is refused with a message.
inline constexpr std::size_t kMaxBytes = 4096;
inline constexpr std::size_t kMaxNodes = 1000;
inline constexpr std::uint32_t kMaxDepth = 64;
/// Macros inside macros; bounds the work to (list length)^4.
inline constexpr std::size_t kMaxMacroDepth = 4;

enum class Op : std::uint8_t {
  error,  // left by a syntax error
  boolean,
  number,
  text,  // literals
  name,
  root,
  binding,
  local,
  member,  // reads; `name` until the checker has resolved it
  call,
  function,  // `list.all(...)`, `known(...)` before the checker
  not_,
  negate,
  multiply,
  divide,
  add,
  subtract,  //
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  in,
  and_,
  or_,
  implies,
  conditional,
  known,
  all,
  exists,
  sum,
  min,
  max,
  count,
  filter,
  size  // operand 0 is the list, operand 1 the body
};

class Node {
 public:
  Op op = Op::error;
  Type type;
  bool valid = false;        ///< `type` is meaningful; false once an error was reported here or below
  bool implicit = false;     ///< the root object that a bare member name stands for: not printed
  bool nonnegative = false;  ///< a number that is never below 0, whatever is chosen
  std::uint8_t local = 0;    ///< local: its number; macros: the number of their variable
  std::uint16_t depth = 1;
  std::size_t binding = 0;  ///< binding: its index in the scope
  Span span;                ///< the whole of it
  Span token;               ///< its operator, or the name of the member or macro
  std::string name;         ///< name, member, call; macros: their variable; number: as printed
  Value literal;
  const Member* member = nullptr;
  const ObjectType* owner = nullptr;  ///< member: the type it belongs to
  Footprint reads = 0;                ///< union over the whole subtree
  Footprint moves_with = 0;           ///< the same without fixed members: what can still change its value
  std::vector<std::unique_ptr<Node>> operands;

  const Node& operand(std::size_t i) const { return *operands[i]; }
  Node& operand(std::size_t i) { return *operands[i]; }
};

inline bool is_literal(const Node& node) {
  return node.op == Op::boolean || node.op == Op::number || node.op == Op::text;
}
inline bool is_ordering(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal;
}
inline bool is_macro(Op op) {
  return op >= Op::all && op <= Op::filter;
}

/// The operator or macro as written: "&&", "all"; empty for the rest.
std::string_view spelling(Op op);
/// Canonical text of a tree, with as few parentheses as its shape allows.
std::string print(const Node& node);

}  // namespace planner::expr
