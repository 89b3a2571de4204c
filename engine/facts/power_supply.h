// One supply: what it delivers for how long, and what it takes from the wall for it.
#pragma once

#include "facts/power.h"

namespace planner {

/// What the unit may deliver for 1 ms: Intel's ATX 3.x design guide (336521, table of power excursions; ATX12VO 613768
/// has the same): 180 % of `capacity` for units above 450 W with a 12V-2x6 cable, else 145 %. Unknown for older
/// versions.
Known<Power> psu_excursion_capacity(const Psu& psu, const Known<Power>& capacity);

/// Output at 230 V, or, where only another voltage of 200 to 240 V is recorded, there.
Known<Power> psu_output_high_line(const Psu& psu);

/// Input power for `output`. Where the input voltage is unknown: at the less efficient of 115 and 230 V.
Known<Power> psu_wall_power(const Psu& psu, Power output, const Known<Power>& capacity, const Known<Voltage>& input);

/// part / whole in millionths, rounded up so that a limit is never passed by rounding.
Ratio ratio_above(std::int64_t part, std::int64_t whole);

}  // namespace planner
