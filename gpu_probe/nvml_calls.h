// The part of NVML's binary interface that the probe uses; written from the published field and function lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu_probe/nvml.h"

namespace planner::probe {

namespace nvml {

using Handle = void*;
inline constexpr int success = 0, not_supported = 3, gpu_is_lost = 15;

struct Memory {
  unsigned long long total, free, used;
};
struct PciInfo {
  char legacy_bus_id[16];
  unsigned int domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};
union Value {
  double real;
  unsigned int u32;
  unsigned long long u64;
  long long i64;
};
struct FieldValue {
  unsigned int field, scope;
  long long timestamp, latency;
  int type, result;
  Value value;
};
static_assert(sizeof(FieldValue) == 40);
struct ProcessInfo;  ///< never filled: only the count is asked for

}  // namespace nvml

/// Function table; a member stays null if the library lacks the symbol.
struct Nvml::Calls {
  using Handle = nvml::Handle;
  using GetUnsigned = int (*)(Handle, unsigned int*);
  void* library = nullptr;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  const char* (*error_text)(int) = nullptr;
  int (*driver_version)(char*, unsigned int) = nullptr;
  int (*handle)(const char*, Handle*) = nullptr;
  int (*pci_info)(Handle, nvml::PciInfo*) = nullptr;
  GetUnsigned link_gen = nullptr, link_width = nullptr, max_link_gen = nullptr, max_link_width = nullptr,
              card_link_gen = nullptr, replays = nullptr, power = nullptr, power_limit = nullptr,
              default_power_limit = nullptr, bus_width = nullptr;
  int (*clock)(Handle, int, unsigned int*) = nullptr;
  int (*max_clock)(Handle, int, unsigned int*) = nullptr;
  int (*temperature)(Handle, int, unsigned int*) = nullptr;
  int (*clock_events)(Handle, unsigned long long*) = nullptr;
  int (*bar1)(Handle, nvml::Memory*) = nullptr;
  int (*ecc_mode)(Handle, int*, int*) = nullptr;
  int (*ecc_errors)(Handle, int, int, unsigned long long*) = nullptr;
  int (*mig_mode)(Handle, unsigned int*, unsigned int*) = nullptr;
  int (*persistence)(Handle, int*) = nullptr;
  int (*compute_mode)(Handle, int*) = nullptr;
  int (*remapped_rows)(Handle, unsigned int*, unsigned int*, unsigned int*, unsigned int*) = nullptr;
  int (*processes)(Handle, unsigned int*, nvml::ProcessInfo*) = nullptr;
  int (*fields)(Handle, int, nvml::FieldValue*) = nullptr;
  int (*nvlink_state)(Handle, unsigned int, int*) = nullptr;
  int (*nvlink_remote)(Handle, unsigned int, nvml::PciInfo*) = nullptr;
  int (*nvlink_errors)(Handle, unsigned int, int, unsigned long long*) = nullptr;
  int (*common_ancestor)(Handle, Handle, int*) = nullptr;
  int (*peer_status)(Handle, Handle, int, int*) = nullptr;

  /// Looks all symbols up; names of absent ones go to `missing`.
  void load(std::vector<std::string>& missing);
  /// The handle of a GPU, or null.
  Handle find(const std::string& bus_id) const;
};

}  // namespace planner::probe
