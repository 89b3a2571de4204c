#include "search/request.h"

#include "facts/circuits.h"
#include "facts/placement.h"
#include "source/read.h"

namespace planner {
namespace {

std::string rule_text(std::string_view id, std::string_view title, std::string_view scope, const std::string& require,
                      const std::string& message) {
  return "  - {id: " + std::string(id) + ", title: " + std::string(title) +
         ", severity: blocks, essential: true, owner: buyer, for: '" + std::string(scope) + "', require: '" + require +
         "', message: '" + message +
         "', why: asked for, fix: relax the wish, source: the request, accept: [{}], reject: [{}]}\n";
}

/// What the given circuits carry together; unknown if one of them is.
Known<Power> capacity_of(const std::vector<CircuitChoice>& circuits) {
  Power sum;
  for (const CircuitChoice& c : circuits) {
    const Known<Power> each = circuit_capacity(std::get<Circuit>(*c.circuit));
    if (!each) return each;
    sum = sum + *each * c.count;
  }
  return sum;
}

}  // namespace

RuleSet rules_of(const Request& request, Diagnostics& diagnostics) {
  std::string yaml = "area: request\nrules:\n";
  if (request.vram_per_gpu)
    yaml += rule_text("REQ-1", "vram-per-gpu", "each gpu g", "g.vram >= " + request.vram_per_gpu->text(),
                      "{g.vram} per GPU");
  if (request.vram_total)
    yaml += rule_text("REQ-2", "vram-total", "build", "memory.vram_total >= " + request.vram_total->text(),
                      "{memory.vram_total} in total");
  if (request.min_link)
    yaml += rule_text("REQ-3", "link-too-narrow", "each gpu g", "g.link_bandwidth >= " + request.min_link->text(),
                      "link {g.link_bandwidth}");
  if (request.form == ChassisType::tower)
    yaml += rule_text("REQ-4", "form", "build", "chassis.type == \"tower\"", "{chassis.type}");
  if (request.form == ChassisType::rack)
    yaml += rule_text("REQ-4", "form", "build", "chassis.type in [\"rack\", \"server\"]", "{chassis.type}");
  if (request.form == ChassisType::open_frame)
    yaml += rule_text("REQ-4", "form", "build", "chassis.type == \"open_frame\"", "{chassis.type}");
  // Follows from the rules about circuits, since no supply gives more than it takes, but is decided before the supplies
  // are chosen: hopeless cards and hosts fall at once.
  const Known<Power> mains = request.circuits.empty() ? Known<Power>() : capacity_of(request.circuits);
  if (mains)
    yaml += rule_text("REQ-5", "circuits-too-small", "build", "power.sustained <= " + mains->text(),
                      "{power.sustained} sustained");
  RuleSet rules;
  if (yaml.find("id:") == std::string::npos) return rules;
  const auto root = parse_yaml(yaml, "request", ReadLimits{}, diagnostics);
  if (root) rules.add_layer({Document{"request", *root}}, diagnostics);
  return rules;
}

std::optional<Bandwidth> parse_link(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  const auto lanes = parse_amount(text.substr(0, at));
  const auto gen = parse_amount(text.substr(at + 1));
  if (!lanes || lanes->dimension != dim::lanes || !gen || !text.substr(at + 1).starts_with("gen")) return std::nullopt;
  const std::int64_t width = lanes->value.num();
  const std::int64_t generation = gen->value.num();
  if (width < 1 || width > 16 || generation < 1 || generation > 6) return std::nullopt;
  return pcie_bandwidth(generation, Lanes::from_base(width));
}

std::optional<std::int64_t> price_cents(const PartInfo& info, bool used) {
  const Price* best = nullptr;
  for (const Price& p : info.prices) {
    if (p.currency != "USD" || (p.condition == Condition::used && !used)) continue;
    if (best == nullptr || p.cents < best->cents) best = &p;
  }
  return best ? std::optional(best->cents) : std::nullopt;
}

}  // namespace planner
