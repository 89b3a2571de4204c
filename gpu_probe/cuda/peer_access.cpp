// Enabling and disabling peer access.
#include "gpu_probe/cuda/peer_access.h"

#include <utility>

#include "gpu_probe/cuda/check.h"

namespace planner::probe::cuda {
namespace {

/// Answers with which the driver withholds what `cudaDeviceCanAccessPeer` promised.
bool is_refusal(cudaError_t error) {
  return error == cudaErrorTooManyPeers || error == cudaErrorPeerAccessUnsupported;
}

}  // namespace

PeerAccess::PeerAccess(int from, int to) : from_(from), to_(to) {
  int possible = 0;
  check(cudaDeviceCanAccessPeer(&possible, from, to), "ask for peer access");
  if (possible == 0) return;
  check(cudaSetDevice(from), "select a GPU");
  const cudaError_t result = cudaDeviceEnablePeerAccess(to, 0);
  if (result == cudaErrorPeerAccessAlreadyEnabled || is_refusal(result)) {
    cudaGetLastError();  // not to be met again by the check of a launch
  } else {
    check(result, "enable peer access");
  }
  direct_ = !is_refusal(result);
}

PeerAccess::~PeerAccess() {
  if (!direct_ || cudaSetDevice(from_) != cudaSuccess) return;
  if (cudaDeviceDisablePeerAccess(to_) != cudaSuccess) cudaGetLastError();
}

PeerAccess::PeerAccess(PeerAccess&& other) noexcept
    : from_(other.from_), to_(other.to_), direct_(std::exchange(other.direct_, false)) {}

}  // namespace planner::probe::cuda
