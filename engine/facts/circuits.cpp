#include "facts/circuits.h"

#include <algorithm>
#include <array>

#include "facts/power_packing.h"
#include "facts/power_supply.h"

namespace planner {
namespace {

/// A circuit that electricians install every day.
struct CommonCircuit {
  std::int64_t volts;
  std::int64_t amperes;
  std::int64_t continuous_percent;
};
// NEMA 5-15, 5-20, 6-20, 6-30 and 14-50 with the 80 % rule of NEC 210.20 for continuous load.
constexpr std::array<CommonCircuit, 5> kNorthAmerican{
    {{120, 15, 80}, {120, 20, 80}, {240, 20, 80}, {240, 30, 80}, {240, 50, 80}}};
// Swiss T13 (10 A), IEC 60309 2P+E 16 A and 32 A, which are rated for their full current continuously.
constexpr std::array<CommonCircuit, 3> kEuropean{{{230, 10, 100}, {230, 16, 100}, {230, 32, 100}}};

Ratio continuous_share(const Circuit& circuit) {
  if (circuit.continuous) return *circuit.continuous;
  const std::int64_t volts = circuit.voltage->smallest() / Voltage::per_base;
  const bool eighty = volts <= 127 || volts == 200 || volts == 208 || volts == 240;
  return eighty ? Ratio::from_smallest(800'000) : Ratio{};
}

bool three_phase(const Circuit& circuit) {
  return circuit.phases.value_or(1) == 3;
}
/// The square root of 3 in thousandths, rounded down.
constexpr std::int64_t kRootThree = 1732;

Known<Current> current_of(const Circuit& circuit, Power wall) {
  if (!circuit.voltage || circuit.voltage->smallest() <= 0) return Known<Current>::unknown("voltage not recorded");
  // mW / mV = A, so thousandfold for mA.
  Int128 num = static_cast<Int128>(wall.smallest()) * 1000;
  Int128 den = circuit.voltage->smallest();
  if (three_phase(circuit)) {
    num *= 1000;
    den *= kRootThree;
  }
  return Current::from_smallest(static_cast<std::int64_t>((num + den - 1) / den));
}

/// Wall power of all supplies on a circuit of that voltage; unknown if one of them does not deliver its load there
/// although it would at 230 V.
Known<Power> wall_at(const Inventory& inventory, const std::vector<PsuLoad>& psus, Voltage voltage) {
  Power total;
  for (std::size_t i = 0; i < psus.size(); ++i) {
    const Psu& psu = *inventory.psus[i].part;
    const Known<Power> output = psu_output_at(psu, voltage);
    const Known<Power> best = psu_output_high_line(psu);
    if (!output || (best && *output < std::min(psus[i].sustained, *best)))
      return Known<Power>::unknown("a supply does not deliver its load at " + voltage.text());
    const Known<Power> wall = psu_wall_power(psu, psus[i].sustained, output, voltage);
    if (!wall) return wall;
    total += *wall;
  }
  return total;
}

template <std::size_t N>
std::string first_that_carries(const std::array<CommonCircuit, N>& circuits, const Inventory& inventory,
                               const std::vector<PsuLoad>& psus) {
  for (const CommonCircuit& c : circuits) {
    const Known<Power> wall = wall_at(inventory, psus, Voltage::from_base(c.volts));
    if (wall && *wall <= Power::from_base(c.volts * c.amperes).scaled(c.continuous_percent, 100))
      return std::to_string(c.volts) + " V " + std::to_string(c.amperes) + " A";
  }
  return {};
}

/// Positions of equal elements get the same number, counted from 0 in order of first appearance.
template <class T, class Equal>
std::vector<int> classes(const std::vector<T>& elements, Equal equal) {
  std::vector<int> numbers;
  int next = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::size_t j = 0;
    while (j < i && !equal(elements[j], elements[i])) ++j;
    numbers.push_back(j < i ? numbers[j] : next++);
  }
  return numbers;
}

/// Which supply goes on which circuit. Where a wall power is not known the DC load stands in for it.
Packing spread(const std::vector<PsuLoad>& psus, const std::vector<CircuitLoad>& circuits) {
  std::vector<PackItem> items;
  for (const PsuLoad& psu : psus) items.push_back({psu.wall.value_or(psu.sustained).smallest(), 0});
  const auto item_kinds = classes(items, [](const PackItem& a, const PackItem& b) { return a.weight == b.weight; });
  for (std::size_t i = 0; i < items.size(); ++i) items[i].kind = item_kinds[i];
  std::vector<PackBin> bins;
  for (const CircuitLoad& circuit : circuits)
    bins.push_back({circuit.capacity.value_or(Power::from_base(1)).smallest(), 0, 0});
  const auto bin_kinds = classes(bins, [](const PackBin& a, const PackBin& b) { return a.capacity == b.capacity; });
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i].kind = bin_kinds[i];
  return pack(items, bins);
}

void rate_circuit(CircuitLoad& load, const Circuit& circuit, bool wall_known) {
  if (!wall_known) {
    load.current = Known<Current>::unknown("wall power of a supply not known");
    load.load = Known<Ratio>::unknown("wall power of a supply not known");
    return;
  }
  load.current = current_of(circuit, load.wall);
  if (!load.capacity || load.capacity->smallest() <= 0)
    load.load = Known<Ratio>::unknown(load.capacity ? "circuit of no capacity" : load.capacity.reason());
  else
    load.load = ratio_above(load.wall.smallest(), load.capacity->smallest());
}

}  // namespace

Known<Power> circuit_capacity(const Circuit& circuit) {
  if (!circuit.voltage) return Known<Power>::unknown("voltage not recorded");
  if (!circuit.breaker) return Known<Power>::unknown("breaker not recorded");
  const Ratio share = continuous_share(circuit);
  if (share.smallest() <= 0) return Known<Power>::unknown("share for continuous load not recorded");
  // mV x mA = microwatts.
  Int128 microwatts = static_cast<Int128>(circuit.voltage->smallest()) * circuit.breaker->smallest();
  if (three_phase(circuit)) microwatts = microwatts * kRootThree / 1000;
  return Power::from_smallest(static_cast<std::int64_t>(microwatts * share.smallest() / Ratio::per_base / 1000));
}

Known<Voltage> input_voltage_of(const Inventory& inventory) {
  Known<Voltage> lowest = Known<Voltage>::unknown("no circuit is stated");
  for (const Fitted<Circuit>& circuit : inventory.circuits) {
    if (!circuit.part->voltage) return Known<Voltage>::unknown("voltage of " + circuit.info->name + " not recorded");
    if (!lowest || *circuit.part->voltage < *lowest) lowest = circuit.part->voltage;
  }
  return lowest;
}

std::vector<CircuitLoad> load_circuits(const Inventory& inventory, std::vector<PsuLoad>& psus) {
  std::vector<CircuitLoad> loads(inventory.circuits.size());
  for (std::size_t c = 0; c < loads.size(); ++c) loads[c].capacity = circuit_capacity(*inventory.circuits[c].part);
  const Packing packing = spread(psus, loads);
  std::vector<bool> all_known(loads.size(), true);
  for (std::size_t i = 0; i < psus.size(); ++i) {
    psus[i].circuit = packing.bin_of[i];
    if (psus[i].circuit < 0) continue;
    const auto c = static_cast<std::size_t>(psus[i].circuit);
    loads[c].psus.push_back(static_cast<int>(i));
    loads[c].wall += psus[i].wall.value_or(psus[i].sustained);
    if (!psus[i].wall) all_known[c] = false;
  }
  for (std::size_t c = 0; c < loads.size(); ++c) rate_circuit(loads[c], *inventory.circuits[c].part, all_known[c]);
  return loads;
}

std::string smallest_circuit(const Inventory& inventory, const std::vector<PsuLoad>& psus) {
  if (psus.empty()) return {};
  const bool all_known =
      std::all_of(psus.begin(), psus.end(), [](const PsuLoad& p) { return p.wall.known() && p.load.known(); });
  if (!all_known) return {};
  const std::string american = first_that_carries(kNorthAmerican, inventory, psus);
  const std::string european = first_that_carries(kEuropean, inventory, psus);
  if (american.empty() && european.empty()) return "two or more circuits";
  if (american.empty() || european.empty()) return american + european;
  return american + " or " + european;
}

}  // namespace planner
