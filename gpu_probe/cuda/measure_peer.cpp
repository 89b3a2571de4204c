// Copies and latency between two GPUs.
#include <algorithm>
#include <cmath>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/peer_access.h"
#include "gpu_probe/cuda/timing.h"

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 20;
constexpr std::uint32_t kSeed = 0x9ee5, kPrefill = 0xdead;
constexpr int kWarmUp = 2, kMostCopies = 128;

DeviceMemory filled(const Gpu& gpu, std::uint32_t seed) {
  check(cudaSetDevice(gpu.ordinal), "select a GPU");
  DeviceMemory memory(kBufferBytes);
  Stream stream;
  launch_fill(memory.as(), kBufferBytes, seed, 0, stream);
  stream.wait();
  return memory;
}

/// One direction: source and destination buffers, and the copies from one to the other.
class PeerRoute {
 public:
  PeerRoute(const Gpu& from, const Gpu& to)
      : from_(from), to_(to), source_(filled(from, kSeed)), destination_(filled(to, kPrefill)) {}

  std::size_t bytes() const { return bytes_; }
  /// Of a slow link a part of the buffer is enough: a copy lasts at most about 20 ms, 4 MiB at least.
  void shorten(double milliseconds_of_copy) {
    constexpr double most_ms = 20;
    constexpr std::size_t mib = std::size_t{1} << 20;
    const double share = std::min(1.0, most_ms / std::max(milliseconds_of_copy, 1e-3));
    bytes_ = std::max(4 * mib, static_cast<std::size_t>(static_cast<double>(kBufferBytes) * share) / mib * mib);
  }

  Lane lane(int copies) const {
    const auto enqueue = [this](int count) {
      return [this, count](cudaStream_t stream) {
        for (int i = 0; i < count; ++i) {
          check(cudaMemcpyPeerAsync(destination_.as(), to_.ordinal, source_.as(), from_.ordinal, bytes_, stream),
                "copy between GPUs");
        }
      };
    };
    return {from_.ordinal, enqueue(kWarmUp), enqueue(copies)};
  }

  std::uint64_t errors() const {
    check(cudaSetDevice(to_.ordinal), "select a GPU");
    DeviceMemory found(sizeof(PatternErrors));
    Stream stream;
    clear(found, stream);
    launch_verify(destination_.as(), bytes_, kSeed, 0, 0, found.as<PatternErrors>(), stream);
    stream.wait();
    PatternErrors host{};
    check(cudaMemcpy(&host, found.as(), sizeof host, cudaMemcpyDeviceToHost), "copy results");
    return host.count;
  }

 private:
  const Gpu& from_;
  const Gpu& to_;
  std::size_t bytes_ = kBufferBytes;
  DeviceMemory source_, destination_;
};

Reading measure_latency(const Gpu& from, const Gpu& to, const Job& job) {
  const PeerAccess access(from.ordinal, to.ordinal);
  if (!access.direct()) return skip("no peer access");
  constexpr unsigned elements = 512 * 1024, stride = 16;  // 2 MiB, a hop of 64 bytes
  constexpr int hops = 20'000;
  check(cudaSetDevice(to.ordinal), "select a GPU");
  DeviceMemory chain(elements * sizeof(unsigned));
  Stream build;
  launch_build_chain(chain.as<unsigned>(), elements, stride, build);
  build.wait();
  check(cudaSetDevice(from.ordinal), "select a GPU");
  DeviceMemory record(sizeof(BlockRecord));
  Stream stream;
  Reading reading;
  reading.method = "pointer chase over 2 MiB";
  for (int i = 0; i <= job.task.effort.repeats && !job.stop; ++i) {
    launch_chase(chain.as<unsigned>(), hops, record.as<BlockRecord>(), stream);
    stream.wait();
    BlockRecord host{};
    check(cudaMemcpy(&host, record.as(), sizeof host, cudaMemcpyDeviceToHost), "copy results");
    if (i > 0) reading.samples.push_back(static_cast<double>(host.nanoseconds) * 1e-3 / hops);  // the first warms up
  }
  return reading;
}

}  // namespace

Reading measure_peer(const Gpu& from, const Gpu& to, const Job& job) {
  if (job.task.metric == Metric::peer_latency) return measure_latency(from, to, job);
  const bool both_ways = job.task.metric == Metric::peer_bidirectional;
  const PeerAccess there(from.ordinal, to.ordinal), back(to.ordinal, from.ordinal);
  const bool direct = there.direct() && back.direct();
  std::vector<PeerRoute> routes;
  routes.reserve(2);
  routes.emplace_back(from, to);
  if (both_ways) routes.emplace_back(to, from);
  const Lane trial = routes.front().lane(1);
  double one = time_one(trial.ordinal, trial.warm_up, trial.work) * 1e3;
  for (PeerRoute& route : routes) route.shorten(one);
  const std::size_t bytes = routes.front().bytes();
  one *= static_cast<double>(bytes) / kBufferBytes;
  const int copies = std::clamp(static_cast<int>(std::ceil(job.task.effort.sample_ms / one)), 4, kMostCopies);
  std::vector<Lane> lanes;
  for (const PeerRoute& route : routes) lanes.push_back(route.lane(copies));
  Reading reading;
  reading.method = direct ? "copy engine, peer access" : "staged through host memory";
  reading.details["copies_per_sample"] = copies;
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    double sum = 0;
    for (const double seconds : time_together(lanes)) sum += static_cast<double>(bytes) * copies / seconds * 1e-9;
    reading.samples.push_back(sum);
  }
  for (const PeerRoute& route : routes) reading.errors += route.errors();
  reading.verified = true;
  reading.details["peer_access"] = direct ? 1 : 0;
  reading.details["buffer_mb"] = static_cast<double>(bytes) * 1e-6;
  return reading;
}

}  // namespace planner::probe::cuda
