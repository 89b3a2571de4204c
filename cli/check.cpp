// planner check FILE: judges a build or a quote.
#include "check/check.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "quote/quote.h"
#include "report/formats.h"
#include "report/sections.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct CheckCommand {
  std::string file;
  bool questions = false;
  WorldOptions world;
  OutputOptions output;
};

std::string letter(const Report& report) {
  std::string text = "Before we order, please answer these questions about your quote:\n\n";
  int number = 0;
  for (const std::string& q : report.questions) text += std::to_string(++number) + ". " + printable(q) + "\n";
  return number > 0 ? text : "No open questions.\n";
}

int run_check(const CheckCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  Diagnostics diagnostics;
  const auto text = read_input_bytes(command.file, diagnostics);
  std::optional<Build> build;
  if (text) build = read_input(command.file, *text, world->catalog, diagnostics);
  if (text) diagnostics.attach_text(command.file == "-" ? "<stdin>" : command.file, *text);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!build || diagnostics.has_errors()) return kBadInput;
  const Facts facts(*build);
  CheckOptions options;
  options.today = today();
  options.catalog = &world->catalog;
  const Report report = check(facts, world->rules, options);
  AnswerOptions answer{style_for(command.output), command.output.verbose, false};
  const Format format = parse_format(command.output.format).value_or(Format::text);
  const ReportContext context{"check", command.file == "-" ? std::string() : command.file, &world->rules};
  std::string out = check_document(format, facts, report, context, answer);
  if (command.questions) out = letter(report);
  if (command.output.quiet && format == Format::text && !command.questions) out = verdict_line(report, answer.style);
  return deliver(out, command.output) ? exit_code_of(report.verdict) : kBadInput;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto command = std::make_shared<CheckCommand>();
  CLI::App& sub =
      *app.add_subcommand("check", "is this quote or build sound? every finding with numbers, source and a fix");
  sub.add_option("FILE", command->file,
                 "build or quote: YAML, JSON, CSV, Markdown, plain list, XLSX, HTML, PDF; - is standard input")
      ->required();
  sub.add_flag("--questions", command->questions, "print only the questions to the vendor, as a letter");
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text", "json", "markdown", "sarif", "junit", "html"});
  sub.callback([command, &run] { run = [command] { return run_check(*command); }; });
}

}  // namespace planner::cli
