// Stands in for the wgmma kernels where the toolkit cannot compile for sm_90a (before CUDA 12).
#include "gpu_probe/cuda/kernels.h"

namespace planner::probe::cuda {

bool has_wgmma() {
  return false;
}

void launch_wgmma(Number, int, int, const void*, const void*, BlockRecord*, cudaStream_t) {}

}  // namespace planner::probe::cuda
