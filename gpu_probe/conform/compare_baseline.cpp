// The same machine on an earlier day: what changed, and what became slower.
#include <algorithm>
#include <map>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

using Figures = std::map<std::string, double>;

std::string key_of(const Figure& f) {
  return f.tool + "/" + f.metric + "/" + f.subject;
}

void note(Comparison& c, const std::string& what, const machine::Text& before, const machine::Text& now) {
  if (before && now && *before != *now) c.changes.push_back({what, *before, *now});
}

machine::Text text_of(const machine::Number& n) {
  return n ? machine::Text(std::to_string(*n)) : std::nullopt;
}

/// Figures of the earlier day: the best of each key, since one of them is to be reached again.
Figures figures_of(const Baseline& baseline, const Catalog& catalog) {
  Comparison earlier;
  const machine::Machine none;
  earlier.input.machine = baseline.machine != nullptr ? baseline.machine : &none;
  earlier.input.observed = baseline.observed;
  earlier.input.catalog = &catalog;
  compare_gpus(earlier);
  compare_figures(earlier);
  Figures best;
  for (const Figure& f : earlier.figures)
    if (f.value) best[key_of(f)] = std::max(best[key_of(f)], f.value->to_double());
  return best;
}

void compare_gpu(Comparison& c, const GpuState& g, const machine::Machine& before) {
  if (g.driver == nullptr) return;
  const machine::Gpu* old = nullptr;
  for (const machine::Gpu& o : before.gpus)
    if (g.driver->address && o.address == g.driver->address) old = &o;
  const std::string label = "GPU " + std::to_string(g.index) + " ";
  if (old == nullptr) return;
  note(c, label + "model", old->name, g.driver->name);
  note(c, label + "VBIOS", old->vbios, g.driver->vbios);
  note(c, label + "link width", text_of(old->pcie.width), text_of(g.driver->pcie.width));
  note(c, label + "remapped rows", text_of(old->ecc.remapped_uncorrectable),
       text_of(g.driver->ecc.remapped_uncorrectable));
}

}  // namespace

void compare_with_baseline(Comparison& c) {
  const Baseline& baseline = c.input.baseline;
  if (baseline.machine == nullptr && baseline.observed == nullptr) return;
  const Figures before = figures_of(baseline, *c.input.catalog);
  for (Figure& f : c.figures) {
    f.of_baseline = Known<Ratio>::unknown("the baseline has no such figure");
    const auto it = before.find(key_of(f));
    if (it != before.end() && it->second > 0 && f.value)
      f.of_baseline = quantity_or<Ratio>(f.value->to_double() / it->second, "");
  }
  if (baseline.machine == nullptr) return;
  const machine::Machine& old = *baseline.machine;
  const machine::Machine& now = *c.input.machine;
  const auto count = [](const auto& list) {
    return list.empty() ? std::nullopt : text_of(static_cast<std::int64_t>(list.size()));
  };
  note(c, "GPUs of the driver", count(old.gpus), count(now.gpus));
  note(c, "memory modules", count(old.dimms), count(now.dimms));
  note(c, "drives", count(old.drives), count(now.drives));
  note(c, "driver", old.software.driver_version, now.software.driver_version);
  note(c, "BIOS", old.host.bios_version, now.host.bios_version);
  note(c, "kernel", old.host.kernel, now.host.kernel);
  note(c, "kernel command line", old.software.kernel_command_line, now.software.kernel_command_line);
  for (const GpuState& g : c.gpus) compare_gpu(c, g, old);
}

}  // namespace planner::conform
