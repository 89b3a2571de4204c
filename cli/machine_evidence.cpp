#include "cli/machine_evidence.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>

#include "gpu_probe/catalog_reference.h"
#include "gpu_probe/conform/hints.h"
#include "gpu_probe/probe_command.h"
#include "quote/quote.h"
#include "source/read.h"

namespace planner::cli {
namespace {

bool read_plan(const EvidenceOptions& options, const World& world, Gathered& gathered) {
  if (options.plan.empty()) return true;
  Diagnostics diagnostics;
  const auto text = read_input_bytes(options.plan, diagnostics);
  if (text) gathered.build = read_input(options.plan, *text, world.catalog, diagnostics);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!gathered.build || diagnostics.has_errors()) return false;
  gathered.facts.emplace(*gathered.build);
  return true;
}

/// Reads files as evidence; names those in which nothing was found.
bool read_files(const std::vector<std::string>& paths, std::optional<conform::Evidence>& evidence) {
  Diagnostics diagnostics;
  evidence = conform::read_evidence_files(paths, diagnostics);
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!evidence) return false;
  for (const std::string& name : evidence->not_recognized)
    std::cerr << "warning: " << name << ": nothing about a machine was recognised in it\n";
  if (!paths.empty() && evidence->not_recognized.size() >= paths.size()) {
    std::cerr << "error: no known output was found in these files\n";
    return false;
  }
  return true;
}

std::optional<int> as_int(const Known<std::int64_t>& n) {
  return n ? std::optional(static_cast<int>(*n)) : std::nullopt;
}

/// What the plan leaves a GPU of its link when all copy at once: the fair share of uplinks that it shares with others.
std::optional<double> share_of_all(const conform::PlannedGpu& gpu) {
  const double link = pcie_bandwidth(*gpu.gen, *gpu.lanes).to_double();
  if (!gpu.fair_share || link <= 0) return std::nullopt;
  return std::min(1.0, gpu.fair_share->to_double() / link);
}

/// The plan's links by GPU of this machine, as the comparison matched them.
std::vector<probe::PlannedLink> planned_links(const conform::Comparison& comparison) {
  std::vector<probe::PlannedLink> links;
  for (const conform::GpuState& g : comparison.gpus) {
    if (g.planned == nullptr || !g.planned->gen || !g.planned->lanes) continue;
    const int index = static_cast<int>(g.driver != nullptr && g.driver->index ? *g.driver->index : g.index);
    const probe::PcieLink link{*as_int(g.planned->gen), static_cast<int>(g.planned->lanes->smallest())};
    links.push_back({index, link, share_of_all(*g.planned)});
  }
  return links;
}

/// Judges a recorded probe run again, with the plan's links as what is expected.
bool replay(Gathered& gathered, const World& world, const std::string& json) {
  probe::RunInput input;
  input.references = probe::references_from(world.catalog);
  std::string problem;
  gathered.report = conform::replay_probe(json, input, problem);
  if (!gathered.report) std::cerr << "error: the probe report " << problem << "\n";
  if (!gathered.report) return false;
  if (gathered.evidence.machine.gpus.empty() && gathered.evidence.machine.pci.empty())
    gathered.evidence.machine = conform::machine_of_probe(gathered.report->inventory);
  if (gathered.facts) {
    input.planned_links = planned_links(conform::compare(gathered.input));
    gathered.report = conform::replay_probe(json, input, problem);
  }
  return gathered.report.has_value();
}

/// Probes this machine into a JSON report; empty, with the reason on standard error, where nothing can be measured.
std::string probe_here(const EvidenceOptions& options, const World& world, const Gathered& gathered) {
  if (gathered.evidence.machine.gpus.empty()) return {};
  if (!probe::has_cuda_measurements()) {
    std::cerr << "note: nothing was measured: this program was built without a CUDA toolkit\n";
    return {};
  }
  const std::map<std::string, probe::Level> levels = {
      {"quick", probe::Level::quick}, {"standard", probe::Level::standard}, {"burn-in", probe::Level::burn_in}};
  probe::ProbeOptions probing;
  probing.level = levels.at(options.level);
  probing.format = probe::Format::json;
  probing.terminal = isatty(STDERR_FILENO) != 0;
  probing.references = probe::references_from(world.catalog);
  if (gathered.facts) probing.planned_links = planned_links(conform::compare(gathered.input));
  std::ostringstream json;
  probe::run_probe(probing, json, std::cerr);
  return json.str();
}

void point_into(Gathered& g, const World& world) {
  g.input.machine = &g.evidence.machine;
  g.input.plan = g.facts ? &*g.facts : nullptr;
  g.input.probe = g.report ? &*g.report : nullptr;
  g.input.observed = &g.evidence.observed;
  if (g.baseline) g.input.baseline = {&g.baseline->machine, &g.baseline->observed};
  g.input.catalog = &world.catalog;
}

void add_told(const EvidenceOptions& options, Gathered& gathered) {
  conform::tell(options.told, gathered.evidence);
  for (const std::string& told : gathered.evidence.observed.not_understood)
    std::cerr << "warning: no known symptom was recognised in `" << printable(told)
              << "`; `planner doctor --list` has all\n";
}

}  // namespace

void add_evidence_options(CLI::App& app, EvidenceOptions& options) {
  app.add_option("--plan", options.plan, "build file or quote that the machine should be");
  app.add_option("--machine", options.files,
                 "snapshot (`planner gather`) or output of nvidia-smi, lspci, dmesg, dmidecode, nvbandwidth, dcgmi, "
                 "...; several merge; none: no machine. Default: this machine");
  app.add_option("--probe", options.probe, "JSON report of `planner probe`");
  app.add_option("--level", options.level, "how much to measure on this machine")
      ->check(CLI::IsMember({"none", "quick", "standard", "burn-in"}))
      ->capture_default_str();
  app.add_option("--baseline", options.baseline, "snapshot or output of an earlier day, to compare with");
  app.add_option("--told", options.told, "what users report: \"NCCL hangs with two ranks\"; may be repeated");
}

std::unique_ptr<Gathered> collect_evidence(const EvidenceOptions& options, const World& world, int& problem) {
  auto gathered = std::make_unique<Gathered>();
  problem = kBadInput;
  if (!read_plan(options, world, *gathered)) return nullptr;
  const bool here = options.files.empty() && options.probe.empty();
  std::vector<std::string> files = options.files;
  std::erase(files, "none");
  if (!options.probe.empty()) files.push_back(options.probe);
  std::optional<conform::Evidence> evidence;
  if (here)
    evidence = conform::look_at_this_machine();
  else if (!read_files(files, evidence))
    return nullptr;
  if (here && evidence->machine.gpus.empty() && machine::gpu_devices(evidence->machine).empty())
    std::cerr << "note: this machine has no GPU; --machine compares another one from its files\n";
  gathered->evidence = std::move(*evidence);
  if (!options.baseline.empty() && !read_files({options.baseline}, gathered->baseline)) return nullptr;
  add_told(options, *gathered);
  point_into(*gathered, world);
  std::string json = gathered->evidence.probe_json.value_or("");
  if (here && options.level != "none") json = probe_here(options, world, *gathered);
  if (!json.empty() && !replay(*gathered, world, json)) return nullptr;
  point_into(*gathered, world);
  return gathered;
}

Report judge_machine(const conform::Comparison& comparison, const World& world,
                     std::function<bool(const Rule&)> wanted) {
  JudgeOptions options;
  if (comparison.input.plan != nullptr) options.waivers = comparison.input.plan->build().waivers;
  options.today = today();
  options.wanted = std::move(wanted);
  Report report = judge(conform::root_object(comparison), world.machine_rules, options);
  report.catalog_digest = world.catalog.digest();
  conform::settle_hints(*comparison.input.machine, report);
  return report;
}

}  // namespace planner::cli
