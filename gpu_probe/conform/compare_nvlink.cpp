// NVLinks: how many are up, and how many should be by plan, model or module.
#include <algorithm>

#include "gpu_probe/conform/compare_parts.h"

namespace planner::conform {
namespace {

bool off_by_word(const machine::NvLink& link) {
  return link.state && (*link.state == "N/A" || *link.state == "Disabled" || *link.state == "not supported");
}

void count_active(GpuState& g) {
  g.nvlinks_active = Count::unknown("NVLinks were not looked at: `nvidia-smi nvlink -s` shows them");
  if (g.driver == nullptr || g.driver->nvlinks.empty()) return;
  std::int64_t active = 0;
  for (const machine::NvLink& link : g.driver->nvlinks) {
    if (!link.up && !off_by_word(link) && !link.speed_gbs) return;
    active += link.up.value_or(link.speed_gbs.value_or(0) > 0) ? 1 : 0;
  }
  g.nvlinks_active = active;
}

/// By plan; else, on a module or where some links are up, by the model's count.
void expect(GpuState& g, bool has_plan) {
  g.nvlinks_expected = Count::unknown("whether the cards should be bridged is known from a plan alone (--plan)");
  if (g.planned != nullptr && g.planned->nvlinks) {
    g.nvlinks_expected = g.planned->nvlinks;
    g.nvlinks_basis = "by plan";
    return;
  }
  if (g.part != nullptr && g.part->nvlink && *g.part->nvlink == NvlinkKind::none) {
    g.nvlinks_expected = 0;
    g.nvlinks_basis = "the model has none";
    return;
  }
  const bool partly = g.nvlinks_active.value_or(0) > 0;
  if (!partly && (has_plan || !g.sxm.value_or(false))) return;
  if (g.part != nullptr && g.part->nvlink_links) {
    g.nvlinks_expected = g.part->nvlink_links;
    g.nvlinks_basis = "by model";
  } else if (g.sxm.value_or(false) && g.driver != nullptr && !g.driver->nvlinks.empty()) {
    g.nvlinks_expected = static_cast<std::int64_t>(g.driver->nvlinks.size());
    g.nvlinks_basis = "links of the module";
  }
}

bool is_nvlink(const PairState& p) {
  return p.level && *p.level == "nvlink";
}

}  // namespace

void compare_nvlinks(Comparison& c) {
  for (GpuState& g : c.gpus) {
    count_active(g);
    expect(g, c.input.plan != nullptr);
  }
  c.all_nvlink = Truth::unknown("no record of the topology: `nvidia-smi topo -m` shows it");
  const bool known = !c.pairs.empty() &&
                     std::all_of(c.pairs.begin(), c.pairs.end(), [](const PairState& p) { return p.level.known(); });
  if (known) c.all_nvlink = std::all_of(c.pairs.begin(), c.pairs.end(), is_nvlink);
  if (!known && !c.gpus.empty() &&
      std::all_of(c.gpus.begin(), c.gpus.end(), [](const GpuState& g) { return g.sxm.value_or(false); }))
    c.all_nvlink = true;
  c.every_pair_across = Truth::unknown("no record of the topology: `nvidia-smi topo -m` shows it");
  std::size_t levels = 0;
  bool across = true;
  for (const PairState& p : c.pairs) {
    if (!p.level) continue;
    ++levels;
    across = across && *p.level == "sys";
  }
  if (levels > 0 && levels + 1 >= c.gpus.size()) c.every_pair_across = across;
  c.has_nvswitch = Truth::unknown("the PCI bus was not looked at: lspci shows NVSwitches");
  if (!c.input.machine->pci.empty()) c.has_nvswitch = !c.input.machine->nvswitches.empty();
  if (!c.input.machine->nvswitches.empty()) c.has_nvswitch = true;
}

}  // namespace planner::conform
