// The table of fields: where each stands in -q text, in -q -x and in CSV, by preference.
#include <initializer_list>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/smi_log.h"

namespace planner::machine {
namespace {

using Paths = std::initializer_list<std::string_view>;

struct SmiField {
  Paths paths;
  bool (*set)(Gpu& gpu, std::string_view value);  ///< false: the value says nothing, try the next path
};

template <class T>
bool put(std::optional<T>& to, std::optional<T> value) {
  to = std::move(value);
  return to.has_value();
}

bool put_positive(Number& to, std::string_view value) {
  const Number number = whole_at(value);
  return number && *number > 0 && put(to, number);
}

/// "0x1E8110DE" (device, then vendor) becomes "10de1e81".
Text vendor_first(std::string_view value) {
  std::string digits = lower(trim(value));
  if (starts_with(digits, "0x")) digits = digits.substr(2);
  if (digits.size() != 8 || !hex_of(digits)) return std::nullopt;
  return digits.substr(4) + digits.substr(0, 4);
}

#define PLANNER_TEXT(member) [](Gpu& g, std::string_view v) { return put(g.member, known_text(v)); }
#define PLANNER_REAL(member) [](Gpu& g, std::string_view v) { return put(g.member, number_at(v)); }
#define PLANNER_WHOLE(member) [](Gpu& g, std::string_view v) { return put(g.member, whole_at(v)); }
#define PLANNER_COUNT(member) [](Gpu& g, std::string_view v) { return put_positive(g.member, v); }
#define PLANNER_BYTES(member) [](Gpu& g, std::string_view v) { return put(g.member, bytes_of(v)); }
#define PLANNER_FLAG(member) [](Gpu& g, std::string_view v) { return put(g.member, flag_of(v)); }

const std::initializer_list<SmiField> kIdentity = {
    {{"product_name", "name", "gpu_name"}, PLANNER_TEXT(name)},
    {{"index"}, PLANNER_WHOLE(index)},
    {{"pci/bus_id", "pci/pci_bus_id", "pci_bus_id", "gpu_bus_id"},
     [](Gpu& g, std::string_view v) { return put(g.address, parse_pci_address(trim(v))); }},
    {{"pci/device_id", "pci/pci_device_id", "pci_device_id"},
     [](Gpu& g, std::string_view v) { return put(g.vendor_device_id, vendor_first(v)); }},
    {{"pci/sub_system_id", "pci/pci_sub_system_id", "pci_sub_device_id"},
     [](Gpu& g, std::string_view v) { return put(g.subsystem_id, vendor_first(v)); }},
    {{"product_architecture"}, PLANNER_TEXT(architecture)},
    {{"product_brand"}, PLANNER_TEXT(brand)},
    {{"vbios_version"}, PLANNER_TEXT(vbios)},
    {{"gpu_uuid", "uuid"}, PLANNER_TEXT(uuid)},
    {{"serial_number", "serial"}, PLANNER_TEXT(serial)},
    {{"board_part_number"}, PLANNER_TEXT(board_part_number)},
    {{"minor_number"}, PLANNER_WHOLE(minor)},
    {{"compute_cap"}, PLANNER_TEXT(compute_capability)},
    {{"persistence_mode"}, PLANNER_FLAG(persistence)},
    {{"compute_mode"}, PLANNER_TEXT(compute_mode)},
    {{"driver_model/current", "driver_model/current_dm", "driver_model_current"}, PLANNER_TEXT(driver_model)},
    {{"display_active"}, PLANNER_TEXT(display_active)},
    {{"performance_state", "pstate"}, PLANNER_TEXT(performance_state)},
    {{"gpu_virtualization_mode/virtualization_mode"}, PLANNER_TEXT(virtualization_mode)},
    {{"mig_mode/current", "mig_mode/current_mig", "mig_mode_current"}, PLANNER_FLAG(mig_enabled)},
    {{"mig_mode/pending", "mig_mode/pending_mig", "mig_mode_pending"}, PLANNER_FLAG(mig_pending)},
    {{"fabric/state", "fabric_state"}, PLANNER_TEXT(fabric_state)},
    {{"fabric/status", "fabric_status"}, PLANNER_TEXT(fabric_status)},
    {{"fabric/health/summary", "fabric_health_summary"}, PLANNER_TEXT(fabric_health)},
};

const std::initializer_list<SmiField> kMemoryAndLink = {
    {{"fb_memory_usage/total", "memory_total"}, PLANNER_BYTES(memory_total_bytes)},
    {{"fb_memory_usage/used", "memory_used"}, PLANNER_BYTES(memory_used_bytes)},
    {{"fb_memory_usage/reserved", "memory_reserved"}, PLANNER_BYTES(memory_reserved_bytes)},
    {{"bar1_memory_usage/total", "bar1_memory_total"}, PLANNER_BYTES(bar1_total_bytes)},
    {{"bar1_memory_usage/used", "bar1_memory_used"}, PLANNER_BYTES(bar1_used_bytes)},
    {{"pcie_generation/current", "pcie_gen/current_link_gen", "pcie_link_gen_current"}, PLANNER_COUNT(pcie.gen)},
    {{"pcie_generation/max", "pcie_gen/max_link_gen", "pcie_link_gen_max"}, PLANNER_COUNT(pcie.max_gen)},
    {{"pcie_generation/device_max", "pcie_gen/max_device_link_gen", "pcie_link_gen_gpumax"},
     PLANNER_COUNT(pcie.device_gen)},
    {{"pcie_generation/host_max", "pcie_gen/max_host_link_gen", "pcie_link_gen_hostmax"}, PLANNER_COUNT(pcie.host_gen)},
    {{"link_width/current", "link_widths/current_link_width", "pcie_link_width_current"}, PLANNER_COUNT(pcie.width)},
    {{"link_width/max", "link_widths/max_link_width", "pcie_link_width_max"}, PLANNER_COUNT(pcie.max_width)},
    {{"pci/replays_since_reset", "pci/replay_counter"}, PLANNER_WHOLE(pcie.replays)},
    {{"pci/replay_number_rollovers", "pci/replay_rollover_counter"}, PLANNER_WHOLE(pcie.replay_rollovers)},
    {{"utilization/gpu", "utilization/gpu_util", "utilization_gpu"}, PLANNER_REAL(utilization_percent)},
    {{"utilization/memory", "utilization/memory_util", "utilization_memory"}, PLANNER_REAL(memory_utilization_percent)},
};

const std::initializer_list<SmiField> kPowerAndHeat = {
    {{"gpu_power_readings/instantaneous_power_draw", "gpu_power_readings/instant_power_draw",
      "gpu_power_readings/power_draw", "gpu_power_readings/average_power_draw", "power_readings/power_draw",
      "power_draw_instant", "power_draw", "power_draw_average"},
     PLANNER_REAL(power.draw_w)},
    {{"gpu_power_readings/**/current_power_limit", "power_readings/power_limit", "power_readings/enforced_power_limit",
      "power_limit", "enforced_power_limit"},
     PLANNER_REAL(power.limit_w)},
    {{"gpu_power_readings/**/default_power_limit", "power_readings/default_power_limit", "power_default_limit"},
     PLANNER_REAL(power.default_limit_w)},
    {{"gpu_power_readings/**/min_power_limit", "power_readings/min_power_limit", "power_min_limit"},
     PLANNER_REAL(power.min_limit_w)},
    {{"gpu_power_readings/**/max_power_limit", "power_readings/max_power_limit", "power_max_limit"},
     PLANNER_REAL(power.max_limit_w)},
    {{"module_power_readings/**/current_power_limit", "module_power_limit"}, PLANNER_REAL(power.module_limit_w)},
    {{"clocks/sm", "clocks/sm_clock", "clocks_current_sm", "clocks_sm"}, PLANNER_REAL(clocks.sm_mhz)},
    {{"clocks/memory", "clocks/mem_clock", "clocks_current_memory", "clocks_mem"}, PLANNER_REAL(clocks.memory_mhz)},
    {{"clocks/graphics", "clocks/graphics_clock", "clocks_current_graphics", "clocks_gr"},
     PLANNER_REAL(clocks.graphics_mhz)},
    {{"max_clocks/sm", "max_clocks/sm_clock", "clocks_max_sm"}, PLANNER_REAL(clocks.max_sm_mhz)},
    {{"max_clocks/memory", "max_clocks/mem_clock", "clocks_max_memory", "clocks_max_mem"},
     PLANNER_REAL(clocks.max_memory_mhz)},
    {{"max_clocks/graphics", "max_clocks/graphics_clock", "clocks_max_graphics", "clocks_max_gr"},
     PLANNER_REAL(clocks.max_graphics_mhz)},
    {{"temperature/gpu_current_temp", "temperature/gpu_temp", "temperature_gpu"}, PLANNER_REAL(thermal.temperature_c)},
    {{"temperature/memory_current_temp", "temperature/memory_temp", "temperature_memory"},
     PLANNER_REAL(thermal.memory_temperature_c)},
    {{"temperature/gpu_slowdown_temp", "temperature/gpu_temp_slow_threshold"}, PLANNER_REAL(thermal.slowdown_c)},
    {{"temperature/gpu_shutdown_temp", "temperature/gpu_temp_max_threshold"}, PLANNER_REAL(thermal.shutdown_c)},
    {{"temperature/gpu_max_operating_temp", "temperature/gpu_temp_max_gpu_threshold"},
     PLANNER_REAL(thermal.max_operating_c)},
    {{"temperature/gpu_current_t_limit_temp", "temperature/gpu_t_limit_temp", "temperature/gpu_temp_tlimit",
      "temperature_gpu_tlimit"},
     PLANNER_REAL(thermal.margin_c)},
    {{"fan_speed"}, PLANNER_REAL(thermal.fan_percent)},
};

const std::initializer_list<SmiField> kErrors = {
    {{"ecc_mode/current", "ecc_mode/current_ecc", "ecc_mode_current"}, PLANNER_FLAG(ecc.enabled)},
    {{"ecc_mode/pending", "ecc_mode/pending_ecc", "ecc_mode_pending"}, PLANNER_FLAG(ecc.pending_enabled)},
    {{"retired_pages/single_bit_ecc", "multiple_single_bit_retirement/retired_count",
      "retired_pages_single_bit_ecc_count", "retired_pages_sbe"},
     PLANNER_WHOLE(ecc.retired_single_bit)},
    {{"retired_pages/double_bit_ecc", "double_bit_retirement/retired_count", "retired_pages_double_bit_count",
      "retired_pages_dbe"},
     PLANNER_WHOLE(ecc.retired_double_bit)},
    {{"retired_pages/pending_page_blacklist", "retired_pages/pending_page_retirement",
      "retired_pages/pending_retirement", "retired_pages/pending_blacklist", "retired_pages/pending",
      "retired_pages_pending"},
     PLANNER_FLAG(ecc.retirement_pending)},
    {{"remapped_rows/correctable_error", "remapped_rows/remapped_row_corr", "remapped_rows_correctable"},
     PLANNER_WHOLE(ecc.remapped_correctable)},
    {{"remapped_rows/uncorrectable_error", "remapped_rows/remapped_row_unc", "remapped_rows_uncorrectable"},
     PLANNER_WHOLE(ecc.remapped_uncorrectable)},
    {{"remapped_rows/pending", "remapped_rows/remapped_row_pending", "remapped_rows_pending"},
     PLANNER_FLAG(ecc.remap_pending)},
    {{"remapped_rows/remapping_failure_occurred", "remapped_rows/remapped_row_failure", "remapped_rows_failure"},
     PLANNER_FLAG(ecc.remap_failed)},
    {{"bank_remap_availability_histogram/max", "row_remapper_histogram/row_remapper_histogram_max",
      "remapped_rows_histogram_max"},
     PLANNER_WHOLE(ecc.remap_banks_max)},
    {{"bank_remap_availability_histogram/high", "row_remapper_histogram/row_remapper_histogram_high",
      "remapped_rows_histogram_high"},
     PLANNER_WHOLE(ecc.remap_banks_high)},
    {{"bank_remap_availability_histogram/partial", "row_remapper_histogram/row_remapper_histogram_partial",
      "remapped_rows_histogram_partial"},
     PLANNER_WHOLE(ecc.remap_banks_partial)},
    {{"bank_remap_availability_histogram/low", "row_remapper_histogram/row_remapper_histogram_low",
      "remapped_rows_histogram_low"},
     PLANNER_WHOLE(ecc.remap_banks_low)},
    {{"bank_remap_availability_histogram/none", "row_remapper_histogram/row_remapper_histogram_none",
      "remapped_rows_histogram_none"},
     PLANNER_WHOLE(ecc.remap_banks_none)},
    {{"gpu_recovery_action"}, PLANNER_TEXT(ecc.recovery_action)},
};

#undef PLANNER_TEXT
#undef PLANNER_REAL
#undef PLANNER_WHOLE
#undef PLANNER_COUNT
#undef PLANNER_BYTES
#undef PLANNER_FLAG

void fill_from(const std::initializer_list<SmiField>& table, const SmiValues& values, Gpu& gpu) {
  for (const SmiField& field : table) {
    for (const std::string_view path : field.paths) {
      const std::string* value = find_value(values, path);
      if (value && !is_unset(*value) && !is_fault(*value) && field.set(gpu, *value)) break;
    }
  }
}

}  // namespace

bool is_known_path(const std::string& path) {
  const SmiValues one{{path, ""}};
  for (const auto* table : {&kIdentity, &kMemoryAndLink, &kPowerAndHeat, &kErrors}) {
    for (const SmiField& field : *table) {
      for (const std::string_view known : field.paths) {
        if (find_value(one, known)) return true;
      }
    }
  }
  return false;
}

void fill_from_table(const SmiValues& values, Gpu& gpu) {
  for (const auto* table : {&kIdentity, &kMemoryAndLink, &kPowerAndHeat, &kErrors}) fill_from(*table, values, gpu);
}

}  // namespace planner::machine
