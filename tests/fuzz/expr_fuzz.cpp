// Fuzz target of the rule language: any bytes either compile or are refused with a message; what compiles can be
// evaluated, traced and printed, prints to text that compiles to the same text, and its ranges contain its exact value.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "expr/expression.h"

namespace {

using namespace planner;
using namespace planner::expr;

constexpr std::string_view kNames[] = {"open_air", "blower", "passive"};

struct Part {
  std::int64_t figure = 3;
  bool flag = true;
};

struct Machine {
  Part parts[3];
};

template <class Get>
Member& add(ObjectType& type, const char* name, Type of, Footprint reads, Direction direction, Get get) {
  Member member;
  member.name = name;
  member.type = of;
  member.reads = reads;
  member.direction = direction;
  member.get = get;
  return type.members.emplace_back(std::move(member));
}

const Schema& machine_schema() {
  static Schema schema;
  if (schema.root != nullptr) return schema;
  ObjectType& part = schema.add("gpu", "");
  const auto figure = [](const void* o) { return number(Rational(static_cast<const Part*>(o)->figure)); };
  add(part, "length", Type::number(dim::length), 1, Direction::fixed, figure).nonnegative = true;
  add(part, "power", Type::number(dim::power), 1, Direction::grows, figure);
  add(part, "rate", Type::number(dim::bandwidth), 2, Direction::shrinks, figure);
  add(part, "count", Type::number(dim::number), 0, Direction::any, figure);
  add(part, "vram", Type::number(dim::data), 0, Direction::any, [](const void*) { return Unknown{"not recorded"}; });
  add(part, "hot", Type::boolean(), 2, Direction::any, [](const void* o) { return static_cast<const Part*>(o)->flag; });
  add(part, "cooling", Type::enumeration(kNames), 0, Direction::any, [](const void*) { return std::string("blower"); });
  add(part, "name", Type::text(), 0, Direction::any, [](const void*) { return std::string("a"); });
  ObjectType& root = schema.add("build", "");
  add(root, "gpus", Type::list_of(&part), 1, Direction::grows, [&part](const void* o) {
    List list;
    for (const Part& p : static_cast<const Machine*>(o)->parts) list.push_back({&part, &p});
    return list;
  });
  add(root, "chassis", Type::object_of(&part), 4, Direction::any, [](const void*) { return Unknown{"no chassis"}; });
  add(root, "ok", Type::boolean(), 0, Direction::any, [](const void*) { return true; });
  schema.root = &root;
  return schema;
}

void require(bool holds) {
  if (!holds) std::abort();
}

bool contains(const Value& before, const Value& exact) {
  if (is_unknown(before) || is_unknown(exact)) return true;
  const Range* range = std::get_if<Range>(&before);
  if (range == nullptr) return before == exact;
  const Rational value = *std::get<Range>(exact).low;
  return (!range->low || *range->low <= value) && (!range->high || value <= *range->high);
}

void exercise(const Expression& expression, const Scope& scope, const Machine& machine) {
  constexpr std::size_t kMaxBytes = 4096;
  const std::string text = expression.text();
  if (text.size() <= kMaxBytes) {
    Diagnostics diagnostics;
    const auto again = Expression::compile(text, scope, {}, diagnostics);
    require(again.has_value() && again->text() == text);
  }
  Environment environment{{machine_schema().root, &machine}, {{machine_schema().find("gpu"), &machine.parts[0]}}, 0};
  const Value exact = expression.evaluate(environment);
  if (const Range* range = std::get_if<Range>(&exact)) require(range->is_exact());
  require(expression.trace(environment).result == exact);
  for (environment.open = 1; environment.open < 8; ++environment.open)
    require(contains(expression.evaluate(environment), exact));
  static_cast<void>(format(exact, expression.type()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Machine machine;
  const Scope scope{&machine_schema(), {{"g", machine_schema().find("gpu")}}};
  Diagnostics diagnostics;
  const SourceText where{"rules.yaml", {3, 5}, "    " + std::string(text.substr(0, text.find('\n')))};
  const auto expression = Expression::compile(text, scope, where, diagnostics);
  require(expression.has_value() == !diagnostics.has_errors());
  static_cast<void>(render(diagnostics));
  if (expression) exercise(*expression, scope, machine);

  Diagnostics of_template;
  const auto message = Template::compile(text, scope, where, of_template);
  require(message.has_value() == !of_template.has_errors());
  if (message) static_cast<void>(message->render({{machine_schema().root, &machine}, {}, 0}));
  return 0;
}
