// planner gather: records what a machine is, live or from what people have sent.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "gpu_probe/machine/live.h"
#include "gpu_probe/machine/merge.h"
#include "gpu_probe/machine/snapshot.h"
#include "gpu_probe/machine/summary.h"
#include "gpu_probe/machine_nvml.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct GatherCommand {
  std::vector<std::string> files;
  std::string sysroot;
  bool identifiers = false;
  std::string output;
  std::string format = "text";
};

/// Readings of the files, or nothing and a message if one cannot be opened.
std::optional<std::vector<machine::Reading>> read_files(const std::vector<std::string>& files) {
  std::vector<machine::Reading> readings;
  for (const std::string& file : files) {
    std::string problem;
    const auto bytes = machine::read_bytes(file, problem);
    if (!bytes) {
      std::cerr << "error: " << printable(file) << ": " << problem << "\n";
      return std::nullopt;
    }
    for (machine::Reading& reading : machine::read_document_of_machine(file, *bytes))
      readings.push_back(std::move(reading));
  }
  return readings;
}

std::vector<machine::Reading> read_machine(const std::string& sysroot) {
  const machine::FileRoot files(sysroot.empty() ? "/" : sysroot);
  auto readings = machine::gather_machine(files);
  if (!files.live()) return readings;
  std::vector<machine::PciDevice> pci;
  for (const machine::Reading& reading : readings)
    pci.insert(pci.end(), reading.machine.pci.begin(), reading.machine.pci.end());
  readings.push_back(probe::gather_nvml(pci));
  return readings;
}

int run_gather(const GatherCommand& command) {
  std::vector<machine::Reading> readings;
  if (command.files.empty() || !command.sysroot.empty()) readings = read_machine(command.sysroot);
  auto dumps = read_files(command.files);
  if (!dumps) return kBadInput;
  for (machine::Reading& reading : *dumps) readings.push_back(std::move(reading));
  const machine::Machine found = machine::merge_all(std::move(readings), command.identifiers);
  const bool nothing = std::all_of(found.sources.begin(), found.sources.end(),
                                   [](const machine::Source& s) { return s.format == "unknown"; });
  const std::string json = machine::write_snapshot(found);
  if (!command.output.empty()) {
    const std::string problem = write_file_atomically(command.output, json);
    if (!problem.empty()) {
      std::cerr << "error: " << printable(command.output) << ": " << problem << "\n";
      return kBadInput;
    }
  }
  std::cout << (command.format == "json" ? json : machine::summarize_machine(found)) << std::flush;
  if (!std::cout) {
    std::cerr << "error: cannot write to standard output\n";
    return kBadInput;
  }
  if (nothing) std::cerr << "error: no known output was found in these files\n";
  return nothing ? kBadInput : kSound;
}

}  // namespace

void add_gather(CLI::App& app, Run& run) {
  auto command = std::make_shared<GatherCommand>();
  CLI::App& sub = *app.add_subcommand(
      "gather", "records this machine, or one of which you have the outputs of lspci, nvidia-smi, dmesg, ...");
  sub.add_option("--from", command->files,
                 "outputs of other tools, in any of the known formats (\"-\" is standard input)");
  sub.add_option("--sysroot", command->sysroot, "a captured tree of /sys, /proc and /etc instead of this machine")
      ->check(CLI::ExistingDirectory);
  sub.add_flag("--identifiers", command->identifiers, "keep serial numbers, UUIDs, MAC addresses and host names");
  sub.add_option("-o,--output", command->output, "write the snapshot (JSON) to this file, whole or not at all");
  sub.add_option("--format", command->format, "format of standard output")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  sub.callback([command, &run] { run = [command] { return run_gather(*command); }; });
}

}  // namespace planner::cli
