// Keeps a thread, and so the pinned memory that it allocates, on the NUMA node of a GPU.
#pragma once

#include <sched.h>

#include <vector>

namespace planner::probe::cuda {

/// Binds the calling thread to `processors` while it lives; does nothing for an empty list.
class AffinityGuard {
 public:
  explicit AffinityGuard(const std::vector<int>& processors);
  ~AffinityGuard();
  AffinityGuard(const AffinityGuard&) = delete;
  AffinityGuard& operator=(const AffinityGuard&) = delete;

 private:
  cpu_set_t before_{};
  bool bound_ = false;
};

}  // namespace planner::probe::cuda
