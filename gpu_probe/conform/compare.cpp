#include <algorithm>

#include "gpu_probe/conform/compare_parts.h"

namespace planner::conform {
namespace {

/// Events that only a GPU or its surroundings cause.
bool speaks_of_gpus(const EventGroup& e) {
  using machine::EventKind;
  constexpr EventKind kinds[] = {EventKind::xid,       EventKind::sxid,           EventKind::fallen_off_bus,
                                 EventKind::nvlink,    EventKind::driver_problem, EventKind::bar_unassigned,
                                 EventKind::link_down, EventKind::driver_load,    EventKind::peermem,
                                 EventKind::power};
  return e.of_gpu || std::find(std::begin(kinds), std::end(kinds), e.kind) != std::end(kinds);
}

/// Healthy sensors say nothing about GPUs, broken ones speak against the machine as a whole.
bool speaks_against_host(const Comparison& c) {
  const auto bad = [](const SensorState& s) {
    const bool warm = s.inlet && s.temperature && s.inlet_limit && *s.temperature > *s.inlet_limit;
    return s.state == "critical" || s.stands || s.too_hot || warm;
  };
  return !c.bmc_troubles.empty() || std::any_of(c.sensors.begin(), c.sensors.end(), bad);
}

/// Many corrected errors of a link of which nothing else is known.
bool is_noisy_link(const EventGroup& e) {
  return e.kind == machine::EventKind::aer && !e.placed && e.count > 10;
}

bool any_evidence(const Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  const bool of_machine = !c.gpus.empty() || std::any_of(c.events.begin(), c.events.end(), speaks_of_gpus) ||
                          !m.measurements.empty() || !m.diagnostics.empty() || !m.topology.endpoints.empty() ||
                          !m.topology.levels.rows.empty() || !m.peer_access.empty() || m.software.problem.has_value() ||
                          m.software.fabric_manager.has_value() || m.software.nouveau_loaded.value_or(false);
  const Observed* o = c.input.observed;
  const bool told = o != nullptr && (!o->complaints.empty() || !o->runs.empty() || !o->figures.empty());
  return of_machine || told || c.input.probe != nullptr || speaks_against_host(c) ||
         std::any_of(c.events.begin(), c.events.end(), is_noisy_link);
}

void take_complaints(Comparison& c) {
  if (c.input.observed == nullptr) return;
  for (const Complaint& complaint : c.input.observed->complaints) c.complaints.push_back(complaint);
  for (const Complaint& complaint : c.complaints) {
    c.hang_told = c.hang_told || complaint.symptom->id == "hangs";
    c.reset_told = c.reset_told || complaint.symptom->id == "random-resets";
  }
  c.peer_switch_helps = c.input.observed->peer_switch_helps;
}

void take_contradictions(Comparison& c) {
  for (const machine::Contradiction& x : c.input.machine->contradictions) {
    if (x.values.size() < 2) continue;
    c.contradictions.push_back({x.what, x.values[0].value + " (" + x.values[0].source + ")",
                                x.values[1].value + " (" + x.values[1].source + ")"});
  }
}

}  // namespace

Comparison compare(const Input& input) {
  Comparison c;
  c.input = input;
  if (input.plan != nullptr) c.plan = planned_from(*input.plan);
  compare_gpus(c);
  match_plan(c);
  walk_paths(c);
  compare_host(c);
  compare_pairs(c);
  compare_nvlinks(c);
  compare_nics(c);
  compare_sensors(c);
  group_events(c);
  compare_figures(c);
  compare_results(c);
  compare_with_baseline(c);
  take_complaints(c);
  take_contradictions(c);
  c.has_evidence = any_evidence(c);
  return c;
}

}  // namespace planner::conform
