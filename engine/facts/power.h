// Power from the card to the wall: lines, supplies at their actual input voltage, connectors, redundancy, circuits.
#pragma once

#include <string>
#include <vector>

#include "facts/placement.h"

namespace planner {

/// One consumer.
struct PowerLine {
  std::string what;          ///< "GPU 3", "CPU 0", "memory, 8 modules", "board and fans"
  Power sustained;
  Known<Power> excursion;    ///< short peak (<= 1 ms), where a ratio is known
  bool estimated = false;    ///< an allowance of ours, not a recorded figure
  int psu = -1;              ///< index of the supply that carries it
  std::string basis;         ///< "board power", "planned limit 300 W", "5 W per module"
};

/// One supply unit and what hangs on it.
struct PsuLoad {
  Known<Power> capacity;       ///< output at the input voltage
  Power sustained;
  Known<Power> excursion;      ///< sustained plus the largest simultaneous short peaks of its GPUs
  Known<Power> excursion_capacity;  ///< what its ATX version allows for 1 ms (ATX12VO/ATX 3.x table), else unknown
  Known<Ratio> load;           ///< sustained / capacity
  Known<Power> wall;           ///< input power at this load
  std::vector<int> gpus;
  bool feeds_board = false;
  int circuit = -1;
  // connectors, counted over its GPUs and the board
  int hpwr_needed = 0;                    ///< 12VHPWR / 12V-2x6 inputs (and NVIDIA 12-pin)
  Known<std::int64_t> hpwr_native;
  int pcie8_needed = 0;                   ///< 8-pin inputs of cards, without adapters; a 6-pin counts as one plug
  Known<std::int64_t> pcie8_available;
  int eps_needed = 0;                     ///< board plus cards with EPS input
  Known<std::int64_t> eps_available;
  Known<std::int64_t> plugs_short;        ///< inputs that get no plug even with adapters; 0 = all served
  int adapters_needed = 0;                ///< 12V-2x6 inputs served by 8-pin adapters
  Known<Power> hpwr_sense;                ///< rating advertised by the native cable
};

struct CircuitLoad {
  Known<Power> capacity;       ///< voltage x breaker x continuous share
  Power wall;
  Known<Current> current;
  Known<Ratio> load;
  std::vector<int> psus;
};

struct PowerFacts {
  std::vector<PowerLine> lines;
  Known<Power> gpus;           ///< sustained, planned limits applied
  Known<Power> gpus_default;   ///< at default board power
  Known<Power> cpus;
  Power rest;                  ///< board, memory, drives, NICs, fans; recorded or allowance
  Known<Power> sustained;      ///< DC, all
  Known<Power> excursion;      ///< DC with the GPUs' short peaks
  Known<Power> capacity;       ///< of all supplies at the input voltage
  Known<Power> capacity_redundant;  ///< with the declared redundant units gone
  Known<Ratio> load;           ///< sustained / capacity
  Known<Power> wall;           ///< AC input, all supplies
  Known<std::int64_t> btu_per_hour;
  Known<Voltage> input_voltage;     ///< of the stated circuits; 230 V or 120 V assumed only where the build says a region
  bool input_voltage_stated = false;
  std::vector<PsuLoad> psus;
  std::vector<CircuitLoad> circuits;
  std::string smallest_circuit;     ///< "240 V 20 A": smallest common single circuit that carries `wall` continuously, or "two or more"
};

PowerFacts budget_power(const Inventory& inventory, const Placement& placement);

/// Efficiency at a load between 0 and 1, from the part's figures, else the 80 PLUS minimum of its class at that voltage
/// (interpolated between 20, 50 and 100 %); unknown without class.
Known<Ratio> psu_efficiency(const Psu& psu, Ratio load, Voltage input);
/// Output at an input voltage: from its bands, else rated output inside its input range; 0 W where it does not run.
Known<Power> psu_output_at(const Psu& psu, Known<Voltage> input);

}  // namespace planner
