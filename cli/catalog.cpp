// planner catalog list|show: the parts planner knows.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "report/explain.h"
#include "report/sections.h"

namespace planner::cli {
namespace {

struct CatalogCommand {
  std::string kind, id;
  bool strict = false;
  WorldOptions world;
  OutputOptions output;
};

int list_parts(const CatalogCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  std::vector<std::vector<std::string>> rows;
  for (const auto& p : world->catalog.parts()) {
    const PartInfo& info = info_of(*p);
    const std::string kind(name_of(kind_of(*p)));
    if (!command.kind.empty() && command.kind != kind) continue;
    const Price* price = usd_price(info);
    rows.push_back({kind, info.id, info.name, price ? Money::from_smallest(price->cents).text() : "-"});
  }
  if (rows.empty()) {
    std::cerr << "error: no parts of kind `" << printable(command.kind) << "`\n";
    return kBadInput;
  }
  return deliver(table(rows, 0), command.output) ? kSound : kBadInput;
}

int show_part(const CatalogCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  const auto text = explain_part(command.id, world->catalog, style_for(command.output));
  if (!text) {
    std::cerr << "error: no part `" << printable(command.id) << "`\n";
    return kBadInput;
  }
  return deliver(*text, command.output) ? kSound : kBadInput;
}

int lint_catalog(const CatalogCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  const LintAnswer answer = lint_text(world->catalog, command.output.verbose);
  if (!deliver(answer.text, command.output)) return kBadInput;
  return answer.errors > 0 || (command.strict && answer.warnings > 0) ? kFindings : kSound;
}

int coverage(const CatalogCommand& command) {
  const auto world = load_world(command.world);
  return world && deliver(coverage_text(world->catalog), command.output) ? kSound : kBadInput;
}

}  // namespace

void add_catalog(CLI::App& app, Run& run) {
  auto command = std::make_shared<CatalogCommand>();
  CLI::App& catalog = *app.add_subcommand("catalog", "the parts planner knows");
  catalog.require_subcommand(1);
  const auto add = [&](const char* name, const char* help, int (*action)(const CatalogCommand&)) -> CLI::App& {
    CLI::App& sub = *catalog.add_subcommand(name, help);
    add_world_options(sub, command->world);
    add_output_options(sub, command->output, {"text"});
    sub.callback([command, action, &run] { run = [command, action] { return action(*command); }; });
    return sub;
  };
  add("list", "all parts, or those of one kind", list_parts).add_option("KIND", command->kind, "gpu, board, cpu, ...");
  add("show", "one part with all fields and sources", show_part).add_option("ID", command->id, "part id")->required();
  add("lint", "physics, units, sources and cross references", lint_catalog).add_flag("--strict", command->strict, "warnings fail too");
  add("coverage", "how complete each kind is, field by field", coverage);
}

}  // namespace planner::cli
