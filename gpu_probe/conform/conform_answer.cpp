#include "gpu_probe/conform/conform_answer.h"

#include <nlohmann/json.hpp>

#include "gpu_probe/conform/hints.h"
#include "report/json_parts.h"
#include "report/sections.h"

namespace planner::conform {
namespace {

using Json = nlohmann::ordered_json;

std::string link_text(const Count& gen, const Known<Lanes>& width) {
  if (!gen && !width) return "?";
  return "Gen" + (gen ? std::to_string(*gen) : "?") + " x" + (width ? std::to_string(width->smallest()) : "?");
}

std::string planned_text(const GpuState& g) {
  if (g.planned == nullptr) return "";
  return link_text(g.planned->gen, g.planned->lanes) + (g.planned->slot.empty() ? "" : " in " + g.planned->slot);
}

Json number(const Count& n) {
  return n ? Json(*n) : Json();
}

template <class Tag>
Json number(const Known<Quantity<Tag>>& q) {
  return q ? Json(q->to_double()) : Json();
}

Json gpu_json(const GpuState& g) {
  Json j{{"index", g.index}, {"name", g.name}, {"address", g.bus_id}};
  j["part"] = g.part != nullptr ? Json(g.part->info.id) : Json();
  j["in_driver"] = g.in_driver ? Json(*g.in_driver) : Json();
  j["link_gen"] = number(g.gen);
  j["loaded_gen"] = number(g.loaded_gen);
  j["possible_gen"] = number(g.possible_gen);
  j["link_width"] = number(g.width);
  j["path_gb_s"] = number(g.path_bandwidth);
  j["numa_node"] = number(g.node);
  j["vram_gb"] = number(g.vram);
  j["nvlinks_active"] = number(g.nvlinks_active);
  j["nvlinks_expected"] = number(g.nvlinks_expected);
  if (g.planned == nullptr) return j;
  j["planned"] = {{"part", g.planned->part->info.id},
                  {"slot", g.planned->slot},
                  {"link_gen", number(g.planned->gen)},
                  {"link_width", number(g.planned->lanes)},
                  {"socket", number(g.planned->socket)}};
  return j;
}

Json figure_json(const Figure& f) {
  Json j{{"tool", f.tool}, {"metric", f.metric}, {"subject", f.subject}, {"unit", f.unit}};
  j["value"] = number(f.value);
  j["expected"] = number(f.expected);
  j["of_peers"] = number(f.of_peers);
  j["of_baseline"] = number(f.of_baseline);
  j["verdict"] = f.verdict ? Json(*f.verdict) : Json();
  return j;
}

std::string machine_line(const Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (c.board) add(*c.board);
  if (c.cpu) add((c.sockets && *c.sockets > 1 ? std::to_string(*c.sockets) + " x " : std::string()) + *c.cpu);
  if (c.memory) add(c.memory->text() + " memory");
  if (m.software.driver_version) add("driver " + *m.software.driver_version);
  if (c.virtual_machine.value_or(false)) add("virtual machine");
  return text;
}

}  // namespace

TableRows gpu_rows(const Comparison& c) {
  TableRows rows;
  for (const GpuState& g : c.gpus) {
    const std::string loaded = g.loaded_gen ? "Gen" + std::to_string(*g.loaded_gen) : "not measured";
    rows.push_back({"GPU " + std::to_string(g.index), g.name.empty() ? "?" : g.name, g.bus_id,
                    link_text(g.gen, g.width), loaded, planned_text(g),
                    g.node ? "node " + std::to_string(*g.node) : ""});
  }
  return rows;
}

std::string conform_text(const Comparison& c, const Report& report, const AnswerOptions& options) {
  const TextStyle& style = options.style;
  std::string out;
  if (const std::string line = machine_line(c); !line.empty()) out += wrap(style, printable(line), 2) + "\n";
  if (!c.gpus.empty()) {
    TableRows rows = gpu_rows(c);
    for (auto& row : rows)
      for (std::string& cell : row) cell = printable(cell);
    rows.insert(rows.begin(), {"", "model", "address", "link now", "under load", "planned", "NUMA"});
    out += table(rows, 2) + "\n";
  }
  out += findings_section(report, style, options.verbose);
  if (const std::string open = not_evaluated_section(report, style, options.verbose); !open.empty()) out += open + "\n";
  if (c.input.plan == nullptr) out += "no plan was given: the machine is compared with itself and the catalog\n";
  return out + verdict_line(report, style);
}

std::string conform_json(const Comparison& c, const Report& report) {
  Json j{{"format_version", kFormatVersion}, {"command", "conform"}, {"verdict", planner::name_of(report.verdict)}};
  j["counts"] = to_json(report.counts);
  j["plan"] = c.input.plan != nullptr ? Json(c.plan.name) : Json();
  j["planned_gpus"] = number(c.planned_gpus);
  j["driver_gpus"] = number(c.driver_gpus);
  j["bus_gpus"] = number(c.bus_gpus);
  j["gpus"] = Json::array();
  for (const GpuState& g : c.gpus) j["gpus"].push_back(gpu_json(g));
  j["figures"] = Json::array();
  for (const Figure& f : c.figures) j["figures"].push_back(figure_json(f));
  j["findings"] = Json::array();
  for (const Finding& f : report.findings) j["findings"].push_back(to_json(f));
  j["next_step"] = next_step(report);
  j["digests"] = {{"catalog", report.catalog_digest}, {"rules", report.rules_digest}};
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string next_step(const Report& report) {
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::failed && !f.fixes.empty()) return f.fixes.front().text;
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::not_evaluated && !tool_asked_for(f.why).empty()) return f.why;
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::not_evaluated) return f.why;
  return "none";
}

}  // namespace planner::conform
