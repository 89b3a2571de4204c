// All facts of one build, each group computed when first asked for.
#pragma once

#include <memory>

#include "facts/bandwidth.h"
#include "facts/body.h"
#include "facts/inventory.h"
#include "facts/placement.h"
#include "facts/placement_memo.h"
#include "facts/power.h"

namespace planner {

/// Not thread-safe: one object per build and thread. The build and its catalog must outlive it.
class Facts {
 public:
  /// `placements`, if given, is asked for the placement and outlives this object.
  explicit Facts(const Build& build, PlacementMemo* placements = nullptr);
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;
  ~Facts();

  const Build& build() const;
  const Inventory& inventory() const;
  const Placement& placement() const;
  const Bandwidths& bandwidth() const;
  const Topology& topology() const;
  const PowerFacts& power() const;
  const FitFacts& fit() const;
  const ThermalFacts& thermal() const;
  const MemoryFacts& memory() const;
  const FirmwareFacts& firmware() const;
  const CostFacts& cost() const;
  const QuoteFacts& quote() const;

 private:
  struct Cache;
  std::unique_ptr<Cache> cache_;
};

}  // namespace planner
