#include "facts/facts.h"

#include <optional>

namespace planner {

struct Facts::Cache {
  const Build* build = nullptr;
  PlacementMemo* placements = nullptr;
  Inventory inventory;
  std::shared_ptr<const Placement> placement;
  std::optional<Topology> topology;
  std::optional<Bandwidths> bandwidth;
  std::optional<PowerFacts> power;
  std::optional<FitFacts> fit;
  std::optional<ThermalFacts> thermal;
  std::optional<MemoryFacts> memory;
  std::optional<FirmwareFacts> firmware;
  std::optional<CostFacts> cost;
  std::optional<QuoteFacts> quote;
};

namespace {

/// The cached value, made on first use.
template <class T, class Make>
const T& once(std::optional<T>& slot, Make make) {
  if (!slot) slot = make();
  return *slot;
}

}  // namespace

Facts::Facts(const Build& build, PlacementMemo* placements) : cache_(std::make_unique<Cache>()) {
  cache_->placements = placements;
  cache_->build = &build;
  cache_->inventory = take_inventory(build, this);
}

Facts::~Facts() = default;

const Build& Facts::build() const {
  return *cache_->build;
}

const Inventory& Facts::inventory() const {
  return cache_->inventory;
}

const Placement& Facts::placement() const {
  auto& placement = cache_->placement;
  if (!placement) {
    placement = cache_->placements != nullptr ? cache_->placements->place(inventory())
                                              : std::make_shared<const Placement>(place_cards(inventory()));
  }
  return *placement;
}

const Bandwidths& Facts::bandwidth() const {
  return once(cache_->bandwidth, [&] { return measure_bandwidth(inventory(), placement()); });
}

const Topology& Facts::topology() const {
  return once(cache_->topology, [&] { return build_topology(inventory(), placement()); });
}

const PowerFacts& Facts::power() const {
  return once(cache_->power, [&] { return budget_power(inventory()); });
}

const FitFacts& Facts::fit() const {
  return once(cache_->fit, [&] { return measure_fit(inventory(), placement()); });
}

const ThermalFacts& Facts::thermal() const {
  return once(cache_->thermal, [&] { return measure_heat(inventory(), placement(), power()); });
}

const MemoryFacts& Facts::memory() const {
  return once(cache_->memory, [&] { return count_memory(inventory()); });
}

const FirmwareFacts& Facts::firmware() const {
  return once(cache_->firmware, [&] { return read_firmware(inventory(), placement()); });
}

const CostFacts& Facts::cost() const {
  return once(cache_->cost, [&] { return sum_cost(inventory()); });
}

const QuoteFacts& Facts::quote() const {
  return once(cache_->quote, [&] { return sum_quote(inventory()); });
}

}  // namespace planner
