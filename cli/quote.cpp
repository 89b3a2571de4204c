// planner quote FILE: line by line what was understood and how surely; writes a clean build file.
#include "quote/quote.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "model/build_file.h"
#include "report/sections.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct QuoteCommand {
  std::string file, save;
  WorldOptions world;
  OutputOptions output;
};

std::string understood(const Build& build) {
  if (!build.quote) return "a build file: every line is a catalog part\n";
  constexpr const char* kStatus[] = {"resolved", "unresolved", "ambiguous", "ignored"};
  std::vector<std::vector<std::string>> rows = {{"line", "status", "surely", "by", "quantity", "part", "text"}};
  for (const QuoteLine& l : build.quote->lines) {
    const std::string part = l.part                 ? info_of(*l.part).id
                             : l.candidates.empty() ? l.reason
                                                    : l.candidates.front() + " ...";
    rows.push_back({std::to_string(l.line), kStatus[static_cast<std::size_t>(l.status)],
                    l.part ? std::to_string(l.score) + " %" : "-", l.matched_by, std::to_string(l.quantity),
                    printable(part), fit(printable(l.text), std::min<std::size_t>(60, columns_of(printable(l.text))))});
  }
  return table(rows, 0);
}

int run_quote(const QuoteCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  Diagnostics diagnostics;
  const auto text = read_input_bytes(command.file, diagnostics);
  std::optional<Build> build;
  if (text) build = read_input(command.file, *text, world->catalog, diagnostics);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!build || diagnostics.has_errors()) return kBadInput;
  if (!deliver(understood(*build), command.output)) return kBadInput;
  if (command.save.empty()) return kSound;
  const std::string problem = write_file_atomically(
      command.save, command.save.ends_with(".json") ? write_build_json(*build) : write_build_yaml(*build));
  if (!problem.empty()) std::cerr << "error: " << command.save << ": " << problem << "\n";
  return problem.empty() ? kSound : kBadInput;
}

}  // namespace

void add_quote(CLI::App& app, Run& run) {
  auto command = std::make_shared<QuoteCommand>();
  CLI::App& sub = *app.add_subcommand("quote", "what was understood of a quote, line by line");
  sub.add_option("FILE", command->file, "the quote; - is standard input")->required();
  sub.add_option("--save", command->save, "write the parts as a build file (.yaml or .json)");
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text"});
  sub.callback([command, &run] { run = [command] { return run_quote(*command); }; });
}

}  // namespace planner::cli
