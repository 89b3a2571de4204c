// Sensors beside their limits, and what the BMC's event log leaves open.
#include <algorithm>
#include <map>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"
#include "gpu_probe/machine/document.h"

namespace planner::conform {
namespace {

using machine::contains;
using machine::lower;
using machine::Sensor;
using machine::starts_with;

/// Air before it reaches the parts, by the names that vendors give it.
bool is_inlet(const Sensor& s) {
  if (s.chip != "bmc" || s.kind != "temperature" || !s.label) return false;
  const std::string name = lower(*s.label);
  for (const std::string_view word : {"inlet", "ambient", "front panel temp", "fp_temp", "inlet_air"})
    if (contains(name, word)) return !contains(name, "psu") && !contains(name, "ps1") && !contains(name, "ps2");
  return false;
}

SensorState state_of(const Comparison& c, const Sensor& s) {
  SensorState state;
  state.sensor = &s;
  state.kind = s.kind.value_or("");
  state.state = s.state.value_or("");
  const bool temperature = state.kind == "temperature";
  state.temperature = quantity_or<Temperature>(temperature ? s.value : std::nullopt, "it has no reading");
  state.inlet = is_inlet(s);
  state.inlet_limit = c.plan.inlet_limit;
  state.limit_basis = "the plan's chassis";
  if (c.input.plan == nullptr || !state.inlet_limit) {
    state.inlet_limit = quantity_or<Temperature>(s.upper_warning ? s.upper_warning : s.upper_critical,
                                                 "neither the plan nor the BMC states the highest inlet temperature: "
                                                 "`ipmitool sensor` shows the BMC's limits");
    state.limit_basis = "the BMC's limit";
  }
  const bool low = s.upper_critical && s.value && *s.value < *s.upper_critical;
  state.too_hot = temperature && s.value && state.state == "critical" && !low && *s.value > 45;
  const bool limit_low = s.lower_critical && *s.lower_critical > 0 && s.chip == "bmc";
  const bool judged = state.state == "critical" || state.state == "warning";
  state.stands = state.kind == "fan" && s.unit == "rpm" && s.value &&
                 ((*s.value == 0 && (judged || limit_low)) || (state.state == "critical" && s.chip == "bmc"));
  return state;
}

/// What an event tells about; empty for those that bear on nothing here.
std::string kind_of(const machine::BmcEvent& e) {
  const std::string sensor = lower(e.sensor), event = lower(e.event);
  const bool fan = starts_with(sensor, "fan") || contains(sensor, " fan");
  const bool of_supply =
      contains(sensor, "power supply") || contains(sensor, "power unit") || contains(sensor, "ps redund");
  if (of_supply &&
      (contains(event, "failure detected") || contains(event, "ac lost") || contains(event, "redundancy lost") ||
       contains(event, "non-redundant") || contains(event, "predictive failure")))
    return "supply";
  if (fan && (contains(event, "lower critical") || contains(event, "lower non-recoverable") ||
              contains(event, "transition to critical")))
    return "fan";
  if (contains(event, "thermal trip")) return "temperature";
  if (starts_with(sensor, "temperature") &&
      (contains(event, "upper critical") || contains(event, "upper non-recoverable")))
    return "temperature";
  if (contains(event, "uncorrectable ecc") || contains(event, "logging limit reached")) return "memory";
  if (contains(event, "bus fatal") || contains(event, "bus uncorrectable") || contains(event, "pci serr") ||
      contains(event, "pci perr"))
    return "bus";
  if (contains(sensor, "processor") && contains(event, "ierr")) return "processor";
  return {};
}

bool is_boot(const machine::BmcEvent& e) {
  const std::string event = lower(e.event);
  return contains(event, "system boot") || contains(event, "s0/g0: working") || contains(event, "system restart");
}

bool is_recovery(const machine::BmcEvent& e) {
  const std::string event = lower(e.event);
  return e.asserted.value_or(true) && (contains(event, "fully redundant") || contains(event, "transition to ok"));
}

/// Walks the log forward: what ends is struck out again. Errors of memory, buses and processors do not end.
class LogWalk {
 public:
  explicit LogWalk(const std::vector<machine::BmcEvent>& log) {
    for (const machine::BmcEvent& e : log) step(e);
  }
  std::vector<BmcTrouble> open() const {
    std::vector<BmcTrouble> all;
    for (const auto& [key, trouble] : open_) all.push_back(trouble);
    return all;
  }

 private:
  static bool lasts(const BmcTrouble& t) { return t.kind == "memory" || t.kind == "bus" || t.kind == "processor"; }

  void step(const machine::BmcEvent& e) {
    const bool booted = is_boot(e), recovered = is_recovery(e);
    if (booted || recovered)
      std::erase_if(open_, [&](const auto& entry) {
        return !lasts(entry.second) && (booted || entry.second.sensor == e.sensor);
      });
    const std::string kind = kind_of(e);
    if (kind.empty()) return;
    const std::string key = e.sensor + "\n" + e.event;
    if (!e.asserted.value_or(true)) {
      const auto it = open_.find(key);
      if (it != open_.end() && !lasts(it->second)) open_.erase(it);
      return;
    }
    BmcTrouble& t = open_[key];
    t.kind = kind;
    t.sensor = e.sensor;
    t.event = e.event;
    t.time = e.time.value_or("at an unknown time");
    t.count += std::max<std::int64_t>(1, std::min<std::int64_t>(e.repeats, 1'000'000));
  }

  std::map<std::string, BmcTrouble> open_;
};

/// Whether a sensor shows the present state of what an event tells about.
bool seen_now(const Comparison& c, const BmcTrouble& trouble) {
  return std::any_of(c.sensors.begin(), c.sensors.end(), [&](const SensorState& s) {
    if (s.state.empty()) return false;
    if (trouble.kind == "supply") return s.kind == "supply" || s.kind == "redundancy";
    return s.kind == trouble.kind;
  });
}

}  // namespace

void compare_sensors(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  for (const Sensor& s : m.sensors) c.sensors.push_back(state_of(c, s));
  std::int64_t supplies = 0;
  bool any = false;
  for (const SensorState& s : c.sensors) {
    if (s.kind != "supply" || s.state.empty()) continue;
    any = true;
    supplies += s.sensor->detail && contains(lower(*s.sensor->detail), "presence detected") ? 1 : 0;
  }
  c.supplies_present =
      any ? Count(supplies)
          : Count::unknown("power supplies were not looked at: `ipmitool sdr elist` as root shows them");
  for (BmcTrouble& trouble : LogWalk(m.bmc_log).open())
    if (!seen_now(c, trouble)) c.bmc_troubles.push_back(std::move(trouble));
}

}  // namespace planner::conform
