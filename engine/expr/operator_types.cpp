#include "expr/operator_types.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace planner::expr {
namespace {

/// Largest power of a base quantity in a type; products beyond it are a mistake, and would overflow.
constexpr int kMaxExponent = 8;

std::string shown(const Node& node) {
  return quoted(print(node));
}

bool same_names(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool operands_valid(const Node& node) {
  return std::all_of(node.operands.begin(), node.operands.end(), [](const auto& o) { return o->valid; });
}

class OperatorTypes {
 public:
  explicit OperatorTypes(Reporter& reporter) : reporter_(reporter) {}

  void type(Node& node) {
    switch (node.op) {
      case Op::error:
        return;
      case Op::not_:
      case Op::and_:
      case Op::or_:
      case Op::implies:
        return logic(node);
      case Op::negate:
        return negation(node);
      case Op::conditional:
        return conditional(node);
      case Op::in:
        return membership(node);
      case Op::equal:
      case Op::not_equal:
        return equality(node);
      default:
        return is_ordering(node.op) ? ordering(node) : arithmetic(node);
    }
  }

 private:
  void error(Span span, std::string message, std::string help = {}) {
    reporter_.error(span, std::move(message), std::move(help));
  }

  void logic(Node& node) {
    bool good = true;
    for (const auto& operand : node.operands) {
      if (!operand->valid || !require_boolean(*operand, spelling(node.op), reporter_)) good = false;
    }
    if (good) settle(node, Type::boolean());
  }

  bool is_number(const Node& node, Op op) {
    if (node.type.kind == Type::Kind::number) return true;
    const bool ordered_names = is_ordering(op) && node.type.kind == Type::Kind::enumeration;
    error(node.span, quoted(spelling(op)) + " needs numbers, " + shown(node) + " is " + describe(node.type),
          ordered_names ? "names have no order; use `==` or `in [...]`" : "");
    return false;
  }

  bool both_numbers(const Node& node) {
    if (!operands_valid(node)) return false;
    return is_number(node.operand(0), node.op) && is_number(node.operand(1), node.op);
  }

  void negation(Node& node) {
    if (operands_valid(node) && is_number(node.operand(0), node.op)) settle(node, node.operand(0).type);
  }

  void arithmetic(Node& node) {
    if (!both_numbers(node)) return;
    const Node& left = node.operand(0);
    const Node& right = node.operand(1);
    Dimension dimension = left.type.dimension;
    if (node.op == Op::multiply || node.op == Op::divide) {
      const Dimension other = right.type.dimension;
      dimension = node.op == Op::multiply ? dimension * other : dimension / other;
      const auto large = [](int exponent) { return std::abs(exponent) > kMaxExponent; };
      if (std::any_of(dimension.exponents.begin(), dimension.exponents.end(), large))
        return error(node.token, "unit of " + shown(node) + " has a power above " + std::to_string(kMaxExponent));
    } else if (!same_dimension(node, node.op == Op::add ? "add" : "subtract")) {
      return;
    }
    node.nonnegative = node.op != Op::subtract && left.nonnegative && right.nonnegative;
    settle(node, Type::number(dimension));
  }

  bool same_dimension(const Node& node, const std::string& verb) {
    const Node& left = node.operand(0);
    const Node& right = node.operand(1);
    if (left.type.dimension == right.type.dimension) return true;
    const std::string joint = verb == "subtract" ? " from " : verb == "compare" ? " with " : " and ";
    const Node& first = verb == "subtract" ? right : left;
    const Node& second = verb == "subtract" ? left : right;
    error(cover(left.span, right.span), "cannot " + verb + " " + describe(first.type) + joint + describe(second.type),
          unit_help(left, right));
    return false;
  }

  static std::string unit_help(const Node& left, const Node& right) {
    const bool bare_left = left.op == Op::number && left.type.dimension.is_number();
    const bool bare_right = right.op == Op::number && right.type.dimension.is_number();
    if (bare_left != bare_right) {
      const Dimension wanted = bare_left ? right.type.dimension : left.type.dimension;
      const auto units = unit_table();
      const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.dimension == wanted; });
      if (unit != units.end())
        return "give the number its unit: `" + (bare_left ? left : right).name + " " + std::string(unit->symbol) + "`";
    }
    return shown(left) + " is " + describe(left.type) + ", " + shown(right) + " is " + describe(right.type);
  }

  void ordering(Node& node) {
    if (both_numbers(node) && same_dimension(node, "compare")) settle(node, Type::boolean());
  }

  void equality(Node& node) {
    if (!operands_valid(node)) return;
    Node& left = node.operand(0);
    Node& right = node.operand(1);
    if (!unify(left, right)) return;
    if (left.type.kind == Type::Kind::list)
      return error(node.span, "lists cannot be compared", "compare their `.count()`, or elements with `.all(x, ...)`");
    if (left.type.kind == Type::Kind::number && right.type.kind == Type::Kind::number) {
      if (same_dimension(node, "compare")) settle(node, Type::boolean());
      return;
    }
    if (same_type(left.type, right.type)) return settle(node, Type::boolean());
    incomparable(left, right);
  }

  void incomparable(const Node& left, const Node& right) {
    error(cover(left.span, right.span), "cannot compare " + describe(left.type) + " with " + describe(right.type),
          shown(left) + " is " + describe(left.type) + ", " + shown(right) + " is " + describe(right.type));
  }

  void membership(Node& node) {
    if (!operands_valid(node)) return;
    Node& left = node.operand(0);
    bool good = true;
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      Node& item = node.operand(i);
      if (!unify(left, item)) {
        good = false;
      } else if (!same_type(left.type, item.type)) {
        error(item.span,
              shown(item) + " is " + describe(item.type) + ", but " + shown(left) + " is " + describe(left.type));
        good = false;
      }
    }
    if (good) settle(node, Type::boolean());
  }

  void conditional(Node& node) {
    Node& condition = node.operand(0);
    Node& chosen = node.operand(1);
    Node& other = node.operand(2);
    const bool good = condition.valid && require_boolean(condition, "?", reporter_);
    if (!chosen.valid || !other.valid || !unify(chosen, other)) return;
    if (!same_type(chosen.type, other.type))
      return error(cover(chosen.span, other.span),
                   "the two branches are " + describe(chosen.type) + " and " + describe(other.type),
                   "both must be of the same type");
    node.nonnegative = chosen.nonnegative && other.nonnegative;
    if (good) settle(node, chosen.type);
  }

  /// Gives a text literal the enumeration of its partner; false (reported) when it is none of its names.
  bool unify(Node& a, Node& b) {
    if (a.op == Op::text && b.type.kind == Type::Kind::enumeration) return enumerator(a, b);
    if (b.op == Op::text && a.type.kind == Type::Kind::enumeration) return enumerator(b, a);
    return true;
  }

  bool enumerator(Node& literal, const Node& partner) {
    const auto names = partner.type.names;
    if (std::find(names.begin(), names.end(), literal.name) == names.end()) {
      const std::vector<std::string_view> candidates(names.begin(), names.end());
      std::string help = suggestion(literal.name, candidates);
      if (help.empty()) help = "its values are " + listed(candidates, 20);
      error(literal.span, quoted(literal.name) + " is not a value of " + shown(partner), std::move(help));
      return false;
    }
    literal.type = partner.type;
    return true;
  }

  Reporter& reporter_;
};

}  // namespace

void settle(Node& node, const Type& type) {
  node.type = type;
  node.valid = true;
  for (const auto& operand : node.operands) {
    node.reads |= operand->reads;
    node.moves_with |= operand->moves_with;
  }
  if (node.member == nullptr) return;
  node.reads |= node.member->reads;
  if (node.member->direction != Direction::fixed) node.moves_with |= node.member->reads;
}

bool require_boolean(const Node& node, std::string_view who, Reporter& reporter) {
  if (node.type.kind == Type::Kind::boolean) return true;
  reporter.error(node.span, quoted(who) + " needs true or false, " + shown(node) + " is " + describe(node.type));
  return false;
}

void type_operator(Node& node, Reporter& reporter) {
  OperatorTypes(reporter).type(node);
}

bool same_type(const Type& a, const Type& b) {
  return a.kind == b.kind && a.dimension == b.dimension && a.object == b.object && same_names(a.names, b.names);
}

std::string describe(const Type& type) {
  switch (type.kind) {
    case Type::Kind::boolean:
      return "true or false";
    case Type::Kind::number:
      return type.dimension.is_number() ? "a number" : planner::describe(type.dimension);
    case Type::Kind::text:
      return "text";
    case Type::Kind::enumeration:
      return "one of " + std::to_string(type.names.size()) + " names";
    case Type::Kind::object:
      return "an object (" + type.object->name + ")";
    case Type::Kind::list:
      return "a list of " + type.object->name;
  }
  return {};
}

}  // namespace planner::expr
