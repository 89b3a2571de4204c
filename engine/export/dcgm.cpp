// DCGM diagnostics. Names and units: NVIDIA's DCGM documentation of the plugins pcie (GB/s), memory_bandwidth (MB/s)
// and targeted_power (W); the file format is `dcgm-diag-v1`.
#include <algorithm>
#include <cmath>

#include "export/export.h"
#include "export/plan_text.h"

namespace planner {
namespace {

using plan_text::comment;
using plan_text::Figure;
using plan_text::Model;

/// One parameter; without a value only the comment is written.
struct Parameter {
  std::string plugin, subtest, name;
  std::string value;  ///< empty: not known
  std::string origin;
};

Figure worst_floor(const std::vector<GpuFloors>& floors, const std::vector<int>& gpus,
                   std::optional<Floor> GpuFloors::*which, double unit, const std::string& what) {
  const Floor* least = nullptr;
  for (const int i : gpus) {
    const auto& floor = floors[static_cast<std::size_t>(i)].*which;
    if (!floor)
      return {std::nullopt, what + " of GPU " + std::to_string(i) + ": no expectation for this card and link"};
    if (least == nullptr || floor->gb_per_s < least->gb_per_s) least = &*floor;
  }
  if (least == nullptr) return {std::nullopt, "the plan lists no GPU"};
  return {static_cast<std::int64_t>(std::floor(least->gb_per_s * unit)),
          "catalog/expectations/probe.yaml " + least->basis};
}

void add(std::vector<Parameter>& list, const char* plugin, const char* subtest, const char* name, const Figure& figure,
         const char* suffix = ".0") {
  list.push_back({plugin, subtest, name, figure.value ? std::to_string(*figure.value) + suffix : "", figure.origin});
}

std::vector<Parameter> parameters_of(const Facts& facts, const std::vector<GpuFloors>& floors, const Model& model) {
  std::vector<Parameter> list;
  add(list, "pcie", "h2d_d2h_single_pinned", "min_pci_generation", plan_text::least_gen(facts, model.gpus));
  add(list, "pcie", "h2d_d2h_single_pinned", "min_pci_width", plan_text::least_lanes(facts, model.gpus));
  Figure link = worst_floor(floors, model.gpus, &GpuFloors::host_link, 10, "host link");
  Parameter bandwidth{"pcie", "h2d_d2h_single_pinned", "min_bandwidth", "", link.origin};
  if (link.value) bandwidth.value = plan_text::decimal(static_cast<double>(*link.value) / 10);
  if (link.value) bandwidth.origin = "GB/s; " + bandwidth.origin;
  list.push_back(bandwidth);
  Figure memory = worst_floor(floors, model.gpus, &GpuFloors::memory, 1000, "memory bandwidth");
  if (memory.value) memory.origin = "MB/s; " + memory.origin;
  add(list, "memory_bandwidth", "", "minimum_bandwidth", memory);
  const auto power = plan_text::power_limit(facts, model);
  Parameter target{"targeted_power", "", "target_power", "", power.watts_milli.origin};
  if (power.watts_milli.value) {
    target.value = plan_text::decimal(static_cast<double>(*power.watts_milli.value - 1000) / 1000);
    target.origin = "W; 1 W below the limit as DCGM's own default; limit: " + target.origin;
  }
  list.push_back(target);
  return list;
}

std::string dotted(const Parameter& p) {
  return p.plugin + "." + (p.subtest.empty() ? "" : p.subtest + ".") + p.name;
}

/// The entry of one device id. A plugin or subtest without any known figure keeps its `is_allowed`.
std::string sku_entry(const Model& model, const std::string& id, const std::vector<Parameter>& parameters) {
  // Quoted: an id of digits alone, or one like 1e08, would be read as a number.
  std::string text = "  - name: \"" + model.part->info.id + "\"\n    " +
                     comment("device id: " + plan_text::place_of(model.part->info, "pci_ids")) + "    id: \"" + id +
                     "\"\n";
  std::string plugin;
  std::string subtest;
  for (const Parameter& p : parameters) {
    if (p.plugin != plugin) text += "    " + p.plugin + ":\n      is_allowed: true\n";
    if (p.plugin != plugin) subtest.clear();
    plugin = p.plugin;
    const bool opens =
        !p.subtest.empty() && p.subtest != subtest &&
        std::ranges::any_of(parameters, [&](const Parameter& q) { return q.subtest == p.subtest && !q.value.empty(); });
    if (opens) text += "      " + p.subtest + ":\n";
    if (opens) subtest = p.subtest;
    const std::string indent = p.subtest.empty() ? "      " : "        ";
    text += indent + comment(p.value.empty() ? p.name + " not set: " + p.origin : p.origin);
    if (!p.value.empty()) text += indent + p.name + ": " + p.value + "\n";
  }
  return text;
}

std::string command_line(const std::vector<Parameter>& parameters) {
  std::string list;
  std::string tests;
  for (const Parameter& p : parameters) {
    if (p.value.empty()) continue;
    list += (list.empty() ? "" : ";") + dotted(p) + "=" + p.value;
    if (tests.find(p.plugin) == std::string::npos) tests += (tests.empty() ? "" : ",") + p.plugin;
  }
  if (list.empty()) return comment("no figure is known, so there is nothing to pass with -p");
  return comment("the same on the command line:") + comment("dcgmi diag -r " + tests + " -p \"" + list + "\"");
}

}  // namespace

std::string export_dcgm(const Facts& facts, const std::vector<GpuFloors>& floors) {
  std::string text = plan_text::heading(facts, "DCGM diagnostics: dcgmi diag -r 3 --configfile THIS_FILE");
  const std::vector<Model> models = plan_text::models_of(facts);
  std::string entries;
  for (const Model& model : models) {
    const std::vector<Parameter> parameters = parameters_of(facts, floors, model);
    const std::vector<std::string> ids = plan_text::device_ids(*model.part);
    if (ids.empty())
      entries +=
          "  " + comment(model.part->info.name + ": no NVIDIA device id is recorded, so DCGM cannot match it here");
    for (const std::string& id : ids) entries += sku_entry(model, id, parameters);
    if (models.size() == 1) text += command_line(parameters);
  }
  if (models.size() > 1) text += comment("several models: -p holds for all GPUs alike, so only the file is given");
  if (entries.find("- name:") == std::string::npos) return text + entries;
  text += comment(
      "targeted_stress.target_stress, sm_stress, latencies: no expectation is recorded; DCGM's own values hold");
  text += comment("version: names the layout, which has stayed the same up to DCGM 4; not a figure of the plan");
  return text + "version: \"3.1.7\"\nspec: dcgm-diag-v1\nskus:\n" + entries;
}

}  // namespace planner
