// Owners of device memory, pinned host memory, streams and events.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

#include "gpu_probe/cuda/check.h"

namespace planner::probe::cuda {

/// Device memory of the current device. Move-only.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes), "allocate device memory");
  }
  ~DeviceMemory() { cudaFree(data_); }
  DeviceMemory(DeviceMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  std::size_t bytes() const { return bytes_; }
  template <typename T = void>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Pinned host memory, usable from all devices. Lies on the NUMA node of the thread that allocates it.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes) : bytes_(bytes) {
    check(cudaHostAlloc(&data_, bytes, cudaHostAllocPortable | cudaHostAllocMapped), "allocate pinned host memory");
  }
  ~PinnedMemory() { cudaFreeHost(data_); }
  PinnedMemory(PinnedMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  PinnedMemory& operator=(PinnedMemory&&) = delete;
  std::size_t bytes() const { return bytes_; }
  template <typename T = void>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create a stream"); }
  ~Stream() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  operator cudaStream_t() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), "wait for the GPU"); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Zeroes memory in the order of `stream`. The streams of this program do not wait for the default stream, so after a
/// plain cudaMemset a kernel on them could start before, or count errors that are then cleared.
inline void clear(const DeviceMemory& memory, cudaStream_t stream) {
  check(cudaMemsetAsync(memory.as(), 0, memory.bytes(), stream), "clear");
}

/// Copies to the device and returns when it has arrived there; a plain cudaMemcpy of pageable memory may return
/// earlier.
inline void upload(const DeviceMemory& to, const void* from, std::size_t bytes) {
  const Stream stream;
  check(cudaMemcpyAsync(to.as(), from, bytes, cudaMemcpyHostToDevice, stream), "copy to the GPU");
  stream.wait();
}

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "create an event"); }
  ~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  operator cudaEvent_t() const { return event_; }
  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), "record an event"); }
  /// Seconds from this event to `later`, both done.
  double seconds_to(const Event& later) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, event_, later.event_), "read an event");
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace planner::probe::cuda
