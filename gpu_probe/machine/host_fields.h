// Fields of the host and of PCI devices.
#pragma once

#include "gpu_probe/machine/field.h"
#include "gpu_probe/machine/host.h"
#include "gpu_probe/machine/pci.h"

namespace planner::machine {

constexpr auto fields(Of<Host>) {
  return std::tuple{Field{"system_vendor", &Host::system_vendor},
                    Field{"product", &Host::product},
                    Field{"board_vendor", &Host::board_vendor},
                    Field{"board", &Host::board},
                    Field{"bios_vendor", &Host::bios_vendor},
                    Field{"bios_version", &Host::bios_version},
                    Field{"bios_date", &Host::bios_date},
                    Field{"kernel", &Host::kernel},
                    Field{"operating_system", &Host::operating_system},
                    Field{"architecture", &Host::architecture},
                    Field{"virtual_machine", &Host::virtual_machine},
                    Field{"name", &Host::name},
                    Field{"memory_total_bytes", &Host::memory_total_bytes},
                    Field{"sockets", &Host::sockets},
                    Field{"cores", &Host::cores},
                    Field{"threads", &Host::threads},
                    Field{"memory_channels", &Host::memory_channels},
                    Field{"memory_channels_filled", &Host::memory_channels_filled},
                    Field{"memory_ecc", &Host::memory_ecc},
                    Field{"memory_max_bytes", &Host::memory_max_bytes}};
}

constexpr auto fields(Of<Cpu>) {
  return std::tuple{Field{"socket", &Cpu::socket},   Field{"designation", &Cpu::designation},
                    Field{"vendor", &Cpu::vendor},   Field{"model", &Cpu::model},
                    Field{"cores", &Cpu::cores},     Field{"threads", &Cpu::threads},
                    Field{"max_mhz", &Cpu::max_mhz}, Field{"current_mhz", &Cpu::current_mhz},
                    Field{"status", &Cpu::status}};
}

constexpr auto fields(Of<NumaNode>) {
  return std::tuple{Field{"id", &NumaNode::id},
                    Field{"cpus", &NumaNode::cpus},
                    Field{"memory_bytes", &NumaNode::memory_bytes},
                    Field{"free_bytes", &NumaNode::free_bytes},
                    Field{"distances", &NumaNode::distances},
                    Field{"gpu_memory", &NumaNode::gpu_memory}};
}

constexpr auto fields(Of<Dimm>) {
  return std::tuple{Field{"locator", &Dimm::locator},
                    Field{"bank", &Dimm::bank},
                    Field{"populated", &Dimm::populated},
                    Field{"size_bytes", &Dimm::size_bytes},
                    Field{"type", &Dimm::type},
                    Field{"type_detail", &Dimm::type_detail},
                    Field{"form_factor", &Dimm::form_factor},
                    Field{"speed_mts", &Dimm::speed_mts},
                    Field{"configured_mts", &Dimm::configured_mts},
                    Field{"manufacturer", &Dimm::manufacturer},
                    Field{"part_number", &Dimm::part_number},
                    Field{"serial", &Dimm::serial},
                    Field{"rank", &Dimm::rank},
                    Field{"total_width_bits", &Dimm::total_width_bits},
                    Field{"data_width_bits", &Dimm::data_width_bits}};
}

constexpr auto fields(Of<Slot>) {
  return std::tuple{Field{"designation", &Slot::designation}, Field{"type", &Slot::type}, Field{"usage", &Slot::usage},
                    Field{"length", &Slot::length}, Field{"address", &Slot::address}};
}

constexpr auto fields(Of<Nic>) {
  return std::tuple{
      Field{"name", &Nic::name},     Field{"rdma", &Nic::rdma},       Field{"model", &Nic::model},
      Field{"driver", &Nic::driver}, Field{"address", &Nic::address}, Field{"speed_mbps", &Nic::speed_mbps},
      Field{"up", &Nic::up},         Field{"mac", &Nic::mac},         Field{"numa_node", &Nic::numa_node}};
}

constexpr auto fields(Of<Drive>) {
  return std::tuple{Field{"name", &Drive::name},          Field{"model", &Drive::model},
                    Field{"firmware", &Drive::firmware},  Field{"serial", &Drive::serial},
                    Field{"address", &Drive::address},    Field{"size_bytes", &Drive::size_bytes},
                    Field{"numa_node", &Drive::numa_node}};
}

constexpr auto fields(Of<NvSwitch>) {
  return std::tuple{Field{"address", &NvSwitch::address}, Field{"name", &NvSwitch::name}};
}

constexpr auto fields(Of<NamedVersion>) {
  return std::tuple{Field{"name", &NamedVersion::name}, Field{"version", &NamedVersion::version}};
}

constexpr auto fields(Of<Software>) {
  return std::tuple{Field{"driver_version", &Software::driver_version},
                    Field{"driver_library_version", &Software::driver_library_version},
                    Field{"driver_cuda_version", &Software::driver_cuda_version},
                    Field{"nvidia_smi_version", &Software::nvidia_smi_version},
                    Field{"toolkits", &Software::toolkits},
                    Field{"kernel_module", &Software::kernel_module},
                    Field{"nouveau_loaded", &Software::nouveau_loaded},
                    Field{"nvidia_loaded", &Software::nvidia_loaded},
                    Field{"peermem_loaded", &Software::peermem_loaded},
                    Field{"fabric_manager", &Software::fabric_manager},
                    Field{"fabric_manager_version", &Software::fabric_manager_version},
                    Field{"containers", &Software::containers},
                    Field{"nccl_version", &Software::nccl_version},
                    Field{"kernel_command_line", &Software::kernel_command_line},
                    Field{"iommu_setting", &Software::iommu_setting},
                    Field{"iommu_active", &Software::iommu_active},
                    Field{"cpu_governor", &Software::cpu_governor},
                    Field{"problem", &Software::problem}};
}

constexpr auto fields(Of<Sensor>) {
  return std::tuple{Field{"chip", &Sensor::chip},
                    Field{"label", &Sensor::label},
                    Field{"kind", &Sensor::kind},
                    Field{"value", &Sensor::value},
                    Field{"unit", &Sensor::unit},
                    Field{"state", &Sensor::state},
                    Field{"detail", &Sensor::detail},
                    Field{"lower_critical", &Sensor::lower_critical},
                    Field{"upper_warning", &Sensor::upper_warning},
                    Field{"upper_critical", &Sensor::upper_critical}};
}

constexpr auto fields(Of<BmcEvent>) {
  return std::tuple{Field{"time", &BmcEvent::time}, Field{"sensor", &BmcEvent::sensor},
                    Field{"event", &BmcEvent::event}, Field{"asserted", &BmcEvent::asserted},
                    Field{"repeats", &BmcEvent::repeats}};
}

constexpr auto fields(Of<PcieLink>) {
  return std::tuple{Field{"speed_gts", &PcieLink::speed_gts},
                    Field{"max_speed_gts", &PcieLink::max_speed_gts},
                    Field{"width", &PcieLink::width},
                    Field{"max_width", &PcieLink::max_width},
                    Field{"bandwidth_gbs", &PcieLink::bandwidth_gbs},
                    Field{"speed_downgraded", &PcieLink::speed_downgraded},
                    Field{"width_downgraded", &PcieLink::width_downgraded}};
}

constexpr auto fields(Of<PciBar>) {
  return std::tuple{Field{"index", &PciBar::index}, Field{"size_bytes", &PciBar::size_bytes},
                    Field{"prefetchable", &PciBar::prefetchable}, Field{"assigned", &PciBar::assigned}};
}

constexpr auto fields(Of<PciDevice>) {
  return std::tuple{Field{"address", &PciDevice::address},
                    Field{"parent", &PciDevice::parent},
                    Field{"vendor_id", &PciDevice::vendor_id},
                    Field{"device_id", &PciDevice::device_id},
                    Field{"subsystem_vendor_id", &PciDevice::subsystem_vendor_id},
                    Field{"subsystem_device_id", &PciDevice::subsystem_device_id},
                    Field{"class_id", &PciDevice::class_id},
                    Field{"class_name", &PciDevice::class_name},
                    Field{"name", &PciDevice::name},
                    Field{"revision", &PciDevice::revision},
                    Field{"unreachable", &PciDevice::unreachable},
                    Field{"link", &PciDevice::link},
                    Field{"port_type", &PciDevice::port_type},
                    Field{"max_payload_bytes", &PciDevice::max_payload_bytes},
                    Field{"max_read_request_bytes", &PciDevice::max_read_request_bytes},
                    Field{"acs_capable", &PciDevice::acs_capable},
                    Field{"acs_redirect", &PciDevice::acs_redirect},
                    Field{"resizable_bar", &PciDevice::resizable_bar},
                    Field{"slot", &PciDevice::slot},
                    Field{"numa_node", &PciDevice::numa_node},
                    Field{"iommu_group", &PciDevice::iommu_group},
                    Field{"bars", &PciDevice::bars},
                    Field{"aer_correctable", &PciDevice::aer_correctable},
                    Field{"aer_nonfatal", &PciDevice::aer_nonfatal},
                    Field{"aer_fatal", &PciDevice::aer_fatal},
                    Field{"aer_status", &PciDevice::aer_status},
                    Field{"secondary_bus", &PciDevice::secondary_bus},
                    Field{"subordinate_bus", &PciDevice::subordinate_bus},
                    Field{"driver", &PciDevice::driver},
                    Field{"kernel_modules", &PciDevice::kernel_modules}};
}

}  // namespace planner::machine
