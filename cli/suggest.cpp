// planner suggest: the best builds for a request.
#include "search/suggest.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <regex>

#include "cli/command.h"
#include "cli/search_watch.h"
#include "model/build_file.h"
#include "report/formats.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct SuggestCommand {
  int gpus = 1;
  std::string budget, vram_per_gpu, vram_total, min_link, form, objective = "throughput", used = "no", power_limit,
                                                                save;
  std::vector<std::string> gpu, circuits, pins, bans;
  int top = 3;
  double time_limit = 0;  ///< seconds; 0: none
  WorldOptions world;
  OutputOptions output;
};

/// Reads an amount of one dimension; a bare number takes `unit`. Prints what is wrong.
template <class Q>
bool read_amount(const std::string& option, const std::string& text, const char* unit, std::optional<Q>& target) {
  if (text.empty()) return true;
  auto amount = parse_amount(text);
  if (amount && amount->dimension.is_number()) amount = parse_amount(text + " " + unit);
  if (!amount || amount->dimension != Q::dimension || amount->value <= Rational(0)) {
    const bool too_small = amount && amount->dimension == Q::dimension;
    std::cerr << "error: "
              << (too_small ? option + " has to be more than nothing, not `" : "cannot read " + option + " `")
              << printable(text) << "`\n  = help: for example " << option << " 24" << unit << "\n";
    return false;
  }
  target = Q::from_rational(amount->value);
  return true;
}

std::string without_thousands(std::string text) {
  std::erase(text, ',');
  return text;
}

/// "120V15A" or a catalog id, with "2x" in front for two of them.
bool read_circuit(std::string text, const Catalog& catalog, Request& request) {
  CircuitChoice choice;
  std::smatch match;
  if (std::regex_match(text, match, std::regex("([1-9])x(.*)"))) {
    choice.count = std::stoi(match[1]);
    text = match[2];
  }
  choice.circuit = catalog.find(text);
  if (choice.circuit == nullptr && std::regex_match(text, match, std::regex("([0-9]{2,3})V([0-9]{1,2})A"))) {
    for (const Part* p : catalog.of_kind(PartKind::circuit)) {
      const Circuit& c = std::get<Circuit>(*p);
      const bool same = c.voltage.known() && c.breaker.known() &&
                        *c.voltage == Voltage::from_base(std::stoi(match[1])) &&
                        *c.breaker == Current::from_base(std::stoi(match[2])) && c.phases.value_or(1) == 1;
      if (same && choice.circuit == nullptr) choice.circuit = p;
    }
  }
  if (choice.circuit == nullptr || kind_of(*choice.circuit) != PartKind::circuit) {
    std::cerr << "error: no circuit `" << printable(text)
              << "` in the catalog\n  = help: write it as 120V15A, 240V30A or 2x240V30A; planner catalog list circuit "
                 "shows all\n";
    return false;
  }
  request.circuits.push_back(choice);
  return true;
}

bool known_parts(const std::vector<std::string>& ids, const Catalog& catalog) {
  for (const std::string& id : ids) {
    if (catalog.find(id) != nullptr) continue;
    std::vector<std::string_view> names;
    for (const auto& p : catalog.parts()) names.push_back(info_of(*p).id);
    const auto near = did_you_mean(id, names);
    std::cerr << "error: no part `" << printable(id) << "` in the catalog\n";
    if (near) std::cerr << "  = help: did you mean `" << *near << "`?\n";
    return false;
  }
  return true;
}

bool read_request(const SuggestCommand& c, const Catalog& catalog, Request& request) {
  request.gpus = c.gpus;
  request.gpu_patterns = c.gpu;
  request.pins = c.pins;
  request.bans = c.bans;
  request.top = c.top;
  request.used = c.used == "yes";
  request.objective = c.objective == "cost"         ? Objective::cost
                      : c.objective == "value"      ? Objective::value
                      : c.objective == "efficiency" ? Objective::efficiency
                                                    : Objective::throughput;
  if (c.form == "tower") request.form = ChassisType::tower;
  if (c.form == "rack") request.form = ChassisType::rack;
  if (c.form == "open-frame") request.form = ChassisType::open_frame;
  if (!c.min_link.empty()) {
    request.min_link = parse_link(c.min_link);
    request.min_link_text = c.min_link;
    if (!request.min_link) {
      std::cerr << "error: cannot read --min-link `" << printable(c.min_link)
                << "`\n  = help: for example --min-link x8@gen4\n";
      return false;
    }
  }
  for (const std::string& circuit : c.circuits)
    if (!read_circuit(circuit, catalog, request)) return false;
  return read_amount("--budget", without_thousands(c.budget), "USD", request.budget) &&
         read_amount("--vram-per-gpu", c.vram_per_gpu, "GB", request.vram_per_gpu) &&
         read_amount("--vram-total", c.vram_total, "GB", request.vram_total) &&
         read_amount("--power-limit", c.power_limit, "W", request.power_limit) && known_parts(c.pins, catalog) &&
         known_parts(c.bans, catalog);
}

bool save_build(const std::string& path, const Build& build) {
  const std::string problem =
      write_file_atomically(path, path.ends_with(".json") ? write_build_json(build) : write_build_yaml(build));
  if (!problem.empty()) std::cerr << "error: " << path << ": " << problem << "\n";
  return problem.empty();
}

int run_suggest(const SuggestCommand& command) {
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  Request request;
  if (!read_request(command, world->catalog, request)) return kBadInput;
  Diagnostics diagnostics;
  SuggestResult result;
  bool interrupted = false;
  {
    SearchWatch watch(command.time_limit, !command.output.quiet);
    request.go_on = [&watch](std::int64_t nodes) { return watch.go_on(nodes); };
    result = suggest(request, world->catalog, world->rules, today(), diagnostics);
    interrupted = watch.interrupted();
  }
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  const AnswerOptions answer{style_for(command.output), command.output.verbose, request.used};
  const Format format = parse_format(command.output.format).value_or(Format::text);
  const std::string out = suggest_document(format, result, request, answer).value_or(std::string());
  if (!result.builds.empty() && !command.save.empty() && !save_build(command.save, result.builds.front().build))
    return kBadInput;
  if (!deliver(out, command.output)) return kBadInput;
  if (interrupted) return kInterrupted;
  if (!result.builds.empty()) return kSound;
  return result.certificate.proved ? kInfeasible : kUndetermined;
}

void add_options(CLI::App& sub, SuggestCommand& c) {
  sub.add_option("--gpus", c.gpus, "number of GPUs")->required()->check(CLI::Range(1, 64));
  sub.add_option("--budget", c.budget,
                 "most to spend, in US dollars; without a number: the smallest sound budget and the next steps up")
      ->expected(0, 1);
  sub.add_option("--gpu", c.gpu, "only GPUs whose id, name or alias contains this");
  sub.add_option("--vram-per-gpu", c.vram_per_gpu, "least memory per GPU, for example 48GB");
  sub.add_option("--vram-total", c.vram_total, "least memory of all GPUs");
  sub.add_option("--min-link", c.min_link, "least PCIe link of every GPU, for example x8@gen4");
  sub.add_option("--form", c.form, "kind of chassis")->check(CLI::IsMember({"tower", "rack", "open-frame"}));
  sub.add_option("--circuit", c.circuits, "circuits at the place, for example 120V15A or 2x240V30A")->delimiter(',');
  sub.add_option("--objective", c.objective, "what to make best")
      ->check(CLI::IsMember({"throughput", "cost", "value", "efficiency"}))
      ->capture_default_str();
  sub.add_option("--top", c.top, "trade-offs to show beside fastest, cheapest and best value")
      ->check(CLI::Range(0, 50))
      ->capture_default_str();
  sub.add_option("--pin", c.pins, "part id that must be used");
  sub.add_option("--ban", c.bans, "part id that must not be used");
  sub.add_option("--used", c.used, "count prices of used parts")
      ->check(CLI::IsMember({"yes", "no"}))
      ->capture_default_str();
  sub.add_option("--power-limit", c.power_limit, "planned power limit per GPU, for example 300W");
  sub.add_option("--time-limit", c.time_limit,
                 "seconds after which the search answers with what it has found and says what it leaves open")
      ->check(CLI::Range(0.05, 86400.0));
  sub.add_option("--save", c.save, "write the first build to this .yaml or .json file");
}

}  // namespace

void add_suggest(CLI::App& app, Run& run) {
  auto command = std::make_shared<SuggestCommand>();
  CLI::App& sub = *app.add_subcommand("suggest", "what should I buy? proved best builds with their trade-offs");
  add_options(sub, *command);
  add_world_options(sub, command->world);
  add_output_options(sub, command->output, {"text", "json", "markdown", "html"});
  sub.callback([command, &run] { run = [command] { return run_suggest(*command); }; });
}

}  // namespace planner::cli
