// Names of kernel log events.
#include <algorithm>
#include <array>
#include <utility>

#include "gpu_probe/machine/kernel_log.h"

namespace planner::machine {
namespace {

constexpr std::array<std::pair<EventKind, std::string_view>, 19> kNames{{
    {EventKind::xid, "xid"},
    {EventKind::sxid, "sxid"},
    {EventKind::fallen_off_bus, "fallen-off-bus"},
    {EventKind::aer, "aer"},
    {EventKind::bar_unassigned, "bar-unassigned"},
    {EventKind::link_limited, "link-limited"},
    {EventKind::link_down, "link-down"},
    {EventKind::thermal, "thermal"},
    {EventKind::machine_check, "machine-check"},
    {EventKind::out_of_memory, "out-of-memory"},
    {EventKind::iommu_fault, "iommu-fault"},
    {EventKind::nouveau, "nouveau"},
    {EventKind::segfault, "segfault"},
    {EventKind::peermem, "peermem"},
    {EventKind::driver_load, "driver-load"},
    {EventKind::driver_problem, "driver-problem"},
    {EventKind::nvlink, "nvlink"},
    {EventKind::hung_task, "hung-task"},
    {EventKind::power, "power"},
}};

}  // namespace

std::string_view to_text(EventKind kind) {
  return std::find_if(kNames.begin(), kNames.end(), [&](const auto& n) { return n.first == kind; })->second;
}

std::optional<EventKind> event_kind(std::string_view text) {
  const auto at = std::find_if(kNames.begin(), kNames.end(), [&](const auto& n) { return n.second == text; });
  return at == kNames.end() ? std::nullopt : std::optional(at->first);
}

}  // namespace planner::machine
