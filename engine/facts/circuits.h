// Supplies on wall circuits.
#pragma once

#include <string>
#include <vector>

#include "facts/power.h"

namespace planner {

/// Continuous power of a circuit: voltage x breaker x continuous share, times the square root of 3 for three phases
/// (line to line). Where no share is recorded: 80 % at the voltages of NEC and JIS circuits (100-127, 200, 208, 240 V;
/// NEC 210.20), else unknown.
Known<Power> circuit_capacity(const Circuit& circuit);
/// The lowest voltage among the circuits; unknown without circuits.
Known<Voltage> input_voltage_of(const Inventory& inventory);
/// Spreads the supplies over the circuits so that the fullest circuit is as little loaded as possible, fills `circuit`
/// of each supply, and returns one load per circuit of the inventory.
std::vector<CircuitLoad> load_circuits(const Inventory& inventory, std::vector<PsuLoad>& psus);
/// See PowerFacts::smallest_circuit.
std::string smallest_circuit(const Inventory& inventory, const std::vector<PsuLoad>& psus);

}  // namespace planner
