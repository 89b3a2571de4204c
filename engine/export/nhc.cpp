// LBNL Node Health Check. Checks and their arguments: README of NHC 1.4 (check_hw_cpuinfo sockets cores threads,
// check_hw_physmem min max, check_cmd_output -t -r -m). check_nv_healthmon wants nvidia-healthmon, which NVIDIA no
// longer ships, so nvidia-smi is asked.
#include "export/export.h"
#include "export/host_figures.h"
#include "export/plan_text.h"

namespace planner {
namespace {

using plan_text::comment;
using plan_text::Figure;

constexpr const char* kQuery = "nvidia-smi --format=csv,noheader";

std::string check_line(const std::string& match, const std::string& command) {
  return " * || check_cmd_output -t 60 -r 0 -m '" + match + "' " + command + "\n";
}

/// Counts the lines of a query that match; every GPU has one line.
std::string counting(const std::string& query, const std::string& pattern) {
  return "bash -c '" + std::string(kQuery) + " --query-gpu=" + query + " | grep -ciE \"" + pattern + "\"'";
}

std::string cpu_lines(const HostFigures& host) {
  if (!host.sockets || !host.cores_per_socket || !host.threads_per_core)
    return comment("check_hw_cpuinfo left out: " + host.cpu_origin);
  const std::int64_t cores = *host.sockets * *host.cores_per_socket;
  return comment("sockets, cores, threads of the node: " + host.cpu_origin + "; threads with SMT on") +
         " * || check_hw_cpuinfo " + std::to_string(*host.sockets) + " " + std::to_string(cores) + " " +
         std::to_string(cores * *host.threads_per_core) + "\n";
}

std::string memory_lines(const HostFigures& host) {
  if (!host.memory_mib) return comment("check_hw_physmem left out: " + host.memory_origin);
  return comment(host.memory_origin) + comment(kMemoryShareWords) + " * || check_hw_physmem " +
         std::to_string(usable_mib(*host.memory_mib)) + "MB " + std::to_string(*host.memory_mib) + "MB\n";
}

/// Every value below `figure` that a link can have, as an alternative of a regular expression.
std::string below(std::int64_t figure, std::initializer_list<int> values) {
  std::string text;
  for (const int v : values)
    if (v < figure) text += (text.empty() ? "" : "|") + std::to_string(v);
  return text;
}

std::string link_line(const Figure& figure, const char* query, const char* what, std::initializer_list<int> values) {
  if (!figure.value) return comment(std::string(query) + " is not checked: " + figure.origin);
  const std::string worse = below(*figure.value, values);
  if (worse.empty())
    return comment(std::string(query) + " is not checked: " + std::to_string(*figure.value) + " is the least there is");
  return comment(std::string("no GPU ") + what + std::to_string(*figure.value) + ": " + figure.origin) +
         check_line("!/^(" + worse + ")$/", std::string(kQuery) + " --query-gpu=" + query);
}

std::string model_lines(const Facts& facts, const plan_text::Model& model) {
  const std::string count = std::to_string(model.gpus.size());
  const std::vector<std::string> ids = plan_text::device_ids(*model.part);
  std::string pattern;
  for (const std::string& id : ids) pattern += (pattern.empty() ? "" : "|") + id;
  std::string text =
      ids.empty()
          ? comment("model " + model.part->info.name + " is not checked: no device id is recorded")
          : comment(count + " x " + model.part->info.name + ": " + plan_text::place_of(model.part->info, "pci_ids")) +
                check_line("/^" + count + "$/", counting("pci.device_id", "^0x(" + pattern + ")10de$"));
  const auto power = plan_text::power_limit(facts, model);
  if (!power.planned) return text + comment("power limit is not checked: the plan sets none");
  if (!power.watts_milli.value) return text + comment("power limit is not checked: " + power.watts_milli.origin);
  const bool alone = model.gpus.size() == facts.inventory().gpus.size();
  if (!alone) return text + comment("power limit is not checked: the node has other models too");
  const std::string watts = plan_text::decimal(static_cast<double>(*power.watts_milli.value) / 1000);
  return text + comment(watts + " W on each: " + power.watts_milli.origin) +
         check_line("/^" + count + "$/", counting("power.limit", "^" + watts + "([.]0+)? W$"));
}

}  // namespace

std::string export_nhc(const Facts& facts) {
  const HostFigures host = host_figures(facts);
  std::string text = plan_text::heading(facts, "LBNL Node Health Check: lines for nhc.conf");
  text += cpu_lines(host) + memory_lines(host);
  const auto& gpus = facts.inventory().gpus;
  if (gpus.empty()) return text;
  text += "\n" + comment("check_nv_healthmon is not used: its tool nvidia-healthmon is no longer shipped");
  for (const auto& gpu : gpus)
    if (plan_text::maker_of(*gpu.part) != plan_text::Maker::nvidia)
      return text + comment("GPU checks left out: nvidia-smi does not see " + gpu.info->name);
  text += comment("GPUs of the node, counted from the plan: " + facts.build().file);
  text += check_line("/^" + std::to_string(gpus.size()) + "$/", std::string(kQuery) + " --query-gpu=count");
  for (const plan_text::Model& model : plan_text::models_of(facts)) text += model_lines(facts, model);
  std::vector<int> all;
  for (const auto& gpu : gpus) all.push_back(gpu.index);
  text += comment(
      "width holds at rest too; the generation falls at rest, so the highest that card and slot allow is asked for");
  text +=
      link_line(plan_text::least_lanes(facts, all), "pcie.link.width.current", "narrower than x", {1, 2, 4, 8, 12, 16});
  text += link_line(plan_text::least_gen(facts, all), "pcie.link.gen.max", "below Gen", {1, 2, 3, 4, 5, 6});
  return text;
}

}  // namespace planner
