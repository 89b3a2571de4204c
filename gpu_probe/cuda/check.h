// CUDA errors as exceptions inside the CUDA part; they end at CudaDevice::measure.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace planner::probe::cuda {

/// A CUDA call that failed. `lost`: the GPU's context is beyond use, nothing more can be measured on it.
class CudaFailure : public std::runtime_error {
 public:
  CudaFailure(cudaError_t error, const char* action);
  bool lost() const { return lost_; }

 private:
  bool lost_;
};

/// Throws CudaFailure unless `error` is success.
void check(cudaError_t error, const char* action);

}  // namespace planner::probe::cuda
