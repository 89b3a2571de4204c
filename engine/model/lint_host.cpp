// Boards against their CPUs, supplies against themselves.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "model/lint_checks.h"

namespace planner {
namespace {

std::string field_name(std::string_view prefix, std::string_view field) {
  return std::string(prefix) + std::string(field);
}

/// Index of "cpu0" ... "cpu7", or -1.
int cpu_index(std::string_view upstream) {
  return upstream.size() == 4 && upstream.starts_with("cpu") && upstream[3] >= '0' && upstream[3] <= '7'
             ? upstream[3] - '0'
             : -1;
}

class BoardLint {
 public:
  BoardLint(const Board& board, const PartInfo& info, std::string_view prefix, LintReport& report)
      : board_(board), info_(info), prefix_(prefix), report_(report) {}

  void check(const Catalog& catalog) {
    check_positions();
    check_upstreams();
    check_slots();
    check_lanes(catalog);
  }

 private:
  void check_positions() {
    int last = 0;
    for (const Slot& slot : board_.slots) {
      if (slot.position <= 0) continue;
      if (slot.position <= last)
        error("slots", "slot `" + slot.label + "` at position " + std::to_string(slot.position) +
                           " stands after position " + std::to_string(last));
      last = std::max(last, slot.position);
    }
  }

  void check_upstreams() {
    const auto check = [this](const std::string& upstream, const std::string& what, std::string_view field) {
      const int cpu = cpu_index(upstream);
      if (cpu >= 0 && board_.sockets && cpu >= *board_.sockets)
        error(field, what + " hangs on `" + upstream + "`, but the board has " + std::to_string(*board_.sockets) +
                         " socket(s)");
    };
    for (const Slot& s : board_.slots) check(s.upstream, "slot `" + s.label + "`", "slots");
    for (const Port& p : board_.ports) check(p.upstream, "port `" + p.label + "`", "ports");
    for (const Switch& s : board_.switches) check(s.upstream, "switch `" + s.id + "`", "switches");
  }

  void check_slots() {
    for (const Slot& s : board_.slots) {
      if (s.lanes && s.lanes->smallest() > s.connector_lanes)
        error("slots", "slot `" + s.label + "` has x" + std::to_string(s.lanes->smallest()) + " lanes in an x" +
                           std::to_string(s.connector_lanes) + " connector");
      for (const auto& mode : s.bifurcation) {
        int sum = 0;
        for (const int lanes : mode) sum += lanes;
        if (s.lanes && sum > s.lanes->smallest())
          error("slots", "slot `" + s.label + "`: a bifurcation mode uses " + std::to_string(sum) + " of " +
                             std::to_string(s.lanes->smallest()) + " lanes");
      }
    }
  }

  /// Lanes of slot or port `label` while everything is in use.
  std::int64_t lanes_in_full_use(const std::string& label, std::int64_t lanes) const {
    for (const LaneShare& share : board_.shares)
      if (share.affects == label && !share.used.empty()) lanes = std::min<std::int64_t>(lanes, share.lanes);
    return lanes;
  }

  void check_lanes(const Catalog& catalog) {
    const std::int64_t offered = most_cpu_lanes(catalog);
    if (offered == 0) return;
    std::map<std::string, std::int64_t> used;
    for (const Slot& s : board_.slots)
      if (s.lanes && cpu_index(s.upstream) >= 0) used[s.upstream] += lanes_in_full_use(s.label, s.lanes->smallest());
    for (const Port& p : board_.ports)
      if (p.lanes && cpu_index(p.upstream) >= 0)
        used[p.upstream] += lanes_in_full_use(p.label, p.lanes->smallest()) * p.count;
    for (const Switch& s : board_.switches)
      if (s.uplink_lanes && cpu_index(s.upstream) >= 0) used[s.upstream] += s.uplink_lanes->smallest() * s.uplinks;
    for (const auto& [root, lanes] : used)
      if (lanes > offered)
        warning("slots", root + " feeds " + std::to_string(lanes) +
                             " lanes of slots and ports; the widest CPU of the socket has " + std::to_string(offered));
  }

  std::int64_t most_cpu_lanes(const Catalog& catalog) const {
    std::int64_t most = 0;
    if (!board_.socket) return most;
    for (const Part* part : catalog.of_kind(PartKind::cpu)) {
      const auto& cpu = std::get<Cpu>(*part);
      if (cpu.socket && *cpu.socket == *board_.socket && cpu.pcie_lanes)
        most = std::max(most, cpu.pcie_lanes->smallest());
    }
    return most;
  }

  void error(std::string_view field, std::string message) {
    report_.error(info_, field_name(prefix_, field), std::move(message));
  }
  void warning(std::string_view field, std::string message) {
    report_.warning(info_, field_name(prefix_, field), std::move(message));
  }

  const Board& board_;
  const PartInfo& info_;
  std::string_view prefix_;
  LintReport& report_;
};

/// Least efficiency at half load that any of the class's tables asks for (80 PLUS, 115 V or 230 V redundant), per
/// mille.
std::int64_t least_at_half(EfficiencyClass efficiency) {
  constexpr std::array<std::int64_t, 8> kLeast{0, 800, 850, 880, 900, 920, 940, 940};
  return kLeast[static_cast<std::size_t>(efficiency)];
}

void lint_bands(const Psu& psu, const PartInfo& info, std::string_view prefix, LintReport& report) {
  const std::string field = field_name(prefix, "outputs");
  Voltage last;
  for (const OutputBand& band : psu.outputs) {
    const std::string name = band.from.text() + " to " + band.to.text();
    if (band.to < band.from) report.error(info, field, "band " + name + " ends below its start");
    if (band.from < last) report.error(info, field, "band " + name + " overlaps the one before");
    last = std::max(last, band.to);
    if (psu.rated_output && band.output > *psu.rated_output)
      report.error(
          info, field,
          "band " + name + " delivers " + band.output.text() + ", more than the rated " + psu.rated_output->text());
    if (band.output.smallest() == 0) continue;
    if (psu.input_min && band.from < *psu.input_min)
      report.error(info, field, "band " + name + " begins below the input range");
    if (psu.input_max && band.to > *psu.input_max)
      report.error(info, field, "band " + name + " ends above the input range");
  }
  const bool rated_somewhere = std::any_of(psu.outputs.begin(), psu.outputs.end(), [&](const OutputBand& band) {
    return !psu.rated_output || band.output == *psu.rated_output;
  });
  if (!psu.outputs.empty() && !rated_somewhere)
    report.warning(info, field, "no band delivers the rated output " + psu.rated_output->text());
}

}  // namespace

void lint_board(const Board& board, const PartInfo& info, std::string_view prefix, const Catalog& catalog,
                LintReport& report) {
  BoardLint(board, info, prefix, report).check(catalog);
}

void lint_psu(const Psu& psu, const PartInfo& info, std::string_view prefix, LintReport& report) {
  lint_bands(psu, info, prefix, report);
  if (psu.input_min && psu.input_max && *psu.input_min > *psu.input_max)
    report.error(info, field_name(prefix, "input_min"), "the input range ends below its start");
  if (psu.efficiency && psu.efficiency_half && psu.efficiency_half->smallest() < least_at_half(*psu.efficiency) * 1000)
    report.warning(info, field_name(prefix, "efficiency_half"), "below what its 80 PLUS class asks for at half load");
  if (psu.pcie_8pin_cables && psu.pcie_8pin_connectors && *psu.pcie_8pin_cables > *psu.pcie_8pin_connectors)
    report.error(info, field_name(prefix, "pcie_8pin_cables"), "more cables than plugs");
  if (psu.hpwr_sense && psu.hpwr_connectors && *psu.hpwr_connectors == 0)
    report.warning(info, field_name(prefix, "hpwr_sense"), "a sense rating without a 12V-2x6 cable");
}

}  // namespace planner
