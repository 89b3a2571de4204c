#include "check/rule_test.h"

#include <algorithm>

#include "check/check.h"
#include "check/fix.h"
#include "model/build_file.h"
#include "quote/quote.h"

namespace planner {
namespace {

Node scalar(std::string text, Location at) {
  Node n;
  n.kind = Node::Kind::scalar;
  n.text = std::move(text);
  n.at = at;
  return n;
}

Node map_of(std::vector<Node::Entry> entries, Location at) {
  Node n;
  n.kind = Node::Kind::map;
  n.entries = std::move(entries);
  n.at = at;
  return n;
}

std::string part_of(const Node& item) {
  const Node* id = item.find("part");
  return id != nullptr ? id->text : std::string();
}

void set_entry(Node& map, std::string_view key, const Node& value) {
  for (auto& entry : map.entries) {
    if (entry.key != key) continue;
    entry.value = value;
    return;
  }
  map.entries.push_back({std::string(key), value.at, value});
}

/// For every `id: value` of `changes`, sets `key` of the item with that part.
void change_items(Node& parts, const Node* changes, std::string_view key) {
  if (changes == nullptr) return;
  for (const auto& entry : changes->entries) {
    for (Node& item : parts.items)
      if (part_of(item) == entry.key) set_entry(item, key, entry.value);
  }
}

/// An example's build: the parts of its base, then remove, count, limit, replace, add in this order.
Node compose_parts(const Node& example, const RuleSet& rules, Diagnostics& diagnostics, const Rule& rule) {
  Node parts;
  parts.kind = Node::Kind::list;
  if (const Node* base = example.find("base")) {
    const auto& all = rules.base_builds();
    const auto it = std::find_if(all.begin(), all.end(), [&](const BaseBuild& b) { return b.name == base->text; });
    if (it == all.end()) {
      diagnostics.error(rule.file, base->at, "no base build called `" + base->text + "`");
    } else if (const Node* list = it->node.find("parts")) {
      parts = *list;
    }
  }
  if (const Node* removed = example.find("remove")) {
    for (const Node& id : removed->items)
      std::erase_if(parts.items, [&](const Node& i) { return part_of(i) == id.text; });
  }
  change_items(parts, example.find("count"), "count");
  change_items(parts, example.find("limit"), "power_limit");
  change_items(parts, example.find("slots"), "slots");
  change_items(parts, example.find("replace"), "part");
  if (const Node* added = example.find("add"))
    parts.items.insert(parts.items.end(), added->items.begin(), added->items.end());
  return parts;
}

/// `set: {id: {field: value}}` as an overlay layer on the example parts.
std::vector<Document> overlay_of(const Node& example, const Catalog& catalog, const Rule& rule,
                                 Diagnostics& diagnostics) {
  std::vector<Document> overlay;
  const Node* set = example.find("set");
  if (set == nullptr) return overlay;
  for (const auto& entry : set->entries) {
    const Part* part = catalog.find(entry.key);
    if (part == nullptr) {
      diagnostics.error(rule.file, entry.at, "no example part called `" + entry.key + "`");
      continue;
    }
    Node changed = entry.value;
    changed.entries.insert(changed.entries.begin(), {"id", entry.at, scalar(entry.key, entry.at)});
    Node list;
    list.kind = Node::Kind::list;
    list.at = entry.at;
    list.items.push_back(std::move(changed));
    Document d;
    d.file = rule.file;
    d.root =
        map_of({{"kind", entry.at, scalar(std::string(name_of(kind_of(*part))), entry.at)}, {"parts", entry.at, list}},
               entry.at);
    overlay.push_back(std::move(d));
  }
  return overlay;
}

}  // namespace

bool make_example_world(const RuleSet& rules, const Rule& rule, const Node& example, ExampleWorld& world,
                        Diagnostics& diagnostics) {
  world.catalog.add_layer(rules.example_parts(), diagnostics);
  const auto overlay = overlay_of(example, world.catalog, rule, diagnostics);
  if (!overlay.empty()) world.catalog.add_layer(overlay, diagnostics);
  if (const Node* quote = example.find("quote")) {
    world.build = read_input("example", quote->text, world.catalog, diagnostics);
  } else {
    const Node parts = compose_parts(example, rules, diagnostics, rule);
    Node root =
        map_of({{"planner_build", example.at, scalar("1", example.at)}, {"parts", example.at, parts}}, example.at);
    if (const Node* inlet = example.find("inlet")) root.entries.push_back({"inlet_temperature", inlet->at, *inlet});
    world.build = read_build(root, rule.file, world.catalog, diagnostics);
  }
  return world.build.has_value() && !diagnostics.has_errors();
}

namespace {

/// Every fix that claims to be verified must mend the build when applied.
std::string check_fixes(const Rule& rule, const Facts& facts, const RuleSet& rules, const Catalog& catalog) {
  CheckOptions options;
  options.catalog = &catalog;
  for (const Fix& fix : find_fixes(rule, facts, rules, options)) {
    if (!fix.patch) continue;
    const auto mended = apply_patch(facts.build(), *fix.patch, catalog);
    if (!mended || rule_fails(Facts(*mended), rule)) return "fix does not mend it: " + fix.text;
  }
  return {};
}

RuleTestResult run_example(const RuleSet& rules, const Rule& rule, const RuleExample& example, int number) {
  RuleTestResult result{rule.id, number, example.accept, false, {}};
  ExampleWorld world;
  Diagnostics diagnostics;
  if (!make_example_world(rules, rule, example.node, world, diagnostics)) {
    result.message = render(diagnostics);
    return result;
  }
  const Facts facts(*world.build);
  const bool fails = rule_fails(facts, rule);
  const std::string outcome = describe_outcome(rule, facts);
  result.passed = example.accept ? outcome == "passed" : fails;
  result.message = outcome;
  if (!example.accept && fails) {
    const std::string broken = check_fixes(rule, facts, rules, world.catalog);
    if (!broken.empty()) result = {rule.id, number, false, false, broken};
  }
  return result;
}

}  // namespace

std::vector<RuleTestResult> test_rules(const RuleSet& rules, std::string_view only) {
  std::vector<RuleTestResult> results;
  for (const Rule& rule : rules.rules()) {
    if (!only.empty() && rule.id != only && rule.title != only) continue;
    int accepts = 0;
    int rejects = 0;
    for (const RuleExample& example : rule.examples)
      results.push_back(run_example(rules, rule, example, example.accept ? ++accepts : ++rejects));
  }
  return results;
}

}  // namespace planner
