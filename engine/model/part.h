// The parts of a machine as plain data: what the catalog holds and every fact, rule and search reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "source/diagnostic.h"
#include "units/known.h"
#include "units/quantity.h"

namespace planner {

enum class PartKind : std::uint8_t {
  gpu,
  board,
  cpu,
  memory,
  psu,
  chassis,
  cooler,
  riser,
  storage,
  nic,
  circuit,
  platform,
  count_
};
inline constexpr std::size_t kPartKinds = static_cast<std::size_t>(PartKind::count_);
/// "gpu", "board", ...: the folder and `kind:` names of the catalog.
std::string_view name_of(PartKind kind);

enum class Confidence : std::uint8_t { low, medium, high };
enum class PriceBasis : std::uint8_t { street, list, launch, estimate };
enum class Condition : std::uint8_t { new_, used };

/// What a part costs, always with what kind of price it is and when it was seen.
struct Price {
  std::int64_t cents = 0;
  std::string currency = "USD";
  PriceBasis basis = PriceBasis::estimate;
  Condition condition = Condition::new_;
  std::string as_of;  ///< "2026-03" or "2026-03-29"; empty: not recorded
  std::string source;
  Confidence confidence = Confidence::low;
  std::string file;  ///< the catalog or price file it came from
  Location at;
};

/// Where a field's value came from.
struct Provenance {
  std::string_view file;
  Location at;
  std::string_view source;  ///< URL or document name; several joined by "; "
  std::string_view as_of;
  Confidence confidence = Confidence::medium;
};

/// Origin of one field. File, source and date are empty where they are the part's own.
struct FieldOrigin {
  std::string field;  ///< of a platform's section: "board.socket"
  std::string file;
  Location at;
  std::string source;
  std::string as_of;
  Confidence confidence = Confidence::medium;
};

/// What every part has.
struct PartInfo {
  std::string id;    ///< unique in the catalog, lower-case with dashes
  std::string name;  ///< as people write it
  std::string vendor;
  std::vector<std::string> aliases;
  std::vector<std::string> part_numbers;  ///< MPN, SKU
  std::string variant_of;                 ///< id of the part it inherits from, or empty
  std::vector<Price> prices;              ///< at most one per (currency, condition); empty: price unknown
  std::vector<std::string> sources;
  std::string source_text;  ///< `sources` joined by "; ", for provenance
  std::string as_of;
  Confidence confidence = Confidence::medium;
  std::vector<std::string> notes;
  bool generic = false;  ///< stands for any part of a kind ("a wall outlet", "generic Gen4 riser")
  bool discontinued = false;
  std::string file;
  Location at;
  std::vector<FieldOrigin> origins;  ///< one per field read from the file, in field order of the file
};

// ---- enumerations shared by fields
// ------------------------------------------------------------------------------------

enum class GpuFormFactor : std::uint8_t { pcie_card, sxm, oam, mezzanine };
enum class GpuCooling : std::uint8_t { open_air, blower, passive, hybrid, liquid };
enum class EccSupport : std::uint8_t { none, optional, always };
enum class PeerToPeer : std::uint8_t { supported, driver_limited, none };
enum class NvlinkKind : std::uint8_t { none, bridge, switched };
enum class ModuleType : std::uint8_t { udimm, rdimm, lrdimm, sodimm };
enum class ChassisType : std::uint8_t { tower, rack, open_frame, server };
enum class CoolerType : std::uint8_t { air, aio, custom_loop, passive };
enum class EfficiencyClass : std::uint8_t { none, white, bronze, silver, gold, platinum, titanium, ruby };
enum class RiserType : std::uint8_t {
  ribbon,          ///< x16 slot to x16 slot, flexible
  usb_x1,          ///< mining riser over a USB cable
  splitter,        ///< one slot to several, needs bifurcation on the board
  m2_adapter,      ///< M.2 socket to slot
  host_adapter,    ///< slot to cable connectors
  cable,           ///< SlimSAS, MCIO, OCuLink cable
  device_adapter,  ///< cable connectors to slot
  switch_board,    ///< PCIe switch card with cable or slot outputs
  nvlink_bridge,
  power_adapter  ///< breakout board, Add2PSU, power splitter
};

/// Auxiliary power connectors of cards and boards.
enum class PowerConnector : std::uint8_t { pcie_6pin, pcie_8pin, hpwr_12v2x6, nvidia_12pin, eps_8pin };
std::string_view name_of(PowerConnector connector);

struct ConnectorCount {
  PowerConnector type = PowerConnector::pcie_8pin;
  int count = 0;
};

// ---- parts
// ------------------------------------------------------------------------------------------------------------

struct Gpu {
  PartInfo info;
  Known<std::string> architecture;
  Known<std::string> compute_capability;
  Known<GpuFormFactor> form_factor;
  Known<DataSize> vram;
  Known<std::string> vram_type;
  Known<std::int64_t> vram_bus_width;  ///< bits
  Known<EccSupport> ecc;
  Known<Bandwidth> memory_bandwidth;
  Known<Power> board_power;      ///< TGP: the default power limit, sustained
  Known<Power> power_limit_min;  ///< lowest settable power limit
  Known<Power> power_limit_max;
  Known<Ratio> excursion;  ///< measured short peak over board power, e.g. 2.18
  Known<std::int64_t> pcie_gen;
  Known<Lanes> pcie_lanes;
  Known<Length> length;
  Known<Length> height;  ///< above the slot, bracket to top edge, without cable bend
  Known<SlotWidth> slot_width;
  Known<GpuCooling> cooling;
  std::vector<ConnectorCount> power_connectors;
  bool power_connectors_known = false;
  Known<Compute> fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8;  ///< dense; fp16 and below on tensor cores
  Known<NvlinkKind> nvlink;
  Known<std::int64_t> nvlink_links;
  Known<Bandwidth> nvlink_bandwidth;  ///< per GPU, one direction
  Known<PeerToPeer> p2p;              ///< over PCIe with the stock driver
  Known<DataSize> bar1;
  Known<bool> mig;
  Known<bool> vgpu;
  Known<std::int64_t> sm_count;
  Known<Frequency> boost_clock;
  Known<std::int64_t> release_year;
  Known<std::string> min_cuda;
  Known<std::string> max_cuda;       ///< last CUDA toolkit that supports it, if support ended
  std::vector<std::string> pci_ids;  ///< "10de:2684"
};

/// Where lanes come from: "cpu0", "cpu1", "chipset", or the id of a switch.
struct Slot {
  std::string label;
  int position = 0;          ///< expansion slot position from the CPU edge, 1 = first; one pitch apart
  int connector_lanes = 16;  ///< mechanical length
  Known<Lanes> lanes;        ///< electrical width with nothing shared
  Known<std::int64_t> gen;
  std::string upstream;                       ///< empty: not established
  std::vector<std::vector<int>> bifurcation;  ///< modes, e.g. {16}, {8,8}; empty: not established
  bool open_ended = false;
  Location at;
};

/// Other PCIe connectors.
struct Port {
  std::string label;
  std::string type;  ///< m2, oculink, slimsas_8i, mcio_8i, u2, ocp
  int count = 1;
  Known<Lanes> lanes;  ///< each
  Known<std::int64_t> gen;
  std::string upstream;
  Location at;
};

/// A PCIe switch on a board or platform.
struct Switch {
  std::string id;
  std::string upstream;
  Known<Lanes> uplink_lanes;
  Known<std::int64_t> gen;
  int uplinks = 1;
};

/// Lane sharing: when slot or port `used` is occupied (or a CPU of `cpu_family` sits in the socket), slot or port
/// `affects` has `lanes`.
struct LaneShare {
  std::string used;
  std::string cpu_family;
  std::string affects;
  int lanes = 0;
  std::string note;
};

struct Board {
  PartInfo info;
  Known<std::string> socket;
  Known<std::int64_t> sockets;
  Known<std::string> chipset;
  std::vector<std::string> cpu_families;  ///< empty: every CPU of the socket
  Known<std::string> form_factor;
  Known<Length> length, width;     ///< ATX: 305 x 244 mm
  Known<std::string> memory_type;  ///< DDR4, DDR5
  Known<std::int64_t> memory_slots;
  Known<std::int64_t> memory_channels;  ///< in total, all sockets
  Known<DataSize> memory_capacity;
  Known<bool> ecc, rdimm, udimm;
  std::vector<Slot> slots;
  std::vector<Port> ports;
  std::vector<Switch> switches;
  std::vector<LaneShare> shares;
  Known<Lanes> chipset_uplink_lanes;
  Known<std::int64_t> chipset_uplink_gen;
  Known<Bandwidth> socket_link;  ///< between two sockets, one direction, all links together
  Known<std::int64_t> eps_connectors;
  Known<std::int64_t> pcie_aux_connectors;  ///< extra slot power inputs
  Known<Power> board_power;                 ///< board, BMC, fans of the board; estimate
  Known<bool> above_4g, rebar;
};

struct Cpu {
  PartInfo info;
  Known<std::string> socket;
  Known<std::string> family;
  Known<std::int64_t> cores, threads;
  Known<Power> tdp;
  Known<Power> max_power;  ///< PL2 / PPT where it exceeds TDP
  Known<std::int64_t> pcie_gen;
  Known<Lanes> pcie_lanes;  ///< usable for slots and ports
  Known<std::int64_t> max_sockets;
  Known<std::string> memory_type;
  Known<std::int64_t> memory_channels;
  Known<Frequency> memory_speed;  ///< MT/s
  Known<bool> ecc, udimm, rdimm;
};

struct Memory {
  PartInfo info;
  Known<std::string> memory_type;
  Known<ModuleType> module_type;
  Known<DataSize> module_capacity;
  Known<std::int64_t> modules;   ///< in one kit
  Known<DataSize> kit_capacity;  ///< of the kit, where only that is stated ("512 GB DDR4 ECC"); else modules * capacity
  Known<Frequency> speed;
  Known<bool> ecc;
  Known<std::int64_t> ranks;
  Known<Power> module_power;
};

/// Output of a supply in a band of input voltage.
struct OutputBand {
  Voltage from;
  Voltage to;
  Power output;  ///< 0: does not run in this band
};

struct Psu {
  PartInfo info;
  Known<Power> rated_output;
  std::vector<OutputBand> outputs;  ///< by input voltage; empty: rated output everywhere in the input range
  Known<Voltage> input_min, input_max;
  Known<Current> input_current;
  Known<std::string> inlet;  ///< C14, C20
  Known<EfficiencyClass> efficiency;
  Known<Ratio> efficiency_half, efficiency_full;  ///< at 50 % and 100 % load
  Known<std::string> atx_version;                 ///< "2.x", "3.0", "3.1"
  Known<std::string> form_factor;                 ///< ATX, SFX, CRPS, ...
  Known<Length> length;
  Known<std::int64_t> atx24_connectors, eps_connectors;
  Known<std::int64_t> pcie_8pin_connectors;  ///< 6+2 plugs
  Known<std::int64_t> pcie_8pin_cables;      ///< separate cables they hang on
  Known<std::int64_t> hpwr_connectors;       ///< native 12VHPWR / 12V-2x6 cables
  Known<Power> hpwr_sense;                   ///< power advertised by their sense pins
  Known<Current> rail_12v;
  Known<bool> redundant;  ///< hot-plug module meant for N+1
};

struct Chassis {
  PartInfo info;
  Known<ChassisType> type;
  Known<std::int64_t> rack_units;
  Known<Length> height, width, depth;
  std::vector<std::string> board_form_factors;
  Known<std::int64_t> expansion_slots;
  Known<Length> gpu_clearance;
  Known<Length> gpu_clearance_front_fans;  ///< with front fans or radiator
  Known<Length> gpu_height_clearance;
  Known<std::int64_t> gpu_double_wide_capacity, gpu_single_wide_capacity;
  Known<bool> passive_gpus;  ///< airflow rated for passive cards
  Known<bool> active_gpus;
  Known<Power> gpu_power_rating;  ///< per card
  std::vector<std::string> psu_form_factors;
  Known<std::int64_t> psu_capacity;
  Known<Length> psu_clearance;
  Known<Length> cooler_clearance;
  Known<Airflow> airflow;
  Known<Temperature> inlet_limit;
};

struct Cooler {
  PartInfo info;
  Known<CoolerType> type;
  std::vector<std::string> sockets;
  Known<Length> height;
  Known<Length> radiator;
  Known<Power> rated_power;
  Known<std::int64_t> rack_units;  ///< smallest chassis it fits
};

struct Riser {
  PartInfo info;
  Known<RiserType> type;
  Known<std::int64_t> gen;  ///< highest rated PCIe generation
  Known<Lanes> lanes;
  Known<Length> length;
  Known<bool> active;                 ///< has a redriver or retimer
  Known<std::string> host_connector;  ///< slot, m2, slimsas_8i, mcio_8i, oculink, usb
  Known<std::string> device_connector;
  Known<std::int64_t> outputs;        ///< slots or ports it offers (splitter, switch board)
  Known<SlotWidth> bridge_span;       ///< NVLink bridge: distance between the cards in slot pitches
  Known<Bandwidth> nvlink_bandwidth;  ///< NVLink bridge, one direction
  std::vector<std::string> gpus;      ///< NVLink bridge: ids or names of cards it fits
};

struct Storage {
  PartInfo info;
  Known<std::string> form_factor;  ///< M.2 2280, U.2, 2.5in SATA
  Known<std::int64_t> pcie_gen;
  Known<Lanes> lanes;  ///< 0: SATA or SAS
  Known<DataSize> capacity;
  Known<Power> power;
};

struct Nic {
  PartInfo info;
  Known<std::int64_t> ports;
  Known<Bandwidth> port_speed;
  Known<std::int64_t> pcie_gen;
  Known<Lanes> lanes;
  Known<Power> power;
};

struct Circuit {
  PartInfo info;
  Known<Voltage> voltage;
  Known<Current> breaker;
  Known<Ratio> continuous;  ///< share of the breaker for continuous load (NEC 210: 80 %)
  Known<std::int64_t> phases;
  Known<std::string> region;
  Known<std::string> outlet;
};

/// A barebone server: board, chassis, supplies and cooling in one part.
struct Platform {
  PartInfo info;
  Board board;  ///< its info stays empty
  Chassis chassis;
  Psu psu;
  Known<std::int64_t> psu_count;
  Known<std::int64_t> psu_redundant;  ///< modules that may fail with the rest carrying the load; N+N = half
  Known<std::int64_t> gpu_capacity;   ///< double-wide accelerators
  Known<GpuFormFactor> gpu_form_factor;
  Known<bool> includes_cpu_cooler;
  std::vector<std::string> validated_gpus;
  std::string includes_gpu;  ///< id of GPUs that come with it (HGX, DGX), or empty
  int includes_gpu_count = 0;
};

/// Any part.
using Part = std::variant<Gpu, Board, Cpu, Memory, Psu, Chassis, Cooler, Riser, Storage, Nic, Circuit, Platform>;

PartKind kind_of(const Part& part);
const PartInfo& info_of(const Part& part);
PartInfo& info_of(Part& part);

/// The price used for totals: newest USD price of the wanted condition (new unless `used`), else of the other; null if
/// none.
const Price* usd_price(const PartInfo& info, bool used = false);

}  // namespace planner
