// Direct access from one GPU to another's memory.
#pragma once

namespace planner::probe::cuda {

/// Enables access of CUDA device `from` to memory of `to`. False where the machine does not offer it.
bool enable_peer_access(int from, int to);

}  // namespace planner::probe::cuda
