// Bounds within which a figure of a part can lie: what was ever sold, with room for what comes next.
#include <algorithm>
#include <array>
#include <variant>

#include "model/field.h"
#include "model/lint_checks.h"
#include "units/dimension.h"

namespace planner {
namespace {

/// Inclusive bounds in base units (W, mm, GB, GB/s, TFLOPS, ...).
struct Range {
  PartKind kind;
  std::string_view field;
  std::int64_t least;
  std::int64_t most;
};

using K = PartKind;
constexpr std::array kRanges{
    Range{K::gpu, "vram", 1, 1024},
    Range{K::gpu, "vram_bus_width", 32, 16384},
    Range{K::gpu, "memory_bandwidth", 20, 30000},
    Range{K::gpu, "board_power", 10, 2500},
    Range{K::gpu, "power_limit_min", 5, 2500},
    Range{K::gpu, "power_limit_max", 10, 2500},
    Range{K::gpu, "excursion", 1, 4},
    Range{K::gpu, "length", 100, 450},
    Range{K::gpu, "height", 56, 200},
    Range{K::gpu, "slot_width", 1, 5},
    Range{K::gpu, "fp64", 0, 1000},
    Range{K::gpu, "fp32", 0, 1000},
    Range{K::gpu, "fp16", 0, 10000},
    Range{K::gpu, "bf16", 0, 10000},
    Range{K::gpu, "fp8", 0, 20000},
    Range{K::gpu, "fp4", 0, 60000},
    Range{K::gpu, "int8", 0, 20000},
    Range{K::gpu, "nvlink_links", 0, 72},
    Range{K::gpu, "nvlink_bandwidth", 10, 3600},
    Range{K::gpu, "sm_count", 4, 400},
    Range{K::gpu, "boost_clock", 500'000'000, 4'000'000'000},
    Range{K::gpu, "release_year", 2006, 2030},
    Range{K::board, "sockets", 1, 8},
    Range{K::board, "length", 150, 600},
    Range{K::board, "width", 150, 600},
    Range{K::board, "memory_slots", 1, 128},
    Range{K::board, "memory_channels", 1, 96},
    Range{K::board, "memory_capacity", 16, 64000},
    Range{K::board, "socket_link", 5, 1000},
    Range{K::board, "eps_connectors", 0, 12},
    Range{K::board, "pcie_aux_connectors", 0, 12},
    Range{K::board, "board_power", 5, 600},
    Range{K::cpu, "cores", 1, 512},
    Range{K::cpu, "threads", 1, 1024},
    Range{K::cpu, "tdp", 10, 800},
    Range{K::cpu, "max_power", 10, 1200},
    Range{K::cpu, "pcie_lanes", 4, 192},
    Range{K::cpu, "max_sockets", 1, 8},
    Range{K::cpu, "memory_channels", 1, 16},
    Range{K::cpu, "memory_speed", 1'000'000'000, 13'000'000'000},
    Range{K::memory, "module_capacity", 2, 1024},
    Range{K::memory, "modules", 1, 32},
    Range{K::memory, "speed", 1'000'000'000, 13'000'000'000},
    Range{K::memory, "ranks", 1, 16},
    Range{K::memory, "module_power", 1, 40},
    Range{K::psu, "rated_output", 100, 12000},
    Range{K::psu, "input_min", 90, 380},
    Range{K::psu, "input_max", 110, 480},
    Range{K::psu, "input_current", 1, 60},
    Range{K::psu, "length", 80, 500},
    Range{K::psu, "atx24_connectors", 0, 3},
    Range{K::psu, "eps_connectors", 0, 12},
    Range{K::psu, "pcie_8pin_connectors", 0, 24},
    Range{K::psu, "hpwr_connectors", 0, 12},
    Range{K::psu, "hpwr_sense", 150, 600},
    Range{K::psu, "rail_12v", 5, 1000},
    Range{K::chassis, "rack_units", 1, 48},
    Range{K::chassis, "height", 40, 2200},
    Range{K::chassis, "width", 100, 1200},
    Range{K::chassis, "depth", 150, 1400},
    Range{K::chassis, "expansion_slots", 0, 32},
    Range{K::chassis, "gpu_clearance", 100, 1000},
    Range{K::chassis, "gpu_clearance_front_fans", 100, 1000},
    Range{K::chassis, "gpu_height_clearance", 56, 500},
    Range{K::chassis, "gpu_double_wide_capacity", 0, 32},
    Range{K::chassis, "gpu_single_wide_capacity", 0, 64},
    Range{K::chassis, "gpu_power_rating", 50, 2000},
    Range{K::chassis, "psu_capacity", 0, 16},
    Range{K::chassis, "psu_clearance", 100, 600},
    Range{K::chassis, "cooler_clearance", 20, 400},
    Range{K::chassis, "airflow", 10, 10000},
    Range{K::chassis, "inlet_limit", 20, 60},
    Range{K::cooler, "height", 15, 200},
    Range{K::cooler, "radiator", 80, 600},
    Range{K::cooler, "rated_power", 30, 1500},
    Range{K::cooler, "rack_units", 1, 8},
    Range{K::riser, "length", 10, 3000},
    Range{K::riser, "outputs", 1, 32},
    Range{K::riser, "bridge_span", 2, 6},
    Range{K::riser, "nvlink_bandwidth", 20, 1000},
    Range{K::storage, "capacity", 16, 300000},
    Range{K::storage, "power", 1, 40},
    Range{K::nic, "ports", 1, 8},
    Range{K::nic, "power", 1, 150},
    Range{K::circuit, "voltage", 100, 480},
    Range{K::circuit, "breaker", 5, 400},
    // A platform's figure holds its fans, switches and network cards, too.
    Range{K::platform, "board.board_power", 5, 10000},
    Range{K::platform, "psu_count", 1, 16},
    Range{K::platform, "psu_redundant", 0, 8},
    Range{K::platform, "gpu_capacity", 0, 32},
};

/// Shares are given between these, in thousandths.
struct Share {
  PartKind kind;
  std::string_view field;
  std::int64_t least;
  std::int64_t most;
};
constexpr std::array kShares{
    Share{K::psu, "efficiency_half", 700, 990},
    Share{K::psu, "efficiency_full", 700, 990},
    Share{K::circuit, "continuous", 500, 1000},
};

constexpr std::array<std::int64_t, 7> kWidths{0, 1, 2, 4, 8, 16, 32};

bool is_card_width(PartKind kind, std::string_view field) {
  if (field == "pcie_lanes") return kind == K::gpu;
  return field == "lanes" && (kind == K::riser || kind == K::storage || kind == K::nic);
}

bool is_generation(std::string_view field) {
  return field == "pcie_gen" || field == "gen" || field == "chipset_uplink_gen";
}

class RangeLint {
 public:
  RangeLint(const PartInfo& info, LintReport& report) : info_(info), report_(report) {}

  void check(const PartSection& section, const Field& field) {
    const Known<Scalar> scalar = field.get(section.part);
    const auto* value = scalar ? std::get_if<Rational>(&*scalar) : nullptr;
    if (value == nullptr) return;
    const std::string name = std::string(section.prefix) + std::string(field.name);
    const auto is_this = [&](const auto& row) { return row.kind == section.kind && row.field == field.name; };
    const auto is_section = [&](const auto& row) { return row.kind == K::platform && row.field == name; };
    auto range = std::find_if(kRanges.begin(), kRanges.end(), is_section);
    if (range == kRanges.end()) range = std::find_if(kRanges.begin(), kRanges.end(), is_this);
    if (range != kRanges.end())
      check_bounds(name, field, *value, Rational(range->least), Rational(range->most));
    else if (const auto share = std::find_if(kShares.begin(), kShares.end(), is_this); share != kShares.end())
      check_bounds(name, field, *value, *Rational::make(share->least, 1000), *Rational::make(share->most, 1000));
    else if (is_generation(field.name))
      check_bounds(name, field, *value, Rational(1), Rational(7));
    else if (is_card_width(section.kind, field.name) && !is_width(*value))
      report_.error(info_, name, format_amount({*value, field.type.dimension}) + " is no PCIe link width");
    else if (*value < Rational(0))
      report_.error(info_, name, "negative");
  }

 private:
  static bool is_width(Rational value) {
    return std::any_of(kWidths.begin(), kWidths.end(), [&](std::int64_t width) { return value == Rational(width); });
  }

  void check_bounds(const std::string& name, const Field& field, Rational value, Rational least, Rational most) {
    if (value >= least && value <= most) return;
    const auto text = [&](Rational v) { return format_amount({v, field.type.dimension}); };
    report_.error(info_, name, text(value) + " is outside " + text(least) + " to " + text(most));
  }

  const PartInfo& info_;
  LintReport& report_;
};

template <class T>
void in_order(const PartInfo& info, const Known<T>& low, const Known<T>& high, std::string_view field,
              std::string_view message, LintReport& report) {
  if (low && high && *low > *high) report.error(info, field, std::string(message));
}

void lint_orders(const Part& part, LintReport& report) {
  const PartInfo& info = info_of(part);
  if (const auto* cpu = std::get_if<Cpu>(&part)) {
    in_order(info, cpu->cores, cpu->threads, "threads", "fewer threads than cores", report);
    in_order(info, cpu->tdp, cpu->max_power, "max_power", "maximum power below TDP", report);
  }
  if (const auto* board = std::get_if<Board>(&part))
    in_order(info, board->memory_channels, board->memory_slots, "memory_slots", "fewer memory slots than channels",
             report);
  if (const auto* chassis = std::get_if<Chassis>(&part))
    in_order(info, chassis->gpu_clearance_front_fans, chassis->gpu_clearance, "gpu_clearance_front_fans",
             "front fans make the room for cards larger", report);
  if (const auto* platform = std::get_if<Platform>(&part))
    in_order(info, platform->psu_redundant, platform->psu_count, "psu_redundant",
             "more redundant supplies than supplies", report);
}

}  // namespace

void lint_ranges(const Part& part, LintReport& report) {
  RangeLint check(info_of(part), report);
  for (const PartSection& section : sections_of(part))
    for (const Field& field : fields_of(section.kind)) check.check(section, field);
  lint_orders(part, report);
}

}  // namespace planner
