#include "expr/explain.h"

#include <algorithm>
#include <utility>

namespace planner::expr {
namespace {

/// More lines than anyone reads; bounds the work of a trace over long lists.
constexpr std::size_t kMaxEvidence = 200;

/// What is asked of a tree: why a condition that should hold (or fail) does or does not, why a value or a bound is
/// what it is, or what of it is missing.
enum class Aim : std::uint8_t { holds, fails, value, gap };

Aim operator!(Aim aim) {
  if (aim == Aim::holds) return Aim::fails;
  return aim == Aim::fails ? Aim::holds : aim;
}

bool is_open(const Value& value) {
  const Range* range = std::get_if<Range>(&value);
  return range != nullptr ? !range->is_exact() : is_unknown(value);
}

Aim aim_at(const Value& value) {
  return is_open(value) ? Aim::gap : Aim::value;
}

class Explainer {
 public:
  explicit Explainer(const Environment& environment) : frame_(environment) {}

  Trace run(const Node& root) {
    trace_.result = evaluate(root, frame_);
    explain(root, root.type.kind == Type::Kind::boolean ? Aim::holds : aim_at(trace_.result));
    if (several_held_) trace_.margin.reset();
    return std::move(trace_);
  }

 private:
  void explain(const Node& node, Aim aim) {
    switch (node.op) {
      case Op::boolean:
      case Op::number:
      case Op::text:
      case Op::error:
        return;
      case Op::root:
      case Op::binding:
      case Op::local:
        return object(node);
      case Op::member:
        return member(node);
      case Op::not_:
        return explain(node.operand(0), !aim);
      case Op::and_:
      case Op::or_:
        return chain(node, aim);
      case Op::implies:
        return implication(node, aim);
      case Op::conditional:
        return conditional(node, aim);
      case Op::known:
        return explain(node.operand(0), Aim::value);
      case Op::all:
      case Op::exists:
        return quantifier(node, aim);
      case Op::sum:
      case Op::min:
      case Op::max:
      case Op::count:
        return aggregate(node, aim);
      case Op::size:
        return size(node, aim);
      case Op::filter:
        return predicates(node);
      default:
        break;
    }
    if (is_ordering(node.op)) margin(node, aim);
    const bool boolean = node.type.kind == Type::Kind::boolean;
    operands(node, boolean ? aim_at(evaluate(node, frame_)) : aim);
  }

  // Reads

  void add(Evidence evidence, const Node& node, const void* object, const void* what) {
    const auto same = [&](const Seen& seen) { return seen.object == object && seen.what == what; };
    if (trace_.evidence.size() >= kMaxEvidence || std::any_of(seen_.begin(), seen_.end(), same)) return;
    seen_.push_back({object, what});
    evidence.path = print(node);
    evidence.type = node.type;
    if (const auto* unknown = std::get_if<Unknown>(&evidence.value))
      evidence.why_unknown = unknown->reason.empty() ? "not recorded" : unknown->reason;
    trace_.evidence.push_back(std::move(evidence));
  }

  static std::string label(const ObjectType& type, const void* object) {
    return object != nullptr && type.label ? type.label(object) : type.name;
  }

  void object(const Node& node) {
    Value value = evaluate(node, frame_);
    const auto* reference = std::get_if<ObjectRef>(&value);
    const void* what = reference != nullptr ? reference->object : nullptr;
    Evidence evidence;
    evidence.label = label(*node.type.object, what);
    evidence.value = std::move(value);
    add(std::move(evidence), node, what, nullptr);
  }

  void member(const Node& node) {
    const Node& owner = node.operand(0);
    const Value at = evaluate(owner, frame_);
    if (is_unknown(at)) return explain(owner, Aim::gap);
    const void* object = std::get<ObjectRef>(at).object;
    Evidence evidence;
    evidence.value = read_member(node, frame_);
    evidence.label = label(*node.owner, object);
    evidence.fact = node.owner->name + "." + node.member->name;
    if (object != nullptr && node.member->origin) evidence.origin = node.member->origin(object);
    add(std::move(evidence), node, object, node.member);
  }

  // Logic

  void chain(const Node& node, Aim aim) {
    const Truth truth = truth_of(evaluate(node, frame_));
    for (const auto& child : node.operands) {
      if (truth_of(evaluate(*child, frame_)) == truth) explain(*child, aim);
    }
  }

  void implication(const Node& node, Aim aim) {
    const Truth truth = truth_of(evaluate(node, frame_));
    if (truth_of(evaluate(node.operand(0), frame_)) == !truth) explain(node.operand(0), !aim);
    if (truth_of(evaluate(node.operand(1), frame_)) == truth) explain(node.operand(1), aim);
  }

  void conditional(const Node& node, Aim aim) {
    const Value condition = evaluate(node.operand(0), frame_);
    const bool* chosen = std::get_if<bool>(&condition);
    if (chosen != nullptr || aim != Aim::value) explain(node.operand(0), aim_at(condition));
    if (chosen != nullptr) return explain(node.operand(*chosen ? 1 : 2), aim);
    if (aim != Aim::value) return;
    explain(node.operand(1), aim);
    explain(node.operand(2), aim);
  }

  // Numbers and comparisons: all operands down to what they read; of a gap only those that have one.

  void operands(const Node& node, Aim aim) {
    const auto open = [&](const auto& child) { return is_open(evaluate(*child, frame_)); };
    const bool some = aim == Aim::gap && std::any_of(node.operands.begin(), node.operands.end(), open);
    for (const auto& child : node.operands) {
      if (!some || open(child)) explain(*child, aim);
    }
  }

  /// How far the sides of an ordering are apart, in the sense that is positive when the requirement is missed.
  std::optional<Rational> distance(const Node& node, bool holds_wanted) {
    const Value left = evaluate(node.operand(0), frame_);
    const Value right = evaluate(node.operand(1), frame_);
    if (is_open(left) || is_open(right)) return std::nullopt;
    const Rational a = *std::get<Range>(left).low;
    const Rational b = *std::get<Range>(right).low;
    const bool upper_bound = (node.op == Op::less || node.op == Op::less_equal) == holds_wanted;
    return upper_bound ? subtract(a, b) : subtract(b, a);
  }

  void margin(const Node& node, Aim aim) {
    if (aim == Aim::value || aim == Aim::gap || failed_) return;
    const auto apart = distance(node, aim == Aim::holds);
    if (!apart) return;
    const bool holds = truth_of(evaluate(node, frame_)) == truth_of(aim == Aim::holds);
    if (holds && held_ != nullptr && held_ != &node) several_held_ = true;
    if (holds && held_ == &node && trace_.margin && *apart <= trace_.margin->amount) return;
    trace_.margin = Margin{*apart, node.operand(0).type.dimension};
    if (holds) held_ = &node;
    if (!holds) {
      failed_ = true;
      several_held_ = false;
    }
  }

  // Macros

  /// The list itself as evidence: missing, or with so many elements.
  void size(const Node& node, Aim aim) {
    Value value = evaluate(node, frame_);
    if (is_unknown(value) || (aim == Aim::gap && is_open(value))) return predicates(node.operand(0));
    list_evidence(node, node.operand(0), std::move(value));
  }

  /// Evidence about a list as a whole, labelled with the object that has it.
  void list_evidence(const Node& shown, const Node& list, Value value) {
    const Node* source = &list;
    while (source->op == Op::filter) source = &source->operand(0);
    if (source->op != Op::member) return;
    const Value owner = evaluate(source->operand(0), frame_);
    const auto* reference = std::get_if<ObjectRef>(&owner);
    const void* object = reference != nullptr ? reference->object : nullptr;
    Evidence evidence;
    evidence.value = std::move(value);
    evidence.label = label(*source->owner, object);
    add(std::move(evidence), shown, object, &shown);
  }

  /// Why a list is not fully known: itself, or the conditions of its filters.
  void predicates(const Node& list) {
    if (list.op == Op::conditional) return conditional(list, Aim::gap);
    if (list.op != Op::filter) {
      if (list.op == Op::member && is_unknown(evaluate(list, frame_))) member(list);
      return;
    }
    predicates(list.operand(0));
    each(list, [&] {
      if (truth_of(evaluate(list.operand(1), frame_)) == Truth::unknown) explain(list.operand(1), Aim::gap);
    });
  }

  template <class Visit>
  std::size_t each(const Node& node, Visit visit) {
    const Elements elements = evaluate_list(node.operand(0), frame_);
    for (const ObjectRef& item : elements.items) {
      if (trace_.evidence.size() >= kMaxEvidence || !frame_.visit()) break;
      frame_.locals[node.local] = item;
      visit();
    }
    return elements.missing ? 1 : elements.items.size();
  }

  void quantifier(const Node& node, Aim aim) {
    const Truth truth = truth_of(evaluate(node, frame_));
    if (truth == Truth::unknown) predicates(node.operand(0));
    const std::size_t items = each(node, [&] {
      if (truth_of(evaluate(node.operand(1), frame_)) == truth) explain(node.operand(1), aim);
    });
    if (items == 0) list_evidence(node.operand(0), node.operand(0), List{});
  }

  void aggregate(const Node& node, Aim aim) {
    const Node& body = node.operand(1);
    const Value result = evaluate(node, frame_);
    const bool gap = is_unknown(result) || aim == Aim::gap;
    if (gap) predicates(node.operand(0));
    const std::size_t items = each(node, [&] {
      const Value value = evaluate(body, frame_);
      if (gap ? is_open(value) : decides(node.op, value, result)) explain(body, gap ? Aim::gap : Aim::value);
    });
    if (items == 0) list_evidence(node.operand(0), node.operand(0), List{});
  }

  /// Whether an element counts for the bounds of the result: to a sum those known, to `min` and `max` those at its end.
  static bool decides(Op op, const Value& value, const Value& result) {
    if (op == Op::count) return true;
    const Range* range = std::get_if<Range>(&value);
    if (range == nullptr || op == Op::sum) return range != nullptr;
    const Range& bounds = std::get<Range>(result);
    return (bounds.low && range->low == bounds.low) || (bounds.high && range->high == bounds.high);
  }

  struct Seen {
    const void* object = nullptr;
    const void* what = nullptr;
  };

  Frame frame_;
  Trace trace_;
  std::vector<Seen> seen_;
  const Node* held_ = nullptr;
  bool several_held_ = false;
  bool failed_ = false;
};

}  // namespace

Trace explain(const Node& root, const Environment& environment) {
  return Explainer(environment).run(root);
}

Value settled(Value value, const Node& node, const Environment& environment) {
  const bool open = environment.open != 0;
  const Range* range = std::get_if<Range>(&value);
  const Unknown* unknown = std::get_if<Unknown>(&value);
  const bool inexact = range != nullptr && !range->is_exact() && !open;
  if (!inexact && (unknown == nullptr || !unknown->reason.empty())) return value;
  if (open) return Unknown{kNotChosen};
  for (Evidence& evidence : explain(node, environment).evidence) {
    if (!evidence.why_unknown.empty()) return Unknown{std::move(evidence.why_unknown)};
  }
  return Unknown{"not recorded"};
}

}  // namespace planner::expr
