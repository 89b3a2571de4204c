#include "expr/expression.h"

#include <algorithm>
#include <utility>

#include "expr/checker.h"
#include "expr/explain.h"
#include "expr/parser.h"

namespace planner::expr {
namespace {

void collect_members(const Node& node, std::vector<std::string>& names) {
  if (node.op == Op::member) names.push_back(node.owner->name + "." + node.member->name);
  for (const auto& operand : node.operands) collect_members(*operand, names);
}

}  // namespace

std::optional<Expression> Expression::compile(std::string_view text, const Scope& scope, const SourceText& where,
                                              Diagnostics& diagnostics) {
  Reporter reporter(text, where, diagnostics);
  std::unique_ptr<Node> root = parse(text, reporter);
  if (root == nullptr || !check(*root, scope, reporter)) return std::nullopt;
  return Expression(std::move(root));
}

Expression::Expression(std::unique_ptr<Node> root) : root_(std::move(root)) {
  collect_members(*root_, member_names_);
  std::sort(member_names_.begin(), member_names_.end());
  member_names_.erase(std::unique(member_names_.begin(), member_names_.end()), member_names_.end());
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Type Expression::type() const {
  return root_->type;
}
Footprint Expression::footprint() const {
  return root_->reads;
}
const std::vector<std::string>& Expression::member_names() const {
  return member_names_;
}
std::string Expression::text() const {
  return print(*root_);
}

Value Expression::evaluate(const Environment& environment) const {
  Frame frame(environment);
  return settled(expr::evaluate(*root_, frame), *root_, environment);
}

Trace Expression::trace(const Environment& environment) const {
  Trace trace = explain(*root_, environment);
  trace.result = settled(std::move(trace.result), *root_, environment);
  return trace;
}

}  // namespace planner::expr
