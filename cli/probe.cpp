// planner probe: measures the machine's GPUs and compares them with what they should give.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>

#include "cli/command.h"
#include "gpu_probe/catalog_reference.h"
#include "gpu_probe/probe_command.h"

namespace planner::cli {
namespace {

struct ProbeCommand {
  probe::ProbeOptions options;
  std::string level = "quick";
  std::string format = "text";
  WorldOptions world;
};

int run_probe_command(const ProbeCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  const std::map<std::string, probe::Level> levels = {
      {"quick", probe::Level::quick}, {"standard", probe::Level::standard}, {"burn-in", probe::Level::burn_in}};
  const std::map<std::string, probe::Format> formats = {
      {"text", probe::Format::text}, {"json", probe::Format::json}, {"prometheus", probe::Format::prometheus}};
  probe::ProbeOptions options = command.options;
  options.level = levels.at(command.level);
  options.format = formats.at(command.format);
  options.terminal = isatty(STDERR_FILENO) != 0;
  options.references = probe::references_from(world->catalog);
  return probe::run_probe(options, std::cout, std::cerr);
}

}  // namespace

void add_probe(CLI::App& app, Run& run) {
  auto command = std::make_shared<ProbeCommand>();
  CLI::App& sub = *app.add_subcommand(
      "probe", "did I get it? measures every GPU and link, with an expected value beside each number");
  sub.add_option("--level", command->level, "how much to measure")
      ->check(CLI::IsMember({"quick", "standard", "burn-in"}))
      ->capture_default_str();
  sub.add_option("--gpu", command->options.gpus, "only these GPUs, by index");
  sub.add_option("--only", command->options.only, "only these metrics");
  sub.add_option("--minutes", command->options.burn_in_minutes, "length of the burn-in")
      ->check(CLI::Range(0.1, 10000.0));
  sub.add_option("--device", command->options.device,
                 "cuda, sim:SPEC (for example \"sim:8x h200 nvswitch\") or replay:FILE")
      ->capture_default_str();
  sub.add_option("-o,--output", command->options.output, "write the JSON report to this file");
  sub.add_option("--format", command->format, "format of standard output")
      ->check(CLI::IsMember({"text", "json", "prometheus"}))
      ->capture_default_str();
  sub.add_flag("-q,--quiet", command->options.quiet, "no progress");
  add_world_options(sub, command->world);
  sub.callback([command, &run] { run = [command] { return run_probe_command(*command); }; });
}

}  // namespace planner::cli
