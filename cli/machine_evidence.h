// What `conform` and `doctor` share: where their evidence comes from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/judge.h"
#include "cli/command.h"
#include "gpu_probe/conform/comparison.h"
#include "gpu_probe/conform/evidence.h"

namespace planner::cli {

struct EvidenceOptions {
  std::string plan;
  std::vector<std::string> files;  ///< snapshots, tool output, probe reports; empty: this machine
  std::string probe;
  std::string level = "quick";
  std::string baseline;
  std::vector<std::string> told;
};

void add_evidence_options(CLI::App& app, EvidenceOptions& options);

/// Everything that a comparison points into.
struct Gathered {
  std::optional<Build> build;
  std::optional<Facts> facts;
  conform::Evidence evidence;
  std::optional<conform::Evidence> baseline;
  std::optional<probe::Report> report;
  conform::Input input;
};

/// Reads plan and evidence, or looks at this machine. Null, an exit code and messages on standard error where that
/// fails.
std::unique_ptr<Gathered> collect_evidence(const EvidenceOptions& options, const World& world, int& problem);

/// Judges by the rules about machines; `wanted` picks rules, empty takes all. Waivers come from the plan.
Report judge_machine(const conform::Comparison& comparison, const World& world,
                     std::function<bool(const Rule&)> wanted = {});

}  // namespace planner::cli
