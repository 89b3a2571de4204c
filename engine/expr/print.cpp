#include "expr/node.h"

namespace planner::expr {
namespace {

/// Binding strength, weakest first; a child weaker than its place needs parentheses.
enum Strength : int { kConditional, kImplies, kOr, kAnd, kRelation, kSum, kProduct, kUnary, kPrimary };

int strength(Op op) {
  switch (op) {
    case Op::conditional:
      return kConditional;
    case Op::implies:
      return kImplies;
    case Op::or_:
      return kOr;
    case Op::and_:
      return kAnd;
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::in:
      return kRelation;
    case Op::add:
    case Op::subtract:
      return kSum;
    case Op::multiply:
    case Op::divide:
      return kProduct;
    case Op::not_:
    case Op::negate:
      return kUnary;
    default:
      return kPrimary;
  }
}

void print_to(std::string& out, const Node& node, int place);

std::string text_literal(std::string_view content) {
  std::string out = "\"";
  for (const char c : content) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void print_list(std::string& out, const Node& node, std::size_t first) {
  for (std::size_t i = first; i < node.operands.size(); ++i) {
    if (i > first) out += ", ";
    print_to(out, node.operand(i), kConditional);
  }
}

void print_call(std::string& out, const Node& node) {
  if (node.op == Op::known || node.op == Op::function) {
    out += node.op == Op::known ? "known" : node.name;
    out += '(';
    print_list(out, node, 0);
  } else {
    print_to(out, node.operand(0), kPrimary);
    out += '.';
    out += node.op == Op::call ? std::string_view(node.name) : spelling(node.op);
    out += '(';
    if (is_macro(node.op)) out += node.name + ", ";
    print_list(out, node, 1);
  }
  out += ')';
}

void print_member(std::string& out, const Node& node) {
  if (!node.operands.empty() && !node.operand(0).implicit) {
    print_to(out, node.operand(0), kPrimary);
    out += '.';
  }
  out += node.name;
}

void print_infix(std::string& out, const Node& node) {
  const int own = strength(node.op);
  const bool right_associative = node.op == Op::implies;
  const bool chainable = own != kRelation;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    if (i > 0) (((out += ' ') += spelling(node.op)) += ' ');
    const bool same_strength_fits = chainable && (i == 0) != right_associative;
    print_to(out, node.operand(i), same_strength_fits ? own : own + 1);
  }
}

void print_bare(std::string& out, const Node& node) {
  switch (node.op) {
    case Op::error:
      out += '?';
      return;
    case Op::boolean:
      out += std::get<bool>(node.literal) ? "true" : "false";
      return;
    case Op::text:
      out += text_literal(node.name);
      return;
    case Op::number:
    case Op::root:
    case Op::binding:
    case Op::local:
      out += node.name;
      return;
    case Op::name:
    case Op::member:
      print_member(out, node);
      return;
    case Op::not_:
    case Op::negate:
      out += spelling(node.op);
      print_to(out, node.operand(0), kUnary);
      return;
    case Op::in:
      print_to(out, node.operand(0), kSum);
      out += " in [";
      print_list(out, node, 1);
      out += ']';
      return;
    case Op::conditional:
      print_to(out, node.operand(0), kImplies);
      out += " ? ";
      print_to(out, node.operand(1), kImplies);
      out += " : ";
      print_to(out, node.operand(2), kConditional);
      return;
    default:
      break;
  }
  if (strength(node.op) == kPrimary) {
    print_call(out, node);
  } else {
    print_infix(out, node);
  }
}

void print_to(std::string& out, const Node& node, int place) {
  const bool parentheses = strength(node.op) < place;
  if (parentheses) out += '(';
  print_bare(out, node);
  if (parentheses) out += ')';
}

}  // namespace

std::string_view spelling(Op op) {
  switch (op) {
    case Op::not_:
      return "!";
    case Op::negate:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::in:
      return "in";
    case Op::and_:
      return "&&";
    case Op::or_:
      return "||";
    case Op::implies:
      return "==>";
    case Op::conditional:
      return "?";
    case Op::known:
      return "known";
    case Op::all:
      return "all";
    case Op::exists:
      return "exists";
    case Op::sum:
      return "sum";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::count:
      return "count";
    case Op::filter:
      return "filter";
    case Op::size:
      return "count";
    default:
      return {};
  }
}

std::string print(const Node& node) {
  std::string out;
  print_to(out, node, kConditional);
  return out;
}

}  // namespace planner::expr
