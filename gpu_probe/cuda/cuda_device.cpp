// Inventory and dispatch of measurements on CUDA GPUs.
#include "gpu_probe/cuda/cuda_device.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/resources.h"
#include "gpu_probe/nvml.h"
#include "gpu_probe/sysfs_pci.h"

namespace planner::probe {
namespace cuda {

Reading skip(std::string reason) {
  return {ReadingStatus::skipped, std::move(reason), {}, false, 0, {}, {}, {}};
}

namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

int attribute(int ordinal, cudaDeviceAttr what) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, what, ordinal) == cudaSuccess ? value : 0;
}

GpuFacts facts_of(int ordinal) {
  GpuFacts facts;
  std::array<char, 32> bus_id{};
  check(cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), ordinal), "read the PCI bus id");
  facts.bus_id = bus_id.data();
  std::ranges::transform(facts.bus_id, facts.bus_id.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal), "read device properties");
  facts.name = properties.name;
  facts.major = properties.major;
  facts.minor = properties.minor;
  facts.sm_count = properties.multiProcessorCount;
  facts.memory_bytes = properties.totalGlobalMem;
  facts.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  facts.memory_bus_bits = properties.memoryBusWidth;
  if (const int khz = attribute(ordinal, cudaDevAttrMemoryClockRate); khz > 0) facts.memory_clock_mhz = khz * 1e-3;
  if (const int khz = attribute(ordinal, cudaDevAttrClockRate); khz > 0) facts.max_sm_clock_mhz = khz * 1e-3;
  return facts;
}

/// A GPU that the driver lists but does not describe still has its place in the report.
GpuFacts facts_or_reason(int ordinal) {
  GpuFacts facts;
  try {
    facts = facts_of(ordinal);
  } catch (const CudaFailure& failure) {
    facts.unusable = failure.what();
    cudaGetLastError();
  }
  return facts;
}

/// True if not even an empty wait works on the GPU any more.
bool is_dead(int ordinal) {
  const bool dead = cudaSetDevice(ordinal) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
  if (dead) cudaGetLastError();
  return dead;
}

}  // namespace
}  // namespace cuda

namespace {

using cuda::CudaFailure;
using cuda::Gpu;

constexpr const char* kFabricNotReady =
    "the NVSwitch fabric is not set up: start the fabric manager (nvidia-fabricmanager, of the driver's exact "
    "version); "
    "in a virtual machine the host must activate the partition";

class CudaDevice : public Device {
 public:
  /// Taken once, before this process has contexts that would count as other work on the GPUs.
  Inventory inventory() override {
    if (!inventory_) inventory_ = look();
    return *inventory_;
  }
  Reading measure(const Task& task, const std::atomic<bool>& stop) override;
  TelemetrySample sample(int gpu) override { return nvml_.sample(at(gpu).facts.bus_id); }
  Counters counters(int gpu) override;
  bool live() const override { return true; }
  LoadSummary load(const Task&) override { return {}; }

 private:
  Inventory look();
  void start(Inventory& inventory) const;
  const Gpu& at(int gpu) const { return gpus_.at(static_cast<std::size_t>(gpu)); }
  void find_gpus(Inventory& inventory);
  void find_pairs(Inventory& inventory);
  std::vector<Gpu> group(const Task& task) const;
  std::vector<int> lost_of(const Task& task) const;
  void report_failure(const CudaFailure& failure, const Task& task, Reading& reading) const;
  Reading dispatch(const Task& task, const std::atomic<bool>& stop);

  Nvml nvml_;
  std::vector<Gpu> gpus_;
  std::optional<Inventory> inventory_;
};

Inventory CudaDevice::look() {
  Inventory inventory;
  inventory.device = "cuda";
  inventory.driver_version = nvml_.driver_version();
  int runtime = 0;
  cudaRuntimeGetVersion(&runtime);
  inventory.runtime_version = cuda::version_text(runtime);
  if (!nvml_.ready()) inventory.notes.push_back(nvml_.problem());
  for (const std::string& symbol : nvml_.missing()) inventory.notes.push_back("this driver's NVML lacks " + symbol);
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    inventory.available = false;
    inventory.notes.push_back(result == cudaSuccess
                                  ? "no GPU is visible to CUDA"
                                  : std::string("CUDA does not start: ") + cudaGetErrorString(result));
    if (result == cudaErrorSystemNotReady) inventory.notes.emplace_back(kFabricNotReady);
    return inventory;
  }
  try {
    find_gpus(inventory);
    find_pairs(inventory);
    start(inventory);
  } catch (const CudaFailure& failure) {
    inventory.available = !inventory.gpus.empty();
    inventory.notes.emplace_back(failure.what());
  }
  return inventory;
}

/// A fabric that is not set up may be missed only by the first context. What else a GPU answers is its own affair.
void CudaDevice::start(Inventory& inventory) const {
  for (const Gpu& gpu : gpus_) {
    if (!gpu.facts.unusable.empty()) continue;
    const cudaError_t context = cudaSetDevice(gpu.ordinal);
    cudaGetLastError();
    if (context != cudaErrorSystemNotReady) return;
    inventory.available = false;
    inventory.notes.push_back(std::string("CUDA does not start: ") + cudaGetErrorString(context));
    inventory.notes.emplace_back(kFabricNotReady);
    return;
  }
}

void CudaDevice::find_gpus(Inventory& inventory) {
  int count = 0;
  cuda::check(cudaGetDeviceCount(&count), "count GPUs");
  gpus_.clear();
  for (int ordinal = 0; ordinal < count; ++ordinal) gpus_.push_back({ordinal, cuda::facts_or_reason(ordinal), {}});
  std::ranges::sort(gpus_, {}, [](const Gpu& gpu) { return gpu.facts.bus_id; });
  for (std::size_t i = 0; i < gpus_.size(); ++i) {
    GpuFacts& facts = gpus_[i].facts;
    facts.index = static_cast<int>(i);
    if (facts.bus_id.empty()) {
      inventory.gpus.push_back(facts);
      continue;
    }
    nvml_.describe(facts);
    const SysfsPci sysfs(facts.bus_id);
    sysfs.describe(facts);
    gpus_[i].processors = sysfs.local_processors();
    inventory.gpus.push_back(facts);
  }
}

void CudaDevice::find_pairs(Inventory& inventory) {
  std::map<int, NvlinkEnds> ends;
  for (const Gpu& gpu : gpus_) ends[gpu.ordinal] = nvml_.nvlink_ends(gpu.facts.bus_id);
  for (const Gpu& from : gpus_) {
    for (const Gpu& to : gpus_) {
      if (from.ordinal == to.ordinal) continue;
      PairFacts pair;
      pair.from = from.facts.index;
      pair.to = to.facts.index;
      int possible = 0;
      pair.peer_access = cudaDeviceCanAccessPeer(&possible, from.ordinal, to.ordinal) == cudaSuccess && possible != 0;
      pair.pcie_level = nvml_.topology_level(from.facts.bus_id, to.facts.bus_id);
      const bool over_nvlink = nvml_.copies_over_nvlink(from.facts.bus_id, to.facts.bus_id);
      pair.nvlinks =
          links_between(ends[from.ordinal], from.facts.bus_id, ends[to.ordinal], to.facts.bus_id, over_nvlink);
      pair.level = pair.nvlinks > 0 ? "NV" + std::to_string(pair.nvlinks) : over_nvlink ? "NV?" : pair.pcie_level;
      if (!pair.peer_access) pair.reason = nvml_.peer_problem(from.facts.bus_id, to.facts.bus_id);
      inventory.pairs.push_back(std::move(pair));
    }
  }
}

Counters CudaDevice::counters(int gpu) {
  Counters all = nvml_.counters(at(gpu).facts.bus_id);
  all.merge(SysfsPci(at(gpu).facts.bus_id).counters());
  return all;
}

std::vector<Gpu> CudaDevice::group(const Task& task) const {
  std::vector<Gpu> members;
  for (const int gpu : task.gpus) members.push_back(at(gpu));
  return members;
}

std::vector<int> CudaDevice::lost_of(const Task& task) const {
  std::vector<int> members = task.gpus;
  for (const int gpu : {task.gpu, task.peer}) {
    if (gpu >= 0) members.push_back(gpu);
  }
  std::erase_if(members,
                [this](int gpu) { return !nvml_.is_lost(at(gpu).facts.bus_id) && !cuda::is_dead(at(gpu).ordinal); });
  return members;
}

/// Of a pair or a group the member that broke is named: the others can still be measured.
void CudaDevice::report_failure(const CudaFailure& failure, const Task& task, Reading& reading) const {
  reading = {};
  reading.reason = failure.what();
  cudaGetLastError();
  reading.lost = lost_of(task);
  reading.status = reading.lost.empty() ? ReadingStatus::failed : ReadingStatus::gpu_lost;
  for (const int gpu : reading.lost) {
    reading.reason += " (GPU " + std::to_string(gpu);
    reading.reason += nvml_.is_lost(at(gpu).facts.bus_id) ? " fell off the bus)" : " answers no more)";
  }
}

Reading CudaDevice::dispatch(const Task& task, const std::atomic<bool>& stop) {
  const cuda::Job job{task, stop};
  switch (task.metric) {
    case Metric::memory_read:
    case Metric::memory_write:
    case Metric::memory_copy:
    case Metric::memory_triad:
      return measure_memory(at(task.gpu), job);
    case Metric::l2_read:
      return measure_l2(at(task.gpu), job);
    case Metric::fp32_fma:
    case Metric::fp64_fma:
      return measure_fma(at(task.gpu), job);
    case Metric::tensor_fp16:
    case Metric::tensor_bf16:
    case Metric::tensor_tf32:
    case Metric::tensor_fp8:
    case Metric::tensor_int8:
    case Metric::tensor_fp64:
      return measure_tensor(at(task.gpu), job);
    case Metric::host_to_device:
    case Metric::device_to_host:
    case Metric::host_bidirectional:
      return measure_host_link(at(task.gpu), job);
    case Metric::all_host_to_device:
    case Metric::all_device_to_host:
      return measure_all_host_links(group(task), job);
    case Metric::peer_copy:
    case Metric::peer_bidirectional:
    case Metric::peer_latency:
      return measure_peer(at(task.gpu), at(task.peer), job);
    case Metric::all_reduce_ring:
      return measure_ring(group(task), job);
    case Metric::all_reduce_nccl:
      return measure_nccl(group(task), job);
    case Metric::memory_pattern:
      return measure_pattern(at(task.gpu), job);
    case Metric::sustained_load:
    case Metric::pulsed_load:
      return measure_load(at(task.gpu), job);
  }
  return cuda::skip("unknown metric");
}

Reading CudaDevice::measure(const Task& task, const std::atomic<bool>& stop) {
  Reading reading;
  try {
    if (task.gpu >= 0) cuda::check(cudaSetDevice(at(task.gpu).ordinal), "select a GPU");
    reading = dispatch(task, stop);
    if (stop && reading.status == ReadingStatus::measured) reading.status = ReadingStatus::interrupted;
  } catch (const CudaFailure& failure) {
    report_failure(failure, task, reading);
  } catch (const std::exception& error) {
    reading.status = ReadingStatus::failed;
    reading.reason = error.what();
  }
  return reading;
}

}  // namespace

std::unique_ptr<Device> make_cuda_device() {
  return std::make_unique<CudaDevice>();
}

}  // namespace planner::probe
