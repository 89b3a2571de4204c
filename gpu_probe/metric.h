// The quantities that the probe measures: one row per metric, so that plan, verdict and reports share one vocabulary.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace planner::probe {

/// How thorough a run is. Each level contains the one before it.
enum class Level : std::uint8_t { quick, standard, burn_in };

/// What a metric belongs to: one GPU, an ordered pair of GPUs, or all GPUs of the machine together.
enum class Scope : std::uint8_t { gpu, pair, machine };

enum class Metric : std::uint8_t {
  memory_read,
  memory_write,
  memory_copy,
  memory_triad,
  l2_read,
  fp32_fma,
  fp64_fma,
  tensor_fp16,
  tensor_bf16,
  tensor_tf32,
  tensor_fp8,
  tensor_int8,
  tensor_fp64,
  host_to_device,
  device_to_host,
  host_bidirectional,
  all_host_to_device,
  all_device_to_host,
  peer_copy,
  peer_bidirectional,
  peer_latency,
  all_reduce_ring,
  all_reduce_nccl,
  memory_pattern,
  sustained_load,
  pulsed_load,
};

/// What a metric means to readers and to the verdict.
struct MetricInfo {
  Metric metric;
  std::string_view name;   ///< stable name in JSON, Prometheus, `--only` and the expectation data
  std::string_view title;  ///< for people, at most 28 columns
  std::string_view unit;   ///< of samples: "GB/s" (1e9 byte/s), "TFLOPS", "TOPS", "us", "errors"
  Scope scope;
  Level level;    ///< the lowest level that measures it
  bool required;  ///< a run without a verdict on it is incomplete; otherwise it informs
};

/// All metrics in the order in which they are measured and reported.
std::span<const MetricInfo> all_metrics();
const MetricInfo& info(Metric metric);
/// The metric of a stable name, or nothing.
std::optional<Metric> metric_from_name(std::string_view name);

bool is_tensor(Metric metric);
bool is_memory_bandwidth(Metric metric);
bool is_host_link(Metric metric);

std::string_view name_of(Level level);
std::optional<Level> level_from_name(std::string_view name);

}  // namespace planner::probe
