// A probe report names the GPUs that it measured: enough of a machine to compare where no snapshot was taken.
#include "gpu_probe/conform/evidence.h"

namespace planner::conform {
namespace {

machine::Number number(const std::optional<int>& value) {
  return value ? machine::Number(*value) : std::nullopt;
}

machine::Gpu gpu_of(const probe::GpuFacts& facts) {
  machine::Gpu g;
  g.index = facts.index;
  g.address = machine::parse_pci_address(facts.bus_id);
  g.name = facts.name;
  if (facts.pci_id.size() == 9) g.vendor_device_id = facts.pci_id.substr(0, 4) + facts.pci_id.substr(5);
  if (facts.memory_bytes > 0) g.memory_total_bytes = static_cast<std::int64_t>(facts.memory_bytes);
  if (facts.bar1_bytes) g.bar1_total_bytes = static_cast<std::int64_t>(*facts.bar1_bytes);
  g.power.limit_w = facts.power_limit_w;
  g.power.default_limit_w = facts.default_power_limit_w;
  g.ecc.enabled = facts.ecc;
  g.mig_enabled = facts.mig;
  g.persistence = facts.persistence;
  g.pcie.gen = number(facts.link.gen);
  g.pcie.width = number(facts.link.width);
  g.pcie.max_gen = number(facts.link.max_gen);
  g.pcie.max_width = number(facts.link.max_width);
  g.numa_node = number(facts.link.numa_node);
  for (int i = 0; i < facts.nvlink_links.value_or(0) && i < 64; ++i) {
    machine::NvLink link;
    link.index = i;
    link.up = true;
    g.nvlinks.push_back(std::move(link));
  }
  if (facts.row_remap_problem) g.ecc.remap_pending = facts.row_remap_problem->find("pending") != std::string::npos;
  return g;
}

}  // namespace

machine::Machine machine_of_probe(const probe::Inventory& inventory) {
  machine::Machine m;
  for (const probe::GpuFacts& facts : inventory.gpus) m.gpus.push_back(gpu_of(facts));
  m.gpus_attached = static_cast<std::int64_t>(inventory.gpus.size());
  if (!inventory.driver_version.empty()) m.software.driver_version = inventory.driver_version;
  machine::WordMatrix& levels = m.topology.levels;
  for (const probe::GpuFacts& facts : inventory.gpus) levels.rows.push_back("GPU" + std::to_string(facts.index));
  levels.columns = levels.rows;
  levels.cells.assign(levels.rows.size(), std::vector<machine::Text>(levels.columns.size()));
  for (const probe::PairFacts& p : inventory.pairs) {
    m.peer_access.push_back({p.from, p.to, p.peer_access});
    for (std::size_t row = 0; row < levels.rows.size(); ++row)
      for (std::size_t column = 0; column < levels.columns.size() && !p.level.empty(); ++column)
        if (inventory.gpus[row].index == p.from && inventory.gpus[column].index == p.to)
          levels.cells[row][column] = p.level;
  }
  return m;
}

}  // namespace planner::conform
