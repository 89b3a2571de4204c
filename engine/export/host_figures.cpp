#include "export/host_figures.h"

#include "export/plan_text.h"

namespace planner {
namespace {

void read_cpus(const Inventory& inventory, HostFigures& host) {
  if (inventory.cpus.empty()) {
    host.cpu_origin = "the plan lists no CPU";
    return;
  }
  const Cpu& cpu = *inventory.cpus.front().part;
  for (const auto& other : inventory.cpus) {
    if (other.part == &cpu) continue;
    host.cpu_origin = "the plan lists different CPUs";
    return;
  }
  if (!cpu.cores || !cpu.threads || *cpu.cores <= 0 || *cpu.threads % *cpu.cores != 0) {
    host.cpu_origin = "cores or threads of " + cpu.info.name + " are not recorded";
    return;
  }
  host.sockets = static_cast<std::int64_t>(inventory.cpus.size());
  host.cores_per_socket = *cpu.cores;
  host.threads_per_core = *cpu.threads / *cpu.cores;
  host.cpu_origin = std::to_string(*host.sockets) + " x " + cpu.info.name + " by the plan; " +
                    plan_text::place_of(cpu.info, "cores") + "; " + plan_text::place_of(cpu.info, "threads");
}

void read_memory(const Facts& facts, HostFigures& host) {
  const Inventory& inventory = facts.inventory();
  const Known<DataSize> capacity = facts.memory().capacity;
  if (!capacity) {
    host.memory_origin = capacity.reason().empty() ? "memory of the plan is not recorded" : capacity.reason();
    return;
  }
  host.memory_mib = capacity->scaled(1024, 1000).smallest();
  host.memory_origin = capacity->text() + " installed by the plan";
  const Part* last = nullptr;
  for (const auto& kit : inventory.memory) {
    if (kit.item == nullptr || kit.item->part == last) continue;
    last = kit.item->part;
    host.memory_origin +=
        "; " + plan_text::place_of(*kit.info, kit.part->kit_capacity ? "kit_capacity" : "module_capacity");
  }
}

}  // namespace

HostFigures host_figures(const Facts& facts) {
  HostFigures host;
  read_cpus(facts.inventory(), host);
  read_memory(facts, host);
  return host;
}

std::int64_t usable_mib(std::int64_t installed) {
  return installed * 93 / 100;
}

}  // namespace planner
