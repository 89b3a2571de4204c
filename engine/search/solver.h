// The cheapest sound build around one GPU model: best-first search over host, CPU, memory, drive, supplies, circuit,
// chassis and cooler, cut by the rules themselves.
#pragma once

#include <memory>
#include <optional>

#include "search/columns.h"

namespace planner {

struct Solution {
  Build build;
  std::int64_t cents = 0;
};

/// Reusable across GPU models of one search, because most of what it finds out does not depend on the GPU.
class HostSolver {
 public:
  explicit HostSolver(SearchWorld& world);
  ~HostSolver();

  /// The cheapest sound build with the request's count of these GPUs that costs less than `bound` cents (none: no
  /// bound). Sound: no rule that blocks or degrades fails, and every essential rule is decided. Deterministic.
  std::optional<Solution> cheapest(const GpuChoice& choice, std::optional<std::int64_t> bound);

  /// A price that no sound build with these GPUs can undercut: the GPUs and the cheapest host with CPU and memory.
  std::int64_t lower_bound(const GpuChoice& choice);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether a complete build may be printed: what HostSolver calls sound, wishes included.
bool acceptable(const Build& build, const SearchWorld& world);

}  // namespace planner
