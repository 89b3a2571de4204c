// All-reduce through NCCL where the library is installed; loaded at run time, never required.
#include <dlfcn.h>

#include <algorithm>

#include "gpu_probe/cuda/all_reduce.h"
#include "gpu_probe/nccl_environment.h"

namespace planner::probe::cuda {
namespace {

constexpr int kFloat32 = 7, kSum = 0;

struct Nccl {
  using Communicator = void*;
  int (*init_all)(Communicator*, int, const int*) = nullptr;
  int (*destroy)(Communicator) = nullptr;
  int (*all_reduce)(const void*, void*, std::size_t, int, int, Communicator, cudaStream_t) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*version)(int*) = nullptr;
  const char* (*error_text)(int) = nullptr;

  bool load() {
    void* library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto get = [library](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return get(init_all, "ncclCommInitAll") && get(destroy, "ncclCommDestroy") && get(all_reduce, "ncclAllReduce") &&
           get(group_start, "ncclGroupStart") && get(group_end, "ncclGroupEnd") && get(version, "ncclGetVersion") &&
           get(error_text, "ncclGetErrorString");
  }
};

struct Member {
  int ordinal;
  DeviceMemory data;
  Stream stream;
  Event start, end;
};

/// Takes back the peer access that NCCL leaves behind, so that what is measured later finds each GPU by itself.
class PeerCleanup {
 public:
  explicit PeerCleanup(const std::vector<Gpu>& gpus) : gpus_(gpus) {}
  ~PeerCleanup() {
    for (const Gpu& from : gpus_) {
      if (cudaSetDevice(from.ordinal) != cudaSuccess) continue;
      for (const Gpu& to : gpus_) {
        if (to.ordinal != from.ordinal && cudaDeviceDisablePeerAccess(to.ordinal) != cudaSuccess) cudaGetLastError();
      }
    }
  }
  PeerCleanup(const PeerCleanup&) = delete;
  PeerCleanup& operator=(const PeerCleanup&) = delete;

 private:
  const std::vector<Gpu>& gpus_;
};

class Group {
 public:
  Group(const Nccl& nccl, const std::vector<Gpu>& gpus)
      : nccl_(nccl), cleanup_(gpus), most_(message_count(gpus)), count_(most_), communicators_(gpus.size()) {
    std::vector<int> ordinals;
    for (const Gpu& gpu : gpus) {
      ordinals.push_back(gpu.ordinal);
      check(cudaSetDevice(gpu.ordinal), "select a GPU");
      members_.push_back({gpu.ordinal, DeviceMemory(count_ * sizeof(float)), {}, {}, {}});
    }
    ready_ = good(nccl_.init_all(communicators_.data(), static_cast<int>(gpus.size()), ordinals.data()));
  }
  ~Group() {
    for (void* communicator : communicators_) {
      if (ready_ && communicator != nullptr) nccl_.destroy(communicator);
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  bool ready() const { return ready_; }
  /// The first error that NCCL gave.
  const std::string& problem() const { return problem_; }
  std::size_t bytes() const { return count_ * sizeof(float); }
  std::size_t most() const { return most_; }
  /// Sets the floats of the message.
  void use(std::size_t count) { count_ = count; }

  void fill() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      fill_member(members_[i].data.as<float>(), count_, i, members_[i].stream);
    }
    wait();
  }

  bool all_reduce() {
    if (!good(nccl_.group_start())) return false;
    bool queued = true;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      float* data = members_[i].data.as<float>();
      queued =
          good(nccl_.all_reduce(data, data, count_, kFloat32, kSum, communicators_[i], members_[i].stream)) && queued;
    }
    return good(nccl_.group_end()) && queued;
  }

  /// Seconds of one all-reduce by the slowest member, or nothing if NCCL failed.
  std::optional<double> time(int times) {
    for (std::size_t i = 0; i < members_.size(); ++i) record(i, members_[i].start);
    for (int i = 0; i < times; ++i) {
      if (!all_reduce()) return std::nullopt;
    }
    for (std::size_t i = 0; i < members_.size(); ++i) record(i, members_[i].end);
    wait();
    double slowest = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      slowest = std::max(slowest, members_[i].start.seconds_to(members_[i].end));
    }
    return slowest / times;
  }

  /// Wrong elements, or nothing if NCCL failed.
  std::optional<std::uint64_t> errors() {
    fill();
    if (!all_reduce()) return std::nullopt;
    wait();
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      wrong += wrong_elements(members_[i].data.as<float>(), count_, members_.size(), members_[i].stream);
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
  bool good(int result) {
    if (result != 0 && problem_.empty()) problem_ = nccl_.error_text(result);
    return result == 0;
  }

  const Nccl& nccl_;
  PeerCleanup cleanup_;  ///< last of all, when NCCL and the buffers are gone
  std::size_t most_, count_;
  std::vector<void*> communicators_;
  std::vector<Member> members_;
  std::string problem_;
  bool ready_ = false;
};

Reading failed(const char* what, const Group& group) {
  return {ReadingStatus::failed, std::string(what) + ": " + group.problem(), {}, false, 0, {}, {}, {}};
}

}  // namespace

Reading measure_nccl(const std::vector<Gpu>& gpus, const Job& job) {
  if (gpus.size() < 2) return skip("needs 2 GPUs");
  const bool multicast_off = keep_multicast_off();
  Nccl nccl;
  if (!nccl.load()) return skip("libnccl.so.2 is not installed");
  Group group(nccl, gpus);
  if (!group.ready()) return failed("NCCL does not start", group);
  group.use(trial_count(group.most(), gpus.size()));
  group.fill();
  group.time(1);
  const auto trial = group.time(1);
  if (!trial) return failed("NCCL's all-reduce failed", group);
  group.use(count_by_trial(group.most(), gpus.size(), *trial));
  group.fill();
  const auto one = group.time(1);
  if (!one) return failed("NCCL's all-reduce failed", group);
  const int times = all_reduces_for(job.task.effort.sample_ms, *one);
  Reading reading;
  int version = 0;
  nccl.version(&version);
  reading.method = "NCCL";
  const double bytes = bus_bytes(gpus.size(), group.bytes());
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    const auto seconds = group.time(times);
    if (!seconds) return failed("NCCL's all-reduce failed", group);
    reading.samples.push_back(bytes / *seconds * 1e-9);
  }
  const auto errors = group.errors();
  if (!errors) return failed("NCCL's all-reduce failed", group);
  reading.errors = *errors;
  reading.verified = true;
  reading.details["nccl_version"] = version;
  reading.details["message_mb"] = static_cast<double>(group.bytes()) * 1e-6;
  reading.details["multicast_off"] = multicast_off ? 1 : 0;
  reading.details["gpus"] = static_cast<double>(gpus.size());
  return reading;
}

}  // namespace planner::probe::cuda
