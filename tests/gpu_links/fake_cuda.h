// A CUDA runtime of the tests: memory on the host, streams that run in any order that events allow, and a record of
// what a real machine with several GPUs would have refused.
#pragma once

#include <string>
#include <vector>

namespace planner::fake_cuda {

struct Machine {
  int gpus = 8;
  bool peer_access = true;
  int most_peers = 8;  ///< accesses that one GPU can hold
  std::size_t free = 256u << 20;
  unsigned order = 1;      ///< seed of the order in which streams advance
  int corrupt_copies = 0;  ///< so many copies between GPUs flip a bit
};

/// Starts a machine; what an earlier one left behind is dropped.
void start(const Machine& machine);
/// What was done wrong, and what was left behind: memory, streams, events, peer access. Flags of spin kernels stay.
std::vector<std::string> violations();

}  // namespace planner::fake_cuda
