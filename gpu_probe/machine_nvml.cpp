// From NVML to the snapshot.
#include "gpu_probe/machine_nvml.h"

#include <array>
#include <utility>

#include "gpu_probe/nvml.h"

namespace planner::probe {
namespace {

std::optional<std::int64_t> whole(const std::optional<int>& value) {
  return value;
}

std::optional<std::int64_t> count(const Counters& counters, const char* name) {
  const auto at = counters.find(name);
  return at == counters.end() ? std::nullopt : std::optional(static_cast<std::int64_t>(at->second));
}

void take_events(std::uint64_t events, machine::GpuClocks& clocks) {
  constexpr std::array<std::pair<std::uint64_t, const char*>, 9> names{
      {{clock_event::idle, "idle"},
       {clock_event::user_clocks, "clocks_setting"},
       {clock_event::software_power_cap, "sw_power_cap"},
       {clock_event::hardware_slowdown, "hw_slowdown"},
       {clock_event::sync_boost, "sync_boost"},
       {clock_event::software_thermal, "sw_thermal"},
       {clock_event::hardware_thermal, "hw_thermal"},
       {clock_event::power_brake, "hw_power_brake"},
       {clock_event::display_clocks, "display_clock"}}};
  for (const auto& [bit, name] : names) clocks.reasons.push_back({name, (events & bit) != 0});
}

machine::Gpu read_gpu(const Nvml& nvml, const machine::PciAddress& address) {
  const std::string bus_id = machine::to_text(address);
  machine::Gpu gpu;
  gpu.address = address;
  if (nvml.is_lost(bus_id)) {
    gpu.fault = "GPU is lost";
    return gpu;
  }
  GpuFacts facts;
  facts.bus_id = bus_id;
  nvml.describe(facts);
  gpu.pcie.gen = whole(facts.link.gen);
  gpu.pcie.width = whole(facts.link.width);
  gpu.pcie.max_gen = whole(facts.link.max_gen);
  gpu.pcie.max_width = whole(facts.link.max_width);
  gpu.pcie.device_gen = whole(facts.link.card_gen);
  gpu.power.limit_w = facts.power_limit_w;
  gpu.power.default_limit_w = facts.default_power_limit_w;
  gpu.clocks.max_sm_mhz = facts.max_sm_clock_mhz;
  if (facts.memory_bus_bits > 0) gpu.memory_bus_bits = facts.memory_bus_bits;
  if (facts.bar1_bytes) gpu.bar1_total_bytes = static_cast<std::int64_t>(*facts.bar1_bytes);
  gpu.ecc.enabled = facts.ecc;
  gpu.mig_enabled = facts.mig;
  gpu.persistence = facts.persistence;
  const TelemetrySample sample = nvml.sample(bus_id);
  gpu.power.draw_w = sample.power_w;
  gpu.clocks.sm_mhz = sample.sm_clock_mhz;
  gpu.clocks.memory_mhz = sample.memory_clock_mhz;
  gpu.thermal.temperature_c = sample.temperature_c;
  gpu.thermal.memory_temperature_c = sample.memory_temperature_c;
  if (sample.clock_events) take_events(*sample.clock_events, gpu.clocks);
  const Counters counters = nvml.counters(bus_id);
  gpu.pcie.replays = count(counters, "pcie_replays");
  gpu.ecc.volatile_corrected = count(counters, "ecc_corrected");
  gpu.ecc.volatile_uncorrected = count(counters, "ecc_uncorrected");
  return gpu;
}

}  // namespace

machine::Reading gather_nvml(const std::vector<machine::PciDevice>& pci) {
  machine::Reading reading;
  reading.source = {"nvml", "live", true, {}};
  const Nvml nvml;
  if (!nvml.ready()) {
    reading.source.complete = false;
    reading.machine.unknown.push_back({"gpus", "NVML does not answer: " + nvml.problem()});
    return reading;
  }
  const std::string version = nvml.driver_version();
  if (!version.empty()) reading.machine.software.driver_library_version = version;
  for (const machine::PciDevice& device : pci) {
    if (device.vendor_id == "10de" && machine::is_gpu(device))
      reading.machine.gpus.push_back(read_gpu(nvml, device.address));
  }
  return reading;
}

}  // namespace planner::probe
