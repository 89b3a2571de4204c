// Thread affinity.
#include "gpu_probe/cuda/affinity.h"

namespace planner::probe::cuda {

AffinityGuard::AffinityGuard(const std::vector<int>& processors) {
  if (processors.empty() || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const int processor : processors) {
    if (processor >= 0 && processor < CPU_SETSIZE && CPU_ISSET(processor, &before_)) CPU_SET(processor, &wanted);
  }
  bound_ = CPU_COUNT(&wanted) > 0 && sched_setaffinity(0, sizeof wanted, &wanted) == 0;
}

AffinityGuard::~AffinityGuard() {
  if (bound_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace planner::probe::cuda
