// CUDA errors as exceptions.
#include "gpu_probe/cuda/check.h"

namespace planner::probe::cuda {
namespace {

/// After these the context answers every further call with the same error.
bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorLaunchFailure:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

}  // namespace

CudaFailure::CudaFailure(cudaError_t error, const char* action)
    : std::runtime_error(std::string(action) + ": " + cudaGetErrorString(error)), lost_(is_sticky(error)) {}

void check(cudaError_t error, const char* action) {
  if (error != cudaSuccess) throw CudaFailure(error, action);
}

}  // namespace planner::probe::cuda
