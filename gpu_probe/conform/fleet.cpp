#include "gpu_probe/conform/fleet.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/conform_answer.h"
#include "report/json_parts.h"

namespace planner::conform {
namespace {

using Json = nlohmann::ordered_json;
using Settings = std::map<std::string, std::string>;
using Figures = std::map<std::string, std::pair<double, bool>>;  ///< value; lower is better

void note(Settings& settings, const std::string& what, const machine::Text& value) {
  if (value && !value->empty()) settings[what] = *value;
}

void note(Settings& settings, const std::string& what, const Count& value) {
  if (value) settings[what] = std::to_string(*value);
}

Settings settings_of(const Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  Settings s;
  note(s, "GPUs", c.driver_gpus);
  note(s, "GPU driver", m.software.driver_version);
  note(s, "kernel", m.host.kernel);
  note(s, "BIOS", m.host.bios_version);
  note(s, "memory modules", c.modules);
  note(s, "drives", c.drives);
  for (const GpuState& g : c.gpus) {
    const std::string of = " of GPU " + std::to_string(g.index);
    if (!g.name.empty()) s["model" + of] = g.name;
    if (g.width) s["link width" + of] = g.width->text();
    note(s, "NUMA node" + of, g.node);
    note(s, "active NVLinks" + of, g.nvlinks_active);
    if (g.driver == nullptr) continue;
    note(s, "VBIOS" + of, g.driver->vbios);
    if (g.driver->power.limit_w)
      s["power limit" + of] = Power::from_smallest(static_cast<std::int64_t>(*g.driver->power.limit_w * 1000)).text();
  }
  return s;
}

Figures figures_of(const Comparison& c) {
  Figures figures;
  for (const Figure& f : c.figures)
    if (f.value && !f.informs_only)
      figures[f.metric + ", " + f.subject + ", " + f.unit] = {f.value->to_double(), f.lower_is_better};
  return figures;
}

/// The value that more than half of the nodes have, or empty.
std::string majority(const std::vector<Settings>& all, const std::string& what) {
  std::map<std::string, std::size_t> counts;
  for (const Settings& s : all)
    if (const auto it = s.find(what); it != s.end()) ++counts[it->second];
  for (const auto& [value, count] : counts)
    if (2 * count > all.size()) return value;
  return {};
}

std::string rounded(double value) {
  return format_decimal(Ratio::from_smallest(static_cast<std::int64_t>(value * 1e6)).in_base(), 2);
}

void add_settings(const std::vector<Settings>& all, std::size_t node, FleetRow& row) {
  for (const auto& [what, value] : all[node]) {
    const std::string most = majority(all, what);
    if (!most.empty() && most != value) row.deviations.push_back({what, value, most});
  }
}

void add_figures(const std::vector<Figures>& all, std::size_t node, FleetRow& row) {
  for (const auto& [what, figure] : all[node]) {
    std::vector<double> values;
    for (const Figures& f : all)
      if (const auto it = f.find(what); it != f.end()) values.push_back(it->second.first);
    const auto median = median_of(values);
    if (values.size() < 3 || !median || *median <= 0) continue;
    const bool worse = figure.second ? figure.first > 1.1 * *median : figure.first < 0.9 * *median;
    if (worse) row.deviations.push_back({what, rounded(figure.first), rounded(*median)});
  }
}

std::string worst_of(const Report& report) {
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::failed)
      return f.rule + " " + f.title +
             (f.subjects.empty() || f.subjects.front() == "machine" ? "" : ": " + f.subjects.front());
  return "";
}

}  // namespace

std::vector<FleetRow> compare_fleet(const std::vector<FleetNode>& nodes) {
  std::vector<Settings> settings;
  std::vector<Figures> figures;
  for (const FleetNode& n : nodes) {
    settings.push_back(settings_of(n.comparison));
    figures.push_back(figures_of(n.comparison));
  }
  std::vector<FleetRow> rows;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    FleetRow row{&nodes[i], {}};
    if (nodes.size() >= 3) add_settings(settings, i, row);
    add_figures(figures, i, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string fleet_text(const std::vector<FleetRow>& rows, const TextStyle& style) {
  std::vector<std::vector<std::string>> cells{{"node", "verdict", "GPUs", "findings", "deviates", "first"}};
  for (const FleetRow& r : rows) {
    const Counts& n = r.node->report.counts;
    const Count& gpus = r.node->comparison.driver_gpus;
    cells.push_back({printable(r.node->name), std::string(planner::name_of(r.node->report.verdict)),
                     gpus ? std::to_string(*gpus) : "?",
                     std::to_string(n.blocks) + " block, " + std::to_string(n.degrades) + " degrade, " +
                         std::to_string(n.advises) + " advise",
                     std::to_string(r.deviations.size()), printable(worst_of(r.node->report))});
  }
  std::string out = table(cells, 0);
  for (const FleetRow& r : rows)
    for (const FleetDeviation& d : r.deviations)
      out += "  " +
             wrap(style, printable(r.node->name + ": " + d.what + " is " + d.here + ", its peers have " + d.peers), 4) +
             "\n";
  const auto unlike = std::count_if(rows.begin(), rows.end(), [](const FleetRow& r) {
    return r.node->report.verdict != Verdict::pass || !r.deviations.empty();
  });
  return out + "verdict: " + std::string(planner::name_of(fleet_verdict(rows))) + "   " + std::to_string(rows.size()) +
         " nodes, " + std::to_string(unlike) + " deviate\n";
}

std::string fleet_json(const std::vector<FleetRow>& rows) {
  Json j{
      {"format_version", kFormatVersion}, {"command", "conform"}, {"verdict", planner::name_of(fleet_verdict(rows))}};
  j["nodes"] = Json::array();
  for (const FleetRow& r : rows) {
    Json node{{"node", r.node->name},
              {"verdict", planner::name_of(r.node->report.verdict)},
              {"counts", to_json(r.node->report.counts)}};
    node["findings"] = Json::array();
    for (const Finding& f : r.node->report.findings)
      if (f.outcome == Outcome::failed) node["findings"].push_back(to_json(f));
    node["deviations"] = Json::array();
    for (const FleetDeviation& d : r.deviations)
      node["deviations"].push_back({{"what", d.what}, {"here", d.here}, {"peers", d.peers}});
    j["nodes"].push_back(std::move(node));
  }
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Verdict fleet_verdict(const std::vector<FleetRow>& rows) {
  constexpr Verdict order[] = {Verdict::fail, Verdict::incomplete, Verdict::inconclusive, Verdict::pass_with_warnings};
  for (const Verdict v : order)
    if (std::any_of(rows.begin(), rows.end(), [&](const FleetRow& r) { return r.node->report.verdict == v; })) return v;
  return Verdict::pass;
}

}  // namespace planner::conform
