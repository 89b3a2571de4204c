// The kernel log, equal events folded, each with the GPU it concerns.
#include <algorithm>
#include <charconv>
#include <tuple>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

constexpr std::size_t kMaxGroups = 512;

/// The GPU at that address or below that bridge; its functions share a slot.
const GpuState* gpu_at(const Comparison& c, const machine::PciAddress& address) {
  for (const GpuState& g : c.gpus) {
    const machine::PciAddress* own = g.bus != nullptr                           ? &g.bus->address
                                     : g.driver != nullptr && g.driver->address ? &*g.driver->address
                                                                                : nullptr;
    if (own != nullptr && own->domain == address.domain && own->bus == address.bus && own->device == address.device)
      return &g;
  }
  for (const GpuState& g : c.gpus) {
    if (g.bus == nullptr) continue;
    for (const machine::PciDevice* d : machine::path_to_root(*c.input.machine, g.bus->address))
      if (d->address == address) return &g;
  }
  return nullptr;
}

/// Xid 45 ends the programs of a GPU; newer drivers name the Xid behind it: "caused by previous Xid 149".
std::optional<std::int64_t> cause_of(const machine::KernelEvent& e) {
  constexpr std::string_view words = "caused by previous Xid ";
  if (e.kind != machine::EventKind::xid || !e.detail) return std::nullopt;
  const std::size_t at = e.detail->find(words);
  if (at == std::string::npos) return std::nullopt;
  std::int64_t code = 0;
  const char* first = e.detail->data() + at + words.size();
  const char* last = e.detail->data() + e.detail->size();
  if (std::from_chars(first, last, code).ec != std::errc{} || code <= 0 || code > 100'000) return std::nullopt;
  return code;
}

EventGroup group_of(const Comparison& c, const machine::KernelEvent& e) {
  EventGroup g;
  g.kind = e.kind;
  g.code = known_or(e.code, "the line has no number");
  g.device = e.device ? machine::to_text(*e.device) : std::string();
  g.severity = e.severity.value_or("");
  g.detail = e.detail.value_or("");
  g.resource = e.resource.value_or("");
  g.harmless = e.harmless.value_or(false);
  g.line = e.line;
  const GpuState* gpu = e.device ? gpu_at(c, *e.device) : nullptr;
  g.of_gpu = gpu != nullptr;
  g.placed = gpu != nullptr || (e.device && machine::find_device(*c.input.machine, *e.device) != nullptr);
  if (const auto cause = cause_of(e)) g.code = *cause;
  g.gpu = gpu != nullptr ? gpu->index : -1;
  return g;
}

bool same(const EventGroup& a, const EventGroup& b) {
  return std::tie(a.kind, a.code, a.device, a.severity, a.resource, a.harmless) ==
         std::tie(b.kind, b.code, b.device, b.severity, b.resource, b.harmless);
}

}  // namespace

void group_events(Comparison& c) {
  c.log_read = c.input.machine->kernel_log_read ? Truth(*c.input.machine->kernel_log_read)
                                                : Truth(!c.input.machine->kernel_log.empty());
  for (const machine::KernelEvent& e : c.input.machine->kernel_log) {
    EventGroup group = group_of(c, e);
    const auto it = std::find_if(c.events.begin(), c.events.end(), [&](const EventGroup& g) { return same(g, group); });
    if (it != c.events.end()) it->count += std::max<std::int64_t>(1, e.repeats);
    if (it != c.events.end() || c.events.size() >= kMaxGroups) continue;
    group.count = std::max<std::int64_t>(1, e.repeats);
    c.events.push_back(std::move(group));
  }
}

}  // namespace planner::conform
