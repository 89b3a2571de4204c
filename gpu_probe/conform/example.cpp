#include "gpu_probe/conform/example.h"

#include <nlohmann/json.hpp>

#include "check/judge.h"
#include "gpu_probe/conform/conform_schema.h"
#include "gpu_probe/machine/snapshot.h"

namespace planner::conform {
namespace {

using Json = nlohmann::ordered_json;

/// Plain scalars that read as JSON numbers or truths are such; quoted ones are texts.
Json json_of(const Node& node) {
  if (node.is_map()) {
    Json map = Json::object();
    for (const auto& entry : node.entries) map[entry.key] = json_of(entry.value);
    return map;
  }
  if (node.is_list()) {
    Json list = Json::array();
    for (const Node& item : node.items) list.push_back(json_of(item));
    return list;
  }
  if (node.is_null()) return nullptr;
  if (node.quoted) return node.text;
  Json value = Json::parse(node.text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : Json(node.text);
}

std::optional<machine::Machine> machine_of(const Node* node, const std::string& file, Diagnostics& diagnostics) {
  if (node == nullptr) return machine::Machine{};
  Json json = Json::object();
  json["planner_machine"] = true;
  json["format_version"] = machine::kSnapshotVersion;
  const Json given = json_of(*node);
  for (const auto& [key, value] : given.items()) json[key] = value;
  return machine::read_snapshot(json.dump(), file, diagnostics);
}

double number_of(const Node& node, std::string_view key, double otherwise) {
  const Node* n = node.find(key);
  const auto value = n != nullptr ? parse_decimal(n->text) : std::nullopt;
  return value ? value->to_double() : otherwise;
}

std::string text_of(const Node& node, std::string_view key) {
  const Node* n = node.find(key);
  return n != nullptr ? n->text : std::string();
}

probe::Verdict verdict_named(const std::string& name) {
  using probe::Verdict;
  for (const Verdict v : {Verdict::pass, Verdict::warn, Verdict::fail, Verdict::skip, Verdict::inconclusive})
    if (probe::name_of(v) == name) return v;
  return Verdict::skip;
}

/// `probe: {results: [{metric, gpu, value, expected, verdict, reason}], checks: [{id, gpu, verdict, message}]}`
probe::Report report_of(const Node& node, const Rule& rule, Diagnostics& diagnostics) {
  probe::Report report;
  if (const Node* results = node.find("results")) {
    for (const Node& item : results->items) {
      probe::Result r;
      const auto metric = probe::metric_from_name(text_of(item, "metric"));
      if (!metric) diagnostics.error(rule.file, item.at, "unknown metric `" + text_of(item, "metric") + "`");
      r.task.metric = metric.value_or(probe::Metric::memory_read);
      r.task.gpu = static_cast<int>(number_of(item, "gpu", -1));
      r.judgement.verdict = verdict_named(text_of(item, "verdict"));
      r.judgement.reason = text_of(item, "reason");
      if (item.find("value") != nullptr) r.judgement.value = number_of(item, "value", 0);
      if (item.find("expected") != nullptr)
        r.judgement.expected = probe::Expected{number_of(item, "expected", 0), 0, 0, {}, {}};
      if (item.find("link_gen") != nullptr) r.load.link_gen = static_cast<int>(number_of(item, "link_gen", 0));
      if (item.find("link_width") != nullptr) r.load.link_width = static_cast<int>(number_of(item, "link_width", 0));
      report.results.push_back(std::move(r));
    }
  }
  if (const Node* checks = node.find("checks"))
    for (const Node& item : checks->items)
      report.checks.push_back({text_of(item, "id"),
                               static_cast<int>(number_of(item, "gpu", -1)),
                               verdict_named(text_of(item, "verdict")),
                               text_of(item, "message"),
                               {}});
  if (const Node* gpus = node.find("gpus"))
    for (const Node& item : gpus->items) {
      probe::GpuFacts facts;
      facts.index = static_cast<int>(number_of(item, "index", 0));
      facts.sm_count = static_cast<int>(number_of(item, "sm_count", 0));
      facts.memory_bus_bits = static_cast<int>(number_of(item, "memory_bus_bits", 0));
      if (item.find("memory_clock_mhz") != nullptr) facts.memory_clock_mhz = number_of(item, "memory_clock_mhz", 0);
      report.inventory.gpus.push_back(std::move(facts));
    }
  return report;
}

void observe(const Node& example, Observed& observed) {
  if (const Node* told = example.find("told"))
    for (const Node& item : told->items) add_complaint(item.text, observed);
  if (const Node* output = example.find("output")) read_tool_output(output->text, observed);
}

/// Everything that an example is made of; the comparison points into it.
struct Scene {
  ExampleWorld world;
  std::optional<Facts> facts;
  std::optional<machine::Machine> machine, earlier;
  std::optional<probe::Report> report;
  Observed observed, observed_earlier;
};

bool set_scene(const RuleSet& builds, const Rule& rule, const Node& example, Scene& scene, Diagnostics& diagnostics) {
  if (const Node* plan = example.find("plan")) {
    if (!make_example_world(builds, rule, *plan, scene.world, diagnostics)) return false;
    scene.facts.emplace(*scene.world.build);
  } else {
    scene.world.catalog.add_layer(builds.example_parts(), diagnostics);
  }
  scene.machine = machine_of(example.find("machine"), rule.file, diagnostics);
  if (const Node* probe = example.find("probe")) scene.report = report_of(*probe, rule, diagnostics);
  observe(example, scene.observed);
  if (const Node* baseline = example.find("baseline")) {
    scene.earlier = machine_of(baseline->find("machine"), rule.file, diagnostics);
    observe(*baseline, scene.observed_earlier);
  }
  return scene.machine.has_value() && !diagnostics.has_errors();
}

RuleTestResult run_example(const Rule& rule, const RuleSet& builds, const RuleExample& example, int number) {
  RuleTestResult result{rule.id, number, example.accept, false, {}};
  Scene scene;
  Diagnostics diagnostics;
  if (!set_scene(builds, rule, example.node, scene, diagnostics)) {
    result.message = render(diagnostics);
    return result;
  }
  Input input;
  input.machine = &*scene.machine;
  input.plan = scene.facts ? &*scene.facts : nullptr;
  input.probe = scene.report ? &*scene.report : nullptr;
  input.observed = &scene.observed;
  if (scene.earlier) input.baseline = {&*scene.earlier, &scene.observed_earlier};
  input.catalog = &scene.world.catalog;
  const Comparison comparison = compare(input);
  result.message = describe_outcome(rule, root_object(comparison));
  result.passed = example.accept ? result.message == "passed" : rule_fails(rule, root_object(comparison));
  return result;
}

}  // namespace

std::vector<RuleTestResult> test_machine_rules(const RuleSet& rules, const RuleSet& builds, std::string_view only) {
  std::vector<RuleTestResult> results;
  for (const Rule& rule : rules.rules()) {
    if (!only.empty() && rule.id != only && rule.title != only) continue;
    int accepts = 0;
    int rejects = 0;
    for (const RuleExample& example : rule.examples)
      results.push_back(run_example(rule, builds, example, example.accept ? ++accepts : ++rejects));
  }
  return results;
}

}  // namespace planner::conform
