// The field tables of supplies, chassis, coolers, risers, storage, network cards and circuits.
#include "model/field_access.h"

namespace planner::field_access {

// clang-format off
std::span<const Field> psu_fields() {
  static const std::array kFields = {
      field<&Psu::rated_output>("rated_output", "Rated continuous output in W."),
      field<&Psu::input_min>("input_min", "Lowest input voltage in V."),
      field<&Psu::input_max>("input_max", "Highest input voltage in V."),
      field<&Psu::input_current>("input_current", "Rated input current in A."),
      field<&Psu::inlet>("inlet", "Inlet of the supply, e.g. C14 or C20."),
      field<&Psu::efficiency>("efficiency", "80 PLUS class."),
      field<&Psu::efficiency_half>("efficiency_half", "Efficiency at 50 % load."),
      field<&Psu::efficiency_full>("efficiency_full", "Efficiency at 100 % load."),
      field<&Psu::atx_version>("atx_version", "ATX12V version it is built to, e.g. 2.x, 3.0 or 3.1, which sets its excursion limits."),
      field<&Psu::form_factor>("form_factor", "Form factor, e.g. ATX, SFX or CRPS."),
      field<&Psu::length>("length", "Length of the body in mm, without cables."),
      field<&Psu::atx24_connectors>("atx24_connectors", "Number of 24-pin board connectors."),
      field<&Psu::eps_connectors>("eps_connectors", "Number of EPS12V 8-pin connectors."),
      field<&Psu::pcie_8pin_connectors>("pcie_8pin_connectors", "Number of 6+2-pin PCIe plugs."),
      field<&Psu::pcie_8pin_cables>("pcie_8pin_cables", "Number of separate cables that the PCIe plugs hang on."),
      field<&Psu::hpwr_connectors>("hpwr_connectors", "Number of native 12VHPWR / 12V-2x6 connectors."),
      field<&Psu::hpwr_sense>("hpwr_sense", "Power in W that the sense pins of those connectors advertise."),
      field<&Psu::rail_12v>("rail_12v", "Rated current of the 12 V output in A."),
      field<&Psu::redundant>("redundant", "Hot-plug module meant for redundant operation."),
  };
  return kFields;
}

std::span<const Field> chassis_fields() {
  static const std::array kFields = {
      field<&Chassis::type>("type", "Tower, rack chassis, open frame or server."),
      field<&Chassis::rack_units>("rack_units", "Height in rack units of 44.45 mm."),
      field<&Chassis::height>("height", "Outer height in mm."),
      field<&Chassis::width>("width", "Outer width in mm."),
      field<&Chassis::depth>("depth", "Outer depth in mm."),
      field<&Chassis::expansion_slots>("expansion_slots", "Number of expansion slot openings at the rear."),
      field<&Chassis::gpu_clearance>("gpu_clearance", "Longest card in mm with nothing mounted in front."),
      field<&Chassis::gpu_clearance_front_fans>("gpu_clearance_front_fans", "Longest card in mm with front fans or radiator."),
      field<&Chassis::gpu_height_clearance>("gpu_height_clearance", "Room above the slots in mm for card and cable bend."),
      field<&Chassis::gpu_double_wide_capacity>("gpu_double_wide_capacity", "Number of double-wide cards it takes."),
      field<&Chassis::gpu_single_wide_capacity>("gpu_single_wide_capacity", "Number of single-wide cards it takes."),
      field<&Chassis::passive_gpus>("passive_gpus", "Its airflow is rated for passively cooled cards."),
      field<&Chassis::active_gpus>("active_gpus", "Cards with their own fans can be used."),
      field<&Chassis::gpu_power_rating>("gpu_power_rating", "Power in W of one card that its cooling is rated for."),
      field<&Chassis::psu_capacity>("psu_capacity", "Number of power supplies it takes."),
      field<&Chassis::psu_clearance>("psu_clearance", "Longest power supply in mm."),
      field<&Chassis::cooler_clearance>("cooler_clearance", "Highest CPU cooler in mm."),
      field<&Chassis::airflow>("airflow", "Airflow of the fans that come with it in CFM."),
      field<&Chassis::inlet_limit>("inlet_limit", "Highest inlet temperature in degrees Celsius with accelerators."),
  };
  return kFields;
}

std::span<const Field> cooler_fields() {
  static const std::array kFields = {
      field<&Cooler::type>("type", "Air, closed liquid loop (AIO), custom loop or passive."),
      field<&Cooler::height>("height", "Height above the CPU in mm."),
      field<&Cooler::radiator>("radiator", "Length of the radiator in mm, e.g. 360 mm."),
      field<&Cooler::rated_power>("rated_power", "Heat in W that the maker rates it for."),
      field<&Cooler::rack_units>("rack_units", "Smallest chassis in rack units that it fits."),
  };
  return kFields;
}

std::span<const Field> riser_fields() {
  static const std::array kFields = {
      field<&Riser::type>("type", "What it is: ribbon, splitter, adapter, cable, switch board, NVLink bridge or power adapter."),
      field<&Riser::gen>("gen", "Highest PCIe generation it is rated for."),
      field<&Riser::lanes>("lanes", "Width in PCIe lanes."),
      field<&Riser::length>("length", "Length of the cable in mm."),
      field<&Riser::active>("active", "Has a redriver or retimer."),
      field<&Riser::host_connector>("host_connector", "Connector to the host, e.g. slot, m2, slimsas_8i, mcio_8i, oculink or usb."),
      field<&Riser::device_connector>("device_connector", "Connector to the device, e.g. slot, slimsas_8i or mcio_8i."),
      field<&Riser::outputs>("outputs", "Number of slots or ports it offers."),
      field<&Riser::bridge_span>("bridge_span", "NVLink bridge: distance between the two cards in slot pitches."),
      field<&Riser::nvlink_bandwidth>("nvlink_bandwidth", "NVLink bridge: bandwidth in GB/s, one direction."),
  };
  return kFields;
}

std::span<const Field> storage_fields() {
  static const std::array kFields = {
      field<&Storage::form_factor>("form_factor", "Form factor, e.g. M.2 2280, U.2 or 2.5in SATA."),
      field<&Storage::pcie_gen>("pcie_gen", "PCIe generation of its link."),
      field<&Storage::lanes>("lanes", "PCIe lanes it uses; x0 for SATA and SAS."),
      field<&Storage::capacity>("capacity", "Capacity in GB."),
      field<&Storage::power>("power", "Power under load in W."),
  };
  return kFields;
}

std::span<const Field> nic_fields() {
  static const std::array kFields = {
      field<&Nic::ports>("ports", "Number of network ports."),
      field<&Nic::port_speed>("port_speed", "Speed of one port in GB/s, one direction."),
      field<&Nic::pcie_gen>("pcie_gen", "PCIe generation of its link."),
      field<&Nic::lanes>("lanes", "PCIe lanes of its link."),
      field<&Nic::power>("power", "Power under load in W."),
  };
  return kFields;
}

std::span<const Field> circuit_fields() {
  static const std::array kFields = {
      field<&Circuit::voltage>("voltage", "Nominal voltage in V."),
      field<&Circuit::breaker>("breaker", "Rating of the breaker in A."),
      field<&Circuit::continuous>("continuous", "Share of the breaker allowed for continuous load (NEC 210.19: 80 %)."),
      field<&Circuit::phases>("phases", "Number of phases."),
      field<&Circuit::region>("region", "Country or region it is usual in."),
      field<&Circuit::outlet>("outlet", "Outlet, e.g. NEMA 5-15, CEE 7/3 or C19."),
  };
  return kFields;
}
// clang-format on

}  // namespace planner::field_access
