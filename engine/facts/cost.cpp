#include <algorithm>

#include "facts/body.h"

namespace planner {
namespace {

/// The wall circuit is the building's, and counts only where the catalog prices it.
bool is_bought(const Part& part) {
  return kind_of(part) != PartKind::circuit;
}

void note_missing(CostFacts& cost, const std::string& id) {
  if (std::find(cost.unpriced.begin(), cost.unpriced.end(), id) == cost.unpriced.end()) cost.unpriced.push_back(id);
}

}  // namespace

CostFacts sum_cost(const Inventory& inventory) {
  CostFacts cost;
  for (const BuildItem& item : inventory.build->items) {
    if (item.part == nullptr) continue;
    const PartInfo& info = info_of(*item.part);
    const Price* price = usd_price(info);
    if (price == nullptr) {
      if (is_bought(*item.part)) note_missing(cost, info.id);
      continue;
    }
    cost.priced += Money::from_smallest(price->cents) * item.count;
    if (!price->as_of.empty() && (cost.oldest_price.empty() || price->as_of < cost.oldest_price))
      cost.oldest_price = price->as_of;
  }
  cost.total =
      cost.unpriced.empty() ? Known<Money>(cost.priced) : Known<Money>::unknown("no price of " + cost.unpriced.front());
  return cost;
}

}  // namespace planner
