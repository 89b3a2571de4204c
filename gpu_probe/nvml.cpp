// Facts, telemetry and counters from the management library.
#include "gpu_probe/nvml.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "gpu_probe/nvml_calls.h"

namespace planner::probe {
namespace {

using nvml::Handle;

constexpr int kSmClock = 1, kMemoryClock = 2, kMostNvlinks = 36;
constexpr unsigned kFieldMemoryTemperature = 82;

template <typename Function>
std::optional<unsigned> get(Function function, Handle gpu) {
  unsigned value = 0;
  if (gpu == nullptr || function == nullptr || function(gpu, &value) != nvml::success) return std::nullopt;
  return value;
}

template <typename Function>
std::optional<unsigned> get(Function function, Handle gpu, int which) {
  unsigned value = 0;
  if (gpu == nullptr || function == nullptr || function(gpu, which, &value) != nvml::success) return std::nullopt;
  return value;
}

std::optional<int> as_int(std::optional<unsigned> value) {
  if (!value) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<double> scaled(std::optional<unsigned> value, double factor) {
  if (!value) return std::nullopt;
  return *value * factor;
}

/// "00000000:01:00.0" and "0000:01:00.0" name the same device.
std::string short_bus_id(std::string id) {
  for (char& c : id) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::size_t colon = id.find(':');
  return colon != std::string::npos && colon > 4 ? id.substr(colon - 4) : id;
}

void describe_health(const Nvml::Calls& calls, Handle gpu, GpuFacts& facts);

}  // namespace

Nvml::Nvml(const std::string& library) : calls_(std::make_unique<Calls>()) {
  calls_->library = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (calls_->library == nullptr) {
    problem_ = library + " cannot be loaded (no NVIDIA driver)";
    return;
  }
  calls_->load(missing_);
  if (calls_->init == nullptr || calls_->handle == nullptr) {
    problem_ = library + " lacks nvmlInit_v2 or nvmlDeviceGetHandleByPciBusId_v2";
    return;
  }
  if (const int result = calls_->init(); result != nvml::success) {
    problem_ = library + " does not start: ";
    problem_ += calls_->error_text != nullptr ? calls_->error_text(result) : "error " + std::to_string(result);
  }
}

Nvml::~Nvml() {
  if (ready() && calls_->shutdown != nullptr) calls_->shutdown();
  if (calls_->library != nullptr) dlclose(calls_->library);
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  if (!ready() || calls_->driver_version == nullptr) return {};
  if (calls_->driver_version(text.data(), text.size()) != nvml::success) return {};
  return text.data();
}

void Nvml::describe(GpuFacts& facts) const {
  if (!ready()) return;
  const Handle gpu = calls_->find(facts.bus_id);
  if (gpu == nullptr) return;
  nvml::PciInfo pci{};
  if (calls_->pci_info != nullptr && calls_->pci_info(gpu, &pci) == nvml::success) {
    std::array<char, 16> id{};
    std::snprintf(id.data(), id.size(), "%04x:%04x", pci.device_id & 0xffffu, pci.device_id >> 16);
    facts.pci_id = id.data();
  }
  facts.link.gen = as_int(get(calls_->link_gen, gpu));
  facts.link.width = as_int(get(calls_->link_width, gpu));
  facts.link.max_gen = as_int(get(calls_->max_link_gen, gpu));
  facts.link.max_width = as_int(get(calls_->max_link_width, gpu));
  facts.link.card_gen = as_int(get(calls_->card_link_gen, gpu));
  facts.power_limit_w = scaled(get(calls_->power_limit, gpu), 1e-3);
  facts.default_power_limit_w = scaled(get(calls_->default_power_limit, gpu), 1e-3);
  facts.max_sm_clock_mhz = scaled(get(calls_->max_clock, gpu, kSmClock), 1);
  if (const auto clock = get(calls_->max_clock, gpu, kMemoryClock)) facts.memory_clock_mhz = *clock;
  if (const auto bits = get(calls_->bus_width, gpu)) facts.memory_bus_bits = static_cast<int>(*bits);
  describe_health(*calls_, gpu, facts);
}

namespace {

void describe_modes(const Nvml::Calls& calls, Handle gpu, GpuFacts& facts) {
  int current = 0, pending = 0;
  if (calls.ecc_mode != nullptr && calls.ecc_mode(gpu, &current, &pending) == nvml::success) facts.ecc = current != 0;
  unsigned mig = 0, mig_pending = 0;
  if (calls.mig_mode != nullptr && calls.mig_mode(gpu, &mig, &mig_pending) == nvml::success) facts.mig = mig != 0;
  if (calls.persistence != nullptr && calls.persistence(gpu, &current) == nvml::success)
    facts.persistence = current != 0;
  if (facts.mig.value_or(false)) facts.unusable = "MIG is enabled on this GPU";
  constexpr int prohibited = 2;
  if (calls.compute_mode != nullptr && calls.compute_mode(gpu, &current) == nvml::success && current == prohibited) {
    facts.unusable = "compute mode is 'prohibited'";
  }
}

void describe_health(const Nvml::Calls& calls, Handle gpu, GpuFacts& facts) {
  describe_modes(calls, gpu, facts);
  nvml::Memory bar1{};
  if (calls.bar1 != nullptr && calls.bar1(gpu, &bar1) == nvml::success) facts.bar1_bytes = bar1.total;
  unsigned corrected = 0, uncorrected = 0, pending = 0, failed = 0;
  if (calls.remapped_rows != nullptr &&
      calls.remapped_rows(gpu, &corrected, &uncorrected, &pending, &failed) == nvml::success) {
    if (failed != 0)
      facts.row_remap_problem = "a memory row could not be remapped";
    else if (pending != 0)
      facts.row_remap_problem = "a row remapping waits for a reset of the GPU";
    else if (uncorrected >= 512)
      facts.row_remap_problem = "512 or more memory rows are remapped";
  }
  // The count alone is asked for: no room for entries is an expected answer, with the count set.
  unsigned count = 0;
  constexpr int insufficient_size = 7;
  if (calls.processes != nullptr) {
    const int result = calls.processes(gpu, &count, nullptr);
    if (result == nvml::success || result == insufficient_size) facts.other_processes = static_cast<int>(count);
  }
  if (calls.nvlink_state == nullptr) return;
  int up = 0;
  bool any = false;
  for (unsigned link = 0; link < kMostNvlinks; ++link) {
    int active = 0;
    if (calls.nvlink_state(gpu, link, &active) != nvml::success) continue;
    any = true;
    up += active != 0 ? 1 : 0;
  }
  if (any) facts.nvlink_links = up;
}

std::optional<double> memory_temperature(const Nvml::Calls& calls, Handle gpu) {
  if (calls.fields == nullptr) return std::nullopt;
  nvml::FieldValue value{};
  value.field = kFieldMemoryTemperature;
  if (calls.fields(gpu, 1, &value) != nvml::success || value.result != nvml::success || value.value.u32 == 0) {
    return std::nullopt;
  }
  return value.value.u32;
}

}  // namespace

TelemetrySample Nvml::sample(const std::string& bus_id) const {
  TelemetrySample sample;
  const Handle gpu = ready() ? calls_->find(bus_id) : nullptr;
  if (gpu == nullptr) return sample;
  sample.sm_clock_mhz = scaled(get(calls_->clock, gpu, kSmClock), 1);
  sample.memory_clock_mhz = scaled(get(calls_->clock, gpu, kMemoryClock), 1);
  sample.power_w = scaled(get(calls_->power, gpu), 1e-3);
  sample.temperature_c = scaled(get(calls_->temperature, gpu, 0), 1);
  sample.memory_temperature_c = memory_temperature(*calls_, gpu);
  sample.link_gen = as_int(get(calls_->link_gen, gpu));
  sample.link_width = as_int(get(calls_->link_width, gpu));
  unsigned long long events = 0;
  if (calls_->clock_events != nullptr && calls_->clock_events(gpu, &events) == nvml::success) {
    sample.clock_events = events;
  }
  return sample;
}

Counters Nvml::counters(const std::string& bus_id) const {
  Counters counters;
  const Handle gpu = ready() ? calls_->find(bus_id) : nullptr;
  if (gpu == nullptr) return counters;
  if (const auto replays = get(calls_->replays, gpu)) counters["pcie_replays"] = *replays;
  unsigned long long value = 0;
  constexpr int corrected = 0, uncorrected = 1, since_reload = 0;
  if (calls_->ecc_errors != nullptr) {
    if (calls_->ecc_errors(gpu, corrected, since_reload, &value) == nvml::success) counters["ecc_corrected"] = value;
    if (calls_->ecc_errors(gpu, uncorrected, since_reload, &value) == nvml::success)
      counters["ecc_uncorrected"] = value;
  }
  if (calls_->nvlink_errors == nullptr) return counters;
  for (unsigned link = 0; link < kMostNvlinks; ++link) {
    for (const int kind : {0, 1, 2}) {  // replays, recoveries, CRC errors of flits
      if (calls_->nvlink_errors(gpu, link, kind, &value) == nvml::success) counters["nvlink_errors"] += value;
    }
  }
  return counters;
}

std::string Nvml::topology_level(const std::string& from, const std::string& to) const {
  if (!ready() || calls_->common_ancestor == nullptr) return {};
  const Handle a = calls_->find(from), b = calls_->find(to);
  int level = -1;
  if (a == nullptr || b == nullptr || calls_->common_ancestor(a, b, &level) != nvml::success) return {};
  switch (level) {
    case 10:
      return "PIX";
    case 20:
      return "PXB";
    case 30:
      return "PHB";
    case 40:
      return "NODE";
    case 50:
      return "SYS";
    default:
      return {};
  }
}

std::string Nvml::peer_problem(const std::string& from, const std::string& to) const {
  if (!ready() || calls_->peer_status == nullptr) return {};
  const Handle a = calls_->find(from), b = calls_->find(to);
  int status = 0;
  constexpr int read_capability = 0;
  if (a == nullptr || b == nullptr || calls_->peer_status(a, b, read_capability, &status) != nvml::success) return {};
  constexpr std::array<const char*, 6> texts{"",
                                             "not supported by the chipset",
                                             "not supported by this GPU",
                                             "not supported across these root complexes",
                                             "disabled in the driver",
                                             "not supported"};
  return status >= 0 && status < static_cast<int>(texts.size()) ? texts[static_cast<std::size_t>(status)] : "unknown";
}

NvlinkEnds Nvml::nvlink_ends(const std::string& bus_id) const {
  NvlinkEnds ends;
  const Handle gpu = ready() ? calls_->find(bus_id) : nullptr;
  if (gpu == nullptr || calls_->nvlink_state == nullptr) return ends;
  for (unsigned link = 0; link < kMostNvlinks; ++link) {
    int active = 0;
    if (calls_->nvlink_state(gpu, link, &active) != nvml::success || active == 0) continue;
    ++ends.active;
    nvml::PciInfo remote{};
    if (calls_->nvlink_remote == nullptr || calls_->nvlink_remote(gpu, link, &remote) != nvml::success) continue;
    if (calls_->find(remote.bus_id) != nullptr)
      ++ends.at_gpu[short_bus_id(remote.bus_id)];
    else
      ++ends.at_switch;
  }
  return ends;
}

bool Nvml::copies_over_nvlink(const std::string& from, const std::string& to) const {
  if (!ready() || calls_->peer_status == nullptr) return false;
  const Handle a = calls_->find(from), b = calls_->find(to);
  constexpr int nvlink_capability = 2, available = 0;
  int status = -1;
  return a != nullptr && b != nullptr && calls_->peer_status(a, b, nvlink_capability, &status) == nvml::success &&
         status == available;
}

int links_between(const NvlinkEnds& from, const std::string& from_bus_id, const NvlinkEnds& to,
                  const std::string& to_bus_id, bool copies_over_nvlink) {
  const auto direct = [](const NvlinkEnds& ends, const std::string& bus_id) {
    const auto found = ends.at_gpu.find(short_bus_id(bus_id));
    return found == ends.at_gpu.end() ? 0 : found->second;
  };
  if (const int links = std::max(direct(from, to_bus_id), direct(to, from_bus_id)); links > 0) return links;
  if (const int links = std::min(from.at_switch, to.at_switch); links > 0) return links;
  return copies_over_nvlink ? std::min(from.active, to.active) : 0;
}

bool Nvml::is_lost(const std::string& bus_id) const {
  if (!ready()) return false;
  Handle gpu = nullptr;
  const int result = calls_->handle(bus_id.c_str(), &gpu);
  if (result == nvml::gpu_is_lost) return true;
  unsigned value = 0;
  return gpu != nullptr && calls_->power != nullptr && calls_->power(gpu, &value) == nvml::gpu_is_lost;
}

}  // namespace planner::probe
