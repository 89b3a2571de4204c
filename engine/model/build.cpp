#include "model/build.h"

namespace planner {

std::vector<const BuildItem*> Build::of_kind(PartKind kind) const {
  std::vector<const BuildItem*> result;
  for (const BuildItem& item : items)
    if (kind_of(*item.part) == kind) result.push_back(&item);
  return result;
}

int Build::count_of(PartKind kind) const {
  int count = 0;
  for (const BuildItem* item : of_kind(kind)) count += item->count;
  return count;
}

}  // namespace planner
