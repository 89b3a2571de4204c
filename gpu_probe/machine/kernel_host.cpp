// What the rest of the kernel writes that bears on GPUs: heat, machine checks, memory, IOMMU, processes.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/kernel_line.h"

namespace planner::machine {
namespace {

std::optional<EventKind> kind_of(std::string_view text) {
  if (contains(text, "[Hardware Error]") || contains(text, "Machine check events logged"))
    return EventKind::machine_check;
  if (starts_with(text, "EDAC") && (contains(text, " CE ") || contains(text, " UE "))) return EventKind::machine_check;
  if (contains(text, "temperature above threshold") || contains(text, "critical temperature reached") ||
      contains(text, "cpu clock throttled"))
    return EventKind::thermal;
  if (contains(text, "Out of memory:") || contains(text, "invoked oom-killer") || contains(text, "oom-kill:"))
    return EventKind::out_of_memory;
  if (contains(text, "necessary power cables") || contains(text, "insufficient power on the PCIe slot") ||
      contains(text, "power connectors are not connected") || contains(text, "supplementary power"))
    return EventKind::power;
  if (contains(text, "DMAR:") && contains(text, "fault")) return EventKind::iommu_fault;
  if (contains(text, "IO_PAGE_FAULT")) return EventKind::iommu_fault;
  if (contains(text, "blocked for more than") && contains(text, "seconds")) return EventKind::hung_task;
  if (starts_with(text, "nouveau ") && address_in_text(text)) return EventKind::nouveau;
  if (contains(text, "segfault at")) {
    for (const std::string_view library :
         {"libnccl", "libcuda", "libcudart", "libcublas", "libcudnn", "libnvidia", "libtorch_cuda"}) {
      if (contains(text, library)) return EventKind::segfault;
    }
  }
  return std::nullopt;
}

/// "device [01:00.0]" of an Intel IOMMU, "device=0000:01:00.0" of an AMD one.
std::optional<PciAddress> faulting_device(std::string_view text) {
  if (const auto address = address_in_text(text)) return address;
  const auto place = after(text, "evice [", "]");
  return place ? parse_pci_address(*place) : std::nullopt;
}

}  // namespace

std::optional<KernelEvent> host_event(std::string_view text) {
  const auto kind = kind_of(text);
  if (!kind) return std::nullopt;
  KernelEvent event;
  event.kind = *kind;
  if (*kind == EventKind::iommu_fault || *kind == EventKind::nouveau || *kind == EventKind::machine_check ||
      *kind == EventKind::power)
    event.device = faulting_device(text);
  event.detail = shorten(text, 240);
  if (*kind == EventKind::segfault) {
    const std::size_t bracket = text.find_first_of("[ ");
    event.process = shorten(text.substr(0, bracket), 64);
    if (const auto library = after(text, " in ", "[")) event.detail = "in " + shorten(*library, 64);
  }
  return event;
}

}  // namespace planner::machine
