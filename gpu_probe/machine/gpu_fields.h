// Fields of GPUs and of the topology.
#pragma once

#include "gpu_probe/machine/field.h"
#include "gpu_probe/machine/gpu.h"

namespace planner::machine {

constexpr auto fields(Of<NvLink>) {
  return std::tuple{Field{"index", &NvLink::index},
                    Field{"up", &NvLink::up},
                    Field{"state", &NvLink::state},
                    Field{"speed_gbs", &NvLink::speed_gbs},
                    Field{"peer", &NvLink::peer},
                    Field{"peer_kind", &NvLink::peer_kind},
                    Field{"replay_errors", &NvLink::replay_errors},
                    Field{"recovery_errors", &NvLink::recovery_errors},
                    Field{"crc_errors", &NvLink::crc_errors}};
}

constexpr auto fields(Of<GpuProcess>) {
  return std::tuple{Field{"name", &GpuProcess::name}, Field{"type", &GpuProcess::type},
                    Field{"memory_bytes", &GpuProcess::memory_bytes}};
}

constexpr auto fields(Of<MigDevice>) {
  return std::tuple{Field{"gpu_instance", &MigDevice::gpu_instance},
                    Field{"compute_instance", &MigDevice::compute_instance}, Field{"profile", &MigDevice::profile},
                    Field{"memory_total_bytes", &MigDevice::memory_total_bytes},
                    Field{"memory_used_bytes", &MigDevice::memory_used_bytes}};
}

constexpr auto fields(Of<ThrottleReason>) {
  return std::tuple{Field{"name", &ThrottleReason::name}, Field{"active", &ThrottleReason::active}};
}

constexpr auto fields(Of<EccCount>) {
  return std::tuple{Field{"name", &EccCount::name}, Field{"count", &EccCount::count}};
}

constexpr auto fields(Of<GpuEcc>) {
  return std::tuple{Field{"enabled", &GpuEcc::enabled},
                    Field{"pending_enabled", &GpuEcc::pending_enabled},
                    Field{"volatile_corrected", &GpuEcc::volatile_corrected},
                    Field{"volatile_uncorrected", &GpuEcc::volatile_uncorrected},
                    Field{"aggregate_corrected", &GpuEcc::aggregate_corrected},
                    Field{"aggregate_uncorrected", &GpuEcc::aggregate_uncorrected},
                    Field{"counts", &GpuEcc::counts},
                    Field{"retired_single_bit", &GpuEcc::retired_single_bit},
                    Field{"retired_double_bit", &GpuEcc::retired_double_bit},
                    Field{"retirement_pending", &GpuEcc::retirement_pending},
                    Field{"remapped_correctable", &GpuEcc::remapped_correctable},
                    Field{"remapped_uncorrectable", &GpuEcc::remapped_uncorrectable},
                    Field{"remap_pending", &GpuEcc::remap_pending},
                    Field{"remap_failed", &GpuEcc::remap_failed},
                    Field{"remap_banks_max", &GpuEcc::remap_banks_max},
                    Field{"remap_banks_high", &GpuEcc::remap_banks_high},
                    Field{"remap_banks_partial", &GpuEcc::remap_banks_partial},
                    Field{"remap_banks_low", &GpuEcc::remap_banks_low},
                    Field{"remap_banks_none", &GpuEcc::remap_banks_none},
                    Field{"recovery_action", &GpuEcc::recovery_action}};
}

constexpr auto fields(Of<GpuPower>) {
  return std::tuple{Field{"draw_w", &GpuPower::draw_w},
                    Field{"limit_w", &GpuPower::limit_w},
                    Field{"default_limit_w", &GpuPower::default_limit_w},
                    Field{"min_limit_w", &GpuPower::min_limit_w},
                    Field{"max_limit_w", &GpuPower::max_limit_w},
                    Field{"module_limit_w", &GpuPower::module_limit_w}};
}

constexpr auto fields(Of<GpuClocks>) {
  return std::tuple{Field{"sm_mhz", &GpuClocks::sm_mhz},
                    Field{"memory_mhz", &GpuClocks::memory_mhz},
                    Field{"graphics_mhz", &GpuClocks::graphics_mhz},
                    Field{"max_sm_mhz", &GpuClocks::max_sm_mhz},
                    Field{"max_memory_mhz", &GpuClocks::max_memory_mhz},
                    Field{"max_graphics_mhz", &GpuClocks::max_graphics_mhz},
                    Field{"reasons", &GpuClocks::reasons}};
}

constexpr auto fields(Of<GpuThermal>) {
  return std::tuple{Field{"temperature_c", &GpuThermal::temperature_c},
                    Field{"memory_temperature_c", &GpuThermal::memory_temperature_c},
                    Field{"slowdown_c", &GpuThermal::slowdown_c},
                    Field{"shutdown_c", &GpuThermal::shutdown_c},
                    Field{"max_operating_c", &GpuThermal::max_operating_c},
                    Field{"margin_c", &GpuThermal::margin_c},
                    Field{"fan_percent", &GpuThermal::fan_percent}};
}

constexpr auto fields(Of<GpuPcie>) {
  return std::tuple{Field{"gen", &GpuPcie::gen},
                    Field{"max_gen", &GpuPcie::max_gen},
                    Field{"device_gen", &GpuPcie::device_gen},
                    Field{"host_gen", &GpuPcie::host_gen},
                    Field{"width", &GpuPcie::width},
                    Field{"max_width", &GpuPcie::max_width},
                    Field{"replays", &GpuPcie::replays},
                    Field{"replay_rollovers", &GpuPcie::replay_rollovers}};
}

constexpr auto fields(Of<Gpu>) {
  return std::tuple{Field{"index", &Gpu::index},
                    Field{"address", &Gpu::address},
                    Field{"name", &Gpu::name},
                    Field{"vendor_device_id", &Gpu::vendor_device_id},
                    Field{"subsystem_id", &Gpu::subsystem_id},
                    Field{"architecture", &Gpu::architecture},
                    Field{"brand", &Gpu::brand},
                    Field{"vbios", &Gpu::vbios},
                    Field{"uuid", &Gpu::uuid},
                    Field{"serial", &Gpu::serial},
                    Field{"board_part_number", &Gpu::board_part_number},
                    Field{"minor", &Gpu::minor},
                    Field{"compute_capability", &Gpu::compute_capability},
                    Field{"memory_total_bytes", &Gpu::memory_total_bytes},
                    Field{"memory_used_bytes", &Gpu::memory_used_bytes},
                    Field{"memory_reserved_bytes", &Gpu::memory_reserved_bytes},
                    Field{"bar1_total_bytes", &Gpu::bar1_total_bytes},
                    Field{"bar1_used_bytes", &Gpu::bar1_used_bytes},
                    Field{"memory_bus_bits", &Gpu::memory_bus_bits},
                    Field{"power", &Gpu::power},
                    Field{"clocks", &Gpu::clocks},
                    Field{"thermal", &Gpu::thermal},
                    Field{"ecc", &Gpu::ecc},
                    Field{"pcie", &Gpu::pcie},
                    Field{"mig_enabled", &Gpu::mig_enabled},
                    Field{"mig_pending", &Gpu::mig_pending},
                    Field{"mig_devices", &Gpu::mig_devices},
                    Field{"persistence", &Gpu::persistence},
                    Field{"compute_mode", &Gpu::compute_mode},
                    Field{"driver_model", &Gpu::driver_model},
                    Field{"display_active", &Gpu::display_active},
                    Field{"performance_state", &Gpu::performance_state},
                    Field{"virtualization_mode", &Gpu::virtualization_mode},
                    Field{"utilization_percent", &Gpu::utilization_percent},
                    Field{"memory_utilization_percent", &Gpu::memory_utilization_percent},
                    Field{"nvlinks", &Gpu::nvlinks},
                    Field{"nvlink_note", &Gpu::nvlink_note},
                    Field{"fabric_state", &Gpu::fabric_state},
                    Field{"fabric_status", &Gpu::fabric_status},
                    Field{"fabric_health", &Gpu::fabric_health},
                    Field{"numa_node", &Gpu::numa_node},
                    Field{"cpu_affinity", &Gpu::cpu_affinity},
                    Field{"processes", &Gpu::processes},
                    Field{"fault", &Gpu::fault}};
}

constexpr auto fields(Of<WordMatrix>) {
  return std::tuple{Field{"rows", &WordMatrix::rows}, Field{"columns", &WordMatrix::columns},
                    Field{"cells", &WordMatrix::cells}};
}

constexpr auto fields(Of<PeerCapability>) {
  return std::tuple{Field{"capability", &PeerCapability::capability}, Field{"matrix", &PeerCapability::matrix}};
}

constexpr auto fields(Of<TopologyEndpoint>) {
  return std::tuple{Field{"name", &TopologyEndpoint::name}, Field{"alias", &TopologyEndpoint::alias},
                    Field{"cpu_affinity", &TopologyEndpoint::cpu_affinity},
                    Field{"numa_affinity", &TopologyEndpoint::numa_affinity},
                    Field{"gpu_numa_id", &TopologyEndpoint::gpu_numa_id}};
}

constexpr auto fields(Of<Topology>) {
  return std::tuple{Field{"endpoints", &Topology::endpoints}, Field{"levels", &Topology::levels},
                    Field{"hides_nvlink", &Topology::hides_nvlink}, Field{"peer", &Topology::peer}};
}

}  // namespace planner::machine
