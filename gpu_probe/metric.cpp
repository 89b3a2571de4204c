// The table of metrics.
#include "gpu_probe/metric.h"

#include <algorithm>
#include <array>

namespace planner::probe {
namespace {

using enum Metric;
using enum Scope;
using enum Level;

constexpr std::array kMetrics{
    MetricInfo{memory_read, "memory_read", "memory read", "GB/s", gpu, quick, true},
    MetricInfo{memory_write, "memory_write", "memory write", "GB/s", gpu, quick, false},
    MetricInfo{memory_copy, "memory_copy", "memory copy", "GB/s", gpu, quick, true},
    MetricInfo{memory_triad, "memory_triad", "memory triad", "GB/s", gpu, quick, true},
    MetricInfo{l2_read, "l2_read", "L2 read", "GB/s", gpu, standard, false},
    MetricInfo{fp32_fma, "fp32_fma", "FP32 FMA", "TFLOPS", gpu, quick, true},
    MetricInfo{fp64_fma, "fp64_fma", "FP64 FMA", "TFLOPS", gpu, quick, true},
    MetricInfo{tensor_fp16, "tensor_fp16", "tensor FP16", "TFLOPS", gpu, quick, true},
    MetricInfo{tensor_bf16, "tensor_bf16", "tensor BF16", "TFLOPS", gpu, quick, true},
    MetricInfo{tensor_tf32, "tensor_tf32", "tensor TF32", "TFLOPS", gpu, quick, false},
    MetricInfo{tensor_fp8, "tensor_fp8", "tensor FP8", "TFLOPS", gpu, quick, false},
    MetricInfo{tensor_int8, "tensor_int8", "tensor INT8", "TOPS", gpu, quick, false},
    MetricInfo{tensor_fp64, "tensor_fp64", "tensor FP64", "TFLOPS", gpu, quick, false},
    MetricInfo{host_to_device, "host_to_device", "host to device", "GB/s", gpu, quick, true},
    MetricInfo{device_to_host, "device_to_host", "device to host", "GB/s", gpu, quick, true},
    MetricInfo{host_bidirectional, "host_bidirectional", "both directions, sum", "GB/s", gpu, quick, false},
    MetricInfo{all_host_to_device, "all_host_to_device", "all GPUs host to device", "GB/s", machine, quick, false},
    MetricInfo{all_device_to_host, "all_device_to_host", "all GPUs device to host", "GB/s", machine, quick, false},
    MetricInfo{peer_copy, "peer_copy", "peer copy", "GB/s", pair, quick, true},
    MetricInfo{peer_bidirectional, "peer_bidirectional", "peer copy both ways, sum", "GB/s", pair, standard, false},
    MetricInfo{peer_latency, "peer_latency", "peer latency", "us", pair, quick, false},
    MetricInfo{all_reduce_ring, "all_reduce_ring", "all-reduce bus, own ring", "GB/s", machine, quick, true},
    MetricInfo{all_reduce_nccl, "all_reduce_nccl", "all-reduce bus, NCCL", "GB/s", machine, quick, false},
    MetricInfo{memory_pattern, "memory_pattern", "memory pattern errors", "errors", gpu, quick, true},
    MetricInfo{sustained_load, "sustained_load", "sustained tensor load", "TFLOPS", gpu, standard, true},
    MetricInfo{pulsed_load, "pulsed_load", "pulsed tensor load", "TFLOPS", gpu, burn_in, false},
};

}  // namespace

std::span<const MetricInfo> all_metrics() {
  return kMetrics;
}

const MetricInfo& info(Metric metric) {
  return kMetrics[static_cast<std::size_t>(metric)];
}

std::optional<Metric> metric_from_name(std::string_view name) {
  const auto found = std::ranges::find(kMetrics, name, &MetricInfo::name);
  if (found == kMetrics.end()) return std::nullopt;
  return found->metric;
}

bool is_tensor(Metric metric) {
  return metric >= tensor_fp16 && metric <= tensor_fp64;
}
bool is_memory_bandwidth(Metric metric) {
  return metric <= memory_triad;
}
bool is_host_link(Metric metric) {
  return metric == host_to_device || metric == device_to_host;
}

std::string_view name_of(Level level) {
  switch (level) {
    case quick:
      return "quick";
    case standard:
      return "standard";
    case burn_in:
      return "burn-in";
  }
  return "quick";
}

std::optional<Level> level_from_name(std::string_view name) {
  for (const Level level : {quick, standard, burn_in}) {
    if (name == name_of(level)) return level;
  }
  return std::nullopt;
}

}  // namespace planner::probe
