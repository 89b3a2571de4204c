// Placements shared between builds that differ only in what place_cards does not read: a search varies cards of the
// same shape, supplies and coolers around one board, and each arrangement is worked out once.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "facts/placement.h"

namespace planner {

/// Not thread-safe. Parts named by the builds must outlive it.
class PlacementMemo {
 public:
  /// Equal to place_cards(inventory), except that `why` texts may name another part of the same shape.
  std::shared_ptr<const Placement> place(const Inventory& inventory);

 private:
  std::unordered_map<std::string, std::shared_ptr<const Placement>> placements_;
};

}  // namespace planner
