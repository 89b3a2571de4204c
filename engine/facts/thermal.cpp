#include <algorithm>

#include "facts/body.h"

namespace planner {
namespace {

// Heat equation for air at sea level: CFM = 1.75 x W / dT in degrees Celsius (3.412 / (1.085 x 1.8) = 1.747; InsideHPC
// 2011); 15 degC is the middle of the 11-17 degC rise measured at customer sites.
constexpr std::int64_t kCfmPerWattTimes100 = 175;
constexpr std::int64_t kRiseCelsius = 15;

Known<Airflow> airflow_for(const Known<Power>& heat) {
  if (!heat) return Known<Airflow>::unknown(heat.reason());
  return Airflow::from_smallest(heat->scaled(kCfmPerWattTimes100, kRiseCelsius * Power::per_base).smallest());
}

/// What the CPU holds under load: its short-term limit where one above TDP is recorded.
Known<Power> cpu_heat(const Cpu& cpu) {
  if (cpu.max_power && (!cpu.tdp || *cpu.max_power > *cpu.tdp)) return cpu.max_power;
  return cpu.tdp;
}

/// Cooler i stands on CPU i; CPUs beyond the coolers are another finding.
Known<Power> smallest_cooler_margin(const Inventory& inventory) {
  if (inventory.coolers.empty()) return Known<Power>::unknown("no cooler in the build");
  if (inventory.cpus.empty()) return Known<Power>::unknown("no CPU in the build");
  Known<Power> smallest;
  const std::size_t pairs = std::min(inventory.cpus.size(), inventory.coolers.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    const Known<Power>& rating = inventory.coolers[i].part->rated_power;
    if (!rating) return Known<Power>::unknown("rating of " + inventory.coolers[i].info->name + " not recorded");
    const Known<Power> heat = cpu_heat(*inventory.cpus[i].part);
    if (!heat) return Known<Power>::unknown("power of " + inventory.cpus[i].info->name + " not recorded");
    const Power margin = *rating - *heat;
    if (!smallest || margin < *smallest) smallest = margin;
  }
  return smallest;
}

Known<SlotWidth> smallest_gap(const Inventory& inventory, const Placement& placement) {
  Known<SlotWidth> smallest = Known<SlotWidth>::unknown("no open-air card has a neighbour on its fan side");
  const std::size_t cards = std::min(inventory.gpus.size(), placement.gpus.size());
  for (std::size_t i = 0; i < cards; ++i) {
    const Known<GpuCooling>& cooling = inventory.gpus[i].part->cooling;
    const Known<SlotWidth>& gap = placement.gpus[i].gap;
    if (!cooling || *cooling != GpuCooling::open_air || !gap) continue;
    if (!smallest || *gap < *smallest) smallest = gap;
  }
  return smallest;
}

int count_cooled(const Inventory& inventory, GpuCooling cooling) {
  return static_cast<int>(std::count_if(inventory.gpus.begin(), inventory.gpus.end(), [cooling](const auto& gpu) {
    return gpu.part->cooling && *gpu.part->cooling == cooling;
  }));
}

}  // namespace

ThermalFacts measure_heat(const Inventory& inventory, const Placement& placement, const PowerFacts& power) {
  ThermalFacts thermal;
  thermal.heat = power.sustained;
  thermal.airflow_needed = airflow_for(power.sustained);
  thermal.airflow = inventory.chassis == nullptr  ? Known<Airflow>::unknown("no chassis in the build")
                    : !inventory.chassis->airflow ? Known<Airflow>::unknown("airflow of the chassis not recorded")
                                                  : inventory.chassis->airflow;
  thermal.cooler_margin = smallest_cooler_margin(inventory);
  thermal.smallest_open_air_gap = smallest_gap(inventory, placement);
  thermal.passive_gpus = count_cooled(inventory, GpuCooling::passive);
  thermal.open_air_gpus = count_cooled(inventory, GpuCooling::open_air);
  return thermal;
}

}  // namespace planner
