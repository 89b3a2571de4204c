// Lists and the macros over them. A list can be incomplete (parts still open) and an element of a filtered list can be
// uncertain; each macro says what is sure in spite of that.
#include <algorithm>
#include <utility>

#include "expr/evaluate.h"

namespace planner::expr {
namespace {

Elements missing(Value value) {
  Elements elements;
  elements.missing = is_unknown(value) ? std::get<Unknown>(std::move(value)) : Unknown{};
  return elements;
}

Elements list_of_member(const Node& node, Frame& frame) {
  Value value = read_member(node, frame);
  List* list = std::get_if<List>(&value);
  if (list == nullptr) return missing(std::move(value));
  Elements elements;
  elements.items = std::move(*list);
  const Member& member = *node.member;
  elements.complete = member.direction == Direction::fixed || (member.reads & frame.environment.open) == 0;
  return elements;
}

Elements filtered(const Node& node, Frame& frame) {
  Elements all = evaluate_list(node.operand(0), frame);
  if (all.missing) return all;
  Elements kept;
  kept.complete = all.complete;
  bool uncertain = false;
  for (std::size_t i = 0; i < all.items.size(); ++i) {
    if (!frame.visit()) return missing(Unknown{kTooManyElements});
    frame.locals[node.local] = all.items[i];
    const Truth fits = truth_of(evaluate(node.operand(1), frame));
    if (fits == Truth::no) continue;
    kept.items.push_back(all.items[i]);
    kept.uncertain.push_back(fits == Truth::unknown || !all.certain(i));
    uncertain = uncertain || kept.uncertain.back();
  }
  if (!uncertain) kept.uncertain.clear();
  return kept;
}

/// `all` (looking for a false body) and `exists` (looking for a true one).
Value quantified(const Node& node, const Elements& elements, Frame& frame, bool sought) {
  Value open = Unknown{kNotChosen};
  bool decided = elements.complete;
  for (std::size_t i = 0; i < elements.items.size(); ++i) {
    if (!frame.visit()) return Unknown{kTooManyElements};
    frame.locals[node.local] = elements.items[i];
    Value value = evaluate(node.operand(1), frame);
    const Truth truth = truth_of(value);
    if (truth == truth_of(!sought)) continue;
    if (truth == truth_of(sought) && elements.certain(i)) return sought;
    if (decided) open = is_unknown(value) ? std::move(value) : Value(Unknown{});
    decided = false;
  }
  return decided ? Value(!sought) : open;
}

Value summed(const Node& node, const Elements& elements, Frame& frame) {
  const Node& body = node.operand(1);
  Range total = Range::exact(0);
  for (std::size_t i = 0; i < elements.items.size(); ++i) {
    if (!frame.visit()) return Unknown{kTooManyElements};
    frame.locals[node.local] = elements.items[i];
    Value value = evaluate(body, frame);
    const Range* known = std::get_if<Range>(&value);
    if (known == nullptr && !body.nonnegative) return value;
    Range part = known != nullptr ? *known : Range{Rational(0), std::nullopt};
    if (!elements.certain(i)) part = hull(part, Range::exact(0));
    Value sum = plus(total, part);
    if (is_unknown(sum)) return sum;
    total = std::get<Range>(sum);
  }
  if (elements.complete) return total;
  if (!body.nonnegative) return Unknown{kNotChosen};
  total.high.reset();
  return total;
}

/// `min` and `max`; an unknown element may be anything.
Value extreme(const Node& node, const Elements& elements, Frame& frame) {
  const bool smallest = node.op == Op::min;
  std::optional<Range> best;
  for (std::size_t i = 0; i < elements.items.size(); ++i) {
    if (!frame.visit()) return Unknown{kTooManyElements};
    frame.locals[node.local] = elements.items[i];
    const Value value = evaluate(node.operand(1), frame);
    const Range* known = std::get_if<Range>(&value);
    const Range range = known != nullptr ? *known : Range{};
    if (!best) {
      best = range;
      if (!elements.certain(i)) (smallest ? best->high : best->low).reset();
      continue;
    }
    const Range joined = smallest ? smaller_of(*best, range) : larger_of(*best, range);
    best = elements.certain(i) ? joined : hull(*best, joined);
  }
  if (!best) {
    if (!elements.complete) return Unknown{kNotChosen};
    return Unknown{std::string(spelling(node.op)) + " of an empty list"};
  }
  if (!elements.complete) (smallest ? best->low : best->high).reset();
  return best->low || best->high ? Value(*best) : Value(Unknown{});
}

Value counted(const Node& node, const Elements& elements, Frame& frame) {
  std::int64_t sure = 0;
  std::int64_t possible = 0;
  for (std::size_t i = 0; i < elements.items.size(); ++i) {
    Truth truth = Truth::yes;
    if (node.op == Op::count) {
      if (!frame.visit()) return Unknown{kTooManyElements};
      frame.locals[node.local] = elements.items[i];
      truth = truth_of(evaluate(node.operand(1), frame));
    }
    sure += truth == Truth::yes && elements.certain(i) ? 1 : 0;
    possible += truth != Truth::no ? 1 : 0;
  }
  Range range{Rational(sure), Rational(possible)};
  if (!elements.complete) range.high.reset();
  return range;
}

}  // namespace

Elements evaluate_list(const Node& node, Frame& frame) {
  if (node.op == Op::member) return list_of_member(node, frame);
  if (node.op == Op::filter) return filtered(node, frame);
  Value condition = evaluate(node.operand(0), frame);
  const bool* chosen = std::get_if<bool>(&condition);
  if (chosen == nullptr) return missing(std::move(condition));
  return evaluate_list(node.operand(*chosen ? 1 : 2), frame);
}

Value evaluate_macro(const Node& node, Frame& frame) {
  Elements elements = evaluate_list(node.operand(0), frame);
  if (elements.missing) return std::move(*elements.missing);
  switch (node.op) {
    case Op::all:
      return quantified(node, elements, frame, false);
    case Op::exists:
      return quantified(node, elements, frame, true);
    case Op::sum:
      return summed(node, elements, frame);
    case Op::min:
    case Op::max:
      return extreme(node, elements, frame);
    default:
      return counted(node, elements, frame);
  }
}

}  // namespace planner::expr
