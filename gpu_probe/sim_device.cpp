// The simulated machine.
#include "gpu_probe/sim_device.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <set>

#include "gpu_probe/expectations.h"
#include "gpu_probe/pcie_link.h"

namespace planner::probe {
namespace {

constexpr double kWrongNode = 0.31, kAcrossSockets = 0.84, kStaged = 0.45, kRebarOff = 0.1;

double host_fraction(int gen) {
  return gen <= 3 ? 0.79 : gen == 4 ? 0.835 : 0.879;
}

class SimDevice : public Device {
 public:
  explicit SimDevice(SimMachine machine) : machine_(std::move(machine)), model_(*machine_.model) {}

  Inventory inventory() override {
    Inventory inventory;
    inventory.device = "sim";
    inventory.driver_version = "0";
    inventory.runtime_version = "0";
    if (machine_.no_nvml) inventory.notes.emplace_back("libnvidia-ml.so.1 cannot be loaded (no NVIDIA driver)");
    if (!machine_.missing_symbol.empty())
      inventory.notes.push_back("this driver's NVML lacks " + machine_.missing_symbol);
    for (int i = 0; i < machine_.gpus; ++i) inventory.gpus.push_back(facts(i));
    for (int from = 0; from < machine_.gpus; ++from) {
      for (int to = 0; to < machine_.gpus; ++to) {
        if (from != to) inventory.pairs.push_back(pair(from, to));
      }
    }
    return inventory;
  }

  Reading measure(const Task& task, const std::atomic<bool>& stop) override {
    Reading reading;
    if (stop) {
      reading.status = ReadingStatus::interrupted;
      return reading;
    }
    if (is_lost(task)) {
      reading.status = ReadingStatus::gpu_lost;
      reading.reason = "unspecified launch failure (the GPU fell off the bus)";
      return reading;
    }
    if (std::string why = unsupported(task); !why.empty()) {
      reading.status = ReadingStatus::skipped;
      reading.reason = std::move(why);
      return reading;
    }
    reading.verified = true;
    describe(task, reading);
    if (task.metric == Metric::memory_pattern) {
      reading.errors = fault(task.gpu).bit_error ? 1 : 0;
      reading.samples = {static_cast<double>(reading.errors)};
      return reading;
    }
    const double figure = figure_of(task, reading);
    for (int i = 0; i < std::max(1, task.effort.repeats); ++i) reading.samples.push_back(figure * (1 + noise(task, i)));
    return reading;
  }

  TelemetrySample sample(int) override { return {}; }
  bool live() const override { return false; }

  Counters counters(int gpu) override {
    if (machine_.no_nvml) return {};
    const std::lock_guard lock(mutex_);
    const bool first = counted_.insert(gpu).second;
    return {{"pcie_replays", first ? 2u : 2u + static_cast<unsigned>(fault(gpu).replays)}, {"ecc_uncorrected", 0}};
  }

  LoadSummary load(const Task& task) override {
    LoadSummary load;
    if (machine_.no_nvml || task.gpu < 0) return load;
    const SimFaults& f = fault(task.gpu);
    load.samples = 10;
    load.sm_clock_mhz = clock(task);
    load.memory_clock_mhz = model_.memory_mhz;
    if (machine_.missing_symbol != "nvmlDeviceGetPowerUsage")
      load.power_w = load.max_power_w = model_.power_w * f.power * (is_heavy(task.metric) ? 0.98 : 0.5);
    load.max_temperature_c = f.hot ? 95 : 65;
    if (is_heavy(task.metric)) load.clock_events |= clock_event::software_power_cap;
    if (f.hot && is_heavy(task.metric)) load.clock_events |= clock_event::hardware_thermal;
    load.persistent_clock_events = load.clock_events;
    load.link_gen = link(task.gpu).gen;
    load.link_width = link(task.gpu).width;
    return load;
  }

 private:
  const SimFaults& fault(int gpu) const { return machine_.faults[static_cast<std::size_t>(gpu)]; }

  PcieLink link(int gpu) const {
    const SimFaults& f = fault(gpu);
    return {f.gen > 0 ? std::min(f.gen, model_.pcie_gen) : model_.pcie_gen,
            f.width > 0 ? std::min(f.width, model_.pcie_width) : model_.pcie_width};
  }

  static bool is_heavy(Metric metric) {
    return is_tensor(metric) || metric == Metric::sustained_load || metric == Metric::pulsed_load;
  }

  GpuFacts facts(int index) const {
    const SimFaults& f = fault(index);
    GpuFacts facts;
    facts.index = index;
    facts.name = model_.name;
    facts.major = model_.major;
    facts.minor = model_.minor;
    facts.sm_count = model_.sm_count;
    std::array<char, 32> bus{};
    std::snprintf(bus.data(), bus.size(), "0000:%02x:00.0", index + 1);
    facts.bus_id = bus.data();
    facts.memory_bytes = static_cast<std::uint64_t>(model_.memory_gb * 1e9);
    facts.l2_bytes = static_cast<std::uint64_t>(model_.l2_mb * 1e6);
    facts.memory_bus_bits = model_.bus_bits;
    facts.memory_clock_mhz = model_.memory_mhz;
    facts.max_sm_clock_mhz = model_.boost_mhz;
    if (machine_.no_nvml) return facts;
    facts.pci_id = model_.pci_id;
    facts.default_power_limit_w = model_.power_w;
    facts.power_limit_w = model_.power_w * f.power;
    facts.bar1_bytes = f.rebar_off ? std::uint64_t{256} << 20 : facts.memory_bytes;
    facts.mig = f.mig;
    if (f.mig) facts.unusable = "MIG is enabled on this GPU";
    facts.link.gen = 1;  // at rest
    facts.link.width = link(index).width;
    facts.link.card_gen = facts.link.max_gen = model_.pcie_gen;
    facts.link.max_width = link(index).width;
    if (machine_.dual_socket) facts.link.numa_node = socket(index);
    return facts;
  }

  int socket(int gpu) const { return machine_.dual_socket ? gpu * 2 / machine_.gpus : 0; }

  PairFacts pair(int from, int to) const {
    PairFacts pair;
    pair.from = from;
    pair.to = to;
    const bool nvlink = machine_.nvswitch && model_.nvlink_gb_per_s > 0;
    pair.peer_access = nvlink || machine_.peer;
    if (nvlink) {
      pair.nvlinks = static_cast<int>(model_.nvlink_gb_per_s / 25);
      pair.level = "NV" + std::to_string(pair.nvlinks);
    } else if (socket(from) != socket(to)) {
      pair.level = "SYS";
    } else {
      pair.level = machine_.per_switch > 0 && from / machine_.per_switch == to / machine_.per_switch ? "PIX" : "PHB";
    }
    if (!pair.peer_access) pair.reason = "not supported by this GPU";
    return pair;
  }

  bool is_lost(const Task& task) const {
    const auto lost = [&](int gpu) { return gpu >= 0 && fault(gpu).lost; };
    if (task.metric < Metric::tensor_fp16) return false;
    return lost(task.gpu) || lost(task.peer) || std::ranges::any_of(task.gpus, lost);
  }

  std::string unsupported(const Task& task) const {
    if (info(task.metric).scope == Scope::machine && task.gpus.size() < 2) return "needs 2 GPUs";
    if (task.metric == Metric::all_reduce_nccl) return "libnccl.so.2 is not installed";
    if (task.metric == Metric::peer_latency && !pair(task.gpu, task.peer).peer_access) return "no peer access";
    const int capability = model_.major * 10 + model_.minor;
    if (task.metric == Metric::tensor_fp8 && capability < 89) return "needs compute capability 8.9";
    if ((task.metric == Metric::tensor_bf16 || task.metric == Metric::tensor_tf32) && capability < 80)
      return "needs compute capability 8.0";
    if (task.metric == Metric::tensor_fp64 && capability != 80 && capability != 90)
      return "this GPU has no FP64 tensor cores";
    return {};
  }

  double clock(const Task& task) const {
    const double share = task.gpu >= 0 ? std::sqrt(std::min(1.0, fault(task.gpu).power)) : 1;
    return is_heavy(task.metric) ? model_.load_mhz * share : model_.boost_mhz;
  }

  void describe(const Task& task, Reading& reading) const {
    const bool arithmetic = is_heavy(task.metric) || task.metric == Metric::fp32_fma || task.metric == Metric::fp64_fma;
    if (arithmetic) reading.details["sm_clock_mhz"] = clock(task);
    if (is_heavy(task.metric))
      reading.method = model_.major == 9 && task.metric != Metric::tensor_fp64 ? "wgmma" : "mma.sync";
    else if (task.peer >= 0 && !pair(task.gpu, task.peer).peer_access)
      reading.method = "staged through host memory";
    else
      reading.method = "simulated";
  }

  double host(int gpu) const {
    return raw_gb_per_s(link(gpu)) * host_fraction(link(gpu).gen) * (fault(gpu).wrong_numa ? kWrongNode : 1);
  }

  double peer(int from, int to) const {
    const PairFacts path = pair(from, to);
    if (path.nvlinks > 0) return model_.nvlink_gb_per_s * (model_.major == 8 ? 0.92 : 0.877);
    const double slowest = std::min(host(from), host(to));
    if (!path.peer_access) return slowest * kStaged;
    const bool broken = fault(from).rebar_off || fault(to).rebar_off;
    return slowest * (broken ? kRebarOff : 1) * (path.level == "SYS" ? kAcrossSockets : 1);
  }

  /// GPUs behind one switch share its uplink.
  double all_hosts(const Task& task) const {
    double sum = 0;
    for (const int gpu : task.gpus) sum += host(gpu) / std::max(1, std::min(machine_.per_switch, machine_.gpus));
    return sum;
  }

  double ring(const Task& task) const {
    double slowest = 1e9;
    for (std::size_t i = 0; i < task.gpus.size(); ++i)
      slowest = std::min(slowest, peer(task.gpus[i], task.gpus[(i + 1) % task.gpus.size()]));
    return slowest * (machine_.nvswitch ? 0.93 : 0.78);
  }

  double rate(const Task& task) const {
    const auto per_clock = rate_per_clock(built_in_expectations(), facts(task.gpu), task.metric);
    return per_clock.value_or(0) * model_.sm_count * clock(task) * 1e-6 * 0.99 * fault(task.gpu).compute;
  }

  double figure_of(const Task& task, const Reading&) const {
    const double memory = task.gpu >= 0 ? fault(task.gpu).memory : 1;
    switch (task.metric) {
      case Metric::memory_read:
        return model_.read * memory;
      case Metric::memory_write:
        return model_.write * memory;
      case Metric::memory_copy:
        return model_.copy * memory;
      case Metric::memory_triad:
        return model_.triad * memory;
      case Metric::l2_read:
        return model_.read * 2.2;
      case Metric::host_to_device:
        return host(task.gpu);
      case Metric::device_to_host:
        return host(task.gpu) * 1.005;
      case Metric::host_bidirectional:
        return host(task.gpu) * (link(task.gpu).gen >= 5 ? 1.83 : 1.5);
      case Metric::all_host_to_device:
      case Metric::all_device_to_host:
        return all_hosts(task);
      case Metric::peer_copy:
        return peer(task.gpu, task.peer);
      case Metric::peer_bidirectional:
        return peer(task.gpu, task.peer) * 1.97;
      case Metric::peer_latency:
        return 0.9;
      case Metric::all_reduce_ring:
        return ring(task);
      case Metric::sustained_load:
      case Metric::pulsed_load:
        return model_.sustained * fault(task.gpu).compute * std::sqrt(fault(task.gpu).power);
      default:
        return rate(task);
    }
  }

  /// Scatter without a random generator: the same samples on every run.
  double noise(const Task& task, int i) const {
    const int gpu = task.gpu >= 0 ? task.gpu : 0;
    const double phase = std::sin(static_cast<double>(i) * 12.9898 + static_cast<double>(task.metric) * 78.233 + gpu);
    return fault(gpu).noise * 2 * phase;
  }

  SimMachine machine_;
  const SimModel& model_;
  std::mutex mutex_;
  std::set<int> counted_;
};

}  // namespace

std::unique_ptr<Device> make_sim_device(SimMachine machine) {
  return std::make_unique<SimDevice>(std::move(machine));
}

}  // namespace planner::probe
