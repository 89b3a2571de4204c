// planner catalog list|show|lint|coverage|new|import: the parts planner knows.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "import/opendb.h"
#include "model/skeleton.h"
#include "report/explain.h"
#include "report/sections.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct CatalogCommand {
  std::string kind, id, directory;
  std::string archive = "opendb.parts";
  bool strict = false;
  WorldOptions world;
  OutputOptions output;
};

/// The world with every part of archives among the others.
World* load_all(const CatalogCommand& command) {
  World* world = load_world(command.world);
  if (world == nullptr) return nullptr;
  Diagnostics diagnostics;
  world->catalog.unfold_archives(diagnostics);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  return world;
}

int list_parts(const CatalogCommand& command) {
  const auto world = load_all(command);
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
  const auto world = load_all(command);
  if (!world) return kBadInput;
  const LintAnswer answer = lint_text(world->catalog, command.output.verbose);
  if (!deliver(answer.text, command.output)) return kBadInput;
  return answer.errors > 0 || (command.strict && answer.warnings > 0) ? kFindings : kSound;
}

int coverage(const CatalogCommand& command) {
  const auto world = load_all(command);
  return world && deliver(coverage_text(world->catalog), command.output) ? kSound : kBadInput;
}

int new_part(const CatalogCommand& command) {
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    const auto kind = static_cast<PartKind>(k);
    if (name_of(kind) == command.kind) return deliver(part_skeleton(kind), command.output) ? kSound : kBadInput;
  }
  std::cerr << "error: there is no kind `" << printable(command.kind)
            << "`\n  = help: gpu, board, cpu, memory, psu, chassis, ...\n";
  return kBadInput;
}

int import_open_data(const CatalogCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  Diagnostics diagnostics;
  const auto import = import_opendb(command.directory, world->catalog, diagnostics);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!import) return kBadInput;
  const std::string problem = write_file_atomically(command.archive, import->archive);
  if (!problem.empty()) {
    std::cerr << "error: " << command.archive << ": " << problem << "\n";
    return kBadInput;
  }
  std::cout << import_text(*import, command.output.verbose) << "written to " << printable(command.output.output)
            << "; use it with `--catalog " << printable(command.archive) << "`\n";
  return kSound;
}

void add_import(CLI::App& catalog, const std::shared_ptr<CatalogCommand>& command, Run& run) {
  CLI::App& import = *catalog.add_subcommand("import", "makes an archive of parts from open data");
  import.require_subcommand(1);
  CLI::App& opendb = *import.add_subcommand("opendb", "BuildCores OpenDB, a folder of JSON files (ODC-By)");
  opendb.add_option("DIR", command->directory, "checkout of the data set: the folder that `open-db` lies in")
      ->required();
  opendb.add_option("-o,--output", command->archive, "the archive to write")->capture_default_str();
  opendb.add_flag("-v,--verbose", command->output.verbose, "every conflict with the catalog");
  add_world_options(opendb, command->world);
  opendb.callback([command, &run] { run = [command] { return import_open_data(*command); }; });
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
  add("lint", "physics, units, sources and cross references", lint_catalog)
      .add_flag("--strict", command->strict, "warnings fail too");
  add("coverage", "how complete each kind is, field by field", coverage);
  add("new", "a commented file to fill in for a part of your own", new_part)
      .add_option("KIND", command->kind, "gpu, board, cpu, ...")
      ->required();
  add_import(catalog, command, run);
}

}  // namespace planner::cli
