#include "facts/power_supply.h"

#include <algorithm>
#include <array>
#include <optional>

namespace planner {
namespace {

constexpr Voltage kHighLineFrom = Voltage::from_base(200);
constexpr Voltage kHighLineTo = Voltage::from_base(240);

/// Efficiency at 20, 50 and 100 % load, per mille.
struct Curve {
  std::int64_t at20, at50, at100;
};

/// Minimum efficiencies of 80 PLUS (Tom's Hardware's table of the programme; Titanium redundant from a vendor's
/// certificate sheet). Ruby exists for 230 V redundant units only, from general knowledge; at 115 V it counts as
/// Titanium.
std::optional<Curve> class_minimum(EfficiencyClass efficiency, bool high_line, bool redundant) {
  struct Row {
    EfficiencyClass efficiency;
    Curve low_line, high_line_redundant, high_line_internal;
  };
  using E = EfficiencyClass;
  static constexpr std::array<Row, 7> kRows{{
      {E::white, {800, 800, 800}, {820, 850, 820}, {820, 850, 820}},
      {E::bronze, {820, 850, 820}, {810, 850, 810}, {850, 880, 850}},
      {E::silver, {850, 880, 850}, {850, 890, 850}, {870, 900, 870}},
      {E::gold, {870, 900, 870}, {880, 920, 880}, {900, 920, 890}},
      {E::platinum, {900, 920, 890}, {900, 940, 910}, {920, 940, 900}},
      {E::titanium, {920, 940, 900}, {940, 960, 910}, {940, 960, 940}},
      {E::ruby, {920, 940, 900}, {950, 965, 920}, {950, 965, 940}},
  }};
  for (const Row& row : kRows)
    if (row.efficiency == efficiency)
      return !high_line ? row.low_line : redundant ? row.high_line_redundant : row.high_line_internal;
  return std::nullopt;
}

std::optional<Curve> curve_of(const Psu& psu, bool high_line) {
  std::optional<Curve> curve;
  if (psu.efficiency) curve = class_minimum(*psu.efficiency, high_line, psu.redundant.value_or(false));
  const auto per_mille = [](Ratio r) { return r.smallest() / 1000; };
  if (!curve) {
    if (!psu.efficiency_half || !psu.efficiency_full) return std::nullopt;
    const std::int64_t half = per_mille(*psu.efficiency_half);
    const std::int64_t full = per_mille(*psu.efficiency_full);
    return Curve{std::min(half, full), half, full};
  }
  if (psu.efficiency_half) curve->at50 = per_mille(*psu.efficiency_half);
  if (psu.efficiency_full) curve->at100 = per_mille(*psu.efficiency_full);
  return curve;
}

/// Millionths on the line through (x0, y0) and (x1, y1), x in millionths, y in per mille.
std::int64_t interpolate(std::int64_t x, std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
  return y0 * 1000 + (y1 - y0) * 1000 * (x - x0) / (x1 - x0);
}

Known<Power> output_from_bands(const Psu& psu, Voltage input) {
  std::optional<Power> inside;
  const OutputBand* below = nullptr;
  const OutputBand* highest = nullptr;
  bool above = false;
  for (const OutputBand& band : psu.outputs) {
    if (band.from <= input && input <= band.to) inside = inside ? std::min(*inside, band.output) : band.output;
    if (band.to < input && (below == nullptr || band.to > below->to)) below = &band;
    if (band.from > input) above = true;
    if (highest == nullptr || band.to > highest->to) highest = &band;
  }
  if (inside) return *inside;
  // Between two bands the lower one's figure is what is promised.
  if (below != nullptr && above) return below->output;
  // Labels give nominal voltages; supplies are built for 10 % more (IEC 60038).
  if (below != nullptr && input <= highest->to.scaled(11, 10)) return highest->output;
  return Known<Power>::unknown("no output recorded at " + input.text());
}

/// The output where no voltage is given: only if it is recorded, and the same, on both sides of the world's mains.
Known<Power> output_at_any(const Psu& psu) {
  if (psu.outputs.empty()) return psu.rated_output;
  const Known<Power> low = psu_output_at(psu, Voltage::from_base(120));
  const Known<Power> high = psu_output_at(psu, Voltage::from_base(230));
  if (low && high && *low == *high) return high;
  return Known<Power>::unknown("input voltage not stated, and the output depends on it");
}

}  // namespace

Ratio ratio_above(std::int64_t part, std::int64_t whole) {
  const Int128 scaled = static_cast<Int128>(part) * Ratio::per_base;
  return Ratio::from_smallest(static_cast<std::int64_t>((scaled + whole - 1) / whole));
}

Known<Power> psu_output_at(const Psu& psu, Known<Voltage> input) {
  if (!input) return output_at_any(psu);
  if ((psu.input_min && *input < *psu.input_min) || (psu.input_max && *input > psu.input_max->scaled(11, 10)))
    return Power{};
  if (!psu.outputs.empty()) return output_from_bands(psu, *input);
  if (!psu.rated_output) return psu.rated_output;
  const bool high_line = *input >= kHighLineFrom && *input <= kHighLineTo;
  if (psu.input_min || high_line) return psu.rated_output;
  return Known<Power>::unknown("input range not recorded");
}

Known<Power> psu_output_high_line(const Psu& psu) {
  for (const std::int64_t volts : {230, 220, 240, 208, 200}) {
    const Known<Power> output = psu_output_at(psu, Voltage::from_base(volts));
    if (output && output->smallest() > 0) return output;
  }
  return psu_output_at(psu, Voltage::from_base(230));
}

Known<Ratio> psu_efficiency(const Psu& psu, Ratio load, Voltage input) {
  const std::optional<Curve> curve = curve_of(psu, input >= kHighLineFrom);
  if (!curve) return Known<Ratio>::unknown("efficiency not recorded");
  constexpr std::int64_t k20 = 200'000;
  constexpr std::int64_t k50 = 500'000;
  constexpr std::int64_t k100 = 1'000'000;
  const std::int64_t x = std::clamp(load.smallest(), k20, k100);
  return Ratio::from_smallest(x <= k50 ? interpolate(x, k20, curve->at20, k50, curve->at50)
                                       : interpolate(x, k50, curve->at50, k100, curve->at100));
}

Known<Power> psu_excursion_capacity(const Psu& psu, const Known<Power>& capacity) {
  if (!capacity) return Known<Power>::unknown("output not known");
  if (!psu.atx_version) return Known<Power>::unknown("ATX version not recorded");
  const std::string& version = *psu.atx_version;
  const std::size_t digit = version.find_first_of("0123456789");
  const bool atx3 = digit != std::string::npos && version[digit] == '3';
  const bool atx12vo = version.find("12VO") != std::string::npos;
  if (!atx3 && !atx12vo) return Known<Power>::unknown("ATX " + version + " promises no excursions");
  if (!psu.hpwr_connectors) return Known<Power>::unknown("12V-2x6 cables not recorded");
  const bool large = psu.rated_output.value_or(*capacity) > Power::from_base(450) && *psu.hpwr_connectors > 0;
  return capacity->scaled(large ? 180 : 145, 100);
}

Known<Power> psu_wall_power(const Psu& psu, Power output, const Known<Power>& capacity, const Known<Voltage>& input) {
  if (output.smallest() <= 0) return Power{};
  if (!capacity) return Known<Power>::unknown(capacity.reason());
  if (capacity->smallest() <= 0) return Known<Power>::unknown("it does not run at this voltage");
  const Ratio load = ratio_above(output.smallest(), capacity->smallest());
  Known<Ratio> efficiency = psu_efficiency(psu, load, input.value_or(Voltage::from_base(115)));
  if (!efficiency) return Known<Power>::unknown(efficiency.reason());
  if (!input) efficiency = std::min(*efficiency, *psu_efficiency(psu, load, Voltage::from_base(230)));
  if (efficiency->smallest() <= 0) return Known<Power>::unknown("efficiency recorded as zero");
  const Int128 scaled = static_cast<Int128>(output.smallest()) * Ratio::per_base + efficiency->smallest() - 1;
  return Power::from_smallest(static_cast<std::int64_t>(scaled / efficiency->smallest()));
}

}  // namespace planner
