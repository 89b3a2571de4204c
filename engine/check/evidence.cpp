#include "check/evidence.h"

#include <algorithm>
#include <bit>

#include "check/finding.h"
#include "check/schema.h"

namespace planner {
namespace {

constexpr std::size_t kMaxPlaces = 16;
constexpr int kFewKinds = 3;

constexpr std::string_view kModuleType[] = {"memory_kit.module_type", "board.rdimm", "board.udimm"};
constexpr std::string_view kMemoryType[] = {"memory_kit.memory_type", "board.memory_type"};
constexpr std::string_view kModules[] = {"memory_kit.modules"};
constexpr std::string_view kMemoryCapacity[] = {"memory_kit.modules", "memory_kit.module_capacity"};
constexpr std::string_view kChannels[] = {"board.memory_channels", "cpu.memory_channels"};
constexpr std::string_view kMemorySlots[] = {"board.memory_slots"};
constexpr std::string_view kPsuOutput[] = {"psu.rated_output"};
constexpr std::string_view kGpuDraw[] = {"gpu.board_power"};
constexpr std::string_view kCpuDraw[] = {"cpu.tdp"};
constexpr std::string_view kCoolerMargin[] = {"cooler.rated_power", "cpu.tdp"};
constexpr std::string_view kCoolerHeight[] = {"cooler.height", "chassis.cooler_clearance"};
constexpr std::string_view kCardLength[] = {"gpu.length", "chassis.gpu_clearance"};
constexpr std::string_view kCardHeight[] = {"gpu.height", "chassis.gpu_height_clearance"};
constexpr std::string_view kBoardForm[] = {"board.form_factor"};
constexpr std::string_view kSupplyForm[] = {"psu.form_factor"};
constexpr std::string_view kSupplyLength[] = {"psu.length", "chassis.psu_clearance"};
constexpr std::string_view kSupplyBays[] = {"chassis.psu_capacity"};
constexpr std::string_view kAirflow[] = {"chassis.airflow"};
constexpr std::string_view kBars[] = {"gpu.bar1"};

constexpr FactInputs kInputs[] = {
    {"memory.module_type_listed", kModuleType},
    {"memory.type_listed", kMemoryType},
    {"memory.mixed_types", kMemoryType},
    {"memory.modules", kModules},
    {"memory.channels_filled", kModules},
    {"memory.channels", kChannels},
    {"memory.slots", kMemorySlots},
    {"memory.capacity", kMemoryCapacity},
    {"psu.capacity", kPsuOutput},
    {"power.capacity", kPsuOutput},
    {"gpu.draw", kGpuDraw},
    {"power.gpus_default", kGpuDraw},
    {"power.cpus", kCpuDraw},
    {"thermal.cooler_margin", kCoolerMargin},
    {"thermal.airflow", kAirflow},
    {"fit.cooler_margin", kCoolerHeight},
    {"fit.board_listed", kBoardForm},
    {"fit.psu_form_listed", kSupplyForm},
    {"fit.psu_margin", kSupplyLength},
    {"fit.psu_bays_short", kSupplyBays},
    {"gpu.length_margin", kCardLength},
    {"gpu.height_margin", kCardHeight},
    {"firmware.bar_total", kBars},
};

/// One unit of each different part of a type.
template <class T>
void add_units(std::vector<const void*>& objects, const std::vector<Fitted<T>>& units) {
  std::vector<const PartInfo*> seen;
  for (const Fitted<T>& unit : units) {
    if (std::find(seen.begin(), seen.end(), unit.info) != seen.end()) continue;
    seen.push_back(unit.info);
    objects.push_back(&unit);
  }
}

std::vector<const void*> objects_of(std::string_view type, const Inventory& inventory) {
  std::vector<const void*> objects;
  if (type == "gpu") add_units(objects, inventory.gpus);
  if (type == "cpu") add_units(objects, inventory.cpus);
  if (type == "memory_kit") add_units(objects, inventory.memory);
  if (type == "psu") add_units(objects, inventory.psus);
  if (type == "cooler") add_units(objects, inventory.coolers);
  if (type == "board" && inventory.board != nullptr) objects.push_back(&inventory);
  if (type == "chassis" && inventory.chassis != nullptr) objects.push_back(&inventory);
  return objects;
}

/// The evidence for one catalog field of one part; nothing where the figure is not recorded.
std::optional<FindingEvidence> figure(const expr::ObjectType& type, const expr::Member& member, const void* object) {
  expr::Evidence e;
  e.path = type.name + "." + member.name;
  e.fact = e.path;
  e.label = type.label ? type.label(object) : type.name;
  e.value = member.get(object);
  e.type = member.type;
  if (expr::is_unknown(e.value) || !member.origin) return std::nullopt;
  e.origin = member.origin(object);
  return to_finding_evidence(e);
}

bool shown(const std::vector<FindingEvidence>& evidence, const FindingEvidence& wanted) {
  return std::any_of(evidence.begin(), evidence.end(), [&](const FindingEvidence& e) {
    return e.fact == wanted.fact && e.file == wanted.file && e.line == wanted.line;
  });
}

void add_figures(Finding& finding, const Facts& facts) {
  std::vector<FindingEvidence> figures;
  for (const FindingEvidence& computed : finding.evidence) {
    if (!computed.file.empty()) continue;
    for (const FactInputs& inputs : kInputs) {
      if (inputs.fact != computed.fact) continue;
      for (const std::string_view field : inputs.fields) {
        const expr::ObjectType& type = *rule_schema().find(field.substr(0, field.find('.')));
        const expr::Member& member = *type.find(field.substr(field.find('.') + 1));
        for (const void* object : objects_of(type.name, facts.inventory())) {
          const auto found = figure(type, member, object);
          if (found && !shown(finding.evidence, *found) && !shown(figures, *found)) figures.push_back(*found);
        }
      }
    }
  }
  finding.evidence.insert(finding.evidence.end(), figures.begin(), figures.end());
}

expr::Footprint kind_bit(const BuildItem& item) {
  const PartKind kind = kind_of(*item.part);
  return footprint_of(kind == PartKind::platform ? PartKind::board : kind);
}

}  // namespace

std::span<const FactInputs> fact_inputs() {
  return kInputs;
}

void add_catalog_figures(Report& report, const Facts& facts) {
  for (Finding& f : report.findings)
    if (f.outcome == Outcome::failed) add_figures(f, facts);
}

void add_places(Report& report, const Facts& facts, const RuleSet& rules) {
  for (Finding& f : report.findings) {
    const Rule* rule = rules.find(f.rule);
    if (!f.places.empty() || rule == nullptr) continue;
    const expr::Footprint reads = rule->require->footprint();
    if (std::popcount(reads) > kFewKinds) continue;
    for (const BuildItem& item : facts.build().items) {
      const bool named = item.at.line > 0 && f.places.size() < kMaxPlaces;
      if (named && (kind_bit(item) & reads) != 0) f.places.push_back(item.at);
    }
  }
}

}  // namespace planner
