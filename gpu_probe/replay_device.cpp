// Answers from a recorded report.
#include "gpu_probe/replay_device.h"

#include <mutex>
#include <nlohmann/json.hpp>

namespace planner::probe {
namespace {

using Json = nlohmann::json;

template <typename T>
void get(const Json& json, const char* key, T& to) {
  const auto found = json.find(key);
  if (found != json.end() && !found->is_null()) found->get_to(to);
}

template <typename T>
void get(const Json& json, const char* key, std::optional<T>& to) {
  const auto found = json.find(key);
  if (found != json.end() && !found->is_null()) to = found->get<T>();
}

GpuFacts gpu_from(const Json& json) {
  GpuFacts gpu;
  get(json, "index", gpu.index);
  get(json, "name", gpu.name);
  get(json, "bus_id", gpu.bus_id);
  get(json, "pci_id", gpu.pci_id);
  std::string capability;
  get(json, "compute_capability", capability);
  if (const std::size_t dot = capability.find('.'); dot != std::string::npos) {
    gpu.major = std::atoi(capability.c_str());
    gpu.minor = std::atoi(capability.c_str() + dot + 1);
  }
  get(json, "sm_count", gpu.sm_count);
  get(json, "memory_bytes", gpu.memory_bytes);
  get(json, "l2_bytes", gpu.l2_bytes);
  get(json, "memory_bus_bits", gpu.memory_bus_bits);
  get(json, "memory_clock_mhz", gpu.memory_clock_mhz);
  get(json, "max_sm_clock_mhz", gpu.max_sm_clock_mhz);
  get(json, "power_limit_w", gpu.power_limit_w);
  get(json, "default_power_limit_w", gpu.default_power_limit_w);
  get(json, "bar1_bytes", gpu.bar1_bytes);
  get(json, "ecc", gpu.ecc);
  get(json, "mig", gpu.mig);
  get(json, "persistence", gpu.persistence);
  get(json, "nvlink_links", gpu.nvlink_links);
  get(json, "other_processes", gpu.other_processes);
  get(json, "row_remap_problem", gpu.row_remap_problem);
  get(json, "unusable", gpu.unusable);
  const Json& link = json.at("link");
  get(link, "gen", gpu.link.gen);
  get(link, "width", gpu.link.width);
  get(link, "max_gen", gpu.link.max_gen);
  get(link, "max_width", gpu.link.max_width);
  get(link, "card_gen", gpu.link.card_gen);
  get(link, "numa_node", gpu.link.numa_node);
  return gpu;
}

LoadSummary load_from(const Json& json) {
  LoadSummary load;
  get(json, "samples", load.samples);
  get(json, "sm_clock_mhz", load.sm_clock_mhz);
  get(json, "memory_clock_mhz", load.memory_clock_mhz);
  get(json, "power_w", load.power_w);
  get(json, "max_power_w", load.max_power_w);
  get(json, "max_temperature_c", load.max_temperature_c);
  get(json, "max_memory_temperature_c", load.max_memory_temperature_c);
  get(json, "clock_events", load.clock_events);
  get(json, "persistent_clock_events", load.persistent_clock_events);
  get(json, "link_gen", load.link_gen);
  get(json, "link_width", load.link_width);
  return load;
}

Inventory inventory_from(const Json& json) {
  Inventory inventory;
  inventory.device = "replay";
  get(json, "available", inventory.available);
  get(json, "driver", inventory.driver_version);
  get(json, "cuda", inventory.runtime_version);
  get(json, "notes", inventory.notes);
  for (const Json& gpu : json.at("gpus")) inventory.gpus.push_back(gpu_from(gpu));
  for (std::size_t i = 0; i < inventory.gpus.size(); ++i) inventory.gpus[i].index = static_cast<int>(i);
  for (const Json& item : json.at("pairs")) {
    PairFacts pair;
    get(item, "from", pair.from);
    get(item, "to", pair.to);
    get(item, "peer_access", pair.peer_access);
    get(item, "level", pair.level);
    get(item, "pcie_level", pair.pcie_level);
    get(item, "nvlinks", pair.nvlinks);
    get(item, "reason", pair.reason);
    inventory.pairs.push_back(std::move(pair));
  }
  return inventory;
}

struct Recorded {
  Task task;
  Reading reading;
  LoadSummary load;
};

ReadingStatus status_from(const std::string& text) {
  if (text == "measured") return ReadingStatus::measured;
  if (text == "skipped") return ReadingStatus::skipped;
  if (text == "gpu_lost") return ReadingStatus::gpu_lost;
  if (text == "interrupted") return ReadingStatus::interrupted;
  return ReadingStatus::failed;
}

std::optional<Recorded> recorded_from(const Json& json) {
  const auto metric = metric_from_name(json.at("metric").get<std::string>());
  if (!metric) return std::nullopt;  // of a newer version
  Recorded recorded;
  recorded.task.metric = *metric;
  get(json, "gpu", recorded.task.gpu);
  get(json, "peer", recorded.task.peer);
  get(json, "gpus", recorded.task.gpus);
  recorded.reading.status = status_from(json.at("status").get<std::string>());
  get(json, "status_reason", recorded.reading.reason);
  get(json, "samples", recorded.reading.samples);
  get(json, "errors", recorded.reading.errors);
  get(json, "verified", recorded.reading.verified);
  get(json, "method", recorded.reading.method);
  get(json, "details", recorded.reading.details);
  get(json, "lost", recorded.reading.lost);
  const bool of_one = recorded.reading.lost.empty() && recorded.task.gpu >= 0 && recorded.task.peer < 0;
  if (recorded.reading.status == ReadingStatus::gpu_lost && of_one) recorded.reading.lost = {recorded.task.gpu};
  recorded.load = load_from(json.at("load"));
  return recorded;
}

class ReplayDevice : public Device {
 public:
  explicit ReplayDevice(const Json& json) : inventory_(inventory_from(json.at("inventory"))) {
    std::string level;
    get(json, "level", level);
    level_ = level_from_name(level);
    for (const Json& result : json.at("results")) {
      if (auto recorded = recorded_from(result)) recorded_.push_back(std::move(*recorded));
    }
    get(json, "counter_increase", increase_);
  }

  Inventory inventory() override { return inventory_; }

  Reading measure(const Task& task, const std::atomic<bool>&) override {
    if (const Recorded* recorded = find(task)) return recorded->reading;
    Reading reading;
    reading.status = ReadingStatus::skipped;
    reading.reason = "not in the recording";
    return reading;
  }

  TelemetrySample sample(int) override { return {}; }
  bool live() const override { return false; }
  std::optional<Level> recorded_level() const override { return level_; }

  LoadSummary load(const Task& task) override {
    const Recorded* recorded = find(task);
    return recorded != nullptr ? recorded->load : LoadSummary{};
  }

  /// Zero at first and the recorded increase afterwards.
  Counters counters(int gpu) override {
    const auto index = static_cast<std::size_t>(gpu);
    if (gpu < 0 || index >= increase_.size()) return {};
    const std::lock_guard lock(mutex_);
    asked_.resize(increase_.size());
    Counters counters = increase_[index];
    if (!asked_[index]) {
      for (auto& [name, value] : counters) value = 0;
    }
    asked_[index] = true;
    return counters;
  }

 private:
  const Recorded* find(const Task& task) const {
    for (const Recorded& recorded : recorded_) {
      const Task& t = recorded.task;
      if (t.metric == task.metric && t.gpu == task.gpu && t.peer == task.peer) return &recorded;
    }
    return nullptr;
  }

  Inventory inventory_;
  std::optional<Level> level_;
  std::vector<Recorded> recorded_;
  std::vector<Counters> increase_;
  std::vector<bool> asked_;
  std::mutex mutex_;
};

}  // namespace

std::unique_ptr<Device> make_replay_device(std::string_view text, std::string& problem) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.value("format_version", "").starts_with("1.")) {
      problem = "is not a probe report of format_version 1";
      return nullptr;
    }
    return std::make_unique<ReplayDevice>(json);
  } catch (const Json::exception& error) {
    problem = std::string("is not a probe report: ") + error.what();
    return nullptr;
  }
}

}  // namespace planner::probe
