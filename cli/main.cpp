// Entry point: wires the commands together and turns their result into an exit code.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "cli/command.h"
#include "source/heap.h"

int main(int argc, char** argv) {
  planner::prefer_large_pages(48u << 20);
  CLI::App app{"Plans multi-GPU machines, checks quotes and confirms what was built."};
  app.name("planner");
  app.set_version_flag("--version", "planner 0.1.0");
  app.require_subcommand(1);
  planner::cli::Run run;
  planner::cli::add_suggest(app, run);
  planner::cli::add_check(app, run);
  planner::cli::add_quote(app, run);
  planner::cli::add_explain(app, run);
  planner::cli::add_rule(app, run);
  planner::cli::add_catalog(app, run);
  planner::cli::add_prices(app, run);
  planner::cli::add_probe(app, run);
  planner::cli::add_gather(app, run);
  planner::cli::add_conform(app, run);
  planner::cli::add_doctor(app, run);
  planner::cli::add_export(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const int code = app.exit(e);
    return code == 0 ? planner::cli::kSound : planner::cli::kBadInput;
  }
  try {
    const int code = run ? run() : planner::cli::kBadInput;
    std::cout << std::flush;
    std::cerr << std::flush;
    std::_Exit(code);
  } catch (const std::exception& e) {
    std::cerr << "internal error: " << e.what() << "\n";
    return planner::cli::kInternal;
  }
}
