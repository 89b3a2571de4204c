#include "expr/evaluate.h"

#include <utility>

namespace planner::expr {
namespace {

/// What a getter has to return for a type, as the index of the alternative in Value.
std::size_t alternative(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::boolean:
      return Value(false).index();
    case Type::Kind::number:
      return Value(Range{}).index();
    case Type::Kind::text:
    case Type::Kind::enumeration:
      return Value(std::string()).index();
    case Type::Kind::object:
      return Value(ObjectRef{}).index();
    case Type::Kind::list:
      return Value(List{}).index();
  }
  return 0;
}

Value checked(const Node& node, Value value) {
  if (value.index() == alternative(node.type.kind) || is_unknown(value)) return value;
  return Unknown{"value is of another type"};
}

/// A member of a build whose parts are not all chosen: where its direction allows, a bound, or the list so far.
Value read_open(const Node& node, const void* object, Footprint open) {
  const Member& member = *node.member;
  if (member.direction == Direction::fixed) return checked(node, member.get(object));
  if ((member.settled & open) != 0) return Unknown{kNotChosen};
  const bool number = node.type.kind == Type::Kind::number && member.direction != Direction::any;
  const bool prefix = node.type.kind == Type::Kind::list && member.direction == Direction::grows;
  if (!number && !prefix) return Unknown{kNotChosen};
  Value value = checked(node, member.get(object));
  if (is_unknown(value)) return Unknown{kNotChosen};
  if (Range* range = std::get_if<Range>(&value))
    (member.direction == Direction::grows ? range->high : range->low).reset();
  return value;
}

Value read_binding(const Node& node, const Frame& frame) {
  const auto& bindings = frame.environment.bindings;
  if (node.binding < bindings.size()) return bindings[node.binding];
  return Unknown{"nothing is bound to it"};
}

/// Evaluates an operand; literals are not copied.
const Value& operand(const Node& node, std::size_t i, Frame& frame, Value& storage) {
  const Node& child = node.operand(i);
  if (is_literal(child)) return child.literal;
  storage = evaluate(child, frame);
  return storage;
}

/// `&&` and `||`: the absorbing value wins over unknown.
Value evaluate_chain(const Node& node, Frame& frame, bool absorbing) {
  std::optional<Value> unknown;
  for (const auto& child : node.operands) {
    Value value = evaluate(*child, frame);
    if (const bool* known = std::get_if<bool>(&value)) {
      if (*known == absorbing) return absorbing;
    } else if (!unknown) {
      unknown = std::move(value);
    }
  }
  return unknown ? std::move(*unknown) : Value(!absorbing);
}

Value evaluate_implies(const Node& node, Frame& frame) {
  Value premise = evaluate(node.operand(0), frame);
  if (truth_of(premise) == Truth::no) return true;
  Value conclusion = evaluate(node.operand(1), frame);
  if (truth_of(conclusion) == Truth::yes || truth_of(premise) == Truth::yes) return conclusion;
  return premise;
}

Value evaluate_arithmetic(const Node& node, Frame& frame) {
  Value left_storage;
  Value right_storage;
  const Value& left = operand(node, 0, frame, left_storage);
  if (is_unknown(left)) return left;
  const Value& right = operand(node, 1, frame, right_storage);
  if (is_unknown(right)) return right;
  const Range& a = std::get<Range>(left);
  const Range& b = std::get<Range>(right);
  switch (node.op) {
    case Op::add:
      return plus(a, b);
    case Op::subtract:
      return minus(a, b);
    case Op::multiply:
      return times(a, b);
    default:
      return divided_by(a, b);
  }
}

Truth compare(Op op, const Range& a, const Range& b) {
  switch (op) {
    case Op::less:
      return less(a, b);
    case Op::less_equal:
      return less_equal(a, b);
    case Op::greater:
      return less(b, a);
    case Op::greater_equal:
      return less_equal(b, a);
    case Op::not_equal:
      return !equal(a, b);
    default:
      return equal(a, b);
  }
}

Truth same(const Value& a, const Value& b) {
  if (const Range* left = std::get_if<Range>(&a)) return equal(*left, std::get<Range>(b));
  if (const std::string* left = std::get_if<std::string>(&a)) return truth_of(*left == std::get<std::string>(b));
  if (const bool* left = std::get_if<bool>(&a)) return truth_of(*left == std::get<bool>(b));
  if (const ObjectRef* left = std::get_if<ObjectRef>(&a))
    return truth_of(left->object == std::get<ObjectRef>(b).object);
  return Truth::unknown;
}

Value evaluate_comparison(const Node& node, Frame& frame) {
  Value left_storage;
  Value right_storage;
  const Value& left = operand(node, 0, frame, left_storage);
  if (is_unknown(left)) return left;
  const Value& right = operand(node, 1, frame, right_storage);
  if (is_unknown(right)) return right;
  if (const Range* a = std::get_if<Range>(&left)) return boolean(compare(node.op, *a, std::get<Range>(right)));
  const Truth equal = same(left, right);
  return boolean(node.op == Op::equal ? equal : !equal);
}

Value evaluate_in(const Node& node, Frame& frame) {
  Value storage;
  const Value& element = operand(node, 0, frame, storage);
  if (is_unknown(element)) return element;
  Truth found = Truth::no;
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    const Truth equal = same(element, node.operand(i).literal);
    if (equal == Truth::yes) return true;
    if (equal == Truth::unknown) found = Truth::unknown;
  }
  return boolean(found);
}

/// With an unknown condition both branches are possible: what they agree on is known.
Value evaluate_conditional(const Node& node, Frame& frame) {
  Value condition = evaluate(node.operand(0), frame);
  if (const bool* chosen = std::get_if<bool>(&condition)) return evaluate(node.operand(*chosen ? 1 : 2), frame);
  Value first = evaluate(node.operand(1), frame);
  Value second = evaluate(node.operand(2), frame);
  if (is_unknown(first) || is_unknown(second)) return condition;
  if (const Range* a = std::get_if<Range>(&first)) return hull(*a, std::get<Range>(second));
  return same(first, second) == Truth::yes ? first : condition;
}

bool is_known(const Value& value) {
  const Range* range = std::get_if<Range>(&value);
  return range != nullptr ? range->is_exact() : !is_unknown(value);
}

/// Whether a value that open parts decide will be known cannot be told before they are chosen.
Value evaluate_known(const Node& node, Frame& frame) {
  if ((node.moves_with & frame.environment.open) != 0) return Unknown{kNotChosen};
  return is_known(evaluate(node.operand(0), frame));
}

Value evaluate_whole_list(const Node& node, Frame& frame) {
  Elements elements = evaluate_list(node, frame);
  if (elements.missing) return std::move(*elements.missing);
  if (!elements.complete) return Unknown{kNotChosen};
  if (!elements.uncertain.empty()) return Unknown{};
  return std::move(elements.items);
}

Value evaluate_not(const Node& node, Frame& frame) {
  Value value = evaluate(node.operand(0), frame);
  if (bool* known = std::get_if<bool>(&value)) *known = !*known;
  return value;
}

Value evaluate_negate(const Node& node, Frame& frame) {
  Value value = evaluate(node.operand(0), frame);
  if (const Range* range = std::get_if<Range>(&value)) return negated(*range);
  return value;
}

}  // namespace

Value read_member(const Node& node, Frame& frame) {
  const Node& owner = node.operand(0);
  const void* object = nullptr;
  if (owner.op == Op::root) {
    object = frame.environment.root.object;
  } else if (owner.op == Op::local) {
    object = frame.locals[owner.local].object;
  } else {
    Value value = evaluate(owner, frame);
    if (is_unknown(value)) return value;
    object = std::get<ObjectRef>(value).object;
  }
  const Member& member = *node.member;
  if (object == nullptr || !member.get) return Unknown{"not recorded"};
  if ((member.reads & frame.environment.open) != 0) return read_open(node, object, frame.environment.open);
  return checked(node, member.get(object));
}

Truth truth_of(const Value& value) {
  const bool* known = std::get_if<bool>(&value);
  return known == nullptr ? Truth::unknown : truth_of(*known);
}

Value boolean(Truth truth) {
  return truth == Truth::unknown ? Value(Unknown{}) : Value(truth == Truth::yes);
}

Value evaluate(const Node& node, Frame& frame) {
  if (node.type.kind == Type::Kind::list) return evaluate_whole_list(node, frame);
  switch (node.op) {
    case Op::boolean:
    case Op::number:
    case Op::text:
      return node.literal;
    case Op::root:
      return frame.environment.root;
    case Op::binding:
      return read_binding(node, frame);
    case Op::local:
      return frame.locals[node.local];
    case Op::member:
      return read_member(node, frame);
    case Op::not_:
      return evaluate_not(node, frame);
    case Op::negate:
      return evaluate_negate(node, frame);
    case Op::and_:
      return evaluate_chain(node, frame, false);
    case Op::or_:
      return evaluate_chain(node, frame, true);
    case Op::implies:
      return evaluate_implies(node, frame);
    case Op::conditional:
      return evaluate_conditional(node, frame);
    case Op::in:
      return evaluate_in(node, frame);
    case Op::known:
      return evaluate_known(node, frame);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
      return evaluate_arithmetic(node, frame);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
      return evaluate_comparison(node, frame);
    default:
      return evaluate_macro(node, frame);
  }
}

}  // namespace planner::expr
