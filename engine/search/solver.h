// The cheapest sound build around one GPU model: best-first search over host, CPU, memory, supplies, chassis, cooler,
// drive and circuit. Every partial build is cut by the rules themselves, so no pruning is written a second time by
// hand.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/columns.h"

namespace planner {

struct Solution {
  Build build;
  std::int64_t cents = 0;
};

/// Reusable across GPU models of one search, because most filtered columns do not depend on the GPU.
class HostSolver {
 public:
  explicit HostSolver(SearchWorld& world);
  ~HostSolver();

  /// The cheapest sound build with the request's count of `gpu` that costs less than `bound` cents (none: no bound).
  /// Sound: no rule that blocks or degrades fails, and every essential rule is decided. Ties: fewer nodes first, by
  /// ids.
  std::optional<Solution> cheapest(const Part* gpu, std::optional<std::int64_t> bound);

  /// A price that no sound build with this GPU can undercut: GPUs plus the cheapest option of every column.
  std::int64_t lower_bound(const Part* gpu) const;

 private:
  struct Columns;
  SearchWorld& world_;
  std::unique_ptr<Columns> columns_;
};

/// Whether a complete build may be printed: what HostSolver calls sound, wishes included.
bool acceptable(const Build& build, const SearchWorld& world);

}  // namespace planner
