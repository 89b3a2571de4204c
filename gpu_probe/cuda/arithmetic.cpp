// Timed and checked launches of arithmetic kernels.
#include "gpu_probe/cuda/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gpu_probe/statistics.h"

namespace planner::probe::cuda {
namespace {

bool uses_wgmma(const GpuFacts& facts, Number number) {
  return facts.major == 9 && facts.minor == 0 && has_wgmma() && number != Number::fp64;
}

DeviceMemory on_device(const std::vector<std::uint8_t>& bytes) {
  DeviceMemory memory(bytes.size());
  upload(memory, bytes.data(), bytes.size());
  return memory;
}

/// Blocks that disagree with the checksum that most blocks have.
std::uint64_t disagreeing(const std::vector<BlockRecord>& records) {
  std::map<std::uint32_t, std::uint64_t> votes;
  for (const BlockRecord& record : records) ++votes[record.checksum];
  std::uint64_t most = 0;
  for (const auto& [checksum, count] : votes) most = std::max(most, count);
  return records.size() - most;
}

double median_clock(const std::vector<BlockRecord>& records) {
  std::vector<double> clocks;
  for (const BlockRecord& record : records) {
    if (record.nanoseconds > 0)
      clocks.push_back(static_cast<double>(record.cycles) / static_cast<double>(record.nanoseconds) * 1e3);
  }
  return clocks.empty() ? 0 : median(std::move(clocks));
}

}  // namespace

ArithmeticWorker::ArithmeticWorker(int blocks, double per_step, int step_granularity, Launch launch)
    : blocks_(blocks),
      per_step_(per_step),
      granularity_(step_granularity),
      launch_(std::move(launch)),
      records_(sizeof(BlockRecord) * static_cast<std::size_t>(blocks)) {}

std::vector<BlockRecord> ArithmeticWorker::fetch() {
  std::vector<BlockRecord> records(static_cast<std::size_t>(blocks_));
  check(cudaMemcpy(records.data(), records_.as(), records_.bytes(), cudaMemcpyDeviceToHost), "copy results");
  return records;
}

ArithmeticRun ArithmeticWorker::run(int steps) {
  start_.record(stream_);
  launch_(steps, records_.as<BlockRecord>(), stream_);
  check(cudaGetLastError(), "launch");
  end_.record(stream_);
  stream_.wait();
  const std::vector<BlockRecord> records = fetch();
  ArithmeticRun run{start_.seconds_to(end_), median_clock(records), disagreeing(records)};
  for (const BlockRecord& record : records) run.errors += record.errors;
  return run;
}

int ArithmeticWorker::steps_for(double milliseconds) {
  int steps = 256;
  double seconds = run(steps).seconds;
  while (seconds < 1e-3 && steps < (1 << 24)) {
    steps *= 4;
    seconds = run(steps).seconds;
  }
  const double wanted = steps * milliseconds * 1e-3 / seconds;
  const double most = 1 << 29;
  return std::max(granularity_, static_cast<int>(std::min(wanted, most)) / granularity_ * granularity_);
}

std::vector<std::uint32_t> ArithmeticWorker::checksums(int steps) {
  launch_(steps, records_.as<BlockRecord>(), stream_);
  check(cudaGetLastError(), "launch");
  stream_.wait();
  std::vector<std::uint32_t> checksums;
  for (const BlockRecord& record : fetch()) checksums.push_back(record.checksum);
  return checksums;
}

std::string TensorWorker::unsupported(const GpuFacts& facts, Number number) {
  const int capability = facts.major * 10 + facts.minor;
  switch (number) {
    case Number::fp16:
    case Number::int8:
      return capability >= 75 ? "" : "needs compute capability 7.5";
    case Number::bf16:
    case Number::tf32:
      return capability >= 80 ? "" : "needs compute capability 8.0";
    case Number::fp8:
      return capability >= 89 ? "" : "needs compute capability 8.9";
    case Number::fp64:
      return capability == 80 || capability == 90 || capability == 100 ? "" : "this GPU has no FP64 tensor cores";
  }
  return "unknown number format";
}

TensorWorker::TensorWorker(const Gpu& gpu, Number number, OperandKind kind)
    : wgmma_(uses_wgmma(gpu.facts, number)),
      operands_(make_operands(number, wgmma_ ? wgmma_shape() : mma_shape(number), kind, 7)),
      a_(on_device(operands_.a)),
      b_(on_device(operands_.b)),
      worker_(gpu.facts.sm_count * (wgmma_ ? 1 : kMmaBlocksPerSm),
              operands_.shape.operations(number) * (wgmma_ ? 1 : kMmaWarpsPerBlock), 4,
              [this, number, blocks = gpu.facts.sm_count](int steps, BlockRecord* records, cudaStream_t stream) {
                if (wgmma_)
                  launch_wgmma(number, blocks, steps, a_.as(), b_.as(), records, stream);
                else
                  launch_mma(number, blocks * kMmaBlocksPerSm, steps, a_.as(), b_.as(), records, stream);
              }) {}

std::uint32_t TensorWorker::expected_checksum(int steps) const {
  const std::uint32_t one = exact_checksum(operands_, steps);
  return wgmma_ ? one : one * static_cast<std::uint32_t>(kMmaWarpsPerBlock);
}

}  // namespace planner::probe::cuda
