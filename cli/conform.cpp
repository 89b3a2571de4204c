// planner conform: is this machine what was planned? One machine, or a fleet.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/machine_evidence.h"
#include "gpu_probe/conform/conform_answer.h"
#include "gpu_probe/conform/fleet.h"
#include "report/formats.h"
#include "report/sections.h"

namespace planner::cli {
namespace {

struct ConformCommand {
  EvidenceOptions evidence;
  std::vector<std::string> nodes;
  WorldOptions world;
  OutputOptions output;
};

std::string document_of(const ConformCommand& command, const World& world, const conform::Comparison& comparison,
                        const Report& report) {
  const AnswerOptions answer{style_for(command.output), command.output.verbose, false};
  const Format format = parse_format(command.output.format).value_or(Format::text);
  if (format == Format::json) return conform::conform_json(comparison, report);
  if (format == Format::text)
    return command.output.quiet ? verdict_line(report, answer.style)
                                : conform::conform_text(comparison, report, answer);
  const ReportContext context{"conform", command.evidence.plan, &world.machine_rules};
  return report_document(format, conform::acceptance_page(comparison, report, today()), report, context).value_or("");
}

int run_single(const ConformCommand& command, const World& world) {
  int problem = kSound;
  const auto gathered = collect_evidence(command.evidence, world, problem);
  if (gathered == nullptr) return problem;
  const conform::Comparison comparison = conform::compare(gathered->input);
  const Report report = judge_machine(comparison, world);
  return deliver(document_of(command, world, comparison, report), command.output) ? exit_code_of(report.verdict)
                                                                                  : kBadInput;
}

int run_fleet(const ConformCommand& command, const World& world) {
  std::vector<std::unique_ptr<Gathered>> gathered;
  std::vector<conform::FleetNode> nodes;
  for (const std::string& file : command.nodes) {
    EvidenceOptions one = command.evidence;
    one.files = {file};
    int problem = kSound;
    auto evidence = collect_evidence(one, world, problem);
    if (evidence == nullptr) return problem;
    conform::Comparison comparison = conform::compare(evidence->input);
    Report report = judge_machine(comparison, world);
    nodes.push_back({std::filesystem::path(file).filename().string(), std::move(comparison), std::move(report)});
    gathered.push_back(std::move(evidence));
  }
  const std::vector<conform::FleetRow> rows = conform::compare_fleet(nodes);
  const std::string out = command.output.format == "json" ? conform::fleet_json(rows)
                                                          : conform::fleet_text(rows, style_for(command.output));
  return deliver(out, command.output) ? exit_code_of(conform::fleet_verdict(rows)) : kBadInput;
}

int run_conform(const ConformCommand& command) {
  const bool other_format = command.output.format != "text" && command.output.format != "json";
  if (!command.nodes.empty() && (!command.evidence.files.empty() || other_format)) {
    std::cerr << "error: a fleet is given as files alone, and answered as text or JSON\n";
    return kBadInput;
  }
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  return command.nodes.empty() ? run_single(command, *world) : run_fleet(command, *world);
}

}  // namespace

void add_conform(CLI::App& app, Run& run) {
  auto command = std::make_shared<ConformCommand>();
  CLI::App& sub = *app.add_subcommand(
      "conform", "did I get the machine I paid for? compares it with its plan, its peers and the catalog");
  sub.add_option(
      "NODE", command->nodes,
      "a fleet: one snapshot or report for each machine; they are compared with the plan and with each other");
  add_evidence_options(sub, command->evidence);
  command->world.machines = true;
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text", "json", "markdown", "sarif", "junit", "html"});
  sub.callback([command, &run] { run = [command] { return run_conform(*command); }; });
}

}  // namespace planner::cli
