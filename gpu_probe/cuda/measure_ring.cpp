// All-reduce by a ring of our own over peer copies: reduce-scatter, then all-gather.
#include <algorithm>
#include <chrono>

#include "gpu_probe/cuda/all_reduce.h"
#include "gpu_probe/cuda/peer_access.h"

namespace planner::probe::cuda {
namespace {

/// One GPU's part in the ring. It pulls from the member before it.
struct Member {
  int ordinal;
  int blocks;
  bool direct;  ///< peer access to the member before
  DeviceMemory data, staging;
  Stream stream;
  Event done;  ///< of the last step
  Event start, end;
};

class Ring {
 public:
  explicit Ring(const std::vector<Gpu>& gpus) {
    const std::size_t n = gpus.size();
    most_ = message_count(gpus);
    chunk_ = most_ / n;
    access_.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int before = gpus[(i + n - 1) % n].ordinal;
      access_.emplace_back(gpus[i].ordinal, before);
      const bool direct = access_.back().direct();
      check(cudaSetDevice(gpus[i].ordinal), "select a GPU");
      members_.push_back({gpus[i].ordinal,
                          gpus[i].facts.sm_count * 2,
                          direct,
                          DeviceMemory(n * chunk_ * sizeof(float)),
                          direct ? DeviceMemory() : DeviceMemory(chunk_ * sizeof(float)),
                          {},
                          {},
                          {},
                          {}});
    }
  }

  std::size_t size() const { return chunk_ * members_.size(); }
  std::size_t most() const { return most_; }
  /// Sets the floats of the message, a whole number of tiles for each member.
  void use(std::size_t count) { chunk_ = count / members_.size(); }
  bool direct() const { return std::ranges::all_of(members_, &Member::direct); }
  /// Seconds that the host thread took to queue the last all-reduce: if it is near the measured time, the host limits.
  double queueing() const { return queueing_; }

  void fill() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      fill_member(members_[i].data.as<float>(), size(), i, members_[i].stream);
      members_[i].done.record(members_[i].stream);
    }
    wait();
  }

  void all_reduce() {
    const auto begin = std::chrono::steady_clock::now();
    const auto n = static_cast<int>(members_.size());
    for (int step = 0; step < 2 * (n - 1); ++step) {
      const bool reduce = step < n - 1;
      wait_for_neighbours();
      for (int i = 0; i < n; ++i) {
        const int which = reduce ? i - step - 1 : i - (step - (n - 1));
        pull(i, static_cast<std::size_t>((which + 2 * n) % n), reduce);
      }
      for (std::size_t i = 0; i < members_.size(); ++i) {
        select(i);
        members_[i].done.record(members_[i].stream);
      }
    }
    check(cudaGetLastError(), "launch");
    queueing_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  /// Seconds of one all-reduce, the mean of `times`, by the slowest member.
  double time(int times) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      members_[i].start.record(members_[i].stream);
    }
    for (int i = 0; i < times; ++i) all_reduce();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      members_[i].end.record(members_[i].stream);
    }
    wait();
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
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      wrong += wrong_elements(members_[i].data.as<float>(), size(), members_.size(), members_[i].stream);
    }
    return wrong;
  }

 private:
  void select(std::size_t i) { check(cudaSetDevice(members_[i].ordinal), "select a GPU"); }

  void wait() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      select(i);
      members_[i].stream.wait();
    }
  }

  /// A member may pull when the one before it has finished the step, and overwrite when the one after it has.
  void wait_for_neighbours() {
    const std::size_t n = members_.size();
    for (std::size_t i = 0; i < n; ++i) {
      select(i);
      for (const std::size_t neighbour : {(i + n - 1) % n, (i + 1) % n}) {
        check(cudaStreamWaitEvent(members_[i].stream, members_[neighbour].done, 0), "wait for a neighbour");
      }
    }
  }

  void pull(int i, std::size_t which, bool reduce) {
    const auto at = static_cast<std::size_t>(i);
    Member& to = members_[at];
    const Member& from = members_[(at + members_.size() - 1) % members_.size()];
    select(at);
    float* mine = to.data.as<float>() + which * chunk_;
    const float* theirs = from.data.as<float>() + which * chunk_;
    const std::size_t bytes = chunk_ * sizeof(float);
    if (reduce && to.direct) {
      launch_add(mine, theirs, chunk_, to.blocks, to.stream);
      return;
    }
    float* target = reduce ? to.staging.as<float>() : mine;
    check(cudaMemcpyPeerAsync(target, to.ordinal, theirs, from.ordinal, bytes, to.stream), "copy between GPUs");
    if (reduce) launch_add(mine, target, chunk_, to.blocks, to.stream);
  }

  std::size_t most_ = 0, chunk_ = 1;
  double queueing_ = 0;
  std::vector<PeerAccess> access_;  ///< outlives the memory of the members
  std::vector<Member> members_;
};

}  // namespace

Reading measure_ring(const std::vector<Gpu>& gpus, const Job& job) {
  if (gpus.size() < 2) return skip("needs 2 GPUs");
  Ring ring(gpus);
  ring.use(trial_count(ring.most(), gpus.size()));
  ring.fill();
  ring.time(1);
  ring.use(count_by_trial(ring.most(), gpus.size(), ring.time(1)));
  ring.fill();
  const int times = all_reduces_for(job.task.effort.sample_ms, ring.time(1));
  Reading reading;
  reading.method = ring.direct() ? "own ring over peer access" : "own ring, staged through host memory";
  const double bytes = bus_bytes(gpus.size(), ring.size() * sizeof(float));
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i)
    reading.samples.push_back(bytes / ring.time(times) * 1e-9);
  reading.details["queueing_ms"] = ring.queueing() * 1e3;
  reading.errors = ring.errors();
  reading.verified = true;
  reading.details["message_mb"] = static_cast<double>(ring.size() * sizeof(float)) * 1e-6;
  reading.details["gpus"] = static_cast<double>(gpus.size());
  return reading;
}

}  // namespace planner::probe::cuda
