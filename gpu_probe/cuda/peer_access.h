// Direct access from one GPU to another's memory.
#pragma once

namespace planner::probe::cuda {

/// Access of CUDA device `from` to memory of `to` while it lives. It is taken back at the end, because a GPU without
/// NVSwitch can hold eight of them at most, and because with one in force each allocation on `to` is mapped for, and
/// each release waits for, both GPUs. Memory that is used through it must be freed before.
class PeerAccess {
 public:
  PeerAccess(int from, int to);
  ~PeerAccess();
  PeerAccess(PeerAccess&& other) noexcept;
  PeerAccess& operator=(PeerAccess&&) = delete;
  /// False where the machine does not offer it: copies then go through host memory.
  bool direct() const { return direct_; }

 private:
  int from_, to_;
  bool direct_ = false;
};

}  // namespace planner::probe::cuda
