// All-reduce through NCCL where the library is installed; loaded at run time, never required.
#include <dlfcn.h>

#include "gpu_probe/cuda/measure.h"
#include "gpu_probe/cuda/resources.h"

namespace planner::probe::cuda {
namespace {

constexpr std::size_t kCount = std::size_t{64} << 20;  // floats, 256 MiB a GPU
constexpr int kFloat32 = 7, kSum = 0;

struct Nccl {
  using Communicator = void*;
  int (*init_all)(Communicator*, int, const int*) = nullptr;
  int (*destroy)(Communicator) = nullptr;
  int (*all_reduce)(const void*, void*, std::size_t, int, int, Communicator, cudaStream_t) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*version)(int*) = nullptr;

  bool load() {
    void* library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto get = [library](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return get(init_all, "ncclCommInitAll") && get(destroy, "ncclCommDestroy") && get(all_reduce, "ncclAllReduce") &&
           get(group_start, "ncclGroupStart") && get(group_end, "ncclGroupEnd") && get(version, "ncclGetVersion");
  }
};

struct Member {
  int ordinal;
  DeviceMemory data;
  Stream stream;
  Event start, end;
};

class Group {
 public:
  Group(const Nccl& nccl, const std::vector<Gpu>& gpus) : nccl_(nccl), communicators_(gpus.size()) {
    std::vector<int> ordinals;
    for (const Gpu& gpu : gpus) {
      ordinals.push_back(gpu.ordinal);
      check(cudaSetDevice(gpu.ordinal), "select a GPU");
      members_.push_back({gpu.ordinal, DeviceMemory(kCount * sizeof(float)), {}, {}, {}});
    }
    ready_ = nccl_.init_all(communicators_.data(), static_cast<int>(gpus.size()), ordinals.data()) == 0;
  }
  ~Group() {
    for (void* communicator : communicators_) {
      if (ready_ && communicator != nullptr) nccl_.destroy(communicator);
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  bool ready() const { return ready_; }

  void fill() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      launch_ramp(members_[i].data.as<float>(), kCount, static_cast<float>(i + 1), members_[i].stream);
    }
    wait();
  }

  bool all_reduce() {
    bool good = nccl_.group_start() == 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      float* data = members_[i].data.as<float>();
      good = nccl_.all_reduce(data, data, kCount, kFloat32, kSum, communicators_[i], members_[i].stream) == 0 && good;
    }
    return nccl_.group_end() == 0 && good;
  }

  /// Seconds of one all-reduce by the slowest member, or nothing if NCCL failed.
  std::optional<double> time(int times) {
    bool good = true;
    for (std::size_t i = 0; i < members_.size(); ++i) record(i, members_[i].start);
    for (int i = 0; i < times; ++i) good = all_reduce() && good;
    for (std::size_t i = 0; i < members_.size(); ++i) record(i, members_[i].end);
    wait();
    if (!good) return std::nullopt;
    double slowest = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      slowest = std::max(slowest, members_[i].start.seconds_to(members_[i].end));
    }
    return slowest / times;
  }

  std::uint64_t errors() {
    fill();
    all_reduce();
    wait();
    const auto n = static_cast<float>(members_.size());
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      DeviceMemory found(sizeof(unsigned long long));
      check(cudaMemset(found.as(), 0, found.bytes()), "clear");
      launch_verify_ramp(members_[i].data.as<float>(), kCount, n * (n + 1) / 2, n, found.as<unsigned long long>(),
                         members_[i].stream);
      members_[i].stream.wait();
      unsigned long long host = 0;
      check(cudaMemcpy(&host, found.as(), sizeof host, cudaMemcpyDeviceToHost), "copy results");
      wrong += host;
    }
    return wrong;
  }

 private:
  void select(std::size_t i) { check(cudaSetDevice(members_[i].ordinal), "select a GPU"); }
  void record(std::size_t i, Event& event) {
    select(i);
    event.record(members_[i].stream);
  }
  void wait() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      members_[i].stream.wait();
    }
  }

  const Nccl& nccl_;
  std::vector<void*> communicators_;
  std::vector<Member> members_;
  bool ready_ = false;
};

}  // namespace

Reading measure_nccl(const std::vector<Gpu>& gpus, const Job& job) {
  if (gpus.size() < 2) return skip("needs 2 GPUs");
  Nccl nccl;
  if (!nccl.load()) return skip("libnccl.so.2 is not installed");
  Group group(nccl, gpus);
  if (!group.ready()) return {ReadingStatus::failed, "NCCL does not start", {}, false, 0, {}, {}};
  group.fill();
  group.time(3);
  Reading reading;
  int version = 0;
  nccl.version(&version);
  reading.method = "NCCL";
  const auto n = static_cast<double>(gpus.size());
  const double bus_bytes = 2 * (n - 1) / n * static_cast<double>(kCount * sizeof(float));
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    const auto seconds = group.time(10);
    if (!seconds) return {ReadingStatus::failed, "NCCL's all-reduce failed", {}, false, 0, {}, {}};
    reading.samples.push_back(bus_bytes / *seconds * 1e-9);
  }
  reading.errors = group.errors();
  reading.verified = true;
  reading.details["nccl_version"] = version;
  reading.details["message_mb"] = static_cast<double>(kCount * sizeof(float)) * 1e-6;
  reading.details["gpus"] = n;
  return reading;
}

}  // namespace planner::probe::cuda
