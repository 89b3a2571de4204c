// Members of a GPU of the machine.
#include "check/member.h"
#include "gpu_probe/conform/conform_schema.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

using expr::Direction;
using Gpu = GpuState;

constexpr const char* kNoSmi = "not looked at: `nvidia-smi -q` shows it";

/// Adds facts of a GPU, one a call.
class GpuType {
 public:
  explicit GpuType(expr::ObjectType& type) : type_(type) {}
  template <class Get>
  GpuType& fact(std::string name, std::string doc, Get get) {
    add_fact<Gpu>(type_, std::move(name), std::move(doc), 0, Direction::any, "compare", get);
    return *this;
  }
  /// A fact that the driver reports: `get` maps machine::Gpu to an optional count or truth.
  template <class Get>
  GpuType& driver(std::string name, std::string doc, Get get) {
    return fact(std::move(name), std::move(doc), [get](const Gpu& g) {
      return known_or(g.driver != nullptr ? get(*g.driver) : decltype(get(*g.driver)){}, kNoSmi);
    });
  }
  /// The same for a figure in base units.
  template <class Q, class Get>
  GpuType& quantity(std::string name, std::string doc, Get get) {
    return fact(std::move(name), std::move(doc), [get](const Gpu& g) {
      return quantity_or<Q>(g.driver != nullptr ? get(*g.driver) : machine::Real{}, kNoSmi);
    });
  }
  GpuType& reason(std::string name, std::string doc, std::string word) {
    return fact(std::move(name), std::move(doc), [word](const Gpu& g) -> Truth {
      if (g.driver == nullptr || g.driver->clocks.reasons.empty()) return Truth::unknown(kNoSmi);
      for (const machine::ThrottleReason& r : g.driver->clocks.reasons)
        if (r.name == word) return r.active;
      return Truth::unknown("the driver does not report this clock reason");
    });
  }

 private:
  expr::ObjectType& type_;
};

template <class T, class Get>
auto of_plan(const Gpu& g, Get get) -> Known<T> {
  if (g.planned == nullptr) return Known<T>::unknown("no plan was given, or it has no place for this GPU");
  return get(*g.planned);
}

void register_identity(GpuType& t) {
  t.fact("index", "number in bus order", [](const Gpu& g) { return g.index; })
      .fact("name", "as the driver names it, else the bus", [](const Gpu& g) { return g.name; })
      .fact("address", "PCI address", [](const Gpu& g) { return g.bus_id; })
      .fact("in_driver", "the driver shows it", [](const Gpu& g) { return g.in_driver; })
      .fact("unreachable", "its configuration space reads all ones",
            [](const Gpu& g) { return g.reachable ? Truth(!*g.reachable) : g.reachable; })
      .fact("model_planned", "the plan has a place for this model", [](const Gpu& g) { return g.model_planned; })
      .fact("planned_model", "model of its place in the plan",
            [](const Gpu& g) {
              return of_plan<std::string>(g, [](const PlannedGpu& p) { return Known<std::string>(p.part->info.name); });
            })
      .fact("identity_agrees", "name and PCI id are of the same model", [](const Gpu& g) { return g.identity_agrees; })
      .fact("pci_name", "model that its PCI id stands for",
            [](const Gpu& g) { return g.part != nullptr ? g.part->info.name : g.name; })
      .fact("vram", "memory that the driver reports", [](const Gpu& g) { return g.vram; })
      .fact("catalog_vram", "memory by catalog", [](const Gpu& g) { return g.catalog_vram; })
      .fact("memory_bandwidth", "bus width times clock, as the driver reports them",
            [](const Gpu& g) { return g.memory_bandwidth; })
      .fact("catalog_bandwidth", "memory bandwidth by catalog", [](const Gpu& g) { return g.catalog_bandwidth; })
      .fact("sm_count", "multiprocessors that the driver reports", [](const Gpu& g) { return g.sm_count; })
      .fact("catalog_sm_count", "multiprocessors by catalog", [](const Gpu& g) { return g.catalog_sm_count; })
      .driver("fault", "what the driver prints instead of figures", [](const machine::Gpu& g) { return g.fault; })
      .driver("mig", "MIG is on", [](const machine::Gpu& g) { return g.mig_enabled; })
      .fact("mig_instances", "MIG instances of it", [](const Gpu& g) { return g.mig_instances; })
      .fact("bound_driver", "kernel driver in use, as the bus shows it",
            [](const Gpu& g) {
              return known_or(g.bus != nullptr ? g.bus->driver : std::nullopt, "not looked at: `lspci -k` shows it");
            })
      .driver("compute_mode", "Default, Exclusive_Process, Prohibited",
              [](const machine::Gpu& g) { return g.compute_mode; })
      .driver("processes", "processes on it",
              [](const machine::Gpu& g) { return machine::Number(static_cast<std::int64_t>(g.processes.size())); })
      .fact("memory_used", "memory in use", [](const Gpu& g) {
        return bytes_or(g.driver != nullptr ? g.driver->memory_used_bytes : std::nullopt, kNoSmi);
      });
}

void register_link(GpuType& t) {
  t.fact("gen", "PCIe generation now; falls at rest", [](const Gpu& g) { return g.gen; })
      .fact("loaded_gen", "PCIe generation while it worked", [](const Gpu& g) { return g.loaded_gen; })
      .fact("possible_gen", "highest generation that card and slot can do together",
            [](const Gpu& g) { return g.possible_gen; })
      .fact("width", "lanes in use; does not change at rest", [](const Gpu& g) { return g.width; })
      .fact("card_width", "lanes of the card", [](const Gpu& g) { return g.card_width; })
      .fact("slot_width", "lanes that the port above it can do", [](const Gpu& g) { return g.slot_width; })
      .fact("idle", "it was at rest when its link was read", [](const Gpu& g) { return g.idle; })
      .fact("full_speed_peer", "a GPU of the same model ran faster at the same moment",
            [](const Gpu& g) { return g.full_speed_peer; })
      .fact("own_bandwidth", "its link at full speed, one direction", [](const Gpu& g) { return g.own_bandwidth; })
      .fact("path_bandwidth", "narrowest hop up to the CPU at full speed",
            [](const Gpu& g) { return g.path_bandwidth; })
      .fact("narrow_hop", "that hop: upper port and link", [](const Gpu& g) { return g.narrow_hop; })
      .fact("behind_chipset", "its lanes come from the chipset", [](const Gpu& g) { return g.behind_chipset; })
      .fact("node", "NUMA node", [](const Gpu& g) { return g.node; })
      .fact("planned_node", "CPU socket by plan", [](const Gpu& g) { return g.planned_node; })
      .fact("planned_gen", "generation by plan",
            [](const Gpu& g) { return of_plan<std::int64_t>(g, [](const PlannedGpu& p) { return p.gen; }); })
      .fact("planned_width", "lanes by plan",
            [](const Gpu& g) { return of_plan<Lanes>(g, [](const PlannedGpu& p) { return p.lanes; }); })
      .fact("planned_path", "narrowest hop by plan",
            [](const Gpu& g) { return of_plan<Bandwidth>(g, [](const PlannedGpu& p) { return p.host; }); })
      .fact("planned_slot", "slot by plan",
            [](const Gpu& g) {
              return of_plan<std::string>(g, [](const PlannedGpu& p) {
                return p.slot.empty() ? Known<std::string>::unknown("the plan names no slot")
                                      : Known<std::string>(p.slot);
              });
            })
      .fact("slot", "slot as the firmware names it", [](const Gpu& g) { return g.slot; })
      .fact("slot_comparable", "the build names its slot and the firmware knows that name",
            [](const Gpu& g) { return g.slot_comparable; })
      .fact("slot_note", "what the plan says about lane sharing of that slot",
            [](const Gpu& g) {
              return of_plan<std::string>(g, [](const PlannedGpu& p) { return Known<std::string>(p.slot_note); });
            })
      .fact("planned_chipset", "its lanes come from the chipset by plan",
            [](const Gpu& g) { return of_plan<bool>(g, [](const PlannedGpu& p) { return Truth(p.behind_chipset); }); })
      .driver("replays", "PCIe replays since the driver was loaded",
              [](const machine::Gpu& g) { return g.pcie.replays; })
      .fact("pcie_correctable", "corrected PCIe errors since boot (AER)",
            [](const Gpu& g) { return g.pcie_correctable; })
      .fact("pcie_uncorrectable", "uncorrected PCIe errors since boot (AER)",
            [](const Gpu& g) { return g.pcie_uncorrectable; })
      .fact("bar1", "memory window through which CPU and peers reach it",
            [](const Gpu& g) {
              return bytes_or(g.driver != nullptr ? g.driver->bar1_total_bytes : std::nullopt, kNoSmi);
            })
      .fact("large_bar_unassigned", "a memory BAR of it got no address space", [](const Gpu& g) -> Truth {
        if (g.bus == nullptr || g.bus->bars.empty()) return Truth::unknown("not looked at: `lspci -vv` shows it");
        for (const machine::PciBar& b : g.bus->bars)
          if (!b.assigned.value_or(true) && b.index.value_or(6) != 6 && b.size_bytes.value_or(0) >= 1 << 20)
            return true;
        return false;
      });
}

void register_health(GpuType& t) {
  t.driver("ecc", "ECC is on", [](const machine::Gpu& g) { return g.ecc.enabled; })
      .driver("ecc_uncorrected", "uncorrected memory errors since the driver was loaded",
              [](const machine::Gpu& g) { return g.ecc.volatile_uncorrected; })
      .driver("ecc_uncorrected_ever", "uncorrected memory errors in its life",
              [](const machine::Gpu& g) { return g.ecc.aggregate_uncorrected; })
      .driver("ecc_corrected", "corrected memory errors since the driver was loaded",
              [](const machine::Gpu& g) { return g.ecc.volatile_corrected; })
      .driver("remap_pending", "a row remapping waits for a reset",
              [](const machine::Gpu& g) { return g.ecc.remap_pending; })
      .driver("remap_failed", "a row could not be remapped", [](const machine::Gpu& g) { return g.ecc.remap_failed; })
      .driver("rows_remapped", "rows remapped after uncorrected errors",
              [](const machine::Gpu& g) { return g.ecc.remapped_uncorrectable; })
      .driver("retirement_pending", "a page retirement waits for a reset",
              [](const machine::Gpu& g) { return g.ecc.retirement_pending; })
      .driver("pages_retired", "pages retired after double-bit errors",
              [](const machine::Gpu& g) { return g.ecc.retired_double_bit; })
      .driver("recovery_action", "what the driver asks for",
              [](const machine::Gpu& g) { return g.ecc.recovery_action; })
      .quantity<Power>("power_limit", "power limit now", [](const machine::Gpu& g) { return g.power.limit_w; })
      .quantity<Power>("default_limit", "power limit as delivered",
                       [](const machine::Gpu& g) { return g.power.default_limit_w; })
      .quantity<Power>("draw", "power now", [](const machine::Gpu& g) { return g.power.draw_w; })
      .fact("planned_limit", "power limit by plan, else the card's board power",
            [](const Gpu& g) { return g.planned_limit; })
      .fact("limit_planned", "the plan states a power limit",
            [](const Gpu& g) { return of_plan<bool>(g, [](const PlannedGpu& p) { return Truth(p.limit_planned); }); })
      .fact("catalog_power", "board power by catalog",
            [](const Gpu& g) {
              return g.part != nullptr ? g.part->board_power
                                       : Known<Power>::unknown("the catalog does not know this GPU");
            })
      .fact("busy", "its clock reasons were read while it worked", [](const Gpu& g) { return g.busy; })
      .reason("power_brake", "clocks are held down by the power brake signal", "hw_power_brake")
      .reason("thermal_hardware", "clocks are held down by the hardware's thermal limit", "hw_thermal")
      .reason("thermal_software", "clocks are held down by the driver's thermal limit", "sw_thermal")
      .reason("hardware_slowdown", "clocks are held down by the hardware: heat, power or brake", "hw_slowdown")
      .fact("temperature", "of the GPU", [](const Gpu& g) { return g.temperature; })
      .quantity<Temperature>("slowdown_temperature", "at which it slows down",
                             [](const machine::Gpu& g) { return g.thermal.slowdown_c; })
      .fact("hotter_than_peers", "above the coolest GPU of the same model",
            [](const Gpu& g) { return g.hotter_than_peers; })
      .quantity<Frequency>(
          "clock", "SM clock now",
          [](const machine::Gpu& g) { return g.clocks.sm_mhz ? machine::Real(*g.clocks.sm_mhz * 1e6) : std::nullopt; })
      .quantity<Frequency>("max_clock", "highest SM clock", [](const machine::Gpu& g) {
        return g.clocks.max_sm_mhz ? machine::Real(*g.clocks.max_sm_mhz * 1e6) : std::nullopt;
      });
}

void register_links_between(GpuType& t) {
  t.fact("sxm", "it is a module, not a card", [](const Gpu& g) { return g.sxm; })
      .fact("nvlinks_active", "NVLinks that are up", [](const Gpu& g) { return g.nvlinks_active; })
      .fact("nvlinks_expected", "NVLinks that should be up", [](const Gpu& g) { return g.nvlinks_expected; })
      .fact("nvlinks_basis", "where that expectation comes from", [](const Gpu& g) { return g.nvlinks_basis; })
      .driver("fabric_state", "NVLink fabric: Completed, In Progress, Not Started",
              [](const machine::Gpu& g) { return g.fabric_state; })
      .driver("fabric_status", "NVLink fabric: Success or the error",
              [](const machine::Gpu& g) { return g.fabric_status; })
      .fact("redirected", "a bridge above it sends peer traffic up to the CPU (ACS)",
            [](const Gpu& g) { return g.redirected; })
      .fact("redirecting", "those bridges", [](const Gpu& g) { return g.redirecting; })
      .fact("peer_capable", "its stock driver copies between GPUs over PCIe",
            [](const Gpu& g) { return g.peer_capable; })
      .fact("best_pair", "its fastest measured pair", [](const Gpu& g) { return g.best_pair; })
      .fact("best_pair_of_others", "median of the same over GPUs as near to a peer",
            [](const Gpu& g) { return g.best_pair_of_others; })
      .fact("own_memory", "copy within its memory", [](const Gpu& g) { return g.own_memory; })
      .fact("own_memory_of_others", "median of the same over the other GPUs",
            [](const Gpu& g) { return g.own_memory_of_others; })
      .fact("host_local", "host to GPU, process on the GPU's NUMA node", [](const Gpu& g) { return g.host_local; })
      .fact("host_remote", "host to GPU, process on another node", [](const Gpu& g) { return g.host_remote; });
}

}  // namespace

void register_gpu(expr::Schema& schema) {
  expr::ObjectType& type = schema.add("gpu", "a GPU of the machine");
  type.label = [](const void* object) {
    const auto& g = *static_cast<const Gpu*>(object);
    return "GPU " + std::to_string(g.index) + (g.name.empty() ? "" : " (" + g.name + ")");
  };
  GpuType t(type);
  register_identity(t);
  register_link(t);
  register_health(t);
  register_links_between(t);
}

}  // namespace planner::conform
