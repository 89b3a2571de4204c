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

/// NVLink of 25 GB/s a link and direction, as of Volta to Hopper.
int nvlinks_of(const SimModel& model) {
  return static_cast<int>(model.nvlink_gb_per_s / 25);
}

class SimDevice : public Device {
 public:
  explicit SimDevice(SimMachine machine) : machine_(std::move(machine)) {}

  Inventory inventory() override {
    Inventory inventory;
    inventory.device = "sim";
    inventory.driver_version = "0";
    inventory.runtime_version = "0";
    if (machine_.no_nvml) inventory.notes.emplace_back("libnvidia-ml.so.1 cannot be loaded (no NVIDIA driver)");
    if (!machine_.missing_symbol.empty())
      inventory.notes.push_back("this driver's NVML lacks " + machine_.missing_symbol);
    if (machine_.fabric_down) {
      inventory.available = false;
      inventory.notes.emplace_back("CUDA does not start: system not yet initialized");
      inventory.notes.emplace_back("the NVSwitch fabric is not set up: start the fabric manager");
      return inventory;
    }
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
      for (int gpu = 0; gpu < machine_.gpus; ++gpu) {
        if (fault(gpu).lost) reading.lost.push_back(gpu);
      }
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
    if (is_all_host_links(task.metric)) {
      for (const int gpu : task.gpus) reading.details[detail_of_gpu(gpu)] = host_among(gpu, task.gpus);
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
    load.memory_clock_mhz = model(task.gpu).memory_mhz;
    if (machine_.missing_symbol != "nvmlDeviceGetPowerUsage")
      load.power_w = load.max_power_w = model(task.gpu).power_w * f.power * (is_heavy(task.metric) ? 0.98 : 0.5);
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

  const SimModel& model(int gpu) const {
    return gpu >= 0 && fault(gpu).model != nullptr ? *fault(gpu).model : *machine_.model;
  }

  PcieLink link(int gpu) const {
    const SimFaults& f = fault(gpu);
    const SimModel& m = model(gpu);
    return {f.gen > 0 ? std::min(f.gen, m.pcie_gen) : m.pcie_gen,
            f.width > 0 ? std::min(f.width, m.pcie_width) : m.pcie_width};
  }

  static bool is_all_host_links(Metric metric) {
    return metric == Metric::all_host_to_device || metric == Metric::all_device_to_host;
  }

  static bool is_heavy(Metric metric) {
    return is_tensor(metric) || metric == Metric::sustained_load || metric == Metric::pulsed_load;
  }

  GpuFacts facts(int index) const {
    const SimFaults& f = fault(index);
    const SimModel& m = model(index);
    GpuFacts facts;
    facts.index = index;
    facts.name = m.name;
    facts.major = m.major;
    facts.minor = m.minor;
    facts.sm_count = m.sm_count;
    std::array<char, 32> bus{};
    std::snprintf(bus.data(), bus.size(), "0000:%02x:00.0", index + 1);
    facts.bus_id = bus.data();
    facts.memory_bytes = static_cast<std::uint64_t>(m.memory_gb * 1e9);
    facts.l2_bytes = static_cast<std::uint64_t>(m.l2_mb * 1e6);
    facts.memory_bus_bits = m.bus_bits;
    facts.memory_clock_mhz = m.memory_mhz;
    facts.max_sm_clock_mhz = m.boost_mhz;
    if (machine_.no_nvml) return facts;
    facts.pci_id = m.pci_id;
    facts.default_power_limit_w = m.power_w;
    facts.power_limit_w = m.power_w * f.power;
    facts.bar1_bytes = f.rebar_off ? std::uint64_t{256} << 20 : facts.memory_bytes;
    facts.mig = f.mig;
    if (f.mig) facts.unusable = "MIG is enabled on this GPU";
    if (machine_.nvswitch && m.nvlink_gb_per_s > 0) facts.nvlink_links = links_up(index);
    describe_link(index, facts.link);
    return facts;
  }

  void describe_link(int index, LinkFacts& facts) const {
    facts.gen = 1;  // at rest
    facts.width = link(index).width;
    facts.card_gen = facts.max_gen = model(index).pcie_gen;
    facts.max_width = link(index).width;
    if (!machine_.topology.sockets.empty()) facts.numa_node = socket(index);
  }

  int links_up(int gpu) const {
    if (!machine_.nvswitch) return 0;
    return std::max(0, nvlinks_of(model(gpu)) - fault(gpu).nvlinks_down);
  }

  int socket(int gpu) const {
    if (fault(gpu).socket >= 0) return fault(gpu).socket;
    int number = 0;
    for (const int gpus : machine_.topology.sockets) {
      if (gpu < gpus) return number;
      gpu -= gpus;
      ++number;
    }
    return 0;
  }

  /// The switch that a GPU hangs on, or -1. A card in a slot of another socket is not behind it.
  int switch_of(int gpu) const {
    const int per_switch = machine_.topology.per_switch;
    return per_switch == 0 || fault(gpu).socket >= 0 ? -1 : gpu / per_switch;
  }

  PairFacts pair(int from, int to) const {
    PairFacts pair;
    pair.from = from;
    pair.to = to;
    pair.nvlinks = std::min(links_up(from), links_up(to));
    pair.peer_access = pair.nvlinks > 0 || machine_.peer;
    if (socket(from) != socket(to))
      pair.pcie_level = "SYS";
    else
      pair.pcie_level = switch_of(from) >= 0 && switch_of(from) == switch_of(to) ? "PIX" : "PHB";
    pair.level = pair.nvlinks > 0 ? "NV" + std::to_string(pair.nvlinks) : pair.pcie_level;
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
    if (task.metric == Metric::all_reduce_nccl && !machine_.nccl) return "libnccl.so.2 is not installed";
    if (task.metric == Metric::peer_latency && !pair(task.gpu, task.peer).peer_access) return "no peer access";
    const int capability = model(task.gpu).major * 10 + model(task.gpu).minor;
    if (task.metric == Metric::tensor_fp8 && capability < 89) return "needs compute capability 8.9";
    if ((task.metric == Metric::tensor_bf16 || task.metric == Metric::tensor_tf32) && capability < 80)
      return "needs compute capability 8.0";
    if (task.metric == Metric::tensor_fp64 && capability != 80 && capability != 90)
      return "this GPU has no FP64 tensor cores";
    return {};
  }

  double clock(const Task& task) const {
    const double share = task.gpu >= 0 ? std::sqrt(std::min(1.0, fault(task.gpu).power)) : 1;
    return is_heavy(task.metric) ? model(task.gpu).load_mhz * share : model(task.gpu).boost_mhz;
  }

  void describe(const Task& task, Reading& reading) const {
    const bool arithmetic = is_heavy(task.metric) || task.metric == Metric::fp32_fma || task.metric == Metric::fp64_fma;
    if (arithmetic) reading.details["sm_clock_mhz"] = clock(task);
    if (is_heavy(task.metric))
      reading.method = model(task.gpu).major == 9 && task.metric != Metric::tensor_fp64 ? "wgmma" : "mma.sync";
    else if (task.peer >= 0 && !pair(task.gpu, task.peer).peer_access)
      reading.method = "staged through host memory";
    else
      reading.method = "simulated";
  }

  double host(int gpu) const {
    const double own = raw_gb_per_s(link(gpu)) * host_fraction(link(gpu).gen);
    return std::min(own, uplink(gpu)) * (fault(gpu).wrong_numa ? kWrongNode : 1);
  }

  double peer(int from, int to) const {
    const PairFacts path = pair(from, to);
    const SimModel& m = model(from);
    if (path.nvlinks > 0) return m.nvlink_gb_per_s * path.nvlinks / nvlinks_of(m) * (m.major == 8 ? 0.92 : 0.877);
    const double slowest = std::min(host(from), host(to));
    if (!path.peer_access) return slowest * kStaged;
    const bool broken = fault(from).rebar_off || fault(to).rebar_off;
    return slowest * (broken ? kRebarOff : 1) * (path.level == "SYS" ? kAcrossSockets : 1);
  }

  /// What the uplink of a GPU's switch carries, without limit where it has none.
  double uplink(int gpu) const {
    if (switch_of(gpu) < 0) return 1e9;
    const SimTopology& topology = machine_.topology;
    const PcieLink up{topology.uplink_gen > 0 ? topology.uplink_gen : model(gpu).pcie_gen,
                      topology.uplink_widths[static_cast<std::size_t>(switch_of(gpu))]};
    return raw_gb_per_s(up) * host_fraction(up.gen);
  }

  /// What a GPU gets while all of `gpus` copy: those behind one switch share its uplink.
  double host_among(int gpu, const std::vector<int>& gpus) const {
    const auto together = std::ranges::count_if(
        gpus, [&](int other) { return other == gpu || (switch_of(gpu) >= 0 && switch_of(other) == switch_of(gpu)); });
    return std::min(host(gpu), uplink(gpu) / static_cast<double>(together));
  }

  double all_hosts(const Task& task) const {
    double sum = 0;
    for (const int gpu : task.gpus) sum += host_among(gpu, task.gpus);
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
    return per_clock.value_or(0) * model(task.gpu).sm_count * clock(task) * 1e-6 * 0.99 * fault(task.gpu).compute;
  }

  double figure_of(const Task& task, const Reading&) const {
    const double memory = task.gpu >= 0 ? fault(task.gpu).memory : 1;
    const SimModel& m = model(task.gpu);
    switch (task.metric) {
      case Metric::memory_read:
        return m.read * memory;
      case Metric::memory_write:
        return m.write * memory;
      case Metric::memory_copy:
        return m.copy * memory;
      case Metric::memory_triad:
        return m.triad * memory;
      case Metric::l2_read:
        return m.read * 2.2;
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
      case Metric::all_reduce_nccl:
        return ring(task) * 1.02;
      case Metric::sustained_load:
      case Metric::pulsed_load:
        return m.sustained * fault(task.gpu).compute * std::sqrt(fault(task.gpu).power);
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
  std::mutex mutex_;
  std::set<int> counted_;
};

}  // namespace

std::unique_ptr<Device> make_sim_device(SimMachine machine) {
  return std::make_unique<SimDevice>(std::move(machine));
}

}  // namespace planner::probe
