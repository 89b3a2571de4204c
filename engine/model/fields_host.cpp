// The field tables of boards, CPUs, memory and platforms.
#include "model/field_access.h"

namespace planner::field_access {

// clang-format off
std::span<const Field> board_fields() {
  static const std::array kFields = {
      field<&Board::socket>("socket", "CPU socket, e.g. SP5 or LGA4677."),
      field<&Board::sockets>("sockets", "Number of CPU sockets."),
      field<&Board::chipset>("chipset", "Chipset, e.g. X670E; server boards may have none."),
      field<&Board::form_factor>("form_factor", "Board form factor, e.g. ATX, E-ATX, SSI-EEB."),
      field<&Board::length>("length", "Length along the expansion slots' column in mm (ATX: 305 mm)."),
      field<&Board::width>("width", "Width in mm (ATX: 244 mm)."),
      field<&Board::memory_type>("memory_type", "Memory technology, e.g. DDR5."),
      field<&Board::memory_slots>("memory_slots", "Number of DIMM slots."),
      field<&Board::memory_channels>("memory_channels", "Number of memory channels of all sockets together."),
      field<&Board::memory_capacity>("memory_capacity", "Largest memory capacity in GB."),
      field<&Board::ecc>("ecc", "Supports ECC memory."),
      field<&Board::rdimm>("rdimm", "Takes registered modules (RDIMM)."),
      field<&Board::udimm>("udimm", "Takes unbuffered modules (UDIMM)."),
      field<&Board::chipset_uplink_lanes>("chipset_uplink_lanes", "Lanes between CPU and chipset, shared by all behind it."),
      field<&Board::chipset_uplink_gen>("chipset_uplink_gen", "PCIe generation of the link between CPU and chipset."),
      field<&Board::socket_link>("socket_link", "Bandwidth between two sockets in GB/s, one direction, all links together."),
      field<&Board::eps_connectors>("eps_connectors", "Number of EPS12V 8-pin inputs for CPU power."),
      field<&Board::pcie_aux_connectors>("pcie_aux_connectors", "Number of extra power inputs for the expansion slots."),
      field<&Board::board_power>("board_power", "Power of board, management controller and its fans in W, without CPU and memory."),
      field<&Board::above_4g>("above_4g", "Firmware can map device memory above 4 GB (Above 4G Decoding)."),
      field<&Board::rebar>("rebar", "Firmware supports resizable BAR."),
  };
  return kFields;
}

std::span<const Field> cpu_fields() {
  static const std::array kFields = {
      field<&Cpu::socket>("socket", "Socket it fits, e.g. SP5 or LGA4677."),
      field<&Cpu::family>("family", "Family that boards name in their support list, e.g. EPYC 7003."),
      field<&Cpu::cores>("cores", "Number of cores."),
      field<&Cpu::threads>("threads", "Number of hardware threads."),
      field<&Cpu::tdp>("tdp", "Thermal design power in W."),
      field<&Cpu::max_power>("max_power", "Sustained power limit (PPT, PL2) in W where it exceeds the TDP."),
      field<&Cpu::pcie_gen>("pcie_gen", "PCIe generation of its own lanes."),
      field<&Cpu::pcie_lanes>("pcie_lanes", "Lanes usable for slots and ports, without the link to the chipset."),
      field<&Cpu::max_sockets>("max_sockets", "Most CPUs of this model in one machine."),
      field<&Cpu::memory_type>("memory_type", "Memory technology, e.g. DDR5."),
      field<&Cpu::memory_channels>("memory_channels", "Number of memory channels."),
      field<&Cpu::memory_speed>("memory_speed", "Highest memory speed in MT/s with one module on each channel."),
      field<&Cpu::ecc>("ecc", "Supports ECC memory."),
      field<&Cpu::udimm>("udimm", "Takes unbuffered modules (UDIMM)."),
      field<&Cpu::rdimm>("rdimm", "Takes registered modules (RDIMM)."),
  };
  return kFields;
}

std::span<const Field> memory_fields() {
  static const std::array kFields = {
      field<&Memory::memory_type>("memory_type", "Memory technology, e.g. DDR5."),
      field<&Memory::module_type>("module_type", "Module type: UDIMM, RDIMM, LRDIMM or SO-DIMM."),
      field<&Memory::module_capacity>("module_capacity", "Capacity of one module in GB."),
      field<&Memory::modules>("modules", "Number of modules in the kit."),
      field<&Memory::kit_capacity>("kit_capacity", "Capacity of the kit in GB, where only that is stated."),
      field<&Memory::speed>("speed", "Rated speed in MT/s."),
      field<&Memory::ecc>("ecc", "Has ECC (the extra chips, not only DDR5's on-die correction)."),
      field<&Memory::ranks>("ranks", "Number of ranks of a module."),
      field<&Memory::module_power>("module_power", "Power of one module under load in W."),
  };
  return kFields;
}

std::span<const Field> platform_fields() {
  static const std::array kFields = {
      field<&Platform::psu_count>("psu_count", "Number of power supplies."),
      field<&Platform::psu_redundant>("psu_redundant", "Supplies that may fail with the rest carrying the full load."),
      field<&Platform::gpu_capacity>("gpu_capacity", "Number of double-wide accelerators it takes."),
      field<&Platform::gpu_form_factor>("gpu_form_factor", "Form factor of the accelerators it takes."),
      field<&Platform::includes_cpu_cooler>("includes_cpu_cooler", "CPU heat sinks come with it."),
  };
  return kFields;
}
// clang-format on

}  // namespace planner::field_access
