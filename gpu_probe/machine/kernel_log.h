// Lines of the kernel log that say something about GPUs, PCIe, memory or the machine's health.
#pragma once

#include <cstdint>
#include <string_view>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

enum class EventKind : std::uint8_t {
  xid,             ///< NVRM: Xid; `code` is its number
  sxid,            ///< NVSwitch error; `code`, `severity`
  fallen_off_bus,  ///< "GPU has fallen off the bus"
  aer,             ///< PCIe error; `severity` correctable, nonfatal or fatal; `detail` the error, "RxErr"
  bar_unassigned,  ///< "can't assign; no space"; `resource`, `bar`, `size_bytes`, `harmless`
  link_limited,    ///< "available PCIe bandwidth, limited by ..."; `width`, `speed_gts`, `limiter`, `gbs`
  link_down,       ///< pciehp "Link Down", "Card not present"
  thermal,
  machine_check,
  out_of_memory,  ///< the OOM killer
  iommu_fault,
  nouveau,         ///< the nouveau driver is at work
  segfault,        ///< of a process in a GPU library (NCCL, CUDA)
  peermem,         ///< nvidia-peermem trouble
  driver_load,     ///< NVRM: loading ...; `detail` the version
  driver_problem,  ///< NVRM: RmInitAdapter failed, version mismatch, probe failed
  nvlink,          ///< NVLink training or fatal error outside an Xid
  hung_task,
  power  ///< power supply or power limit trouble
};

/// Stable words: "xid", "fallen-off-bus", ...
std::string_view to_text(EventKind kind);
std::optional<EventKind> event_kind(std::string_view text);

struct KernelEvent {
  EventKind kind = EventKind::xid;
  Real uptime_s;  ///< seconds since boot, where the prefix says it
  Text time;      ///< wall clock, as printed
  std::optional<PciAddress> device;
  Number code;
  Text severity, detail;
  /// bar_unassigned: "bar", "io-bar", "io-window", "memory-window", "rom", "vf-bar"; driver_problem: "other-driver",
  /// "version", "firmware", "unsupported", "no-gpu", where the line says what it is.
  Text resource;
  Number bar, size_bytes;
  Flag harmless;  ///< bar_unassigned: not a memory BAR of a device; xid: not a fault of this GPU
  Number width;
  Real speed_gts, gbs;                ///< `gbs` in Gb/s as the kernel prints it
  std::optional<PciAddress> limiter;  ///< the port that limits
  Text process;
  std::int64_t repeats = 1;  ///< equal events in a row, folded
  std::string line;          ///< the raw line, at most 300 bytes
};

}  // namespace planner::machine
