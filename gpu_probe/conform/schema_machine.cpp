// Members of the machine as a whole, and the domain.
#include "check/member.h"
#include "gpu_probe/conform/conform_schema.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

using C = Comparison;

constexpr const char* kNoSoftware = "not looked at: `planner gather` on the machine reads it";

/// A list that is unknown, with `missing` as the reason, where nobody looked.
template <class Find>
void add_list(expr::Schema& schema, expr::ObjectType& root, std::string name, std::string_view element, Find find,
              std::string (*missing)(const C&) = nullptr) {
  const expr::ObjectType* type = schema.find(element);
  expr::Member m;
  m.name = std::move(name);
  m.doc = "all: " + type->doc;
  m.type = expr::Type::list_of(type);
  m.producer = "compare";
  m.get = [find, type, missing](const void* object) -> expr::Value {
    std::string why = missing != nullptr ? missing(*static_cast<const C*>(object)) : std::string();
    if (!why.empty()) return expr::Unknown{std::move(why)};
    expr::List list;
    for (const auto& item : find(*static_cast<const C*>(object))) list.push_back({type, &item});
    return list;
  };
  root.members.push_back(std::move(m));
}

class MachineType {
 public:
  explicit MachineType(expr::ObjectType& type) : type_(type) {}
  template <class Get>
  MachineType& fact(std::string name, std::string doc, Get get) {
    add_fact<C>(type_, std::move(name), std::move(doc), 0, expr::Direction::any, "compare", get);
    return *this;
  }
  template <class Get>
  MachineType& software(std::string name, std::string doc, Get get) {
    return fact(std::move(name), std::move(doc),
                [get](const C& c) { return known_or(get(c.input.machine->software), kNoSoftware); });
  }
  template <class T, class Get>
  MachineType& plan(std::string name, std::string doc, Get get) {
    return fact(std::move(name), std::move(doc), [get](const C& c) -> Known<T> {
      if (c.input.plan == nullptr) return Known<T>::unknown("no plan was given (--plan)");
      return get(c.plan);
    });
  }

 private:
  expr::ObjectType& type_;
};

void register_counts(MachineType& t) {
  t.fact("has_evidence", "anything about GPUs was read", [](const C& c) { return c.has_evidence; })
      .fact("has_plan", "a plan was given", [](const C& c) { return c.input.plan != nullptr; })
      .fact("has_probe", "measurements of `planner probe` were given",
            [](const C& c) { return c.input.probe != nullptr; })
      .fact("planned_gpus", "GPUs by plan", [](const C& c) { return c.planned_gpus; })
      .fact("driver_gpus", "GPUs that the driver shows", [](const C& c) { return c.driver_gpus; })
      .fact("bus_gpus", "GPUs on the PCI bus", [](const C& c) { return c.bus_gpus; })
      .fact("virtual_machine", "this is a virtual machine", [](const C& c) { return c.virtual_machine; })
      .fact("log_read", "the kernel log was read", [](const C& c) { return c.log_read; });
}

void register_host(MachineType& t) {
  t.fact("sockets", "CPU sockets", [](const C& c) { return c.sockets; })
      .fact("cpu", "model of the first CPU", [](const C& c) { return c.cpu; })
      .fact("cpu_planned", "the CPU is the planned one", [](const C& c) { return c.cpu_planned; })
      .fact("board", "board or server", [](const C& c) { return c.board; })
      .fact("board_planned", "the board is the planned one", [](const C& c) { return c.board_planned; })
      .fact("memory", "installed", [](const C& c) { return c.memory; })
      .fact("modules", "memory modules", [](const C& c) { return c.modules; })
      .fact("channels", "memory channels of the machine", [](const C& c) { return c.channels; })
      .fact("memory_speed", "transfers per second of the slowest module as it runs",
            [](const C& c) { return c.memory_speed; })
      .fact("memory_sizes_equal", "all modules are of one size", [](const C& c) { return c.memory_sizes_equal; })
      .fact("channels_filled", "memory channels with a module", [](const C& c) { return c.channels_filled; })
      .fact("memory_type", "DDR4, DDR5", [](const C& c) { return c.memory_type; })
      .fact("module_type", "rdimm or udimm", [](const C& c) { return c.module_type; })
      .fact("planned_nics_found", "network cards of the plan that are in the machine",
            [](const C& c) { return c.planned_nics_found; })
      .fact("supplies_present", "power supplies that the BMC sees", [](const C& c) { return c.supplies_present; })
      .fact("drives", "NVMe drives", [](const C& c) { return c.drives; })
      .fact("nics", "network cards", [](const C& c) { return c.nics; })
      .plan<std::int64_t>("planned_sockets", "CPUs by plan", [](const Planned& p) { return p.cpus; })
      .plan<std::string>("planned_cpu", "CPU by plan", [](const Planned& p) { return Known<std::string>(p.cpu_name); })
      .plan<std::string>("planned_board", "board by plan",
                         [](const Planned& p) { return Known<std::string>(p.board_name); })
      .plan<DataSize>("planned_memory", "memory by plan", [](const Planned& p) { return p.memory; })
      .plan<std::int64_t>("planned_modules", "memory modules by plan", [](const Planned& p) { return p.modules; })
      .plan<Frequency>("planned_memory_speed", "what planned modules and CPU can do",
                       [](const Planned& p) { return p.memory_speed; })
      .plan<std::string>("planned_memory_type", "DDR4 or DDR5 by plan", [](const Planned& p) { return p.memory_type; })
      .plan<std::string>("planned_module_type", "rdimm or udimm by plan",
                         [](const Planned& p) { return p.module_type; })
      .plan<std::int64_t>("planned_nics", "network cards by plan", [](const Planned& p) { return p.nics; })
      .plan<std::int64_t>("planned_supplies", "power supplies by plan", [](const Planned& p) { return p.supplies; })
      .plan<std::int64_t>("planned_drives", "NVMe drives by plan", [](const Planned& p) { return p.drives; });
}

void register_paths(MachineType& t) {
  t.fact("nodes", "NUMA nodes with memory of the host", [](const C& c) { return c.nodes; })
      .fact("nodes_are_sockets", "each socket is one NUMA node", [](const C& c) { return c.nodes_are_sockets; })
      .fact("every_pair_across", "every pair on record is at level sys", [](const C& c) { return c.every_pair_across; })
      .fact("all_nvlink", "every pair is joined by NVLink", [](const C& c) { return c.all_nvlink; })
      .fact("has_nvswitch", "the machine has NVSwitches", [](const C& c) { return c.has_nvswitch; })
      .fact("peer_capable_gpus", "GPUs whose stock driver copies between GPUs over PCIe",
            [](const C& c) { return c.peer_capable_gpus; })
      .fact("redirected_gpus", "GPUs below a bridge with ACS redirect on", [](const C& c) { return c.redirected_gpus; })
      .fact("iommu_translates", "the IOMMU is on and not in passthrough", [](const C& c) { return c.iommu_translates; })
      .fact("peer_switch_helps", "somebody found that it works with peer transfers off",
            [](const C& c) { return c.peer_switch_helps; })
      .fact("hang_told", "somebody reported a hang", [](const C& c) { return c.hang_told; })
      .fact("reset_told", "somebody reported resets or power loss", [](const C& c) { return c.reset_told; });
}

/// By the list of modules, or by the driver that the bus shows at a GPU.
Truth nouveau_of(const C& c) {
  for (const GpuState& g : c.gpus)
    if (g.bus != nullptr && g.bus->driver == "nouveau") return true;
  return known_or(c.input.machine->software.nouveau_loaded, kNoSoftware);
}

void register_software(MachineType& t) {
  using S = machine::Software;
  t.software("driver", "version of the GPU driver", [](const S& s) { return s.driver_version; })
      .software("driver_library", "version of the driver's library",
                [](const S& s) { return s.driver_library_version; })
      .software("driver_problem", "why the driver does not answer", [](const S& s) { return s.problem; })
      .fact("problem_kind", "what that is about: gpu-lost, version, container, fabric, no-devices, not-loaded, ...",
            [](const C& c) { return c.problem_kind; })
      .fact("nouveau", "the nouveau driver is loaded or holds a GPU", [](const C& c) { return nouveau_of(c); })
      .software("nvidia_loaded", "NVIDIA's kernel driver is loaded", [](const S& s) { return s.nvidia_loaded; })
      .software("fabric_manager", "state of the fabric manager", [](const S& s) { return s.fabric_manager; })
      .software("fabric_manager_version", "its version", [](const S& s) { return s.fabric_manager_version; })
      .software("iommu_setting", "what the kernel command line says about it",
                [](const S& s) { return s.iommu_setting; });
}

}  // namespace

void register_machine(expr::Schema& schema) {
  expr::ObjectType& root = schema.add("machine", "the machine as a whole");
  root.label = [](const void*) { return std::string("machine"); };
  add_list(
      schema, root, "gpus", "gpu", [](const C& c) -> const auto& { return c.gpus; },
      [](const C& c) { return !c.gpus.empty() ? std::string() : std::string("no GPU is on record"); });
  add_list(
      schema, root, "pairs", "pair", [](const C& c) -> const auto& { return c.pairs; },
      [](const C& c) { return !c.pairs.empty() ? std::string() : std::string("fewer than two GPUs are on record"); });
  add_list(
      schema, root, "events", "event", [](const C& c) -> const auto& { return c.events; },
      [](const C& c) {
        return c.log_read.value_or(false) ? std::string()
                                          : std::string("the kernel log was not read: `dmesg` as root shows it");
      });
  add_list(
      schema, root, "nic_cards", "nic", [](const C& c) -> const auto& { return c.nic_cards; },
      [](const C& c) {
        return !c.nic_cards.empty() ? std::string() : c.nics.known() ? std::string() : c.nics.reason();
      });
  add_list(
      schema, root, "sensors", "sensor", [](const C& c) -> const auto& { return c.sensors; },
      [](const C& c) {
        return !c.sensors.empty()
                   ? std::string()
                   : std::string("sensors were not read: `ipmitool sdr elist` as root and `sensors` show them");
      });
  add_list(
      schema, root, "bmc_troubles", "bmc_trouble", [](const C& c) -> const auto& { return c.bmc_troubles; },
      [](const C& c) {
        return !c.input.machine->bmc_log.empty()
                   ? std::string()
                   : std::string("the BMC's event log was not read: `ipmitool sel list` as root shows it");
      });
  add_list(
      schema, root, "figures", "figure", [](const C& c) -> const auto& { return c.figures; },
      [](const C& c) {
        return !c.figures.empty()
                   ? std::string()
                   : std::string("nothing was measured: `planner probe`, nvbandwidth and nccl-tests measure");
      });
  add_list(
      schema, root, "results", "result", [](const C& c) -> const auto& { return c.results; },
      [](const C& c) {
        return !c.results.empty() ? std::string()
                                  : std::string("no test tool was run: `planner probe` or `dcgmi diag -r 2`");
      });
  add_list(
      schema, root, "complaints", "complaint", [](const C& c) -> const auto& { return c.complaints; });
  add_list(
      schema, root, "changes", "change", [](const C& c) -> const auto& { return c.changes; },
      [](const C& c) {
        return c.input.baseline.machine != nullptr ? std::string() : std::string("no baseline was given (--baseline)");
      });
  add_list(
      schema, root, "contradictions", "contradiction", [](const C& c) -> const auto& { return c.contradictions; });
  MachineType t(root);
  register_counts(t);
  register_host(t);
  register_paths(t);
  register_software(t);
  schema.root = &root;
}

const RuleDomain& conform_domain() {
  static const expr::Schema schema = [] {
    expr::Schema s;
    register_gpu(s);
    register_elements(s);
    register_machine(s);
    return s;
  }();
  static const RuleDomain domain{"conform", &schema};
  return domain;
}

expr::ObjectRef root_object(const Comparison& comparison) {
  return {conform_domain().schema->root, &comparison};
}

}  // namespace planner::conform
