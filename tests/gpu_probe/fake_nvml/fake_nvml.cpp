// A stand-in for libnvidia-ml.so.1 with two GPUs, for tests of the loader and of what is read through it.
// FAKE_NVML_FAULT in the environment: "init" (does not start), "lost" (GPU 1 fell off the bus), "mig" (GPU 0 in MIG
// mode).
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

int gpus[2];

bool fault(const char* name) {
  const char* set = std::getenv("FAKE_NVML_FAULT");
  return set != nullptr && std::strcmp(set, name) == 0;
}

bool is_second(void* gpu) {
  return gpu == &gpus[1];
}

int give(unsigned* to, unsigned value) {
  *to = value;
  return 0;
}

struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};

}  // namespace

extern "C" {

int nvmlInit_v2() {
  return fault("init") ? 9 : 0;
}
int nvmlShutdown() {
  return 0;
}
const char* nvmlErrorString(int) {
  return "Driver Not Loaded";
}
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "999.0", size);
  return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** gpu) {
  const bool first = std::strcmp(id, "0000:01:00.0") == 0, second = std::strcmp(id, "0000:02:00.0") == 0;
  if (!first && !second) return 6;
  *gpu = &gpus[second ? 1 : 0];
  return 0;
}
int nvmlDeviceGetPciInfo_v3(void*, PciInfo* info) {
  info->device_id = 0x268410deu;
  return 0;
}
int nvmlDeviceGetCurrPcieLinkGeneration(void*, unsigned* v) {
  return give(v, 1);
}
int nvmlDeviceGetCurrPcieLinkWidth(void* gpu, unsigned* v) {
  return give(v, is_second(gpu) ? 8 : 16);
}
int nvmlDeviceGetMaxPcieLinkGeneration(void*, unsigned* v) {
  return give(v, 4);
}
int nvmlDeviceGetMaxPcieLinkWidth(void*, unsigned* v) {
  return give(v, 16);
}
int nvmlDeviceGetPowerUsage(void* gpu, unsigned* v) {
  if (is_second(gpu) && fault("lost")) return 15;
  return give(v, 123'000);
}
int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* v) {
  return give(v, 300'000);
}
int nvmlDeviceGetPowerManagementDefaultLimit(void*, unsigned* v) {
  return give(v, 450'000);
}
int nvmlDeviceGetClockInfo(void*, int which, unsigned* v) {
  return give(v, which == 1 ? 2500 : 10501);
}
int nvmlDeviceGetTemperature(void*, int, unsigned* v) {
  return give(v, 61);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* v) {  // the older name only
  *v = 0x4;
  return 0;
}
int nvmlDeviceGetEccMode(void*, int*, int*) {
  return 3;
}
int nvmlDeviceGetMigMode(void* gpu, unsigned* current, unsigned* pending) {
  *pending = 0;
  return give(current, fault("mig") && !is_second(gpu) ? 1 : 0);
}
int nvmlDeviceGetPcieReplayCounter(void*, unsigned* v) {
  return give(v, 7);
}
int nvmlDeviceGetTopologyCommonAncestor(void*, void*, int* level) {
  *level = 30;
  return 0;
}
int nvmlDeviceGetP2PStatus(void*, void*, int, int* status) {
  *status = 2;
  return 0;
}
/// Four links that end at a switch; of the second GPU's one is down.
int nvmlDeviceGetNvLinkState(void* gpu, unsigned link, int* active) {
  if (link >= 4) return 3;
  *active = is_second(gpu) && link == 3 ? 0 : 1;
  return 0;
}
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void*, unsigned, PciInfo* info) {
  std::strcpy(info->bus_id, "00000000:C0:00.0");
  return 0;
}

}  // extern "C"
