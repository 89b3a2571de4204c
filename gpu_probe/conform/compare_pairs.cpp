// Pairs of GPUs: how far apart they are, what the plan says, what was measured between them; and their NVLinks.
#include <algorithm>
#include <array>
#include <charconv>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

constexpr std::array<std::string_view, 6> kLevels = {"nvlink", "pix", "pxb", "phb", "node", "sys"};

std::optional<std::string> level_of(std::string_view word) {
  if (word.starts_with("NV") && word.size() > 2) return "nvlink";
  if (word == "SOC") return "sys";
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(kLevels.begin(), kLevels.end(), lower) == kLevels.end()) return std::nullopt;
  return lower;
}

int rank_of(std::string_view level) {
  return static_cast<int>(std::find(kLevels.begin(), kLevels.end(), level) - kLevels.begin());
}

/// Levels as a plan can tell them apart: how many host bridges a CPU has is not known of it, so "through the host
/// bridge" and "between host bridges of one socket" are one step.
std::int64_t steps_of(std::string_view level) {
  return rank_of(level == "node" ? "phb" : level);
}

std::size_t column_of(const std::vector<std::string>& names, int gpu) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (gpu_number(names[i]) == gpu) return i;
  return names.size();
}

machine::Text cell(const machine::WordMatrix& m, int from, int to) {
  const std::size_t row = column_of(m.rows, from);
  const std::size_t column = column_of(m.columns, to);
  if (row >= m.cells.size() || column >= m.cells[row].size()) return std::nullopt;
  return m.cells[row][column];
}

int driver_number(const GpuState& g) {
  return static_cast<int>(g.driver != nullptr && g.driver->index ? *g.driver->index : g.index);
}

Known<std::string> topology_level(const Comparison& c, int a, int b) {
  const machine::Topology& topology = c.input.machine->topology;
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    const machine::Text word = cell(topology.levels, from, to);
    const auto level = word ? level_of(*word) : std::nullopt;
    if (level) return *level;
  }
  return Known<std::string>::unknown("no record of the topology: `nvidia-smi topo -m` shows it");
}

const PlannedPair* planned_pair(const Comparison& c, const GpuState& a, const GpuState& b) {
  if (a.planned == nullptr || b.planned == nullptr) return nullptr;
  const int low = std::min(a.planned->index, b.planned->index);
  const int high = std::max(a.planned->index, b.planned->index);
  for (const PlannedPair& p : c.plan.pairs)
    if (p.a == low && p.b == high) return &p;
  return nullptr;
}

/// What topo -p2p or p2pBandwidthLatencyTest say about copies between two GPUs.
Truth peer_access(const Comparison& c, int a, int b) {
  for (const machine::PeerAccess& p : c.input.machine->peer_access)
    if (p.from == a && p.to == b && p.can_access) return *p.can_access;
  for (const machine::PeerCapability& p : c.input.machine->topology.peer) {
    if (p.capability && *p.capability != "read" && *p.capability != "write") continue;
    const machine::Text word = cell(p.matrix, a, b);
    if (word && !word->empty() && *word != "X") return *word == "OK";
  }
  return Truth::unknown("peer access was not asked for: `nvidia-smi topo -p2p r` shows it");
}

/// Best measured rate between two GPUs in one direction, peer matrices first.
std::optional<double> measured_pair(const machine::Machine& m, int a, int b) {
  std::optional<double> best;
  for (const machine::Measurement& t : m.measurements) {
    const bool one_way = t.test == "unidirectional-bandwidth" || t.test.find("device_to_device_memcpy") == 0;
    if (!one_way || t.test.find("_sm") != std::string::npos) continue;
    const std::size_t row = column_of(t.rows, a);
    const std::size_t column = column_of(t.columns, b);
    if (row >= t.cells.size() || column >= t.cells[row].size() || !t.cells[row][column]) continue;
    best = std::max(best.value_or(0), *t.cells[row][column]);
  }
  return best;
}

std::optional<double> probed_pair(const probe::Report* report, int a, int b) {
  if (report == nullptr) return std::nullopt;
  for (const probe::Result& r : report->results)
    if (r.task.metric == probe::Metric::peer_copy && r.task.gpu == a && r.task.peer == b && r.judgement.value)
      return r.judgement.value;
  return std::nullopt;
}

Known<Bandwidth> between(const Comparison& c, int a, int b) {
  std::optional<double> best;
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}})
    for (const auto& value : {measured_pair(*c.input.machine, from, to), probed_pair(c.input.probe, from, to)})
      if (value) best = std::max(best.value_or(0), *value);
  return quantity_or<Bandwidth>(best, "no copy between these GPUs was measured: `planner probe` or nvbandwidth does");
}

void compare_pair(Comparison& c, GpuState& a, GpuState& b) {
  PairState p;
  p.a = a.index;
  p.b = b.index;
  p.level = topology_level(c, driver_number(a), driver_number(b));
  const PlannedPair* planned = planned_pair(c, a, b);
  p.planned_level = Known<std::string>::unknown("no plan was given, or it does not say");
  if (planned != nullptr && planned->level) p.planned_level = std::string(name_of(*planned->level));
  p.farther = Count::unknown("level or planned level is not known");
  if (p.level && p.planned_level) p.farther = steps_of(*p.level) - steps_of(*p.planned_level);
  p.same_node = Truth::unknown("NUMA nodes of the GPUs are not known");
  if (a.node && b.node) p.same_node = *a.node == *b.node;
  p.peer_access = peer_access(c, driver_number(a), driver_number(b));
  p.peer_planned = Truth::unknown("no plan was given (--plan)");
  if (c.input.plan != nullptr && a.part != nullptr && a.part->p2p)
    p.peer_planned = *a.part->p2p == PeerToPeer::supported;
  p.bandwidth = between(c, driver_number(a), driver_number(b));
  p.farther_bandwidth = Known<Bandwidth>::unknown("no measured pair that is farther apart");
  c.pairs.push_back(std::move(p));
}

/// For every pair the fastest pair that is farther apart: near pairs must not be the slower ones.
void compare_with_farther(Comparison& c) {
  for (PairState& p : c.pairs)
    for (const PairState& q : c.pairs) {
      if (!p.level || !q.level || !q.bandwidth || rank_of(*q.level) <= rank_of(*p.level)) continue;
      if (!p.farther_bandwidth || *q.bandwidth > *p.farther_bandwidth) p.farther_bandwidth = q.bandwidth;
    }
}

int nearest_level(const Comparison& c, int gpu) {
  int nearest = static_cast<int>(kLevels.size());
  for (const PairState& p : c.pairs)
    if ((p.a == gpu || p.b == gpu) && p.level) nearest = std::min(nearest, rank_of(*p.level));
  return nearest;
}

std::optional<double> best_of(const Comparison& c, int gpu) {
  std::optional<double> best;
  for (const PairState& p : c.pairs)
    if ((p.a == gpu || p.b == gpu) && p.bandwidth) best = std::max(best.value_or(0), p.bandwidth->to_double());
  return best;
}

/// Each GPU's fastest pair beside the same of the others: one slow GPU slows all of its pairs, a socket boundary does
/// not. GPUs whose nearest peer is farther away are not compared.
void compare_best_pairs(Comparison& c) {
  for (GpuState& g : c.gpus) {
    const int level = nearest_level(c, g.index);
    std::vector<double> others;
    for (const GpuState& other : c.gpus) {
      if (other.index == g.index || nearest_level(c, other.index) < level) continue;
      std::optional<double> best;
      for (const PairState& p : c.pairs)
        if ((p.a == other.index || p.b == other.index) && p.a != g.index && p.b != g.index && p.bandwidth)
          best = std::max(best.value_or(0), p.bandwidth->to_double());
      if (best) others.push_back(*best);
    }
    g.best_pair = quantity_or<Bandwidth>(best_of(c, g.index),
                                         "no copies between GPUs were measured: nvbandwidth or `planner probe` does");
    g.best_pair_of_others = quantity_or<Bandwidth>(median_of(others), "no copies among the other GPUs were measured");
  }
}

/// The diagonal of p2pBandwidthLatencyTest: a copy within the GPU's own memory.
void compare_own_memory(Comparison& c) {
  std::vector<std::optional<double>> own(c.gpus.size());
  for (std::size_t i = 0; i < c.gpus.size(); ++i)
    for (const machine::Measurement& t : c.input.machine->measurements) {
      if (t.test != "unidirectional-bandwidth") continue;
      const std::size_t row = column_of(t.rows, driver_number(c.gpus[i]));
      const std::size_t column = column_of(t.columns, driver_number(c.gpus[i]));
      if (row < t.cells.size() && column < t.cells[row].size() && t.cells[row][column])
        own[i] = std::max(own[i].value_or(0), *t.cells[row][column]);
    }
  for (std::size_t i = 0; i < c.gpus.size(); ++i) {
    std::vector<double> others;
    for (std::size_t j = 0; j < own.size(); ++j)
      if (j != i && own[j]) others.push_back(*own[j]);
    c.gpus[i].own_memory = quantity_or<Bandwidth>(own[i], "no copy within its memory was measured");
    c.gpus[i].own_memory_of_others =
        quantity_or<Bandwidth>(median_of(others), "no copy within the memory of other GPUs was measured");
  }
}

}  // namespace

std::optional<int> gpu_number(std::string_view name) {
  const std::size_t digit = name.find_first_of("0123456789");
  if (digit == std::string_view::npos || digit > 4) return std::nullopt;
  const std::string_view prefix = name.substr(0, digit);
  if (!prefix.empty() && prefix != "GPU" && prefix != "GPU " && prefix != "gpu" && prefix != "gpu ")
    return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(name.data() + digit, name.data() + name.size(), value);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return value;
}

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void compare_pairs(Comparison& c) {
  if (c.gpus.size() > 64) return;
  for (std::size_t i = 0; i < c.gpus.size(); ++i)
    for (std::size_t j = i + 1; j < c.gpus.size(); ++j) compare_pair(c, c.gpus[i], c.gpus[j]);
  compare_with_farther(c);
  compare_best_pairs(c);
  compare_own_memory(c);
}

}  // namespace planner::conform
