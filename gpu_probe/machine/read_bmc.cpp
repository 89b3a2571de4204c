// ipmitool sdr, sdr elist, sensor and sdr -v: what the BMC measures and which states it asserts.
#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostSensors = 2000;

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "ok", "nc" and the longer names of single thresholds; nothing for `ns` and `na`: no state.
Text state_of(std::string_view word) {
  if (word == "ok") return "ok";
  if (one_of(word, {"nc", "lnc", "unc"})) return "warning";
  if (one_of(word, {"cr", "nr", "lcr", "ucr", "lnr", "unr"})) return "critical";
  return std::nullopt;
}

bool is_status(std::string_view word) {
  return state_of(word) || word == "ns" || word == "na";
}

bool is_mask(std::string_view word) {
  return word.size() == 6 && starts_with(word, "0x") && hex_of(word);
}

/// Kind and unit of an analog reading; nothing for others.
bool set_unit(std::string_view unit, Sensor& sensor) {
  struct Unit {
    std::string_view word;
    const char *kind, *unit;
  };
  constexpr std::array<Unit, 6> units{{{"degrees C", "temperature", "C"},
                                       {"RPM", "fan", "rpm"},
                                       {"Watts", "power", "W"},
                                       {"Volts", "voltage", "V"},
                                       {"Amps", "current", "A"},
                                       {"percent", "discrete", "%"}}};
  for (const Unit& u : units) {
    if (!starts_with(unit, u.word)) continue;
    sensor.kind = u.kind;
    sensor.unit = u.unit;
    return true;
  }
  return false;
}

/// "PS1 Status", "PSU 2", "Power Supply 1"; not "PS1 Temperature" or "PS1 1a Fan Fail".
bool names_supply(std::string_view name) {
  const std::string word = lower(name);
  if (contains(word, "fan") || contains(word, "temp") || contains(word, "redund")) return false;
  if (contains(word, "power supply") || contains(word, "power supplies")) return true;
  if (!starts_with(word, "ps")) return false;
  const std::size_t digit = word.find_first_of("0123456789");
  const std::string_view between = std::string_view(word).substr(2, digit == std::string::npos ? 0 : digit - 2);
  const bool numbered = digit != std::string::npos && one_of(trim(between), {"", "u", "u_", "_"});
  return numbered && (contains(word, "status") || word.find_first_of(" _", digit) == std::string::npos);
}

void classify(Sensor& sensor) {
  const std::string name = lower(*sensor.label), detail = lower(sensor.detail.value_or(""));
  if (contains(name, "redund") || contains(detail, "redundan"))
    sensor.kind = "redundancy";
  else if (names_supply(*sensor.label))
    sensor.kind = "supply";
  else if (!sensor.kind)
    sensor.kind = "discrete";
}

/// States that a power supply or a redundancy asserts. ipmitool writes `ok` beside them whatever they are.
void judge_states(Sensor& sensor) {
  const std::string states = lower(sensor.detail.value_or(""));
  if (states.empty()) return;
  bool bad = false;
  if (sensor.kind == "redundancy") {
    bad = contains(states, "lost") || contains(states, "non-redundant") || contains(states, "degraded");
    sensor.state = bad ? "critical" : contains(states, "fully redundant") ? "ok" : "";
  } else if (sensor.kind == "supply") {
    bad = contains(states, "fail") || contains(states, "lost") || contains(states, "out-of-range") ||
          contains(states, "config");
    sensor.state = bad ? "critical" : contains(states, "presence detected") ? "ok" : "";
  }
  if (sensor.state == "") sensor.state.reset();
}

/// Bits of a discrete sensor's mask, as the specification names them for supplies (type 08h) and redundancy (0Bh).
/// ipmitool prints the low byte first; its highest bit is reserved and often set.
std::string states_of(std::int64_t mask, std::string_view kind) {
  constexpr std::array<std::string_view, 7> supply{
      "Presence detected",    "Failure detected",        "Predictive failure",
      "Power Supply AC lost", "AC lost or out-of-range", "AC out-of-range, but present",
      "Config Error"};
  constexpr std::array<std::string_view, 8> redundancy{"Fully Redundant",
                                                       "Redundancy Lost",
                                                       "Redundancy Degraded",
                                                       "Non-Redundant: Sufficient from Redundant",
                                                       "Non-Redundant: Sufficient from Insufficient",
                                                       "Non-Redundant: Insufficient Resources",
                                                       "Redundancy Degraded from Fully Redundant",
                                                       "Redundancy Degraded from Non-Redundant"};
  const std::int64_t bits = (mask >> 8) & 0xff;
  std::string text;
  const auto add = [&](const auto& names) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if ((bits >> i) & 1) text += (text.empty() ? "" : ", ") + std::string(names[i]);
  };
  if (kind == "supply") add(supply);
  if (kind == "redundancy") add(redundancy);
  return text;
}

bool no_reading(std::string_view reading) {
  const std::string word = lower(trim(reading));
  return one_of(word, {"", "na", "no reading", "disabled", "not readable", "no data", "unspecified"});
}

/// "21.56 percent, Transition to Running", "0 Watts, Presence detected, Failure detected", "23 degrees C".
void read_value(std::string_view reading, Sensor& sensor) {
  reading = trim(reading);
  if (no_reading(reading) || starts_with(reading, "0x")) return;
  const std::size_t blank = reading.find(' ');
  const auto value = number_at(reading);
  if (value && blank != std::string_view::npos && set_unit(trim(reading.substr(blank)), sensor)) {
    sensor.value = value;
    const std::size_t comma = reading.find(',');
    if (comma != std::string_view::npos) sensor.detail = known_text(reading.substr(comma + 1));
    return;
  }
  sensor.detail = known_text(reading);
}

/// The sensor of one row of any of the three tables; nothing for other rows.
std::optional<Sensor> sensor_of(std::string_view line) {
  auto cells = split(line, '|');
  if (cells.size() < 3 || cells.size() > 10) return std::nullopt;
  for (std::string_view& cell : cells) cell = trim(cell);
  if (cells[0].empty() || cells[0].size() > 64) return std::nullopt;
  Sensor sensor;
  sensor.chip = "bmc";
  sensor.label = std::string(cells[0]);
  if (cells.size() == 3 && is_status(cells[2])) {
    if (!no_reading(cells[1]) && !starts_with(cells[1], "0x") && !number_at(cells[1])) return std::nullopt;
    read_value(cells[1], sensor);
    if (sensor.value) sensor.state = state_of(cells[2]);
  } else if (cells.size() == 5 && is_status(cells[2]) && !cells[1].empty() && cells[1].back() == 'h') {
    read_value(cells[4], sensor);
    if (sensor.value) sensor.state = state_of(cells[2]);
  } else if (cells.size() == 10 && (is_status(cells[3]) || is_mask(cells[3]))) {
    const bool discrete = cells[2] == "discrete";
    if (!discrete && !no_reading(cells[1]) && !number_at(cells[1])) return std::nullopt;
    if (!discrete && set_unit(cells[2], sensor) && !no_reading(cells[1])) {
      sensor.value = number_at(cells[1]);
      sensor.state = state_of(cells[3]);
      sensor.lower_critical = number_at(cells[5]);
      sensor.upper_warning = number_at(cells[7]);
      sensor.upper_critical = number_at(cells[8]);
    }
    classify(sensor);
    if (discrete && is_mask(cells[3])) sensor.detail = known_text(states_of(*hex_of(cells[3]), *sensor.kind));
  } else {
    return std::nullopt;
  }
  classify(sensor);
  judge_states(sensor);
  return sensor;
}

/// `ipmitool sdr -v`: groups that start with "Sensor ID : Pwr Unit Redund (0x2)".
class VerboseReader {
 public:
  explicit VerboseReader(Machine& machine) : machine_(machine) {}

  void line(std::string_view raw) {
    const std::string_view text = trim(raw);
    if (starts_with(text, "Sensor ID")) {
      finish();
      const auto name = after(text, ":", "(");
      open_ = name && !name->empty();
      if (open_) sensor_.label = shorten(*name, 64);
      return;
    }
    if (!open_) return;
    const std::size_t colon = text.find(':');
    if (starts_with(text, "[") && asserted_) {
      const auto state = after(text, "[", "]");
      if (state) states_ += (states_.empty() ? "" : ", ") + std::string(*state);
      return;
    }
    if (colon == std::string_view::npos) return;
    const std::string_view key = trim(text.substr(0, colon)), value = trim(text.substr(colon + 1));
    asserted_ = key == "States Asserted";
    if (key == "Sensor Reading") analog(value);
    if (key == "Status" && sensor_.value) sensor_.state = verbose_state(value);
    if (key == "Upper critical") sensor_.upper_critical = number_at(value);
    if (key == "Upper non-critical") sensor_.upper_warning = number_at(value);
    if (key == "Lower critical") sensor_.lower_critical = number_at(value);
  }

  void finish() {
    if (open_) {
      if (!states_.empty()) sensor_.detail = shorten(states_, 240);
      classify(sensor_);
      judge_states(sensor_);
      if (machine_.sensors.size() < kMostSensors) machine_.sensors.push_back(sensor_);
    }
    sensor_ = {};
    sensor_.chip = "bmc";
    states_.clear();
    open_ = asserted_ = false;
  }

 private:
  /// "20 (+/- 1) degrees C"
  void analog(std::string_view value) {
    const std::size_t close = value.find(')');
    if (close != std::string_view::npos && set_unit(trim(value.substr(close + 1)), sensor_))
      sensor_.value = number_at(value);
  }
  static Text verbose_state(std::string_view value) {
    const std::string word = lower(value);
    if (word == "ok") return "ok";
    if (contains(word, "non-critical")) return "warning";
    if (contains(word, "critical") || contains(word, "non-recoverable")) return "critical";
    return std::nullopt;
  }

  Machine& machine_;
  Sensor sensor_;
  std::string states_;
  bool open_ = false, asserted_ = false;
};

bool is_verbose(std::string_view line) {
  return starts_with(line, "Sensor ID  ") && contains(line, "(0x");
}

}  // namespace

bool is_bmc_sensors(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view l) { return is_verbose(l) || sensor_of(l); });
}

void read_bmc_sensors(const TextDocument& document, Machine& machine, Source& source) {
  VerboseReader verbose(machine);
  verbose.finish();
  bool full = false;
  for (const std::string_view line : document.lines()) {
    auto sensor = sensor_of(line);
    if (!sensor) {
      verbose.line(line);
      continue;
    }
    full = full || machine.sensors.size() >= kMostSensors;
    if (!full) machine.sensors.push_back(std::move(*sensor));
  }
  verbose.finish();
  if (full) source.warnings.push_back("more than 2000 sensors; the first are taken");
}

}  // namespace planner::machine
