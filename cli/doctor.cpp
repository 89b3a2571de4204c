// planner doctor SYMPTOM: the rules about machines, asked by symptom.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/machine_evidence.h"
#include "gpu_probe/conform/conform_answer.h"
#include "report/style.h"

namespace planner::cli {
namespace {

struct DoctorCommand {
  std::vector<std::string> words;
  bool list = false;
  EvidenceOptions evidence;
  WorldOptions world;
  OutputOptions output;
};

int list_symptoms() {
  std::vector<std::vector<std::string>> rows;
  for (const conform::Symptom& s : conform::all_symptoms()) rows.push_back({std::string(s.id), std::string(s.title)});
  std::cout << table(rows, 0);
  return kSound;
}

bool concerns(const Rule& rule, const conform::Symptom& symptom) {
  return std::find(rule.symptoms.begin(), rule.symptoms.end(), symptom.id) != rule.symptoms.end();
}

int run_doctor(DoctorCommand command) {
  if (command.list) return list_symptoms();
  std::string told;
  for (const std::string& w : command.words) told += (told.empty() ? "" : " ") + w;
  const auto symptoms = conform::symptoms_in(told);
  if (symptoms.empty()) {
    std::cerr << "error: no known symptom in `" << printable(told) << "`\n  = help: `planner doctor --list` has all\n";
    return kBadInput;
  }
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  if (command.evidence.files.empty()) command.evidence.level = "none";
  int problem = kSound;
  const auto gathered = collect_evidence(command.evidence, *world, problem);
  if (gathered == nullptr) return problem;
  conform::tell({told}, gathered->evidence);
  const conform::Comparison comparison = conform::compare(gathered->input);
  const AnswerOptions answer{style_for(command.output), command.output.verbose, false};
  std::string out;
  Verdict worst = Verdict::pass;
  for (const conform::Symptom* symptom : symptoms) {
    const Report report = judge_machine(comparison, *world, [&](const Rule& r) { return concerns(r, *symptom); });
    out += command.output.format == "json"
               ? conform::doctor_json(*symptom, comparison, report)
               : conform::doctor_text(*symptom, comparison, report, world->machine_rules, answer);
    if (report.verdict == Verdict::fail) worst = Verdict::fail;
    if (command.output.format == "json") break;
    if (symptom != symptoms.back()) out += "\n";
  }
  // Without a GPU on record most questions were not asked at all: silence is no health.
  if (worst != Verdict::fail && comparison.gpus.empty()) worst = Verdict::incomplete;
  return deliver(out, command.output) ? exit_code_of(worst) : kBadInput;
}

}  // namespace

void add_doctor(CLI::App& app, Run& run) {
  auto command = std::make_shared<DoctorCommand>();
  CLI::App& sub =
      *app.add_subcommand("doctor", "what is wrong? starts from a symptom: \"one GPU is slow\", \"NCCL hangs\"");
  auto* words = sub.add_option("SYMPTOM", command->words, "in your words, or an id of --list");
  auto* list = sub.add_flag("--list", command->list, "the symptoms that are known");
  words->excludes(list);
  add_evidence_options(sub, command->evidence);
  command->world.machines = true;
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text", "json"});
  sub.callback([command, &run] {
    if (command->words.empty() && !command->list) throw CLI::RequiredError("SYMPTOM or --list");
    run = [command] { return run_doctor(*command); };
  });
}

}  // namespace planner::cli
