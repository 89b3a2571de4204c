#include "expr/checker.h"

#include <algorithm>
#include <array>
#include <utility>

#include "expr/operator_types.h"

namespace planner::expr {
namespace {

/// Words that CEL reserves; a variable of such a name would not be an expression of CEL.
constexpr std::array<std::string_view, 17> kReserved = {
    "as",  "break", "const",     "continue", "else",    "for",    "function", "if",   "import",
    "let", "loop",  "namespace", "null",     "package", "return", "var",      "while"};

std::string shown(const Node& node) {
  return quoted(print(node));
}

std::vector<std::string_view> member_names(const ObjectType& type) {
  std::vector<std::string_view> names;
  for (const Member& member : type.members) names.emplace_back(member.name);
  return names;
}

class Checker {
 public:
  Checker(const Scope& scope, Reporter& reporter) : scope_(scope), reporter_(reporter) {}

  void check(Node& node) {
    switch (node.op) {
      case Op::boolean:
        return settle(node, Type::boolean());
      case Op::text:
        return settle(node, Type::text());
      case Op::number:
        return literal(node);
      case Op::name:
        return node.operands.empty() ? resolve_name(node) : resolve_member(node);
      case Op::call:
        return resolve_call(node);
      case Op::function:
        return resolve_function(node);
      default:
        break;
    }
    for (const auto& operand : node.operands) check(*operand);
    type_operator(node, reporter_);
  }

 private:
  struct Local {
    std::string_view name;
    const ObjectType* type = nullptr;  ///< null when the list it runs over is in error
    std::uint8_t index = 0;
  };

  void error(Span span, std::string message, std::string help = {}) {
    reporter_.error(span, std::move(message), std::move(help));
  }

  static void literal(Node& node) {
    node.nonnegative = *std::get<Range>(node.literal).low >= Rational(0);
    settle(node, node.type);
  }

  // Names

  void resolve_name(Node& node) {
    const auto local =
        std::find_if(locals_.rbegin(), locals_.rend(), [&](const Local& l) { return l.name == node.name; });
    if (local != locals_.rend()) {
      node.op = Op::local;
      node.local = local->index;
      if (local->type != nullptr) settle(node, Type::object_of(local->type));
      return;
    }
    const auto binding = std::find_if(scope_.bindings.begin(), scope_.bindings.end(),
                                      [&](const Binding& b) { return b.name == node.name; });
    if (binding != scope_.bindings.end()) {
      node.op = Op::binding;
      node.binding = static_cast<std::size_t>(binding - scope_.bindings.begin());
      return settle(node, Type::object_of(binding->type));
    }
    const ObjectType* root = scope_.schema != nullptr ? scope_.schema->root : nullptr;
    if (root != nullptr && root->find(node.name) != nullptr) {
      auto object = std::make_unique<Node>();
      object->op = Op::root;
      object->implicit = true;
      object->span = node.span;
      settle(*object, Type::object_of(root));
      node.operands.push_back(std::move(object));
      return member_of(node, *root);
    }
    if (root != nullptr && root->name == node.name) {
      node.op = Op::root;
      return settle(node, Type::object_of(root));
    }
    unknown_name(node);
  }

  void unknown_name(const Node& node) {
    std::vector<std::string_view> names;
    std::string member;
    const auto visible = [&](std::string_view name, const ObjectType* type) {
      names.push_back(name);
      if (member.empty() && type != nullptr) member = nearest_member(name, *type, node.name);
    };
    for (const Local& local : locals_) visible(local.name, local.type);
    for (const Binding& binding : scope_.bindings) visible(binding.name, binding.type);
    if (scope_.schema != nullptr && scope_.schema->root != nullptr) {
      for (const Member& in_root : scope_.schema->root->members) names.emplace_back(in_root.name);
    }
    std::string help = suggestion(node.name, names);
    if (node.name == "null") help = "write `known(...)` to ask whether a value is known";
    if (node.name == "not") help = "write `!`";
    if (help.empty()) help = member;
    if (help.empty() && !names.empty()) help = "known names are " + listed(names);
    error(node.span, "unknown name " + quoted(node.name), std::move(help));
  }

  /// "did you mean `g.length`?" when a variable has such a member, or one of nearly that name.
  static std::string nearest_member(std::string_view variable, const ObjectType& type, std::string_view name) {
    if (name.size() < 3) return {};
    const auto names = member_names(type);
    const auto near = did_you_mean(name.substr(0, 60), names);
    return near ? "did you mean `" + std::string(variable) + "." + std::string(*near) + "`?" : std::string();
  }

  void resolve_member(Node& node) {
    Node& object = node.operand(0);
    check(object);
    if (!object.valid) return;
    if (object.type.kind == Type::Kind::object) return member_of(node, *object.type.object);
    const bool list = object.type.kind == Type::Kind::list;
    error(node.token, shown(object) + " is " + describe(object.type) + " and has no members",
          list ? "use a macro: `.all(x, ...)`, `.exists(x, ...)`, `.sum(x, ...)`, `.count()`" : "");
  }

  void member_of(Node& node, const ObjectType& owner) {
    node.op = Op::member;
    node.owner = &owner;
    node.member = owner.find(node.name);
    if (node.member != nullptr) {
      node.nonnegative = node.member->nonnegative;
      return settle(node, node.member->type);
    }
    const auto names = member_names(owner);
    std::string help = suggestion(node.name, names);
    if (help.empty() && !names.empty()) help = owner.name + " has " + listed(names);
    error(node.token, owner.name + " has no member " + quoted(node.name), std::move(help));
  }

  // Macros

  void resolve_function(Node& node) {
    for (const auto& operand : node.operands) check(*operand);
    if (node.name != "known") {
      const bool size = node.name == "size" || node.name == "count";
      std::string help = node.name == "has" ? "write `known(...)`" : suggestion(node.name, {"known"});
      if (size) help = "write `list.count()`";
      if (help.empty()) help = "the only function is `known`; macros are written `list.all(x, ...)`";
      return error(node.token, "unknown function " + quoted(node.name), std::move(help));
    }
    if (node.operands.size() != 1) return error(node.token, "`known` takes one value");
    node.op = Op::known;
    if (node.operand(0).valid) settle(node, Type::boolean());
  }

  void resolve_call(Node& node) {
    static constexpr std::array kMacros = {Op::all, Op::exists, Op::sum, Op::min, Op::max, Op::count, Op::filter};
    check(node.operand(0));
    const bool size = (node.name == "count" || node.name == "size") && node.operands.size() == 1;
    const auto op = std::find_if(kMacros.begin(), kMacros.end(), [&](Op o) { return spelling(o) == node.name; });
    if (op == kMacros.end() && !size) {
      std::string help = suggestion(node.name, {"all", "exists", "sum", "min", "max", "count", "filter", "size"});
      if (node.name == "size") help = "write `.count(x, ...)`, or `.size()` for all elements";
      if (help.empty()) help = "macros are all, exists, sum, min, max, count, filter";
      return error(node.token, "unknown macro " + quoted(node.name), std::move(help));
    }
    const ObjectType* element = element_type(node);
    if (!size) return macro(node, *op, element);
    node.op = Op::size;
    node.nonnegative = true;
    if (element != nullptr) settle(node, Type::number(dim::number));
  }

  /// Type of the elements of a macro's list; null after an error.
  const ObjectType* element_type(const Node& node) {
    const Node& list = node.operand(0);
    if (!list.valid) return nullptr;
    if (list.type.kind == Type::Kind::list) return list.type.object;
    error(list.span, quoted(node.name) + " needs a list, " + shown(list) + " is " + describe(list.type));
    return nullptr;
  }

  void macro(Node& node, Op op, const ObjectType* element) {
    const bool arity = node.operands.size() == 3;
    if (!arity || node.operand(1).op != Op::name || !node.operand(1).operands.empty()) {
      const std::string usage = "write `." + node.name + "(x, ...)`";
      return arity ? error(node.operand(1).span, "the first argument of " + quoted(node.name) + " names a variable",
                           usage)
                   : error(node.token, quoted(node.name) + " takes a variable and an expression", usage);
    }
    const Node& variable = node.operand(1);
    node.op = op;
    node.name = variable.name;
    if (!variable_allowed(variable)) return;
    node.operands.erase(node.operands.begin() + 1);
    node.local = static_cast<std::uint8_t>(locals_.size());
    locals_.push_back({node.name, element, node.local});
    check(node.operand(1));
    locals_.pop_back();
    if (element != nullptr && node.operand(1).valid) macro_type(node, element);
  }

  bool variable_allowed(const Node& variable) {
    const auto named = [&](const auto& entry) { return entry.name == variable.name; };
    if (locals_.size() >= kMaxMacroDepth) {
      error(variable.span, "macros nest more than " + std::to_string(kMaxMacroDepth) + " deep");
    } else if (std::any_of(locals_.begin(), locals_.end(), named) ||
               std::any_of(scope_.bindings.begin(), scope_.bindings.end(), named)) {
      error(variable.span, quoted(variable.name) + " already names something here", "choose another variable");
    } else if (std::find(kReserved.begin(), kReserved.end(), variable.name) != kReserved.end()) {
      error(variable.span, quoted(variable.name) + " is a reserved word", "choose another variable");
    } else {
      return true;
    }
    return false;
  }

  void macro_type(Node& node, const ObjectType* element) {
    const Node& body = node.operand(1);
    const bool numeric = node.op == Op::sum || node.op == Op::min || node.op == Op::max;
    if (numeric && body.type.kind != Type::Kind::number)
      return error(body.span,
                   quoted(spelling(node.op)) + " needs a number, " + shown(body) + " is " + describe(body.type));
    if (!numeric && !require_boolean(body, spelling(node.op), reporter_)) return;
    node.nonnegative = node.op == Op::count || (numeric && body.nonnegative);
    if (numeric) return settle(node, body.type);
    if (node.op == Op::count) return settle(node, Type::number(dim::number));
    settle(node, node.op == Op::filter ? Type::list_of(element) : Type::boolean());
  }

  const Scope& scope_;
  Reporter& reporter_;
  std::vector<Local> locals_;
};

}  // namespace

bool check(Node& root, const Scope& scope, Reporter& reporter) {
  Checker(scope, reporter).check(root);
  return !reporter.failed() && root.valid;
}

}  // namespace planner::expr
