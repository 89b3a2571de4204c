// Power from the card to the wall: lines, supplies at their actual input voltage, connectors, redundancy, circuits.
#pragma once

#include <string>
#include <vector>

#include "facts/placement.h"

namespace planner {

/// One consumer.
struct PowerLine {
  std::string what;  ///< "GPU 3", "CPU 0", "memory, 8 modules", "board and fans"
  Power sustained;
  bool known = true;       ///< false: no figure is recorded; `sustained` is then 0 and every total it enters unknown
  Known<Power> excursion;  ///< short peak (<= 1 ms), where a ratio is known
  bool estimated = false;  ///< an allowance of ours, not a recorded figure
  int psu = -1;            ///< index of the supply that carries it; -1: the bank on a common bus, or no supply
  std::string basis;       ///< "board power", "planned limit 300 W", "5 W per module"
};

/// One supply unit and what hangs on it.
struct PsuLoad {
  Known<Power> capacity;                    ///< output at the input voltage
  bool capacity_assumes_high_line = false;  ///< no circuit is stated: `capacity` is the output at 200-240 V
  Known<Power> capacity_low_line;           ///< output at 120 V
  bool shares_load = false;  ///< one of a bank on a common bus: it carries an equal share, and cards hang on the bank
  Power sustained;           ///< a lower bound where a consumer has no figure; `load` is then unknown
  Known<Power> excursion;    ///< sustained plus the largest simultaneous short peaks of its GPUs
  Known<Power> excursion_capacity;  ///< what its ATX version allows for 1 ms (ATX12VO/ATX 3.x table), else unknown
  Known<Ratio> load;                ///< sustained / capacity
  Known<Power> wall;                ///< input power at this load
  std::vector<int> gpus;
  bool feeds_board = false;
  int circuit = -1;
  // connectors, counted over its GPUs and the board
  int hpwr_needed = 0;  ///< 12VHPWR / 12V-2x6 inputs (and NVIDIA 12-pin)
  Known<std::int64_t> hpwr_native;
  int pcie8_needed = 0;  ///< 8-pin inputs of cards, without adapters; a 6-pin counts as one plug
  Known<std::int64_t> pcie8_available;
  int eps_needed = 0;  ///< board plus cards with EPS input; one per CPU where the board's count is not recorded
  Known<std::int64_t> eps_available;
  Known<std::int64_t> plugs_short;  ///< inputs that get no plug even with adapters; 0 = all served. Where a count is
                                    ///< not recorded: the shortage that the recorded counts prove, else unknown
  int adapters_needed = 0;          ///< 12V-2x6 inputs served by 8-pin adapters
  int eps_adapters_needed = 0;      ///< EPS inputs of cards served from two 8-pin plugs each
  Known<Power> hpwr_sense;          ///< rating advertised by the native cable
};

struct CircuitLoad {
  Known<Power> capacity;  ///< voltage x breaker x continuous share
  Power wall;
  Known<Current> current;
  Known<Ratio> load;
  std::vector<int> psus;
};

struct PowerFacts {
  std::vector<PowerLine> lines;
  Known<Power> gpus;          ///< sustained, planned limits applied
  Known<Power> gpus_default;  ///< at default board power
  Known<Power> cpus;
  Power rest;                               ///< board, memory, drives, NICs, fans; recorded or allowance
  Known<Power> sustained;                   ///< DC, all
  Known<Power> excursion;                   ///< DC with the GPUs' short peaks
  Known<Power> capacity;                    ///< of all supplies at the input voltage
  bool capacity_assumes_high_line = false;  ///< no circuit is stated: `capacity` is the output at 200-240 V
  Known<Power> capacity_low_line;           ///< of all supplies at 120 V
  bool packing_exact = true;        ///< false: too many different cards and supplies to prove the split the best one
  Known<Power> capacity_redundant;  ///< with the declared redundant units gone
  Known<Ratio> load;                ///< sustained / capacity
  Known<Power> wall;                ///< AC input, all supplies
  Known<std::int64_t> btu_per_hour;
  Known<Voltage> input_voltage;  ///< the lowest of the stated circuits
  bool input_voltage_stated = false;
  std::vector<PsuLoad> psus;
  std::vector<CircuitLoad> circuits;
  std::string
      smallest_circuit;  ///< "240 V 20 A": smallest common single circuit that carries the load continuously and on
                         ///< which the supplies deliver it, or "two or more circuits"; empty where not known
};

/// Shares the load out so that, first, as few inputs as possible lack a plug and, then, the largest load of a supply is
/// smallest. Supplies of a platform and redundant modules form one bank that shares equally.
PowerFacts budget_power(const Inventory& inventory);

/// Efficiency at a load between 0 and 1, from the part's figures, else the 80 PLUS minimum of its class at that voltage
/// (interpolated between 20, 50 and 100 %); unknown without class.
Known<Ratio> psu_efficiency(const Psu& psu, Ratio load, Voltage input);
/// Output at an input voltage: from its bands, else rated output inside its input range; 0 W where it does not run.
/// Unknown at an unknown voltage unless it is the same everywhere, and where nothing is recorded for that voltage.
Known<Power> psu_output_at(const Psu& psu, Known<Voltage> input);

}  // namespace planner
