#include "random_expression.h"

#include <array>
#include <utility>

namespace planner::expr::testing {
namespace {

constexpr std::array<const char*, 3> kCooling = {"open_air", "blower", "passive"};
constexpr std::array<const char*, 3> kForms = {"tower", "rack", "open_frame"};

}  // namespace

Rational RandomExpression::rational() {
  return *Rational::make(pick(13), 1 + pick(3));
}

Figure RandomExpression::figure(bool negative_too) {
  if (pick(5) == 0) return std::nullopt;
  return negative_too && pick(2) == 0 ? *subtract(0, rational()) : rational();
}

std::string RandomExpression::leaf(Dimension dimension) {
  const auto of = [&](const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(pick(static_cast<int>(names.size())))];
  };
  const std::string digits = std::to_string(pick(13)) + (pick(3) == 0 ? ".5" : "");
  if (dimension == dim::length) {
    if (pick(3) == 0) return digits + " mm";
    return pick(2) == 0 ? of(gpu_names_) + ".length" : "chassis.gpu_clearance";
  }
  if (dimension == dim::power) {
    static constexpr std::array<const char*, 3> kOfBuild = {"power.sustained", "power.headroom", "power.sustained"};
    if (pick(4) == 0) return digits + " W";
    if (pick(3) == 0) return kOfBuild[static_cast<std::size_t>(pick(3))];
    if (pick(3) == 0) return of(psu_names_) + ".rated_output";
    return of(gpu_names_) + (pick(2) == 0 ? ".board_power" : ".delta");
  }
  if (dimension == dim::lanes) return pick(2) == 0 ? "x" + std::to_string(pick(13)) : of(gpu_names_) + ".lanes";
  if (dimension == dim::money) return pick(2) == 0 ? "$" + digits : "price";
  return pick(3) == 0 ? std::to_string(10 * pick(13)) + "%" : digits;
}

std::string RandomExpression::list(const std::string& variable, bool gpus, int depth) {
  std::string text = gpus ? "gpus" : "psus";
  auto& names = gpus ? gpu_names_ : psu_names_;
  if (depth > 0 && pick(3) == 0) {
    names.push_back(variable);
    text += ".filter(" + variable + ", " + boolean(depth - 1) + ")";
    names.pop_back();
  }
  return text;
}

std::string RandomExpression::aggregate(Dimension dimension, int depth) {
  static constexpr std::array<const char*, 3> kNumeric = {"sum", "min", "max"};
  const std::size_t nesting = gpu_names_.size() + psu_names_.size();
  if (nesting > 4) return leaf(dimension);
  const std::string variable(1, static_cast<char>('h' + nesting));
  const bool gpus = pick(2) == 0;
  const std::string source = list(variable, gpus, depth);
  if (dimension.is_number() && pick(2) == 0) return source + ".count()";
  auto& names = gpus ? gpu_names_ : psu_names_;
  names.push_back(variable);
  const bool counts = dimension.is_number() && pick(2) == 0;
  const std::string body = counts ? boolean(depth - 1) : number(dimension, depth - 1);
  names.pop_back();
  const std::string macro = counts ? "count" : kNumeric[static_cast<std::size_t>(pick(3))];
  return source + "." + macro + "(" + variable + ", " + body + ")";
}

std::string RandomExpression::number(Dimension dimension, int depth) {
  if (depth <= 0) return leaf(dimension);
  switch (pick(9)) {
    case 0:
      return "(" + number(dimension, depth - 1) + " + " + number(dimension, depth - 1) + ")";
    case 1:
      return number(dimension, depth - 1) + " - " + leaf(dimension);
    case 2:
      return leaf(dim::number) + " * (" + number(dimension, depth - 1) + ")";
    case 3:
      return "(" + number(dimension, depth - 1) + ") / (" + number(dim::number, depth - 1) + ")";
    case 4:
      return "(-" + leaf(dimension) + ")";
    case 5:
      return "(" + boolean(depth - 1) + " ? " + number(dimension, depth - 1) + " : " + number(dimension, depth - 1) +
             ")";
    case 6:
    case 7:
      return aggregate(dimension, depth);
    default:
      return leaf(dimension);
  }
}

std::string RandomExpression::comparison(int depth) {
  static constexpr std::array kDimensions = {dim::length, dim::power, dim::number, dim::lanes, dim::money};
  static constexpr std::array<const char*, 6> kOperators = {" < ", " <= ", " > ", " >= ", " == ", " != "};
  const Dimension dimension = kDimensions[static_cast<std::size_t>(pick(5))];
  return number(dimension, depth) + kOperators[static_cast<std::size_t>(pick(6))] + number(dimension, depth);
}

std::string RandomExpression::boolean(int depth) {
  static constexpr std::array<const char*, 6> kLeaves = {"yes", "no", "maybe", "true", "g.hot", "s.redundant"};
  if (depth <= 0) return pick(3) == 0 ? kLeaves[static_cast<std::size_t>(pick(6))] : comparison(0);
  const std::size_t nesting = gpu_names_.size() + psu_names_.size();
  switch (pick(12)) {
    case 0:
      return "(" + boolean(depth - 1) + " && " + boolean(depth - 1) + ")";
    case 1:
      return "(" + boolean(depth - 1) + " || " + boolean(depth - 1) + ")";
    case 2:
      return "!(" + boolean(depth - 1) + ")";
    case 3:
      return "(" + boolean(depth - 1) + " ==> " + boolean(depth - 1) + ")";
    case 4:
      return gpu_names_.back() + ".cooling in [\"blower\", \"passive\"]";
    case 5:
      return "chassis.form == \"rack\"";
    case 6:
      return gpu_names_.back() + (pick(2) == 0 ? ".hot" : " == g");
    case 7:
      return with_known_ ? "known(" + number(dim::power, depth - 1) + ")" : boolean(depth - 1);
    case 8:
    case 9: {
      if (nesting > 4) return comparison(depth - 1);
      const std::string variable(1, static_cast<char>('h' + nesting));
      const bool gpus = pick(2) == 0;
      const std::string source = list(variable, gpus, depth);
      auto& names = gpus ? gpu_names_ : psu_names_;
      names.push_back(variable);
      const std::string body = boolean(depth - 1);
      names.pop_back();
      return source + (pick(2) == 0 ? ".all(" : ".exists(") + variable + ", " + body + ")";
    }
    default:
      return comparison(depth - 1);
  }
}

Gpu RandomExpression::gpu() {
  return {"x",
          figure(),
          figure(),
          figure(),
          figure(),
          figure(),
          figure(true),
          kCooling[static_cast<std::size_t>(pick(3))],
          pick(2) == 0 ? Flag(pick(2) == 0) : Flag()};
}

Psu RandomExpression::psu() {
  return {figure(), pick(3) == 0 ? Flag() : Flag(pick(2) == 0)};
}

World RandomExpression::world() {
  World made;
  made.gpus.clear();
  made.psus.clear();
  for (int i = 1 + pick(3); i > 0; --i) made.gpus.push_back(gpu());
  for (int i = 1 + pick(2); i > 0; --i) made.psus.push_back(psu());
  made.chassis.reset();
  if (pick(4) != 0) made.chassis = Chassis{figure(), kForms[static_cast<std::size_t>(pick(3))]};
  made.power = {figure(), figure(true), figure()};
  made.price = figure();
  return made;
}

/// New values for everything that an open kind decides and that no direction bounds.
void RandomExpression::choose_again(World& world, Footprint open) {
  for (Gpu& g : world.gpus) {
    if ((open & kGpu) != 0) {
      g.board_power = figure();
      g.slot_width = figure();
      g.vram = figure();
      g.delta = figure(true);
      g.name = "y";
    }
    if ((open & kChassis) != 0) g.hot = Flag(pick(2) == 0);
  }
  if ((open & kPsu) != 0) {
    for (Psu& p : world.psus) p.rated_output = figure();
  }
  if ((open & kChassis) != 0) world.chassis = Chassis{figure(), kForms[static_cast<std::size_t>(pick(3))]};
}

void RandomExpression::complete(World& world, Footprint open) {
  const auto grow = [&](Figure& value) {
    if (value && pick(3) != 0) value = add(*value, rational());
  };
  const auto shrink = [&](Figure& value, bool below_zero) {
    if (!value || pick(3) == 0) return;
    const Rational less = *subtract(*value, rational());
    value = below_zero || less >= Rational(0) ? less : Rational(0);
  };
  choose_again(world, open);
  if (open != 0) grow(world.price);
  if ((open & (kGpu | kChassis)) != 0) {
    for (Gpu& g : world.gpus) shrink(g.lanes, false);
  }
  if ((open & kGpu) != 0) {
    grow(world.power.sustained);
    shrink(world.power.headroom, true);
    for (int i = pick(3); i > 0; --i) world.gpus.push_back(gpu());
  }
  if ((open & kPsu) != 0) {
    for (int i = pick(3); i > 0; --i) world.psus.push_back(psu());
  }
}

void RandomExpression::reveal(World& world) {
  const auto fill = [&](Figure& value, bool negative_too = false) {
    if (!value) value = negative_too && pick(2) == 0 ? *subtract(0, rational()) : rational();
  };
  const auto fill_flag = [&](Flag& value) {
    if (!value) value = pick(2) == 0;
  };
  for (Gpu& g : world.gpus) {
    for (Figure* f : {&g.length, &g.board_power, &g.slot_width, &g.vram, &g.lanes}) fill(*f);
    fill(g.delta, true);
    fill_flag(g.hot);
  }
  for (Psu& p : world.psus) {
    fill(p.rated_output);
    fill_flag(p.redundant);
  }
  if (!world.chassis) world.chassis = Chassis{std::nullopt, kForms[static_cast<std::size_t>(pick(3))]};
  fill(world.chassis->gpu_clearance);
  fill(world.power.sustained, true);
  fill(world.power.headroom, true);
  fill(world.power.voltage, true);
  fill(world.price);
  fill_flag(world.maybe);
}

}  // namespace planner::expr::testing
