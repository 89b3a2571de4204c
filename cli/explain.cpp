// planner explain NAME: a rule, a part, a field or a fact.
#include "report/explain.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "report/sections.h"

namespace planner::cli {
namespace {

struct ExplainCommand {
  std::string name;
  WorldOptions world;
  OutputOptions output;
};

int run_explain(const ExplainCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  const TextStyle style = style_for(command.output);
  ExplainAnswer answer = explain(command.name, world->catalog, world->rules, style);
  if (!answer.found && world->machine_rules.find(command.name) != nullptr)
    answer = explain(command.name, world->catalog, world->machine_rules, style);
  if (!answer.found) {
    std::cerr << answer.text;
    return kBadInput;
  }
  return deliver(answer.text, command.output) ? kSound : kBadInput;
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
  auto command = std::make_shared<ExplainCommand>();
  CLI::App& sub =
      *app.add_subcommand("explain", "what a rule (PWR-401), part, field (gpu.length) or fact (power.sustained) means");
  sub.add_option("NAME", command->name, "rule id or title, part id, kind.field, group.fact")->required();
  command->world.machines = true;
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text"});
  sub.callback([command, &run] { run = [command] { return run_explain(*command); }; });
}

}  // namespace planner::cli
