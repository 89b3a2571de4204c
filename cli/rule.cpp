// planner rule list|test|docs: the rules, their self-tests and their page.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "check/rule_test.h"
#include "cli/command.h"
#include "gpu_probe/conform/example.h"
#include "report/rule_page.h"
#include "report/sections.h"

namespace planner::cli {
namespace {

struct RuleCommand {
  std::string only;
  WorldOptions world;
  OutputOptions output;
};

int list_rules(const RuleCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  std::vector<std::vector<std::string>> rows;
  for (const RuleSet* set : {&world->rules, &world->machine_rules})
    for (const Rule& r : set->rules()) rows.push_back({r.id, std::string(name_of(r.severity)), r.title, r.area});
  std::cout << table(rows, 0);
  return kSound;
}

int test_all(const RuleCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  int passed = 0;
  int failed = 0;
  std::vector<RuleTestResult> results = test_rules(world->rules, command.only);
  const auto of_machines = conform::test_machine_rules(world->machine_rules, world->rules, command.only);
  results.insert(results.end(), of_machines.begin(), of_machines.end());
  for (const RuleTestResult& r : results) {
    (r.passed ? passed : failed)++;
    if (r.passed) continue;
    std::cout << "FAIL " << r.rule << (r.accept ? " accept " : " reject ") << r.example << ": " << r.message << "\n";
  }
  std::cout << passed << " examples passed, " << failed << " failed\n";
  if (passed + failed == 0) std::cerr << "error: no rule `" << printable(command.only) << "`\n";
  return passed + failed == 0 ? kBadInput : failed == 0 ? kSound : kFindings;
}

int write_docs(const RuleCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  const std::string page =
      rule_page({{"Rules about builds and quotes", &world->rules}, {"Rules about machines", &world->machine_rules}});
  return deliver(page, command.output) ? kSound : kBadInput;
}

}  // namespace

void add_rule(CLI::App& app, Run& run) {
  auto command = std::make_shared<RuleCommand>();
  CLI::App& rule = *app.add_subcommand("rule", "the rules");
  rule.require_subcommand(1);
  CLI::App& list = *rule.add_subcommand("list", "all active rules");
  CLI::App& test = *rule.add_subcommand("test", "run the rules' own examples");
  test.add_option("RULE", command->only, "only this rule (id or title)");
  command->world.machines = true;
  add_world_options(list, command->world);
  command->world.machines = true;
  add_world_options(test, command->world);
  CLI::App& docs = *rule.add_subcommand("docs", "all rules as one Markdown page");
  command->world.machines = true;
  add_world_options(docs, command->world);
  docs.add_option("-o,--output", command->output.output, "write the page to this file, whole or not at all");
  docs.callback([command, &run] { run = [command] { return write_docs(*command); }; });
  list.callback([command, &run] { run = [command] { return list_rules(*command); }; });
  test.callback([command, &run] { run = [command] { return test_all(*command); }; });
}

}  // namespace planner::cli
