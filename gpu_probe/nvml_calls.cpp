// Symbol lookup in the management library.
#include "gpu_probe/nvml_calls.h"

#include <dlfcn.h>

namespace planner::probe {
namespace {

template <typename Function>
void look_up(void* library, Function& function, std::initializer_list<const char*> names,
             std::vector<std::string>& missing) {
  for (const char* name : names) {
    if (void* symbol = dlsym(library, name)) {
      function = reinterpret_cast<Function>(symbol);
      return;
    }
  }
  missing.emplace_back(*names.begin());
}

}  // namespace

void Nvml::Calls::load(std::vector<std::string>& missing) {
  const auto get = [&](auto& function, std::initializer_list<const char*> names) {
    look_up(library, function, names, missing);
  };
  get(init, {"nvmlInit_v2", "nvmlInit"});
  get(shutdown, {"nvmlShutdown"});
  get(error_text, {"nvmlErrorString"});
  get(driver_version, {"nvmlSystemGetDriverVersion"});
  get(handle, {"nvmlDeviceGetHandleByPciBusId_v2"});
  get(pci_info, {"nvmlDeviceGetPciInfo_v3"});
  get(link_gen, {"nvmlDeviceGetCurrPcieLinkGeneration"});
  get(link_width, {"nvmlDeviceGetCurrPcieLinkWidth"});
  get(max_link_gen, {"nvmlDeviceGetMaxPcieLinkGeneration"});
  get(max_link_width, {"nvmlDeviceGetMaxPcieLinkWidth"});
  get(card_link_gen, {"nvmlDeviceGetGpuMaxPcieLinkGeneration"});
  get(replays, {"nvmlDeviceGetPcieReplayCounter"});
  get(power, {"nvmlDeviceGetPowerUsage"});
  get(power_limit, {"nvmlDeviceGetEnforcedPowerLimit"});
  get(default_power_limit, {"nvmlDeviceGetPowerManagementDefaultLimit"});
  get(bus_width, {"nvmlDeviceGetMemoryBusWidth"});
  get(clock, {"nvmlDeviceGetClockInfo"});
  get(max_clock, {"nvmlDeviceGetMaxClockInfo"});
  get(temperature, {"nvmlDeviceGetTemperature"});
  get(clock_events, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
  get(bar1, {"nvmlDeviceGetBAR1MemoryInfo"});
  get(ecc_mode, {"nvmlDeviceGetEccMode"});
  get(ecc_errors, {"nvmlDeviceGetTotalEccErrors"});
  get(mig_mode, {"nvmlDeviceGetMigMode"});
  get(persistence, {"nvmlDeviceGetPersistenceMode"});
  get(compute_mode, {"nvmlDeviceGetComputeMode"});
  get(remapped_rows, {"nvmlDeviceGetRemappedRows"});
  get(processes, {"nvmlDeviceGetComputeRunningProcesses_v3"});
  get(fields, {"nvmlDeviceGetFieldValues"});
  get(nvlink_state, {"nvmlDeviceGetNvLinkState"});
  get(nvlink_remote, {"nvmlDeviceGetNvLinkRemotePciInfo_v2"});
  get(nvlink_errors, {"nvmlDeviceGetNvLinkErrorCounter"});
  get(common_ancestor, {"nvmlDeviceGetTopologyCommonAncestor"});
  get(peer_status, {"nvmlDeviceGetP2PStatus"});
}

nvml::Handle Nvml::Calls::find(const std::string& bus_id) const {
  Handle found = nullptr;
  if (handle == nullptr || handle(bus_id.c_str(), &found) != nvml::success) return nullptr;
  return found;
}

}  // namespace planner::probe
