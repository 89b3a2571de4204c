// planner export TOOL BUILD: the expectations of a plan as configuration of tools that people run anyway.
#include "export/export.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "gpu_probe/catalog_reference.h"
#include "gpu_probe/expectations.h"
#include "quote/quote.h"
#include "report/answer.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct ExportCommand {
  std::string tool, file, nodes;
  WorldOptions world;
  OutputOptions output;
};

std::string three_digits(double value) {
  std::string text = std::to_string(value);
  return text.substr(0, text.find('.') + 4);
}

/// The floor of one measurement by the expectation data that `probe` judges by.
std::optional<Floor> floor_of(probe::Metric metric, const probe::GpuReference& reference,
                              std::optional<probe::PcieLink> link) {
  probe::Task task;
  task.metric = metric;
  probe::GpuFacts gpu;
  gpu.name = reference.name;
  const probe::Reading reading;
  const probe::Subject subject{task, reading, &gpu, &reference, link, nullptr, {}};
  const auto expected = probe::expected_for(probe::built_in_expectations(), subject);
  if (!expected || expected->value <= 0) return std::nullopt;
  return Floor{expected->fail_below, std::string(probe::info(metric).name) + ": " + expected->basis + ", fails below " +
                                         three_digits(expected->fail_below / expected->value) + " of it"};
}

/// The slower direction. Where a link on the way to the CPU is narrower than the card's own, in proportion; where it is
/// not known whether one is, nothing.
std::optional<Floor> host_floor(const Facts& facts, std::size_t i, const probe::GpuReference& reference) {
  const CardPlacement& card = facts.placement().gpus[i];
  const GpuBandwidth& bandwidth = facts.bandwidth().gpus[i];
  if (!card.lanes || !card.gen || !bandwidth.host || !bandwidth.link || bandwidth.link->smallest() <= 0)
    return std::nullopt;
  const probe::PcieLink link{static_cast<int>(*card.gen), static_cast<int>(card.lanes->smallest())};
  const auto there = floor_of(probe::Metric::host_to_device, reference, link);
  const auto back = floor_of(probe::Metric::device_to_host, reference, link);
  if (!there || !back) return std::nullopt;
  Floor floor = there->gb_per_s < back->gb_per_s ? *there : *back;
  if (*bandwidth.host < *bandwidth.link) {
    floor.gb_per_s *= bandwidth.host->to_double() / bandwidth.link->to_double();
    floor.basis += ", in proportion to the narrowest link to the CPU, " + bandwidth.host->text();
  }
  return floor;
}

std::vector<GpuFloors> floors_of(const Facts& facts, const Catalog& catalog) {
  const std::vector<probe::GpuReference> references = probe::references_from(catalog);
  std::vector<GpuFloors> floors;
  for (const auto& gpu : facts.inventory().gpus) {
    const auto found = std::ranges::find(references, gpu.info->id, &probe::GpuReference::id);
    GpuFloors one;
    if (found != references.end()) {
      one.host_link = host_floor(facts, static_cast<std::size_t>(gpu.index), *found);
      one.memory = floor_of(probe::Metric::memory_triad, *found, std::nullopt);
    }
    floors.push_back(std::move(one));
  }
  return floors;
}

int run_export(const ExportCommand& command) {
  if (!command.nodes.empty() && !is_slurm_host_list(command.nodes)) {
    std::cerr << "error: --nodes takes a Slurm host list such as gpu[01-04], not \"" << printable(command.nodes)
              << "\"\n";
    return kBadInput;
  }
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
  std::string out;
  if (command.tool == "dcgm") out = export_dcgm(facts, floors_of(facts, world->catalog));
  if (command.tool == "nhc") out = export_nhc(facts);
  if (command.tool == "slurm") out = export_slurm(facts, command.nodes);
  return deliver(out, command.output) ? kSound : kBadInput;
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  auto command = std::make_shared<ExportCommand>();
  CLI::App& sub = *app.add_subcommand(
      "export", "the plan as configuration of DCGM, Node Health Check or Slurm; every figure with its origin");
  sub.add_option("TOOL", command->tool, "dcgm, nhc or slurm")
      ->required()
      ->check(CLI::IsMember({"dcgm", "nhc", "slurm"}));
  sub.add_option("BUILD_FILE", command->file, "the plan: a build file or a quote; - is standard input")->required();
  sub.add_option("-o,--output", command->output.output, "write to this file");
  sub.add_option("--nodes", command->nodes, "slurm: the nodes built to this plan, for example gpu[01-04]");
  add_world_options(sub, command->world);
  sub.callback([command, &run] { run = [command] { return run_export(*command); }; });
}

}  // namespace planner::cli
