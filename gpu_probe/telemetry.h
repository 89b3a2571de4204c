// Clocks, power, temperature and link state while a measurement runs, and counters before and after it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planner::probe {

/// Bits of the driver's clock event ("throttle") reasons.
namespace clock_event {
inline constexpr std::uint64_t idle = 0x001, user_clocks = 0x002, software_power_cap = 0x004, hardware_slowdown = 0x008,
                               sync_boost = 0x010, software_thermal = 0x020, hardware_thermal = 0x040,
                               power_brake = 0x080, display_clocks = 0x100;
}  // namespace clock_event

/// One look at a GPU. An empty optional means that the driver does not report it.
struct TelemetrySample {
  double seconds = 0;  ///< since the start of the run
  std::optional<double> sm_clock_mhz, memory_clock_mhz, power_w, temperature_c, memory_temperature_c;
  std::optional<std::uint64_t> clock_events;
  std::optional<int> link_gen, link_width;
};

/// What a series of samples amounts to. Samples in which the GPU was idle count for nothing but `samples`.
struct LoadSummary {
  int samples = 0;
  std::optional<double> sm_clock_mhz, memory_clock_mhz;  ///< medians
  std::optional<double> power_w, max_power_w;            ///< median and highest
  std::optional<double> max_temperature_c, max_memory_temperature_c;
  std::uint64_t clock_events = 0;             ///< any that was seen
  std::uint64_t persistent_clock_events = 0;  ///< seen in three samples in a row
  std::optional<int> link_gen, link_width;    ///< highest speed and narrowest width seen
};

LoadSummary summarize(const std::vector<TelemetrySample>& samples);

/// Names of the bits, "power cap, thermal (hardware)"; a bit without a name is printed as a number.
std::string describe_clock_events(std::uint64_t events);

/// Error counters since the driver was loaded, by stable name ("pcie_replays", "ecc_uncorrected", "nvlink_errors").
using Counters = std::map<std::string, std::uint64_t>;

/// Increase of every counter that both have; a counter that went backwards counts as its new value.
Counters increase(const Counters& before, const Counters& after);

}  // namespace planner::probe
