// Draws the slots of the board as text.
#include <array>

#include "report/rows.h"
#include "report/sections.h"

namespace planner {
namespace {

std::string width_text(const Known<SlotWidth>& width) {
  return width ? width->text() : "width unknown";
}

/// What a least figure does not speak for: "; unknown for 1 GPU".
std::string not_known(std::size_t count, const std::string& what) {
  if (count == 0) return {};
  return "; unknown for " + std::to_string(count) + " " + what + (count > 1 ? "s" : "");
}

std::string link_text(const CardPlacement& p) {
  const std::string lanes = p.lanes ? p.lanes->text() : "x?";
  const std::string gen = p.gen ? "gen" + std::to_string(*p.gen) : "gen?";
  return lanes + " " + gen;
}

std::string gap_text(const CardPlacement& p) {
  return p.gap ? "gap " + p.gap->text() : "";
}

std::string bandwidth_text(const Known<Bandwidth>& b) {
  return b ? b->text() : "";
}

std::string origin_text(const CardPlacement& p) {
  if (!p.switch_id.empty()) return p.switch_id + (p.socket ? " < cpu" + std::to_string(*p.socket) : "");
  if (p.behind_chipset) return "chipset";
  return p.socket ? "cpu" + std::to_string(*p.socket) : "origin unknown";
}

std::string gpu_cell(const Facts& facts, int index) {
  const Gpu& g = *facts.inventory().gpus[static_cast<std::size_t>(index)].part;
  return "GPU " + std::to_string(index) + "  " + g.info.name + ", " + width_text(g.slot_width);
}

void add_gpu_row(TableRows& rows, const Facts& facts, int index, const std::string& place, const std::string& via) {
  const CardPlacement& p = facts.placement().gpus[static_cast<std::size_t>(index)];
  const GpuBandwidth& b = facts.bandwidth().gpus[static_cast<std::size_t>(index)];
  rows.push_back({place, "[" + gpu_cell(facts, index) + "]", via, link_text(p), bandwidth_text(b.link), origin_text(p),
                  gap_text(p)});
}

std::string via_text(const Facts& facts, const CardPlacement& p) {
  switch (p.mount) {
    case Mount::direct:
      return "in slot";
    case Mount::riser:
      return p.riser >= 0 ? "via " + facts.inventory().risers[static_cast<std::size_t>(p.riser)].info->name
                          : "via cables";
    case Mount::assumed:
      return "via riser (not listed)";
    case Mount::onboard:
      return "on baseboard";
    case Mount::none:
      return "no connection";
  }
  return {};
}

void add_slot_rows(TableRows& rows, const Facts& facts, const SlotUse& use) {
  const Slot& slot = *use.slot;
  const std::string place = std::to_string(slot.position) + " " + slot.label;
  const std::string electrical = (slot.lanes ? slot.lanes->text() : "x?") + std::string(" ") +
                                 (slot.gen ? "gen" + std::to_string(*slot.gen) : "gen?");
  for (const int g : use.gpus)
    add_gpu_row(rows, facts, g, place, via_text(facts, facts.placement().gpus[static_cast<std::size_t>(g)]));
  for (const int n : use.nics)
    rows.push_back(
        {place,
         "[NIC " + std::to_string(n) + "  " + facts.inventory().nics[static_cast<std::size_t>(n)].info->name + "]",
         "in slot", electrical});
  for (const int d : use.drives)
    rows.push_back({place, "[drive " + std::to_string(d) + " on a carrier]", "", electrical});
  if (use.gpus.empty() && use.nics.empty() && use.drives.empty()) {
    const std::string state = use.covered_by >= 0 ? " |  covered by GPU " + std::to_string(use.covered_by) : " .  free";
    rows.push_back({place, state, "", electrical, "", slot.upstream});
  }
  if (!use.note.empty()) rows.push_back({"", "    " + use.note});
}

}  // namespace

TableRows slot_rows(const Facts& facts) {
  const Placement& placement = facts.placement();
  TableRows rows;
  if (facts.inventory().gpus.empty() || !placement.slots_known) return rows;
  for (const SlotUse& use : placement.slots) add_slot_rows(rows, facts, use);
  for (const PortUse& use : placement.ports) {
    const std::string place = use.port->label + (use.port->count > 1 ? "/" + std::to_string(use.instance + 1) : "");
    if (use.gpu >= 0)
      add_gpu_row(rows, facts, use.gpu, place, via_text(facts, placement.gpus[static_cast<std::size_t>(use.gpu)]));
    if (use.drive >= 0)
      rows.push_back({place, "[drive " + std::to_string(use.drive) + "  " +
                                 facts.inventory().storage[static_cast<std::size_t>(use.drive)].info->name + "]"});
  }
  for (std::size_t i = 0; i < placement.gpus.size(); ++i) {
    const CardPlacement& p = placement.gpus[i];
    if (p.slot < 0 && p.port < 0)
      add_gpu_row(rows, facts, static_cast<int>(i), "-", p.mount == Mount::none ? p.why : via_text(facts, p));
  }
  return rows;
}

std::string lanes_used(const Facts& facts) {
  std::string text;
  for (const LaneBudget& b : facts.placement().roots)
    text += (text.empty() ? "lanes used: " : ", ") + b.root + " " + b.used.text() + " of " +
            (b.offered ? b.offered->text() : "unknown");
  return text;
}

std::string slot_map(const Facts& facts, const TextStyle& style) {
  if (facts.inventory().gpus.empty()) return {};
  const std::string out = paint(style, Ink::bold, "Slot map") + "\n";
  if (!facts.placement().slots_known) return out + "  the slots of the board are not known\n";
  const std::string lanes = lanes_used(facts);
  return out + table(slot_rows(facts), 2) + (lanes.empty() ? "" : "  " + lanes + "\n");
}

TableRows bandwidth_rows(const Facts& facts) {
  const auto& b = facts.bandwidth();
  TableRows rows;
  if (b.gpus.empty()) return rows;
  const auto add = [&](const std::string& what, const std::string& value) { rows.push_back({what, value}); };
  Known<Bandwidth> least;
  std::size_t known = 0;
  for (const auto& g : b.gpus) {
    if (!g.fair_share) continue;
    ++known;
    if (!least || *g.fair_share < *least) least = g.fair_share;
  }
  if (least)
    add("host to GPU, all loading at once", least->text() + " each at least" +
                                                (b.bottleneck.empty() ? "" : "; limit: " + b.bottleneck) +
                                                not_known(b.gpus.size() - known, "GPU"));
  constexpr const char* kLevels[] = {"NVLink", "PIX", "PXB", "PHB", "NODE", "SYS"};
  struct Level {
    std::size_t pairs = 0, unknown = 0;
    Known<Bandwidth> least;
  };
  std::array<Level, std::size(kLevels)> levels;
  for (const auto& p : b.pairs) {
    if (!p.level) continue;
    Level& level = levels[static_cast<std::size_t>(*p.level)];
    ++level.pairs;
    if (!p.bandwidth) ++level.unknown;
    if (p.bandwidth && (!level.least || *p.bandwidth < *level.least)) level.least = p.bandwidth;
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Level& level = levels[i];
    if (level.pairs == 0) continue;
    add(std::string("peer pairs ") + kLevels[i],
        std::to_string(level.pairs) + ", " +
            (level.least ? level.least->text() + " at least" + not_known(level.unknown, "pair") : "bandwidth unknown"));
  }
  if (b.bisection) add("bisection", b.bisection->text() + " between GPUs " + b.bisection_halves);
  return rows;
}

std::string bandwidth_section(const Facts& facts, const TextStyle& style) {
  const TableRows rows = bandwidth_rows(facts);
  if (rows.empty()) return {};
  return paint(style, Ink::bold, "Bandwidth") + " (one direction, line rate)\n" + table(rows, 2);
}

}  // namespace planner
