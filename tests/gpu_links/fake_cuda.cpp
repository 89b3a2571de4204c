// The runtime's functions that the link measurements use, and their kernels on the host.
#include "gpu_links/fake_cuda.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>

#include "gpu_probe/cuda/kernels.h"
#include "gpu_probe/cuda/measure.h"

struct CUevent_st {
  int device = 0;
  std::uint64_t recorded = 0, done = 0;
  double seconds = 0;
};

struct CUstream_st {
  struct Step {
    std::function<bool()> ready;
    std::function<void()> run;
  };
  int device = 0;
  std::deque<Step> steps;
};

namespace planner::fake_cuda {
namespace {

struct Block {
  std::size_t bytes = 0;
  int device = 0;  ///< -1: pinned host memory
};

struct State {
  Machine machine;
  std::mt19937 random{1};
  std::map<char*, Block> blocks;
  std::set<cudaStream_t> streams;
  std::set<cudaEvent_t> events;
  std::set<std::pair<int, int>> peers;
  std::vector<std::string> wrong;
  double clock = 0;
};

State state;
thread_local int current = 0;

void refuse(const std::string& what) {
  state.wrong.push_back(what);
}

const Block* block_of(const void* address) {
  auto* at = static_cast<char*>(const_cast<void*>(address));
  auto next = state.blocks.upper_bound(at);
  if (next == state.blocks.begin()) return nullptr;
  --next;
  return at < next->first + next->second.bytes ? &next->second : nullptr;
}

/// A kernel or peer copy of `device` touches `bytes` at `address`.
void touch(int device, const void* address, std::size_t bytes, bool needs_access) {
  const Block* block = block_of(address);
  if (block == nullptr || block_of(static_cast<const char*>(address) + bytes - 1) != block)
    return refuse("access outside any allocation");
  if (needs_access && block->device >= 0 && block->device != device && !state.peers.contains({device, block->device}))
    refuse("GPU " + std::to_string(device) + " reaches into GPU " + std::to_string(block->device) + " without access");
}

/// Advances streams in random order until `done`; a standstill is recorded.
void advance(const std::function<bool()>& done) {
  while (!done()) {
    std::vector<cudaStream_t> ready;
    for (cudaStream_t stream : state.streams) {
      if (!stream->steps.empty() && stream->steps.front().ready()) ready.push_back(stream);
    }
    if (ready.empty()) return refuse("streams wait for each other");
    cudaStream_t stream = ready[state.random() % ready.size()];
    auto step = std::move(stream->steps.front());
    stream->steps.pop_front();
    step.run();
    state.clock += 1;  // a slow machine, so that copies are short
  }
}

bool all_idle() {
  for (cudaStream_t stream : state.streams) {
    if (!stream->steps.empty()) return false;
  }
  return true;
}

void enqueue(
    cudaStream_t stream, std::function<void()> run, std::function<bool()> ready = [] { return true; }) {
  if (!state.streams.contains(stream)) return refuse("work on a stream that does not exist");
  stream->steps.push_back({std::move(ready), std::move(run)});
}

void launch(cudaStream_t stream, std::function<void()> run) {
  if (stream->device != current) refuse("a kernel on a stream of another GPU than the current one");
  enqueue(stream, std::move(run));
}

}  // namespace

void start(const Machine& machine) {
  state = State{};
  state.machine = machine;
  state.random.seed(machine.order);
  current = 0;
}

std::vector<std::string> violations() {
  std::vector<std::string> all = state.wrong;
  for (const auto& [address, block] : state.blocks) {
    if (block.device >= 0 || block.bytes != 4096) all.push_back("memory is left: " + std::to_string(block.bytes));
  }
  if (!state.streams.empty()) all.emplace_back("streams are left");
  if (!state.events.empty()) all.emplace_back("events are left");
  if (!state.peers.empty()) all.emplace_back("peer access is left");
  return all;
}

}  // namespace planner::fake_cuda

using namespace planner::fake_cuda;

extern "C" {

cudaError_t cudaSetDevice(int device) {
  if (device < 0 || device >= state.machine.gpus) return cudaErrorInvalidDevice;
  current = device;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  return cudaSuccess;
}
const char* cudaGetErrorString(cudaError_t) {
  return "fake error";
}
cudaError_t cudaMalloc(void** to, std::size_t bytes) {
  *to = std::malloc(bytes);
  state.blocks[static_cast<char*>(*to)] = {bytes, current};
  return cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
  if (memory == nullptr) return cudaSuccess;
  advance(all_idle);  // as on hardware, a release waits
  if (state.blocks.erase(static_cast<char*>(memory)) != 1) refuse("free of unknown memory");
  std::free(memory);
  return cudaSuccess;
}
cudaError_t cudaHostAlloc(void** to, std::size_t bytes, unsigned) {
  *to = std::malloc(bytes);
  state.blocks[static_cast<char*>(*to)] = {bytes, -1};
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) {
  return cudaFree(memory);
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = *total = state.machine.free;
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st{current, {}};
  state.streams.insert(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  advance([stream] { return stream->steps.empty(); });
  state.streams.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  advance([stream] { return stream->steps.empty(); });
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  advance(all_idle);
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new CUevent_st{current, 0, 0, 0};
  state.events.insert(*event);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  state.events.erase(event);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (event->device != stream->device) refuse("an event of another GPU than its stream");
  const std::uint64_t version = ++event->recorded;
  enqueue(stream, [event, version] {
    event->done = version;
    event->seconds = state.clock;
  });
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const std::uint64_t version = event->recorded;
  enqueue(
      stream, [] {}, [event, version] { return event->done >= version; });
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (start->done != start->recorded || end->done != end->recorded) refuse("an event is read before it is done");
  *milliseconds = static_cast<float>((end->seconds - start->seconds) * 1e3);
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
  enqueue(stream, [=] { std::memcpy(to, from, bytes); });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  enqueue(stream, [=] { std::memset(to, value, bytes); });
  return cudaSuccess;
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  touch(to_device, to, bytes, true);
  touch(from_device, from, bytes, true);
  enqueue(stream, [=] {
    std::memcpy(to, from, bytes);
    if (state.machine.corrupt_copies-- > 0) static_cast<char*>(to)[bytes / 2] ^= 4;
  });
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = state.machine.peer_access ? 1 : 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int to, unsigned) {
  int held = 0;
  for (const auto& [from, other] : state.peers) held += from == current ? 1 : 0;
  if (held >= state.machine.most_peers) return cudaErrorTooManyPeers;
  return state.peers.insert({current, to}).second ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
}
cudaError_t cudaDeviceDisablePeerAccess(int to) {
  return state.peers.erase({current, to}) == 1 ? cudaSuccess : cudaErrorPeerAccessNotEnabled;
}

}  // extern "C"

namespace planner::probe::cuda {
Reading skip(std::string reason) {
  return {ReadingStatus::skipped, std::move(reason), {}, false, 0, {}, {}, {}};
}

void launch_spin(const volatile int* flag, unsigned long long, cudaStream_t stream) {
  if (stream->device != current) refuse("a spin kernel on a stream of another GPU");
  enqueue(
      stream, [] {}, [flag] { return *flag != 0; });
}
/// The pattern of a seed is its lowest byte.
void launch_fill(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t, cudaStream_t stream) {
  touch(stream->device, data, bytes, true);
  launch(stream, [=] { std::memset(data, static_cast<int>(seed & 0xff), bytes); });
}
void launch_verify(void* data, std::size_t bytes, std::uint32_t seed, std::uint32_t, std::uint32_t,
                   PatternErrors* errors, cudaStream_t stream) {
  touch(stream->device, data, bytes, true);
  launch(stream, [=] {
    const auto* at = static_cast<const unsigned char*>(data);
    errors->count += static_cast<unsigned long long>(
        std::count_if(at, at + bytes, [seed](unsigned char c) { return c != (seed & 0xff); }));
  });
}
void launch_add(float* to, const float* from, std::size_t count, int, cudaStream_t stream) {
  touch(stream->device, to, count * 4, true);
  touch(stream->device, from, count * 4, true);
  if (count % 8192 != 0) refuse("the adder gets a part of a tile");
  launch(stream, [=] {
    for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
  });
}
void launch_ramp(float* data, std::size_t count, float value, cudaStream_t stream) {
  touch(stream->device, data, count * 4, true);
  launch(stream, [=] {
    for (std::size_t i = 0; i < count; ++i) data[i] = value + static_cast<float>(i % 256);
  });
}
void launch_verify_ramp(const float* data, std::size_t count, float value, float factor, unsigned long long* errors,
                        cudaStream_t stream) {
  touch(stream->device, data, count * 4, true);
  launch(stream, [=] {
    for (std::size_t i = 0; i < count; ++i) {
      if (data[i] != value + factor * static_cast<float>(i % 256)) ++*errors;
    }
  });
}
void launch_build_chain(unsigned int* chain, unsigned int elements, unsigned int stride, cudaStream_t stream) {
  touch(stream->device, chain, elements * sizeof *chain, true);
  launch(stream, [=] {
    for (unsigned i = 0; i < elements; i += stride) chain[i] = (i + stride) % elements;
  });
}
void launch_chase(const unsigned int* chain, int hops, BlockRecord* record, cudaStream_t stream) {
  touch(stream->device, chain, sizeof *chain, true);
  launch(stream, [=] { *record = {0, static_cast<unsigned long long>(hops) * 900, 0, 0}; });
}

}  // namespace planner::probe::cuda
