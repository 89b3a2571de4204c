// Everything about bodies and boxes: mechanical fit, cooling, memory population, firmware windows, money.
#pragma once

#include <string>
#include <vector>

#include "facts/power.h"

namespace planner {

/// One card against the chassis.
struct CardFit {
  Known<Length> length_margin;   ///< clearance - length (front fans fitted where the chassis says so)
  Known<Length> height_margin;   ///< clearance - height - connector bend
  Known<Length> connector_bend;  ///< room above the card for its power plug
  Known<SlotWidth> overhang;     ///< pitches by which the card passes the chassis' last expansion slot; <= 0 fits
};

struct FitFacts {
  std::vector<CardFit> gpus;
  Known<bool> board_listed;    ///< the chassis names the board's form factor
  Known<Length> board_excess;  ///< by how much the board is larger than the largest form the chassis names; <= 0 fits
  Known<std::int64_t> psu_bays_short;  ///< supplies minus bays; <= 0 fits
  Known<bool> psu_form_listed;         ///< the chassis names the supplies' form factor
  Known<Length> psu_margin;
  Known<Length> cooler_margin;         ///< clearance - height
  Known<bool> cooler_socket_listed;    ///< the cooler names the CPU's socket
  Known<std::int64_t> coolers_needed;  ///< CPUs without cooler of the platform
};

struct ThermalFacts {
  Known<Power> heat;              ///< equals sustained power
  Known<Airflow> airflow_needed;  ///< 1.75 x W / dT (dT 15 degC): CFM from the heat equation for air at sea level
  Known<Airflow> airflow;
  Known<Power> cooler_margin;              ///< cooler rating - CPU power, smallest over the CPUs
  Known<SlotWidth> smallest_open_air_gap;  ///< over open-air cards with a neighbour on the fan side; unknown: none
  int passive_gpus = 0;
  int open_air_gpus = 0;
};

struct MemoryFacts {
  Known<std::int64_t> modules;
  Known<DataSize> capacity;
  Known<std::int64_t> channels;         ///< of the board for the fitted sockets, else of the CPUs
  Known<std::int64_t> channels_filled;  ///< min(modules, channels)
  Known<bool> balanced;  ///< modules are a multiple of the channels, or a smaller set that interleaves (see memory.cpp)
  Known<std::int64_t> modules_per_channel;
  Known<std::int64_t> slots;       ///< of the fitted sockets
  Known<bool> type_listed;         ///< DDR generation equals the board's
  Known<bool> module_type_listed;  ///< UDIMM/RDIMM accepted by the board (or CPU)
  Known<bool> mixed_types;
  Known<Ratio> to_vram;  ///< capacity / total VRAM
  Known<DataSize> vram_total;
};

struct FirmwareFacts {
  Known<DataSize> bar_total;  ///< sum of BAR1 apertures, each rounded up to a power of two
  Known<bool> above_4g, rebar;
  Known<std::int64_t> bifurcated_slots;
};

struct CostFacts {
  Known<Money> total;                 ///< catalog prices in USD; unknown if a part has none
  Money priced;                       ///< sum of the parts with a price
  std::vector<std::string> unpriced;  ///< part ids
  std::string oldest_price;           ///< as_of of the oldest price used
};

/// What a quote states, against arithmetic.
struct QuoteFacts {
  Known<Money> lines_sum;  ///< of stated line prices, in the quote's currency (as if dollars)
  Known<Money> stated_total;
  Known<Money> difference;  ///< stated total - lines sum
  int unpriced_lines = 0;
  int unresolved_lines = 0;
  int ambiguous_lines = 0;
  int line_mismatches = 0;  ///< lines whose total is not quantity x unit price, beyond rounding of the unit price
  std::vector<std::string> mismatched;  ///< their texts
  int duplicate_lines = 0;  ///< lines whose part appears on another line of the same kind where one is enough
  std::string currency;
};

FitFacts measure_fit(const Inventory& inventory, const Placement& placement);
ThermalFacts measure_heat(const Inventory& inventory, const Placement& placement, const PowerFacts& power);
MemoryFacts count_memory(const Inventory& inventory);
FirmwareFacts read_firmware(const Inventory& inventory, const Placement& placement);
CostFacts sum_cost(const Inventory& inventory);
QuoteFacts sum_quote(const Inventory& inventory);

}  // namespace planner
