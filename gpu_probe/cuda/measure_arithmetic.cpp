// Peak of the FMA pipelines and of the tensor cores, and loads that last.
#include <algorithm>
#include <chrono>
#include <thread>

#include "gpu_probe/cuda/arithmetic.h"
#include "gpu_probe/statistics.h"

namespace planner::probe::cuda {
namespace {

/// Takes the samples of a peak measurement in tera-operations per second.
Reading take_samples(const Gpu& gpu, const Job& job, ArithmeticWorker& worker) {
  const int steps = worker.steps_for(job.task.effort.sample_ms);
  worker.run(steps);
  Reading reading;
  std::vector<double> clocks, per_clock;
  for (int i = 0; i < job.task.effort.repeats && !job.stop; ++i) {
    const ArithmeticRun run = worker.run(steps);
    reading.samples.push_back(worker.operations(steps) / run.seconds * 1e-12);
    reading.errors += run.errors;
    clocks.push_back(run.sm_clock_mhz);
    per_clock.push_back(worker.operations(steps) / (run.seconds * run.sm_clock_mhz * 1e6 * gpu.facts.sm_count));
  }
  if (clocks.empty()) return reading;
  reading.verified = true;
  reading.details["sm_clock_mhz"] = median(clocks);
  reading.details["operations_per_clock_per_sm"] = median(per_clock);
  return reading;
}

/// Blocks whose exact product differs from the processor's.
std::uint64_t exact_errors(const Gpu& gpu, Number number) {
  TensorWorker exact(gpu, number, OperandKind::exact);
  const std::uint32_t expected = exact.expected_checksum(kExactSteps);
  const std::vector<std::uint32_t> found = exact.worker().checksums(kExactSteps);
  return static_cast<std::uint64_t>(
      std::ranges::count_if(found, [expected](std::uint32_t checksum) { return checksum != expected; }));
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Reading measure_fma(const Gpu& gpu, const Job& job) {
  const bool is_double = job.task.metric == Metric::fp64_fma;
  const int blocks = gpu.facts.sm_count * kFmaBlocksPerSm;
  ArithmeticWorker worker(blocks, 2.0 * kFmaPerBlockStep, 1, [&](int steps, BlockRecord* records, cudaStream_t stream) {
    if (is_double)
      launch_fma64(blocks, steps, records, stream);
    else
      launch_fma32(blocks, steps, records, stream);
  });
  Reading reading = take_samples(gpu, job, worker);
  reading.method = is_double ? "FMA.F64" : "FMA.F32";
  return reading;
}

Reading measure_tensor(const Gpu& gpu, const Job& job) {
  const Number number = *number_of(job.task.metric);
  if (std::string why = TensorWorker::unsupported(gpu.facts, number); !why.empty()) return skip(std::move(why));
  TensorWorker tensor(gpu, number, OperandKind::random);
  Reading reading = take_samples(gpu, job, tensor.worker());
  reading.method = tensor.method();
  reading.errors += exact_errors(gpu, number);
  return reading;
}

Reading measure_load(const Gpu& gpu, const Job& job) {
  const Number number = gpu.facts.major >= 8 ? Number::bf16 : Number::fp16;
  if (std::string why = TensorWorker::unsupported(gpu.facts, number); !why.empty()) return skip(std::move(why));
  const bool pulsed = job.task.metric == Metric::pulsed_load;
  TensorWorker tensor(gpu, number, OperandKind::random);
  ArithmeticWorker& worker = tensor.worker();
  const int steps = worker.steps_for(100);
  Reading reading;
  reading.method = tensor.method();
  reading.verified = true;
  const auto start = std::chrono::steady_clock::now();
  double window_operations = 0, window_seconds = 0;
  std::vector<double> clocks;
  while (!job.stop && seconds_since(start) < job.task.effort.seconds) {
    const ArithmeticRun run = worker.run(steps);
    reading.errors += run.errors;
    window_operations += worker.operations(steps);
    window_seconds += run.seconds;
    clocks.push_back(run.sm_clock_mhz);
    if (window_seconds >= 1) {
      reading.samples.push_back(window_operations / window_seconds * 1e-12);
      window_operations = window_seconds = 0;
    }
    if (pulsed) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  if (clocks.empty()) return reading;
  reading.errors += exact_errors(gpu, number);
  const std::vector<double> last(clocks.end() - static_cast<std::ptrdiff_t>((clocks.size() + 2) / 3), clocks.end());
  reading.details["sm_clock_mhz"] = median(last);
  reading.details["seconds"] = seconds_since(start);
  return reading;
}

}  // namespace planner::probe::cuda
