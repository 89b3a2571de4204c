// Measured figures beside their expectation, their peers and an earlier day.
#include <algorithm>
#include <map>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

constexpr std::size_t kMaxFigures = 4096;

Known<Ratio> ratio_or(const std::optional<double>& value, const char* why) {
  return quantity_or<Ratio>(value && std::abs(*value) < 1e9 ? value : std::nullopt, why);
}

bool platform_property(const std::string& test) {
  return test.ends_with("_sm") || test.find("latency") != std::string::npos || test.find("_sm_") != std::string::npos;
}

bool is_host_copy(const std::string& test) {
  return test.find("host_to_device") != std::string::npos || test.find("device_to_host") != std::string::npos;
}

Figure figure_of(std::string tool, std::string metric, std::string subject, double value, std::string unit) {
  Figure f;
  f.tool = std::move(tool);
  f.metric = std::move(metric);
  f.subject = std::move(subject);
  f.unit = std::move(unit);
  f.value = ratio_or(value, "not a number");
  f.expected = Known<Ratio>::unknown("no expectation for this figure");
  f.of_peers = Known<Ratio>::unknown("no peers to compare with");
  f.of_baseline = Known<Ratio>::unknown("no baseline was given (--baseline)");
  f.verdict = Known<std::string>::unknown("only `planner probe` judges its figures");
  f.informs_only = platform_property(f.metric);
  f.lower_is_better = f.metric.find("latency") != std::string::npos;
  return f;
}

/// Per-GPU rows of host copies, each beside the median of the other GPUs. Pairs are compared elsewhere, by distance.
void add_measurement(const machine::Measurement& t, std::deque<Figure>& figures) {
  if (!is_host_copy(t.test)) return;
  for (std::size_t row = 0; row < t.cells.size(); ++row)
    for (std::size_t i = 0; i < t.cells[row].size() && i < t.columns.size(); ++i) {
      if (!t.cells[row][i] || figures.size() >= kMaxFigures) continue;
      std::vector<double> others;
      for (std::size_t j = 0; j < t.cells[row].size(); ++j)
        if (j != i && t.cells[row][j]) others.push_back(*t.cells[row][j]);
      const auto number = gpu_number(t.columns[i]);
      Figure f = figure_of(t.tool, t.test, number ? "GPU " + std::to_string(*number) : t.columns[i], *t.cells[row][i],
                           t.unit.value_or("GB/s"));
      const auto median = median_of(others);
      const double share = median && *median > 0 ? *t.cells[row][i] / *median : 1;
      const bool cold = row == 0 && i == 0 && share < 0.8 && share >= 0.5;
      if (cold)
        f.of_peers = Known<Ratio>::unknown("the first figure of a table may be taken cold: repeat the test");
      else if (median)
        f.of_peers = ratio_or(share, "");
      figures.push_back(std::move(f));
    }
}

std::string subject_of(const probe::Task& task) {
  if (task.gpu >= 0 && task.peer >= 0)
    return "GPU " + std::to_string(task.gpu) + " -> GPU " + std::to_string(task.peer);
  return task.gpu >= 0 ? "GPU " + std::to_string(task.gpu) : "all GPUs";
}

void add_result(const probe::Result& r, std::deque<Figure>& figures) {
  const probe::MetricInfo& metric = probe::info(r.task.metric);
  if (figures.size() >= kMaxFigures) return;
  Figure f = figure_of("probe", std::string(metric.title), subject_of(r.task), r.judgement.value.value_or(0),
                       std::string(metric.unit));
  if (!r.judgement.value) f.value = Known<Ratio>::unknown("not measured");
  f.expected = ratio_or(r.judgement.expected ? std::optional(r.judgement.expected->value) : std::nullopt,
                        "no expectation for this figure");
  if (r.judgement.peers && r.judgement.value && *r.judgement.peers > 0)
    f.of_peers = ratio_or(*r.judgement.value / *r.judgement.peers, "");
  f.verdict = std::string(probe::name_of(r.judgement.verdict));
  f.reason = r.judgement.reason;
  if (!r.judgement.hints.empty()) f.hint = r.judgement.hints.front();
  f.informs_only = !metric.required;
  figures.push_back(std::move(f));
}

const machine::PciAddress* address_of(const GpuState& g) {
  if (g.bus != nullptr) return &g.bus->address;
  return g.driver != nullptr && g.driver->address ? &*g.driver->address : nullptr;
}

/// What the probe reads of a GPU beyond the snapshot.
void add_probe_facts(Comparison& c, const probe::Report& report) {
  for (const probe::GpuFacts& facts : report.inventory.gpus) {
    const auto address = machine::parse_pci_address(facts.bus_id);
    GpuState* gpu = nullptr;
    for (GpuState& g : c.gpus)
      if (address && address_of(g) != nullptr && *address_of(g) == *address) gpu = &g;
    if (gpu == nullptr) gpu = gpu_of_driver_index(c, facts.index);
    if (gpu == nullptr) continue;
    if (facts.sm_count > 0) gpu->sm_count = std::int64_t{facts.sm_count};
    if (!gpu->nvlinks_active && facts.nvlink_links) gpu->nvlinks_active = std::int64_t{*facts.nvlink_links};
    if (facts.memory_bus_bits > 0 && facts.memory_clock_mhz)
      gpu->memory_bandwidth =
          quantity_or<Bandwidth>(*facts.memory_clock_mhz * 2e6 * facts.memory_bus_bits / 8 * 1e-9, "");
    for (const probe::Result& r : report.results) {
      if (r.task.gpu != facts.index || !probe::is_host_link(r.task.metric)) continue;
      if (r.load.link_gen) gpu->loaded_gen = std::max(gpu->loaded_gen.value_or(0), std::int64_t{*r.load.link_gen});
      if (r.load.link_width && *r.load.link_width > 0) gpu->width = Lanes::from_base(*r.load.link_width);
    }
    if (gpu->possible_gen && gpu->width) gpu->own_bandwidth = pcie_bandwidth(*gpu->possible_gen, *gpu->width);
  }
}

/// Copies under numactl: on the GPU's own node and on another.
void add_bound_copies(Comparison& c) {
  for (GpuState& g : c.gpus) {
    const char* const why = "host copies were not measured per NUMA node: run bandwidthTest under numactl";
    g.host_local = g.host_remote = Known<Bandwidth>::unknown(why);
  }
  if (c.input.observed == nullptr) return;
  std::map<int, std::map<int, double>> by_gpu;
  for (const BenchFigure& f : c.input.observed->figures)
    if (f.node && f.gpu >= 0 && f.metric == "host_to_device")
      by_gpu[f.gpu][*f.node] = std::max(by_gpu[f.gpu][*f.node], f.value);
  for (const auto& [index, rates] : by_gpu) {
    GpuState* g = gpu_of_driver_index(c, index);
    if (g == nullptr || rates.size() < 2) continue;
    double best = 0, worst = rates.begin()->second;
    for (const auto& [node, rate] : rates) {
      best = std::max(best, rate);
      worst = std::min(worst, rate);
    }
    const auto own = g->node ? rates.find(static_cast<int>(*g->node)) : rates.end();
    g->host_local = quantity_or<Bandwidth>(own != rates.end() ? own->second : best, "");
    g->host_remote = quantity_or<Bandwidth>(worst, "");
  }
}

}  // namespace

void compare_figures(Comparison& c) {
  for (const machine::Measurement& t : c.input.machine->measurements) add_measurement(t, c.figures);
  if (c.input.observed != nullptr)
    for (const BenchFigure& f : c.input.observed->figures)
      if (c.figures.size() < kMaxFigures)
        c.figures.push_back(
            figure_of(f.tool, f.metric, f.gpu < 0 ? "all GPUs" : "GPU " + std::to_string(f.gpu), f.value, f.unit));
  if (c.input.probe != nullptr) {
    for (const probe::Result& r : c.input.probe->results) add_result(r, c.figures);
    add_probe_facts(c, *c.input.probe);
  }
  add_bound_copies(c);
}

}  // namespace planner::conform
