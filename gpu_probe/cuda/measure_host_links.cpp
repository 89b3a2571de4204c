// Copies between pinned host memory and GPUs by the copy engines, alone, both ways and on all GPUs at once.
#include <algorithm>
#include <cmath>

#include "gpu_probe/cuda/affinity.h"
#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/timing.h"

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{128} << 20;
constexpr std::size_t kSmallestBuffer = std::size_t{16} << 20;
constexpr std::uint32_t kUpSeed = 0xa11ce, kDownSeed = 0xb0b, kPrefill = 0xdead;
constexpr int kWarmUp = 2;
constexpr std::size_t kMostBytes = std::size_t{8} << 30;  // of one sample
constexpr std::size_t kMostCopies = 400;                  // fit behind the spin kernel

/// Buffers on both ends of one GPU's host link.
class HostLink {
 public:
  HostLink(const Gpu& gpu, std::size_t bytes, bool up, bool down) : gpu_(gpu), bytes_(bytes) {
    const AffinityGuard guard(gpu.processors);
    check(cudaSetDevice(gpu.ordinal), "select a GPU");
    if (up) open(up_host_, up_device_, kUpSeed);
    if (down) open(down_host_, down_device_, kDownSeed);
  }

  Lane up(int copies) const {
    return lane(copies, cudaMemcpyHostToDevice, up_device_.front().as(), up_host_.front().as());
  }
  Lane down(int copies) const {
    return lane(copies, cudaMemcpyDeviceToHost, down_host_.front().as(), down_device_.front().as());
  }

  /// Copies that take about `milliseconds` in an open direction.
  int copies_for(double milliseconds) const {
    const Lane probe = up_host_.empty() ? down(1) : up(1);
    const double one = time_one(probe.ordinal, probe.warm_up, probe.work) * 1e3;
    const int most = static_cast<int>(std::min(kMostCopies, kMostBytes / bytes_));
    return std::clamp(static_cast<int>(std::ceil(milliseconds / one)), 4, most);
  }

  double gigabytes(int copies) const { return static_cast<double>(bytes_) * copies * 1e-9; }

  /// Wrong words in what arrived on the device and, sent back up once, in what arrived on the host.
  std::uint64_t errors() const {
    check(cudaSetDevice(gpu_.ordinal), "select a GPU");
    std::uint64_t wrong = 0;
    if (!up_host_.empty()) wrong += count(up_device_.front(), kUpSeed);
    if (!down_host_.empty()) {
      check(cudaMemcpy(down_device_.front().as(), down_host_.front().as(), bytes_, cudaMemcpyHostToDevice),
            "copy back");
      wrong += count(down_device_.front(), kDownSeed);
    }
    return wrong;
  }

 private:
  /// The device fills its buffer with the pattern and the host buffer gets it by copy; then the receiving side is
  /// spoilt.
  void open(std::vector<PinnedMemory>& host, std::vector<DeviceMemory>& device, std::uint32_t seed) {
    host.emplace_back(bytes_);
    device.emplace_back(bytes_);
    Stream stream;
    launch_fill(device.front().as(), bytes_, seed, 0, stream);
    stream.wait();
    if (seed == kDownSeed) return;
    check(cudaMemcpy(host.front().as(), device.front().as(), bytes_, cudaMemcpyDeviceToHost), "fill host memory");
    launch_fill(device.front().as(), bytes_, kPrefill, 0, stream);
    stream.wait();
  }

  Lane lane(int copies, cudaMemcpyKind kind, void* to, const void* from) const {
    const auto enqueue = [this, kind, to, from](int count) {
      return [this, kind, to, from, count](cudaStream_t stream) {
        for (int i = 0; i < count; ++i) check(cudaMemcpyAsync(to, from, bytes_, kind, stream), "copy");
      };
    };
    return {gpu_.ordinal, enqueue(kWarmUp), enqueue(copies)};
  }

  std::uint64_t count(const DeviceMemory& memory, std::uint32_t seed) const {
    DeviceMemory found(sizeof(PatternErrors));
    Stream stream;
    clear(found, stream);
    launch_verify(memory.as(), bytes_, seed, 0, 0, found.as<PatternErrors>(), stream);
    stream.wait();
    PatternErrors host{};
    check(cudaMemcpy(&host, found.as(), sizeof host, cudaMemcpyDeviceToHost), "copy results");
    return host.count;
  }

  const Gpu& gpu_;
  std::size_t bytes_;
  std::vector<PinnedMemory> up_host_, down_host_;  // none or one each
  std::vector<DeviceMemory> up_device_, down_device_;
};

}  // namespace

Reading measure_host_link(const Gpu& gpu, const Job& job) {
  const bool up = job.task.metric != Metric::device_to_host, down = job.task.metric != Metric::host_to_device;
  const HostLink link(gpu, kBufferBytes, up, down);
  const int copies = link.copies_for(job.task.effort.sample_ms);
  std::vector<Lane> lanes;
  if (up) lanes.push_back(link.up(copies));
  if (down) lanes.push_back(link.down(copies));
  Reading reading;
  reading.method = "copy engine, pinned";
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    double sum = 0;
    for (const double seconds : time_together(lanes)) sum += link.gigabytes(copies) / seconds;
    reading.samples.push_back(sum);
  }
  reading.errors = link.errors();
  reading.verified = true;
  reading.details["buffer_mb"] = static_cast<double>(kBufferBytes) * 1e-6;
  reading.details["copies_per_sample"] = copies;
  return reading;
}

Reading measure_all_host_links(const std::vector<Gpu>& gpus, const Job& job) {
  if (gpus.size() < 2) return skip("needs 2 GPUs");
  const bool up = job.task.metric == Metric::all_host_to_device;
  // Pinned memory of all links together stays near 256 MiB.
  const std::size_t bytes = std::max(kSmallestBuffer, kBufferBytes * 2 / gpus.size() >> 20 << 20);
  std::vector<HostLink> links;
  links.reserve(gpus.size());
  for (const Gpu& gpu : gpus) links.emplace_back(gpu, bytes, up, !up);
  const int copies = links.front().copies_for(job.task.effort.sample_ms);
  std::vector<Lane> lanes;
  for (const HostLink& link : links) lanes.push_back(up ? link.up(copies) : link.down(copies));
  Reading reading;
  reading.method = "copy engine, pinned";
  std::vector<double> best(gpus.size());
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    const std::vector<double> seconds = time_together(lanes);
    double sum = 0;
    for (std::size_t g = 0; g < links.size(); ++g) {
      const double speed = links[g].gigabytes(copies) / seconds[g];
      best[g] = std::max(best[g], speed);
      sum += speed;
    }
    reading.samples.push_back(sum);
  }
  for (const HostLink& link : links) reading.errors += link.errors();
  reading.verified = true;
  reading.details["buffer_mb"] = static_cast<double>(bytes) * 1e-6;
  reading.details["copies_per_sample"] = copies;
  for (std::size_t g = 0; g < gpus.size(); ++g) reading.details[detail_of_gpu(gpus[g].facts.index)] = best[g];
  return reading;
}

}  // namespace planner::probe::cuda
