#include "report/explain.h"

#include <algorithm>

#include "check/schema.h"
#include "model/field.h"

namespace planner {
namespace {

std::string type_text(const expr::Type& type) {
  switch (type.kind) {
    case expr::Type::Kind::boolean:
      return "true or false";
    case expr::Type::Kind::number:
      return describe(type.dimension);
    case expr::Type::Kind::text:
      return "text";
    case expr::Type::Kind::object:
      return "a " + type.object->name;
    case expr::Type::Kind::list:
      return "list of " + type.object->name;
    case expr::Type::Kind::enumeration: {
      std::string names;
      for (const std::string_view n : type.names) names += (names.empty() ? "one of " : ", ") + std::string(n);
      return names;
    }
  }
  return {};
}

std::string row(const TextStyle& style, const std::string& key, const std::string& value) {
  return value.empty() ? "" : "  " + fit(key, 10) + " " + wrap(style, value, 13) + "\n";
}

std::string explain_rule(const Rule& r, const TextStyle& style) {
  std::string out = paint(style, Ink::bold, r.id + " " + r.title) + "  (" + std::string(name_of(r.severity)) + ", " +
                    r.area + ")\n\n";
  out += row(style, "for", r.each.empty() ? "the build" : "each of " + r.each + ", called " + r.variable);
  if (r.when) out += row(style, "when", r.when->text());
  out += row(style, "require", r.require->text());
  out += row(style, "why", r.why);
  for (const FixTemplate& f : r.fixes) out += row(style, "fix", f.text);
  out += row(style, "owner", std::string(name_of(r.owner)));
  out += row(style, "source", r.source);
  if (r.essential) out += row(style, "essential", "suggest prints only builds for which this is decided");
  if (r.makes_incomplete) out += row(style, "verdict", "incomplete when it fails");
  out += row(style, "file", r.file + ":" + std::to_string(r.at.line));
  std::string reads;
  for (const std::string& m : r.require->member_names()) reads += (reads.empty() ? "" : ", ") + m;
  return out + row(style, "reads", reads);
}

std::string explain_member(const expr::ObjectType& type, const expr::Member& m, const RuleSet& rules,
                           const TextStyle& style) {
  const std::string full = type.name + "." + m.name;
  std::string out =
      paint(style, Ink::bold, full) + "  (" + type_text(m.type) + ")\n\n  " + wrap(style, m.doc, 2) + "\n\n";
  out += row(style, "from", m.producer);
  std::string users;
  for (const Rule& r : rules.rules()) {
    const auto& names = r.require->member_names();
    const bool in_when = r.when && std::find(r.when->member_names().begin(), r.when->member_names().end(), full) !=
                                       r.when->member_names().end();
    if (in_when || std::find(names.begin(), names.end(), full) != names.end())
      users += (users.empty() ? "" : ", ") + r.id;
  }
  return out + row(style, "read by", users.empty() ? "no rule" : users);
}

std::string explain_type(const expr::ObjectType& type, const TextStyle& style) {
  std::string out = paint(style, Ink::bold, type.name) + "  " + type.doc + "\n\n";
  std::vector<std::vector<std::string>> rows;
  for (const expr::Member& m : type.members) rows.push_back({m.name, type_text(m.type), m.doc});
  return out + table(rows, 2);
}

std::vector<std::string> all_names(const Catalog& catalog, const RuleSet& rules) {
  std::vector<std::string> names;
  for (const Rule& r : rules.rules()) names.insert(names.end(), {r.id, r.title});
  for (const auto& p : catalog.parts()) names.push_back(info_of(*p).id);
  for (const expr::ObjectType& t : rule_schema().types) {
    names.push_back(t.name);
    for (const expr::Member& m : t.members) names.push_back(t.name + "." + m.name);
  }
  return names;
}

std::string scalar_text(const Scalar& s, const ScalarType& type) {
  if (const auto* b = std::get_if<bool>(&s)) return *b ? "yes" : "no";
  if (const auto* r = std::get_if<Rational>(&s)) return format_amount({*r, type.dimension});
  return std::get<std::string>(s);
}

void add_fields(std::vector<std::vector<std::string>>& rows, PartKind kind, const void* part, const PartInfo& info,
                const std::string& prefix) {
  for (const Field& f : fields_of(kind)) {
    const Known<Scalar> value = f.get(part);
    if (!value && value.reason().empty()) continue;
    const Provenance p = provenance_of(info, prefix + std::string(f.name));
    constexpr const char* kConfidence[] = {"low", "medium", "high"};
    rows.push_back({prefix + std::string(f.name), value ? scalar_text(*value, f.type) : "unknown: " + value.reason(),
                    std::string(kConfidence[static_cast<std::size_t>(p.confidence)]),
                    std::string(p.file) + ":" + std::to_string(p.at.line), std::string(p.source)});
  }
}

void add_slots(std::string& out, const Board& board) {
  std::vector<std::vector<std::string>> rows;
  for (const Slot& s : board.slots)
    rows.push_back({std::to_string(s.position), s.label, "x" + std::to_string(s.connector_lanes) + " connector",
                    s.lanes ? s.lanes->text() : "x?", s.gen ? "gen" + std::to_string(*s.gen) : "gen?", s.upstream});
  for (const Port& p : board.ports)
    rows.push_back({"-", p.label, p.type + (p.count > 1 ? " x " + std::to_string(p.count) : ""),
                    p.lanes ? p.lanes->text() : "x?", p.gen ? "gen" + std::to_string(*p.gen) : "gen?", p.upstream});
  if (!rows.empty()) out += "\nslots and ports\n" + table(rows, 2);
}

}  // namespace

ExplainAnswer explain(const std::string& name, const Catalog& catalog, const RuleSet& rules, const TextStyle& style) {
  if (const Rule* r = rules.find(name)) return {true, explain_rule(*r, style)};
  if (const auto part = explain_part(name, catalog, style)) return {true, *part};
  const std::size_t dot = name.find('.');
  if (const expr::ObjectType* type = rule_schema().find(name.substr(0, dot))) {
    if (dot == std::string::npos) return {true, explain_type(*type, style)};
    if (const expr::Member* m = type->find(name.substr(dot + 1)))
      return {true, explain_member(*type, *m, rules, style)};
  }
  const std::vector<std::string> names = all_names(catalog, rules);
  const auto near = did_you_mean(name, {names.begin(), names.end()});
  return {false, "error: nothing called `" + printable(name) + "`\n" +
                     (near ? "  = help: did you mean `" + std::string(*near) + "`?\n" : std::string())};
}

std::optional<std::string> explain_part(const std::string& id, const Catalog& catalog, const TextStyle& style) {
  const Part* part = catalog.find(id);
  if (part == nullptr) return std::nullopt;
  const PartInfo& info = info_of(*part);
  std::string out =
      paint(style, Ink::bold, info.name) + "  (" + std::string(name_of(kind_of(*part))) + " " + info.id + ")\n\n";
  std::vector<std::vector<std::string>> rows;
  add_fields(rows, kind_of(*part), raw(*part), info, "");
  if (const auto* p = std::get_if<Platform>(part)) {
    add_fields(rows, PartKind::board, &p->board, info, "board.");
    add_fields(rows, PartKind::chassis, &p->chassis, info, "chassis.");
    add_fields(rows, PartKind::psu, &p->psu, info, "psu.");
    out += table(rows, 2);
    add_slots(out, p->board);
  } else {
    out += table(rows, 2);
    if (const auto* b = std::get_if<Board>(part)) add_slots(out, *b);
  }
  for (const Price& p : info.prices)
    out += "price " + p.currency + " " + format_decimal(*Rational::make(p.cents, 100), 2) + ", " +
           (p.condition == Condition::used ? "used" : "new") + ", " + p.as_of + ", " + p.source + "\n";
  for (const std::string& n : info.notes) out += "note: " + wrap(style, n, 6) + "\n";
  for (const std::string& s : info.sources) out += "source: " + s + "\n";
  return out;
}

}  // namespace planner
