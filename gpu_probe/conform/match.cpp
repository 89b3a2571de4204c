// Which GPU of the machine fills which place of the plan: slot labels where the firmware names them, else the
// assignment with the fewest deviations, so that a machine is never blamed for the order of its bus.
#include <algorithm>
#include <cctype>

#include "gpu_probe/catalog_reference.h"
#include "gpu_probe/conform/compare_parts.h"

namespace planner::conform {
namespace {

constexpr int kOtherModel = 1000;
constexpr int kOtherSlot = 100;

bool same_model(const GpuState& g, const PlannedGpu& p) {
  if (g.part == p.part) return true;
  const auto& mine = p.part->pci_ids;
  if (g.part != nullptr && !g.part->pci_ids.empty() && !mine.empty()) {
    const bool shared = std::any_of(mine.begin(), mine.end(), [&](const std::string& id) {
      return std::find(g.part->pci_ids.begin(), g.part->pci_ids.end(), id) != g.part->pci_ids.end();
    });
    if (shared) return !g.part->vram || !p.part->vram || *g.part->vram == *p.part->vram;
    return false;
  }
  return g.part != nullptr && g.part->info.name == p.part->info.name;
}

/// For a GPU that the catalog does not know by its short name: the words of the driver's name that carry a digit
/// ("H200") all occur in the planned one; unknown without such words.
Truth same_name(const GpuState& g, const PlannedGpu& p) {
  const std::string planned = plain_text(p.part->info.name);
  Truth same = Truth::unknown("the catalog does not know this GPU by name or PCI id");
  std::size_t at = 0;
  while (at < g.name.size()) {
    const std::size_t end = std::min(g.name.find_first_of(" -", at), g.name.size());
    const std::string word = plain_text(std::string_view(g.name).substr(at, end - at));
    at = end + 1;
    if (word.find_first_of("0123456789") == std::string::npos) continue;
    if (planned.find(word) == std::string::npos) return false;
    same = true;
  }
  return same;
}

std::string slot_of(const GpuState& g, const machine::Machine& m) {
  if (g.bus == nullptr) return {};
  for (const machine::PciDevice* d : machine::path_to_root(m, g.bus->address)) {
    for (const machine::Slot& s : m.slots)
      if (s.address == d->address && s.designation) return *s.designation;
    if (d->slot && d->slot->find_first_not_of("0123456789") != std::string::npos) return *d->slot;
  }
  return {};
}

int distance(const GpuState& g, const PlannedGpu& p, const std::string& slot) {
  const bool same = g.part != nullptr ? same_model(g, p) : same_name(g, p).value_or(false);
  int cost = same ? 0 : kOtherModel;
  if (!slot.empty() && !p.slot.empty() && slot != p.slot) cost += kOtherSlot;
  if (g.width && p.lanes && *g.width < *p.lanes) cost += 4;
  if (g.width && p.lanes && *g.width > *p.lanes) cost += 1;
  if (g.possible_gen && p.gen && *g.possible_gen < *p.gen) cost += 3;
  if (g.node && p.socket && *g.node != *p.socket) cost += 2;
  return cost;
}

using Costs = std::vector<std::vector<int>>;

int total(const Costs& costs, const std::vector<int>& places) {
  int sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] >= 0) sum += costs[i][static_cast<std::size_t>(places[i])];
  return sum;
}

/// Greedy in bus order, then swaps while they help; with the small costs above that reaches the best assignment of
/// what occurs in practice, and never a worse one than bus order.
std::vector<int> assign(const Costs& costs, std::size_t places) {
  std::vector<int> chosen(costs.size(), -1);
  std::vector<bool> taken(places, false);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    int best = -1;
    for (std::size_t j = 0; j < places; ++j)
      if (!taken[j] && (best < 0 || costs[i][j] < costs[i][static_cast<std::size_t>(best)])) best = static_cast<int>(j);
    chosen[i] = best;
    if (best >= 0) taken[static_cast<std::size_t>(best)] = true;
  }
  for (bool better = costs.size() <= 64; better;) {
    better = false;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      for (std::size_t j = i + 1; j < chosen.size(); ++j) {
        const int before = total(costs, chosen);
        std::swap(chosen[i], chosen[j]);
        if (total(costs, chosen) < before)
          better = true;
        else
          std::swap(chosen[i], chosen[j]);
      }
  }
  return chosen;
}

/// Slots are compared where the build names them and the firmware uses the same names.
void compare_slots(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  for (GpuState& g : c.gpus) {
    const std::string slot = slot_of(g, m);
    g.slot = slot.empty()
                 ? Known<std::string>::unknown("its slot was not looked at: `dmidecode -t slot` as root shows it")
                 : Known<std::string>(slot);
    g.slot_comparable = false;
    if (g.planned == nullptr || !g.planned->slot_stated) continue;
    for (const machine::Slot& s : m.slots)
      if (s.designation == g.planned->slot) g.slot_comparable = true;
  }
}

}  // namespace

void match_plan(Comparison& c) {
  c.planned_gpus = Count::unknown("no plan was given (--plan)");
  for (GpuState& g : c.gpus) g.model_planned = Truth::unknown("no plan was given (--plan)");
  compare_slots(c);
  if (c.input.plan == nullptr) return;
  c.planned_gpus = static_cast<std::int64_t>(c.plan.gpus.size());
  Costs costs;
  for (const GpuState& g : c.gpus) {
    const std::string slot = slot_of(g, *c.input.machine);
    std::vector<int> row;
    for (const PlannedGpu& p : c.plan.gpus) row.push_back(distance(g, p, slot));
    costs.push_back(std::move(row));
  }
  const std::vector<int> chosen = assign(costs, c.plan.gpus.size());
  for (std::size_t i = 0; i < c.gpus.size(); ++i) {
    GpuState& g = c.gpus[i];
    g.planned_limit = Known<Power>::unknown("the plan has no place for this GPU");
    if (g.part == nullptr)
      g.model_planned = chosen[i] >= 0 && g.driver != nullptr
                            ? same_name(g, c.plan.gpus[static_cast<std::size_t>(chosen[i])])
                            : Truth::unknown("the catalog does not know this GPU by name or PCI id");
    else
      g.model_planned = chosen[i] >= 0 && costs[i][static_cast<std::size_t>(chosen[i])] < kOtherModel;
    if (chosen[i] < 0) continue;
    g.planned = &c.plan.gpus[static_cast<std::size_t>(chosen[i])];
    g.planned_limit = g.planned->power_limit;
  }
  compare_slots(c);
}

}  // namespace planner::conform
