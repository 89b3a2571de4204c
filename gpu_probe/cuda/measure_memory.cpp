// Bandwidth of device memory and of the L2 cache.
#include <algorithm>
#include <array>
#include <cmath>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/timing.h"

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::uint32_t kSeedA = 0x1001, kSeedB = 0x2002, kSeedC = 0x3003;

/// 64 times the L2 cache, so that what stays cached between passes is below 2 %, within a sixth of the free memory.
std::size_t buffer_bytes(const GpuFacts& facts) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "read free memory");
  const std::size_t wanted = std::max<std::size_t>(1024 * kMiB, 64 * facts.l2_bytes);
  return std::max(kMiB * 16, std::min(wanted, free / 6) / kMiB * kMiB);
}

StreamOperation operation_of(Metric metric) {
  switch (metric) {
    case Metric::memory_write:
      return StreamOperation::write;
    case Metric::memory_copy:
      return StreamOperation::copy;
    case Metric::memory_triad:
      return StreamOperation::triad;
    default:
      return StreamOperation::read;
  }
}

double traffic_factor(StreamOperation operation) {
  switch (operation) {
    case StreamOperation::copy:
      return 2;
    case StreamOperation::triad:
      return 3;
    default:
      return 1;
  }
}

class Streams {
 public:
  Streams(const Gpu& gpu, StreamOperation operation)
      : gpu_(gpu), operation_(operation), bytes_(buffer_bytes(gpu.facts)), sum_(sizeof(std::uint32_t)) {
    if (operation != StreamOperation::read) a_ = DeviceMemory(bytes_);
    if (operation != StreamOperation::write) b_ = DeviceMemory(bytes_);
    if (operation == StreamOperation::triad) c_ = DeviceMemory(bytes_);
    if (a_.bytes() != 0) launch_fill(a_.as(), bytes_, kSeedA, 0, stream_);
    if (b_.bytes() != 0) launch_fill(b_.as(), bytes_, kSeedB, 0, stream_);
    if (c_.bytes() != 0) launch_fill(c_.as(), bytes_, kSeedC, 0, stream_);
    check(cudaGetLastError(), "launch");
    stream_.wait();
  }

  /// GB/s of memory traffic over `passes` passes.
  double run(StreamShape shape, int passes) {
    const Enqueue pass = [&](cudaStream_t stream) {
      launch_stream(operation_, shape, gpu_.facts.sm_count, a_.as(), b_.as(), c_.as(), bytes_, kSeedA,
                    sum_.as<std::uint32_t>(), stream);
    };
    const double seconds = time_one(gpu_.ordinal, pass, [&](cudaStream_t stream) {
      for (int i = 0; i < passes; ++i) pass(stream);
    });
    return traffic_factor(operation_) * static_cast<double>(bytes_) * passes / seconds * 1e-9;
  }

  /// Tries the grids and keeps the fastest.
  StreamShape best_shape() {
    constexpr std::array<StreamShape, 8> shapes{
        {{512, 4, 4}, {512, 4, 2}, {512, 8, 2}, {128, 1, 0}, {256, 1, 0}, {1024, 1, 0}, {128, 2, 0}, {1024, 2, 0}}};
    StreamShape best = shapes.front();
    double fastest = 0;
    for (const StreamShape shape : shapes) {
      const double speed = run(shape, 2);
      if (speed > fastest) {
        fastest = speed;
        best = shape;
      }
    }
    return best;
  }

  /// Passes that take at least `milliseconds`.
  int passes_for(double milliseconds, double gigabytes_per_second) const {
    const double one = traffic_factor(operation_) * static_cast<double>(bytes_) / (gigabytes_per_second * 1e6);
    return std::clamp(static_cast<int>(std::ceil(milliseconds / one)), 1, 400);
  }

  /// Wrong words after the runs; for reads, 1 if the sum is wrong.
  std::uint64_t errors() {
    if (operation_ == StreamOperation::read) return read_errors();
    if (operation_ == StreamOperation::write) return 0;
    DeviceMemory found(sizeof(PatternErrors));
    clear(found, stream_);
    if (operation_ == StreamOperation::copy) {
      launch_verify(a_.as(), bytes_, kSeedB, 0, 0, found.as<PatternErrors>(), stream_);
    } else {
      launch_verify_triad(a_.as(), bytes_, kSeedB, kSeedC, found.as<PatternErrors>(), stream_);
    }
    stream_.wait();
    PatternErrors host{};
    check(cudaMemcpy(&host, found.as(), sizeof host, cudaMemcpyDeviceToHost), "copy results");
    return host.count;
  }

  double megabytes() const { return static_cast<double>(bytes_) * 1e-6; }

 private:
  std::uint32_t take(std::uint32_t* sum) {
    std::uint32_t value = 0;
    check(cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost), "copy results");
    return value;
  }

  std::uint64_t read_errors() {
    auto* sum = sum_.as<std::uint32_t>();
    clear(sum_, stream_);
    launch_stream(operation_, {512, 4, 2}, gpu_.facts.sm_count, nullptr, b_.as(), nullptr, bytes_, 0, sum, stream_);
    stream_.wait();
    const std::uint32_t read = take(sum);
    clear(sum_, stream_);
    launch_pattern_sum(bytes_, kSeedB, sum, stream_);
    stream_.wait();
    return read == take(sum) ? 0 : 1;
  }

  const Gpu& gpu_;
  StreamOperation operation_;
  std::size_t bytes_;
  Stream stream_;
  DeviceMemory a_, b_, c_, sum_;
};

}  // namespace

Reading measure_memory(const Gpu& gpu, const Job& job) {
  const StreamOperation operation = operation_of(job.task.metric);
  Streams streams(gpu, operation);
  const StreamShape shape = streams.best_shape();
  const int passes = streams.passes_for(job.task.effort.sample_ms, streams.run(shape, 2));
  Reading reading;
  reading.method = "16-byte accesses";
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) reading.samples.push_back(streams.run(shape, passes));
  reading.errors = streams.errors();
  reading.verified = operation != StreamOperation::write;
  reading.details["buffer_mb"] = streams.megabytes();
  reading.details["accesses_in_flight_per_thread"] = shape.unroll;
  reading.details["threads_per_block"] = shape.threads;
  reading.details["blocks_per_sm"] = shape.blocks_per_sm;
  return reading;
}

Reading measure_l2(const Gpu& gpu, const Job& job) {
  if (gpu.facts.l2_bytes == 0) return skip("the driver reports no L2 cache");
  constexpr std::size_t tile = 1024 * 4 * 16;
  const std::size_t bytes = std::max(tile, gpu.facts.l2_bytes * 2 / 5 / tile * tile);
  DeviceMemory data(bytes), sum(sizeof(std::uint32_t));
  Stream stream;
  launch_fill(data.as(), bytes, kSeedB, 0, stream);
  stream.wait();
  const auto run = [&](int passes) {
    const auto reads = [&](int count) {
      return [&, count](cudaStream_t on) {
        launch_l2_read(data.as(), bytes, count, gpu.facts.sm_count, sum.as<std::uint32_t>(), on);
      };
    };
    const double seconds = time_one(gpu.ordinal, reads(1), reads(passes));
    return static_cast<double>(bytes) * passes * gpu.facts.sm_count * 2 / seconds * 1e-9;
  };
  const double speed = run(2);
  const double pass_ms = static_cast<double>(bytes) * gpu.facts.sm_count * 2 / (speed * 1e6);
  const int passes = std::clamp(static_cast<int>(job.task.effort.sample_ms / pass_ms), 2, 100'000);
  Reading reading;
  reading.method = "16-byte loads past L1";
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) reading.samples.push_back(run(passes));
  reading.details["buffer_mb"] = static_cast<double>(bytes) * 1e-6;
  return reading;
}

}  // namespace planner::probe::cuda
