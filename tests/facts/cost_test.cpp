#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

template <class T>
T priced(T part, std::int64_t dollars, std::string as_of, Condition condition = Condition::new_) {
  Price price;
  price.cents = dollars * 100;
  price.as_of = std::move(as_of);
  price.condition = condition;
  part.info.prices.push_back(std::move(price));
  return part;
}

}  // namespace

TEST_CASE("catalog prices: new before used, the oldest date is named") {
  Gpu card = priced(priced(rtx3090(), 750, "2026-05", Condition::used), 1200, "2026-03-29");
  Rig rig;
  rig.add(card, 4).add(priced(psu("psu", 1600, 9, 0), 400, "2026-04"));
  const CostFacts cost = rig.cost();
  CHECK(*cost.total == Money::from_base(5200));
  CHECK(cost.priced == Money::from_base(5200));
  CHECK(cost.oldest_price == "2026-03-29");
  CHECK(*Rig().add(priced(rtx3090(), 750, "2026-05", Condition::used), 2).cost().total == Money::from_base(1500));
}

TEST_CASE("a part without price makes the total unknown, not cheaper") {
  Rig rig;
  rig.add(priced(rtx3090(), 750, "2026-05"), 2).add(psu("psu", 1600, 9, 0), 2).add(circuit(120, 15));
  const CostFacts cost = rig.cost();
  CHECK_FALSE(cost.total.known());
  CHECK(cost.priced == Money::from_base(1500));
  CHECK_MESSAGE(cost.unpriced == std::vector<std::string>{"psu"}, "the building's circuit is not bought");
  CHECK(*Rig().cost().total == Money{});
}
