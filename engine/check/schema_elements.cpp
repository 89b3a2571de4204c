// Object types that are not parts: slots, GPU pairs, lane budgets, quote lines.
#include "check/footprints.h"
#include "check/member.h"

namespace planner {
namespace {

using expr::Direction;

constexpr std::string_view kLevels[] = {"nvlink", "pix", "pxb", "phb", "node", "sys"};
constexpr std::string_view kStatuses[] = {"resolved", "unresolved", "ambiguous", "ignored"};

void register_slot(expr::Schema& schema) {
  auto& t = schema.add("slot", "one expansion slot of the board");
  const auto fact = [&t](std::string name, std::string doc, auto get) {
    add_fact<SlotUse>(t, std::move(name), std::move(doc), footprints::kPlacement, Direction::any, "place_cards", get);
  };
  fact("name", "label on the board", [](const SlotUse& s) { return s.slot->label; });
  fact("position", "expansion slot position from the CPU edge", [](const SlotUse& s) { return s.slot->position; });
  fact("lanes", "electrical width with nothing shared", [](const SlotUse& s) { return s.slot->lanes; });
  fact("gen", "PCIe generation", [](const SlotUse& s) { return s.slot->gen; });
  fact("granted", "width its card gets after sharing and bifurcation", [](const SlotUse& s) { return s.granted; });
  fact("split", "cards it serves by bifurcation", [](const SlotUse& s) { return s.split; });
  fact("modes_known", "its bifurcation modes are recorded",
       [](const SlotUse& s) { return !s.slot->bifurcation.empty(); });
  fact("gpu_count", "GPUs it serves", [](const SlotUse& s) { return static_cast<std::int64_t>(s.gpus.size()); });
  t.label = [](const void* o) { return "slot " + static_cast<const SlotUse*>(o)->slot->label; };
}

void register_pair(expr::Schema& schema) {
  auto& t = schema.add("pair", "two GPUs of the build");
  expr::Member level;
  level.name = "level";
  level.doc = "distance in nvidia-smi's terms: nvlink, pix, pxb, phb, node, sys";
  level.type = expr::Type::enumeration(kLevels);
  level.reads = footprints::kPlacement;
  level.producer = "measure_bandwidth";
  level.get = [](const void* o) -> expr::Value {
    const auto& p = *static_cast<const GpuPair*>(o);
    if (!p.level) return expr::Unknown{p.level.reason()};
    return std::string(kLevels[static_cast<std::size_t>(*p.level)]);
  };
  t.members.push_back(std::move(level));
  add_fact<GpuPair>(t, "nvlinks", "NVLinks between them", footprints::kPlacement, Direction::any, "measure_bandwidth",
                    [](const GpuPair& p) { return p.nvlinks; });
  add_fact<GpuPair>(t, "bandwidth", "widest path, one direction", footprints::kPlacement, Direction::any,
                    "measure_bandwidth", [](const GpuPair& p) { return p.bandwidth; });
  t.label = [](const void* o) {
    const auto& p = *static_cast<const GpuPair*>(o);
    return "GPU " + std::to_string(p.a) + " - GPU " + std::to_string(p.b);
  };
}

void register_root_budget(expr::Schema& schema) {
  auto& t = schema.add("lane_budget", "lanes of one CPU socket or chipset");
  add_fact<LaneBudget>(t, "name", "cpu0, cpu1, chipset", footprints::kPlacement, Direction::any, "place_cards",
                       [](const LaneBudget& b) { return b.root; });
  add_fact<LaneBudget>(t, "offered", "lanes it offers to slots and ports", footprints::kPlacement, Direction::any,
                       "place_cards", [](const LaneBudget& b) { return b.offered; });
  add_fact<LaneBudget>(t, "used", "lanes in use", footprints::kPlacement, Direction::any, "place_cards",
                       [](const LaneBudget& b) { return b.used; });
  t.label = [](const void* o) { return static_cast<const LaneBudget*>(o)->root; };
}

Known<Money> stated(const std::optional<std::int64_t>& cents, const char* what) {
  return cents ? Known<Money>(Money::from_smallest(*cents)) : Known<Money>::unknown(what);
}

Known<Money> catalog_price(const QuoteLine& l) {
  const Price* price = l.part ? usd_price(info_of(*l.part)) : nullptr;
  return price ? Known<Money>(Money::from_smallest(price->cents)) : Known<Money>::unknown("no catalog price");
}

Known<Money> market_price(const QuoteLine& l) {
  if (l.part == nullptr) return Known<Money>::unknown("no catalog part");
  const PartInfo& info = info_of(*l.part);
  const Price* price = usd_price(info);
  if (price == nullptr || info.discontinued) return Known<Money>::unknown("no market price");
  if (price->basis == PriceBasis::estimate || price->basis == PriceBasis::launch ||
      price->confidence == Confidence::low)
    return Known<Money>::unknown("the catalog's price is an estimate");
  return Money::from_smallest(price->cents);
}

void register_line(expr::Schema& schema) {
  auto& t = schema.add("line", "one line of the quote");
  expr::Member status;
  status.name = "status";
  status.doc = "what became of it: resolved, unresolved, ambiguous, ignored";
  status.type = expr::Type::enumeration(kStatuses);
  status.producer = "quote reader";
  status.get = [](const void* o) -> expr::Value {
    return std::string(kStatuses[static_cast<std::size_t>(static_cast<const QuoteLine*>(o)->status)]);
  };
  t.members.push_back(std::move(status));
  const auto fact = [&t](std::string name, std::string doc, auto get) {
    add_fact<QuoteLine>(t, std::move(name), std::move(doc), 0, Direction::any, "quote reader", get);
  };
  fact("quantity", "units", [](const QuoteLine& l) { return l.quantity; });
  fact("has_kind", "its kind of part is recognised", [](const QuoteLine& l) { return l.kind.has_value(); });
  fact("is_gpu", "it is a GPU line", [](const QuoteLine& l) { return l.kind == PartKind::gpu; });
  fact("is_core", "it is a GPU, CPU, board or supply line", [](const QuoteLine& l) {
    return l.kind == PartKind::gpu || l.kind == PartKind::cpu || l.kind == PartKind::board || l.kind == PartKind::psu;
  });
  fact("names_model", "its name has a digit, as model names have",
       [](const QuoteLine& l) { return l.name.find_first_of("0123456789") != std::string::npos; });
  fact("market_price", "catalog price worth comparing with: seen on the market, not a low-confidence estimate",
       market_price);
  fact("text", "as written", [](const QuoteLine& l) { return l.text; });
  fact("nearest", "nearest catalog parts", [](const QuoteLine& l) {
    std::string joined;
    for (std::size_t i = 0; i < l.candidates.size() && i < 3; ++i) joined += (i ? ", " : "") + l.candidates[i];
    return joined;
  });
  fact("unit_price", "stated unit price, currency of the quote",
       [](const QuoteLine& l) { return stated(l.unit_cents, "no price stated"); });
  fact("total_price", "stated line total",
       [](const QuoteLine& l) { return stated(l.total_cents, "no line total stated"); });
  fact("catalog_price", "catalog price of the part in USD", [](const QuoteLine& l) { return catalog_price(l); });
  fact("in_dollars", "its prices are in USD", [](const QuoteLine& l) { return l.currency == "USD"; });
  t.label = [](const void* o) {
    const auto& l = *static_cast<const QuoteLine*>(o);
    return "line " + std::to_string(l.line) + " (" + l.text.substr(0, 60) + ")";
  };
}

}  // namespace

void register_elements(expr::Schema& schema) {
  register_slot(schema);
  register_pair(schema);
  register_root_budget(schema);
  register_line(schema);
}

}  // namespace planner
