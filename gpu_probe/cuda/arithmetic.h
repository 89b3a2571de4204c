// Arithmetic kernels as one kind of worker: something that runs a number of steps and can be timed and checked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/resources.h"

namespace planner::probe::cuda {

/// One timed launch.
struct ArithmeticRun {
  double seconds = 0;
  double sm_clock_mhz = 0;   ///< median over blocks of cycles per time
  std::uint64_t errors = 0;  ///< blocks whose result differs from the others', or threads with a wrong result
};

class ArithmeticWorker {
 public:
  /// `launch(steps, records)` starts the kernel on the worker's stream; `per_step` operations per block and step.
  using Launch = std::function<void(int steps, BlockRecord* records, cudaStream_t stream)>;
  ArithmeticWorker(int blocks, double per_step, int step_granularity, Launch launch);

  ArithmeticRun run(int steps);
  /// Steps that take about `milliseconds`, from a short trial.
  int steps_for(double milliseconds);
  /// Checksums of one run, by block.
  std::vector<std::uint32_t> checksums(int steps);
  double operations(int steps) const { return per_step_ * steps * blocks_; }

 private:
  std::vector<BlockRecord> fetch();

  int blocks_;
  double per_step_;
  int granularity_;
  Launch launch_;
  Stream stream_;
  Event start_, end_;
  DeviceMemory records_;
};

/// A tensor kernel of a metric with its operands on the device, or nothing where the GPU has no such instruction.
class TensorWorker {
 public:
  TensorWorker(const Gpu& gpu, Number number, OperandKind kind);
  TensorWorker(const TensorWorker&) = delete;
  TensorWorker& operator=(const TensorWorker&) = delete;
  /// Why the GPU cannot run this format, empty if it can.
  static std::string unsupported(const GpuFacts& facts, Number number);
  ArithmeticWorker& worker() { return worker_; }
  const Operands& operands() const { return operands_; }
  /// What each block of an exact run must report.
  std::uint32_t expected_checksum(int steps) const;
  const char* method() const { return wgmma_ ? "wgmma" : "mma.sync"; }

 private:
  bool wgmma_;
  Operands operands_;
  DeviceMemory a_, b_;
  ArithmeticWorker worker_;
};

}  // namespace planner::probe::cuda
