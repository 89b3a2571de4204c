// One line of a kernel log: its prefix in the forms of dmesg, dmesg -T, dmesg -x, /dev/kmsg, syslog and journalctl, and
// the event it tells of.
#pragma once

#include <optional>
#include <string_view>

#include "gpu_probe/machine/kernel_log.h"

namespace planner::machine {

struct KernelLine {
  Real uptime_s;
  Text time;
  bool prefixed = false;  ///< had any prefix of a kernel log
  std::string_view text;  ///< what follows the prefix
};

KernelLine parse_kernel_line(std::string_view line);

/// The event, without time and raw line; nothing if the line tells of none.
std::optional<KernelEvent> kernel_event(std::string_view text);
// Parts of it, by subsystem.
std::optional<KernelEvent> nvidia_event(std::string_view text);
std::optional<KernelEvent> pci_event(std::string_view text);
std::optional<KernelEvent> host_event(std::string_view text);

/// The first PCI address in the text that is written in full ("0000:01:00.0").
std::optional<PciAddress> address_in_text(std::string_view text);

}  // namespace planner::machine
