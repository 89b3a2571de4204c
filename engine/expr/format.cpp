#include "expr/expression.h"

namespace planner::expr {
namespace {

std::string format_range(const Range& range, Dimension dimension) {
  const auto amount = [&](const std::optional<Rational>& value) { return format_amount({*value, dimension}); };
  if (range.is_exact()) return amount(range.low);
  if (range.low && range.high) return amount(range.low) + " to " + amount(range.high);
  if (range.low) return "at least " + amount(range.low);
  return range.high ? "at most " + amount(range.high) : "any";
}

std::string format_object(const ObjectRef& reference, const Type& type) {
  const ObjectType* object = type.object != nullptr ? type.object : reference.type;
  if (object == nullptr) return "object";
  return reference.object != nullptr && object->label ? object->label(reference.object) : object->name;
}

}  // namespace

std::string format(const Value& value, const Type& type) {
  if (const auto* unknown = std::get_if<Unknown>(&value))
    return unknown->reason.empty() ? "unknown" : "unknown (" + unknown->reason + ")";
  if (const auto* known = std::get_if<bool>(&value)) return *known ? "true" : "false";
  if (const auto* range = std::get_if<Range>(&value)) return format_range(*range, type.dimension);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* reference = std::get_if<ObjectRef>(&value)) return format_object(*reference, type);
  std::string text;
  for (const ObjectRef& reference : std::get<List>(value))
    text += (text.empty() ? "" : ", ") + format_object(reference, type);
  return text.empty() ? "none" : text;
}

}  // namespace planner::expr
