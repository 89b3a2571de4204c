// Memory test: patterns written, read back and inverted in separate launches over most of the memory.
#include <algorithm>
#include <array>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/resources.h"

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 30;
constexpr std::size_t kQuickBytes = std::size_t{2} << 30;

/// Takes chunks until `bytes` are held or no more can be had.
std::vector<DeviceMemory> take(std::size_t bytes) {
  std::vector<DeviceMemory> chunks;
  for (std::size_t held = 0; held < bytes; held += kChunk) {
    try {
      chunks.emplace_back(kChunk);
    } catch (const CudaFailure& failure) {
      if (failure.lost()) throw;
      cudaGetLastError();
      break;
    }
  }
  return chunks;
}

/// Quick tests 2 GiB or a tenth of the memory, whichever is less; otherwise the asked fraction of the free memory.
std::size_t bytes_to_test(const GpuFacts& facts, const Effort& effort) {
  if (effort.memory_fraction <= 0) return std::min<std::size_t>(kQuickBytes, facts.memory_bytes / 10);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "read free memory");
  return static_cast<std::size_t>(static_cast<double>(free) * effort.memory_fraction);
}

}  // namespace

Reading measure_pattern(const Gpu& gpu, const Job& job) {
  const std::vector<DeviceMemory> chunks = take(bytes_to_test(gpu.facts, job.task.effort));
  if (chunks.empty()) return {ReadingStatus::failed, "no memory is free to test", {}, false, 0, {}, {}, {}};
  DeviceMemory found(sizeof(PatternErrors));
  PatternErrors start{};
  start.first_offset = ~0ull;
  upload(found, &start, sizeof start);
  Stream stream;
  const auto each = [&](auto&& launch) {
    for (std::size_t i = 0; i < chunks.size() && !job.stop; ++i)
      launch(chunks[i], static_cast<std::uint32_t>(i * 977 + 1));
    check(cudaGetLastError(), "launch");
    stream.wait();
  };
  auto* errors = found.as<PatternErrors>();
  int passes = 0;
  for (int pass = 0; pass < std::max(1, job.task.effort.repeats) && !job.stop; ++pass, ++passes) {
    const auto salt = static_cast<std::uint32_t>(pass) * 0x9e3779b9u;
    constexpr std::uint32_t flip = 0xffffffffu;
    each([&](const DeviceMemory& m, std::uint32_t seed) { launch_fill(m.as(), m.bytes(), seed + salt, 0, stream); });
    each([&](const DeviceMemory& m, std::uint32_t seed) {
      launch_verify(m.as(), m.bytes(), seed + salt, 0, flip, errors, stream);
    });
    each([&](const DeviceMemory& m, std::uint32_t seed) {
      launch_verify(m.as(), m.bytes(), seed + salt, flip, flip, errors, stream);
    });
  }
  PatternErrors host{};
  check(cudaMemcpy(&host, errors, sizeof host, cudaMemcpyDeviceToHost), "copy results");
  Reading reading;
  reading.method = "address in data, then inverted";
  // An interrupted test has not compared everything that it wrote, but what it compared counts.
  reading.samples.push_back(static_cast<double>(host.count));
  reading.errors = host.count;
  reading.verified = true;
  reading.details["tested_mb"] = static_cast<double>(chunks.size() * kChunk) * 1e-6;
  reading.details["passes"] = passes;
  for (int bit = 0; bit < 32 && host.count != 0; ++bit) {
    if (host.bits[bit] != 0) reading.details["wrong_bit_" + std::to_string(bit)] = host.bits[bit];
  }
  return reading;
}

}  // namespace planner::probe::cuda
