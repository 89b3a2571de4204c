// A small machine to write rules about: GPUs, a chassis that may be missing, a power budget and power supplies.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "expr/expression.h"

namespace planner::expr::testing {

inline constexpr Footprint kGpu = 1;
inline constexpr Footprint kChassis = 2;
inline constexpr Footprint kPsu = 4;

using Figure = std::optional<Rational>;  ///< empty: unknown
using Flag = std::optional<bool>;

struct Gpu {
  std::string name;
  Figure length;       ///< mm
  Figure board_power;  ///< W
  Figure slot_width;   ///< slots
  Figure vram;         ///< GB
  Figure lanes;        ///< granted; shrinks while a chassis is open
  Figure delta;        ///< W, may be negative
  std::string cooling = "open_air";
  Flag hot;
};

struct Chassis {
  Figure gpu_clearance;  ///< mm
  std::string form = "tower";
};

struct Power {
  Figure sustained;  ///< W; grows with GPUs
  Figure headroom;   ///< W; shrinks with GPUs
  Figure voltage;    ///< V
};

struct Psu {
  Figure rated_output;  ///< W
  Flag redundant;
};

struct World {
  std::deque<Gpu> gpus;
  std::deque<Psu> psus;
  std::optional<Chassis> chassis;
  Power power;
  Figure price;  ///< $; grows with everything
  Flag yes = true;
  Flag no = false;
  Flag maybe;

  World();  ///< two GPUs (358 mm, 304 mm) in a chassis of 330 mm, two power supplies, one of unknown output
  Environment environment(Footprint open = 0) const;
};

const Schema& schema();
/// The schema with `g` bound to a GPU and `s` to a PSU.
Scope scope();

/// Compiles in that scope; on errors the test fails with them.
Expression compiled(std::string_view text);
/// Evaluates on the world and formats: "450 W", "true", "unknown (not recorded)".
std::string result(std::string_view text, const World& world = {}, Footprint open = 0);

}  // namespace planner::expr::testing
