#include "model/part.h"

#include <algorithm>

#include "model/enum_names.h"

namespace planner {

static_assert(std::variant_size_v<Part> == kPartKinds);
static_assert(names_of<PartKind>().size() == kPartKinds);

std::string_view name_of(PartKind kind) {
  return enum_name(kind);
}

std::string_view name_of(PowerConnector connector) {
  return enum_name(connector);
}

PartKind kind_of(const Part& part) {
  return static_cast<PartKind>(part.index());
}

const PartInfo& info_of(const Part& part) {
  return std::visit([](const auto& p) -> const PartInfo& { return p.info; }, part);
}

PartInfo& info_of(Part& part) {
  return std::visit([](auto& p) -> PartInfo& { return p.info; }, part);
}

const Price* usd_price(const PartInfo& info, bool used) {
  const Condition wanted = used ? Condition::used : Condition::new_;
  const Price* best = nullptr;
  for (const Price& p : info.prices) {
    if (p.currency != "USD") continue;
    const bool better = best == nullptr || (p.condition == wanted) > (best->condition == wanted) ||
                        ((p.condition == wanted) == (best->condition == wanted) && p.as_of > best->as_of);
    if (better) best = &p;
  }
  return best;
}

}  // namespace planner
