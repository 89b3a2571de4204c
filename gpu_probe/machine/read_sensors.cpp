// lm-sensors: `sensors` without options.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostSensors = 2000;

/// Chips that measure what they are named for. Inputs of board controllers are often not connected and read anything;
/// their alarms say nothing.
bool reliable(std::string_view chip) {
  for (const std::string_view name : {"coretemp", "k10temp", "zenpower", "nvme", "drivetemp", "jc42", "spd5118", "mlx5",
                                      "bnxt_en", "i350bb", "power_meter"})
    if (starts_with(chip, name)) return true;
  return false;
}

/// "+80.0 C" behind "crit = "; nothing where the text names no such limit.
Real limit(std::string_view text, std::string_view name) {
  const auto value = after(text, std::string(name) + " = ");
  return value ? number_at(*value) : std::nullopt;
}

bool set_kind(std::string_view unit, Sensor& sensor) {
  if (starts_with(unit, "RPM"))
    sensor.kind = "fan", sensor.unit = "rpm";
  else if (starts_with(unit, "W"))
    sensor.kind = "power", sensor.unit = "W";
  else if (starts_with(unit, "V"))
    sensor.kind = "voltage", sensor.unit = "V";
  else if (starts_with(unit, "A"))
    sensor.kind = "current", sensor.unit = "A";
  else if (unit.substr(0, 4).find('C') != std::string_view::npos)
    sensor.kind = "temperature", sensor.unit = "C";
  else
    return false;
  return true;
}

/// Limits, also those of a line that goes on; a chip's own critical limit that is passed is critical.
void set_limits(std::string_view text, Sensor& sensor) {
  if (const auto high = limit(text, "high"); high && !sensor.upper_warning) sensor.upper_warning = high;
  if (const auto most = limit(text, "max"); most && !sensor.upper_warning) sensor.upper_warning = most;
  if (const auto critical = limit(text, "crit"); critical && !sensor.upper_critical) sensor.upper_critical = critical;
  if (sensor.kind == "fan" && !sensor.lower_critical) sensor.lower_critical = limit(text, "min");
  const bool judged = sensor.kind == "temperature" && sensor.value && sensor.upper_critical && reliable(*sensor.chip);
  if (judged && *sensor.upper_critical >= 50 && *sensor.upper_critical <= 150)
    sensor.state = *sensor.value >= *sensor.upper_critical ? "critical" : "ok";
}

/// "Package id 0:  +45.0 C  (high = +80.0 C, crit = +100.0 C)", "fan1:  1200 RPM  (min = 0 RPM)"
std::optional<Sensor> sensor_of(std::string_view line, std::string_view chip) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 40) return std::nullopt;
  std::string_view rest = trim(line.substr(colon + 1));
  const auto value = number_at(rest);
  const std::size_t unit = rest.find_first_not_of("+-.0123456789");
  if (!value || unit == std::string_view::npos) return std::nullopt;
  Sensor sensor;
  sensor.chip = std::string(chip);
  sensor.label = std::string(trim(line.substr(0, colon)));
  sensor.value = value;
  if (!set_kind(trim(rest.substr(unit)), sensor)) return std::nullopt;
  set_limits(rest, sensor);
  return sensor;
}

}  // namespace

bool is_sensors(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view l) { return starts_with(l, "Adapter: "); });
}

void read_sensors(const TextDocument& document, Machine& machine, Source& source) {
  std::string_view chip, before;
  bool full = false;
  for (const std::string_view line : document.lines()) {
    if (starts_with(line, "Adapter: ")) chip = trim(before);
    const bool goes_on = starts_with(line, " ") && contains(line, "(");
    if (trim(line).empty()) chip = {};
    if (!chip.empty() && goes_on && !machine.sensors.empty() && machine.sensors.back().chip == chip)
      set_limits(trim(line), machine.sensors.back());
    else if (auto sensor = chip.empty() || goes_on ? std::nullopt : sensor_of(line, chip)) {
      full = full || machine.sensors.size() >= kMostSensors;
      if (!full) machine.sensors.push_back(std::move(*sensor));
    }
    before = line.substr(0, 80);
  }
  if (full) source.warnings.push_back("more than 2000 sensors; the first are taken");
}

}  // namespace planner::machine
