#include "report/json_parts.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

template <class Tag>
Json number(const Known<Quantity<Tag>>& value) {
  return value ? Json(value->to_double()) : Json();
}
Json number(const Known<std::int64_t>& value) {
  return value ? Json(*value) : Json();
}

Json to_json(const FindingEvidence& e) {
  Json j{{"operand", e.operand}, {"fact", e.fact}, {"subject", e.subject}, {"value", e.value}, {"unit", e.unit}};
  if (!e.file.empty()) j["catalog"] = e.file + ":" + std::to_string(e.line);
  j["source"] = e.source;
  j["as_of"] = e.as_of;
  j["low_confidence"] = e.low_confidence;
  return j;
}

Json to_json(const Fix& fix) {
  Json j{{"text", fix.text}, {"verified", fix.verified}};
  if (!fix.cause.empty()) j["cause"] = fix.cause;
  j["cost"] = fix.cost ? Json{{"amount", fix.cost->to_double()}, {"currency", "USD"}} : Json();
  if (!fix.patch) return j;
  constexpr const char* kKinds[] = {"add", "remove", "replace", "set_power_limit"};
  Json patch{{"kind", kKinds[static_cast<std::size_t>(fix.patch->kind)]}};
  if (!fix.patch->part.empty()) patch["part"] = fix.patch->part;
  if (!fix.patch->replacement.empty()) patch["replacement"] = fix.patch->replacement;
  if (fix.patch->count > 0) patch["count"] = fix.patch->count;
  if (fix.patch->power_limit) patch["power_limit"] = fix.patch->power_limit->text();
  j["patch"] = patch;
  return j;
}

Json gpu_json(const Facts& facts, std::size_t i) {
  constexpr const char* kMounts[] = {"direct", "riser", "assumed", "onboard", "none"};
  const CardPlacement& p = facts.placement().gpus[i];
  const GpuBandwidth& b = facts.bandwidth().gpus[i];
  Json j{{"index", i},
         {"part", facts.inventory().gpus[i].info->id},
         {"mount", kMounts[static_cast<std::size_t>(p.mount)]}};
  j["slot"] = p.slot >= 0 ? Json(facts.placement().slots[static_cast<std::size_t>(p.slot)].slot->label) : Json();
  j["link_width"] = number(p.lanes);
  j["link_gen"] = number(p.gen);
  j["link_gb_s"] = number(b.link);
  j["host_gb_s"] = number(b.host);
  j["fair_share_gb_s"] = number(b.fair_share);
  j["gap_slots"] = number(p.gap);
  j["socket"] = number(p.socket);
  j["behind_chipset"] = p.behind_chipset;
  j["switch"] = p.switch_id.empty() ? Json() : Json(p.switch_id);
  return j;
}

Json power_json(const PowerFacts& power) {
  Json j{{"unit", "W"}};
  j["sustained"] = number(power.sustained);
  j["excursion"] = number(power.excursion);
  j["capacity"] = number(power.capacity);
  j["load"] = number(power.load);
  j["wall"] = number(power.wall);
  j["btu_per_hour"] = number(power.btu_per_hour);
  j["smallest_circuit"] = power.smallest_circuit;
  j["lines"] = Json::array();
  for (const PowerLine& l : power.lines)
    j["lines"].push_back({{"what", l.what},
                          {"sustained", l.sustained.to_double()},
                          {"excursion", number(l.excursion)},
                          {"estimated", l.estimated},
                          {"psu", l.psu},
                          {"basis", l.basis}});
  j["psus"] = Json::array();
  for (const PsuLoad& l : power.psus)
    j["psus"].push_back({{"capacity", number(l.capacity)},
                         {"sustained", l.sustained.to_double()},
                         {"load", number(l.load)},
                         {"wall", number(l.wall)},
                         {"gpus", l.gpus},
                         {"feeds_board", l.feeds_board},
                         {"circuit", l.circuit}});
  j["circuits"] = Json::array();
  for (const CircuitLoad& l : power.circuits)
    j["circuits"].push_back(
        {{"capacity", number(l.capacity)}, {"wall", l.wall.to_double()}, {"load", number(l.load)}, {"psus", l.psus}});
  return j;
}

Json memory_json(const MemoryFacts& m) {
  return {{"modules", number(m.modules)},
          {"capacity_gb", number(m.capacity)},
          {"channels", number(m.channels)},
          {"channels_filled", number(m.channels_filled)},
          {"vram_gb", number(m.vram_total)}};
}

}  // namespace

Json to_json(const Finding& f) {
  Json j{{"rule", f.rule},
         {"title", f.title},
         {"severity", name_of(f.severity)},
         {"outcome", name_of(f.outcome)},
         {"subjects", f.subjects},
         {"message", f.message},
         {"margin", f.margin}};
  j["places"] = Json::array();
  for (const Location& at : f.places) j["places"].push_back({{"line", at.line}, {"column", at.column}});
  j["evidence"] = Json::array();
  for (const FindingEvidence& e : f.evidence) j["evidence"].push_back(to_json(e));
  j["fixes"] = Json::array();
  for (const Fix& fix : f.fixes) j["fixes"].push_back(to_json(fix));
  j["owner"] = name_of(f.owner);
  j["weakened"] = f.weakened;
  if (!f.why.empty()) j["why"] = f.why;
  j["source"] = f.source;
  return j;
}

Json to_json(const Counts& c) {
  return {{"blocks", c.blocks}, {"degrades", c.degrades},           {"advises", c.advises},
          {"passed", c.passed}, {"not_evaluated", c.not_evaluated}, {"waived", c.waived}};
}

Json facts_json(const Facts& facts) {
  Json j;
  j["gpus"] = Json::array();
  for (std::size_t i = 0; i < facts.inventory().gpus.size(); ++i) j["gpus"].push_back(gpu_json(facts, i));
  const Placement& p = facts.placement();
  j["placement"] = {
      {"slots_known", p.slots_known},       {"direct_capacity", number(p.direct_capacity)}, {"unplaced", p.unplaced},
      {"risers_missing", p.risers_missing}, {"splitters_missing", p.splitters_missing},     {"shortfall", p.shortfall}};
  j["lanes"] = Json::array();
  for (const LaneBudget& b : p.roots)
    j["lanes"].push_back({{"root", b.root}, {"offered", number(b.offered)}, {"used", b.used.smallest()}});
  j["bandwidth"] = {{"unit", "GB/s"},
                    {"bisection", number(facts.bandwidth().bisection)},
                    {"bisection_halves", facts.bandwidth().bisection_halves}};
  j["power"] = power_json(facts.power());
  j["memory"] = memory_json(facts.memory());
  const CostFacts& cost = facts.cost();
  j["cost"] = {{"currency", "USD"},
               {"total", number(cost.total)},
               {"priced", cost.priced.to_double()},
               {"unpriced", cost.unpriced},
               {"oldest_price", cost.oldest_price}};
  return j;
}

}  // namespace planner
