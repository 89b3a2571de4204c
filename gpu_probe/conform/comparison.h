// Plan, machine and measurements side by side: the quantities that rules about an assembled machine may name. They are
// figures as an engineer reads them off, never verdicts; what nobody looked at is unknown, with the way to find out.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "gpu_probe/conform/observation.h"
#include "gpu_probe/conform/planned.h"
#include "gpu_probe/machine/machine.h"
#include "gpu_probe/report.h"
#include "model/catalog.h"

namespace planner::conform {

using Count = Known<std::int64_t>;
using Truth = Known<bool>;

/// One GPU of the machine beside what the plan, the catalog and its peers say.
struct GpuState {
  int index = 0;  ///< in bus order, those that only the driver shows behind
  std::string name, bus_id;
  Known<std::string> slot;                  ///< as the firmware names it
  Truth slot_comparable;                    ///< the firmware knows the planned slot by the same name
  const machine::Gpu* driver = nullptr;     ///< as the driver shows it, or null
  const machine::PciDevice* bus = nullptr;  ///< as the bus shows it, or null
  const Gpu* part = nullptr;                ///< of the catalog, or null
  const PlannedGpu* planned = nullptr;      ///< the place in the plan that it fills, or null
  Truth in_driver, reachable;
  // identity
  Truth model_planned, identity_agrees;
  Known<DataSize> vram, catalog_vram;
  Known<Bandwidth> memory_bandwidth, catalog_bandwidth;  ///< bus width x clock; datasheet
  Count sm_count, catalog_sm_count;
  Count mig_instances;
  // its link
  Count gen, loaded_gen, possible_gen;  ///< now; while busy; the most that card and slot can do together
  Known<Lanes> width, card_width, slot_width;
  Truth idle, full_speed_peer;
  Known<Bandwidth> own_bandwidth, path_bandwidth;  ///< one direction: of its link at full speed; of the narrowest hop
  std::string narrow_hop;                          ///< "00:1c.0, Gen3 x4"
  Truth behind_chipset;
  Count node, planned_node;
  // errors
  Count pcie_correctable, pcie_uncorrectable;
  // power and heat
  Known<Power> planned_limit;
  Truth busy;  ///< throttle reasons were read while it worked
  Known<Temperature> temperature, hotter_than_peers;
  // between GPUs
  Truth sxm;
  Count nvlinks_active, nvlinks_expected;
  std::string nvlinks_basis;  ///< where the expectation comes from
  Truth redirected;           ///< a bridge above it sends peer traffic up to the CPU (ACS)
  std::string redirecting;    ///< those bridges
  Truth peer_capable;         ///< its stock driver copies between GPUs over PCIe
  // as other tools measured it
  Known<Bandwidth> best_pair, best_pair_of_others;
  Known<Bandwidth> own_memory, own_memory_of_others;
  Known<Bandwidth> host_local, host_remote;  ///< process on the GPU's NUMA node; on another
};

/// A network card beside the plan. Found cards come first, planned ones that were not found behind them.
struct NicState {
  std::string subject;                      ///< "mlx5_0, 0000:41:00.0" or the planned name
  const PlannedNic* planned = nullptr;      ///< what it is by plan, or null
  const machine::PciDevice* bus = nullptr;  ///< null: not found
  Truth found;
  Known<Lanes> width, card_width, slot_width;
  Count gen, possible_gen;  ///< now; the most that card and slot can do together
  Known<Bandwidth> speed;   ///< fastest port that is up
  Count node;
  Truth beside_gpu;  ///< below a PCIe switch that also has a GPU
};

/// A reading of the BMC or of a sensor chip.
struct SensorState {
  const machine::Sensor* sensor = nullptr;  ///< never null
  std::string kind, state;                  ///< as machine::Sensor has them, or empty
  Known<Temperature> temperature, inlet_limit;
  std::string limit_basis;  ///< where the inlet's limit comes from
  bool inlet = false;       ///< air that goes into the machine
  bool too_hot = false;     ///< its own critical limit is passed upwards
  bool stands = false;      ///< a fan that does not turn although a limit says it must
};

/// A trouble that the BMC logged and that nothing after it ended.
struct BmcTrouble {
  std::string kind;  ///< supply, fan, temperature, memory, bus, processor
  std::string sensor, event, time;
  std::int64_t count = 0;
};

/// Two GPUs, a < b.
struct PairState {
  int a = 0, b = 0;
  Known<std::string> level;  ///< nvlink, pix, pxb, phb, node, sys
  Known<std::string> planned_level;
  Count farther;  ///< steps farther than planned; below 0: nearer
  Truth same_node, peer_access, peer_planned;
  Known<Bandwidth> bandwidth, farther_bandwidth;  ///< measured; fastest measured pair that is farther apart
};

/// Equal events of the kernel log.
struct EventGroup {
  machine::EventKind kind = machine::EventKind::xid;
  Count code;
  std::string device, severity, detail, resource, line;
  bool harmless = false;
  bool of_gpu = false;  ///< a GPU, or a bridge above one
  bool placed = false;  ///< the bus was listed, so that it is known what it is
  int gpu = -1;
  std::int64_t count = 0;
};

/// A measured figure with what it is judged by.
struct Figure {
  std::string tool, metric, subject, unit;
  Known<Ratio> value, expected;
  Known<Ratio> of_peers;       ///< share of the median of the same figure of its peers
  Known<Ratio> of_baseline;    ///< share of the same figure on the earlier day
  Known<std::string> verdict;  ///< of the probe: pass, warn, fail, skip, inconclusive
  std::string reason, hint;
  bool informs_only = false;  ///< copy by the multiprocessors, latencies: a property of the platform
  bool lower_is_better = false;
};

/// A result of a test tool.
struct ToolResult {
  std::string tool, test, subject;
  std::string outcome;  ///< passed, failed, warned, skipped, no-work, busy, data-errors, incomplete
  std::string message;
  Truth excused;  ///< the failure names a state that is as planned (NVLinks that the card or plan does not have)
};

/// Something that differs between two records of one machine, or that two sources state differently.
struct Difference {
  std::string what, before, now;
};

/// One record of another day, to compare with.
struct Baseline {
  const machine::Machine* machine = nullptr;
  const Observed* observed = nullptr;
};

struct Input {
  const machine::Machine* machine = nullptr;  ///< never null
  const Facts* plan = nullptr;
  const probe::Report* probe = nullptr;
  const Observed* observed = nullptr;
  Baseline baseline;
  const Catalog* catalog = nullptr;  ///< never null
};

/// The machine as a whole.
struct Comparison {
  Comparison() = default;
  Comparison(Comparison&&) = default;  ///< its parts point at each other, so it moves but is not copied
  Comparison& operator=(Comparison&&) = default;

  Input input;
  Planned plan;
  std::deque<GpuState> gpus;
  std::deque<NicState> nic_cards;
  std::deque<SensorState> sensors;
  std::deque<BmcTrouble> bmc_troubles;
  std::deque<PairState> pairs;
  std::deque<EventGroup> events;
  std::deque<Figure> figures;
  std::deque<ToolResult> results;
  std::deque<Complaint> complaints;
  std::deque<Difference> changes, contradictions;

  Truth has_evidence;
  Count planned_gpus, driver_gpus, bus_gpus;
  Truth virtual_machine;
  // processors and memory
  Count sockets, modules, channels, channels_filled;
  Known<std::string> memory_type, module_type;  ///< "DDR5"; "rdimm" or "udimm"
  Known<DataSize> memory;
  Known<Frequency> memory_speed;
  Truth memory_sizes_equal;
  Known<std::string> board, cpu;
  Truth board_planned, cpu_planned;
  Count drives, nics;  ///< NVMe drives; network cards
  Count planned_nics_found;
  Count supplies_present;  ///< power supplies that the BMC sees
  // paths between GPUs
  Count nodes;
  Truth nodes_are_sockets;
  Truth every_pair_across, all_nvlink, iommu_translates;
  Count peer_capable_gpus, redirected_gpus;
  // fabric
  Truth has_nvswitch;
  Truth log_read;
  /// What `software.problem` is about: "gpu-lost", "version", "container", "fabric", "no-devices", "not-loaded",
  /// "old-driver", "not-installed", "hangs", "memory", "other"; empty where the driver answers.
  std::string problem_kind;
  bool hang_told = false, reset_told = false, peer_switch_helps = false;
};

/// Compares. Deterministic; never throws on data. What `input` points to outlives the result.
Comparison compare(const Input& input);

/// Transfer rate of a PCIe generation in GT/s and back; nothing for another rate.
std::optional<std::int64_t> gen_of_rate(double gt_per_s);

}  // namespace planner::conform
