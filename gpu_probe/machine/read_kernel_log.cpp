// The kernel log as a whole: events in order, folded, with what only the context tells.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/kernel_line.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/scrub.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostEvents = 5000;
constexpr std::size_t kLongestLine = 300;

bool same_event(const KernelEvent& a, const KernelEvent& b) {
  return a.kind == b.kind && a.device == b.device && a.code == b.code && a.severity == b.severity &&
         a.detail == b.detail && a.resource == b.resource && a.bar == b.bar && a.size_bytes == b.size_bytes;
}

/// Facts that boot messages state.
void take_context(std::string_view text, Machine& machine) {
  if (const auto release = after(text, "Linux version ", " ")) {
    if (starts_with(text, "Linux version") && !machine.host.kernel) machine.host.kernel = known_text(*release);
  }
  const auto line = after(text, "ommand line: ");
  if (line && (starts_with(text, "Command line") || starts_with(text, "Kernel command line")) &&
      !machine.software.kernel_command_line) {
    set_command_line(*line, machine.software);
  }
  if (const auto group = after(text, "Adding to iommu group ")) {
    if (const auto address = address_in_text(text)) {
      device_at(machine, *address).iommu_group = whole_at(*group);
      machine.software.iommu_active = true;
    }
  }
  if (const auto hypervisor = after(text, "Hypervisor detected: "))
    machine.host.virtual_machine = known_text(*hypervisor);
  if (!starts_with(text, "DMI: ") || machine.host.product) return;
  // "DMI: ASUSTeK COMPUTER INC. ESC8000A-E13P/K15PG-D24 Series, BIOS 1104 10/23/2025"
  const auto bios = after(text, ", BIOS ");
  if (!bios) return;
  const std::size_t blank = bios->rfind(' ');
  if (blank == std::string_view::npos) return;
  machine.host.bios_version = known_text(bios->substr(0, blank));
  machine.host.bios_date = known_text(bios->substr(blank + 1));
}

/// A resource that is assigned after all was only tried too early: the same name later in "...: assigned".
bool assigned_later(const KernelEvent& event, const std::vector<std::string_view>& assigned) {
  if (!event.device || event.resource != "bar" || !event.bar) return false;
  const std::string device = to_text(*event.device);
  const std::string bar = "BAR " + std::to_string(*event.bar);
  return std::any_of(assigned.begin(), assigned.end(), [&](std::string_view line) {
    const auto after_bar = after(line, bar);
    return contains(line, device) && after_bar && !after_bar->empty() && !whole_at(*after_bar);
  });
}

class LogReader {
 public:
  explicit LogReader(Machine& machine) : machine_(machine) {}

  void line(std::string_view raw) {
    const KernelLine line = parse_kernel_line(raw);
    take_context(line.text, machine_);
    if (contains(line.text, ": assigned") && assigned_.size() < kMostEvents) assigned_.push_back(line.text);
    if (refine_aer(line.text)) return;
    auto event = kernel_event(line.text);
    take_subject(line.text);
    if (!event) return;
    // "NVRM: The NVIDIA GPU 0000:b3:00.0", "(PCI ID: ...) installed in this system has", "fallen off the bus ..."
    if (!event->device && lines_since_ <= 4 && starts_with(trim(line.text), "NVRM")) event->device = subject_;
    if (event->kind == EventKind::driver_load && event->detail) {
      machine_.software.driver_version = event->detail;
      machine_.software.kernel_module = event->severity;
    }
    event->uptime_s = line.uptime_s;
    event->time = line.time;
    event->line = shorten(trim(raw), kLongestLine);
    add(std::move(*event));
  }

  /// True if there were more events than are kept.
  bool finish() {
    for (KernelEvent& event : events()) {
      if (assigned_later(event, assigned_)) event.harmless = true;
      if (event.kind == EventKind::xid && event.code == 154) event.harmless = is_echo(event);
    }
    return dropped_;
  }

 private:
  std::vector<KernelEvent>& events() { return machine_.kernel_log; }

  /// The GPU that a message of several lines names in its first.
  void take_subject(std::string_view text) {
    ++lines_since_;
    const auto place = after(text, "NVRM: The NVIDIA GPU ");
    if (!place) return;
    subject_ = address_in_text(*place);
    lines_since_ = 0;
  }

  void add(KernelEvent event) {
    auto& all = events();
    // What such a message says first is only half of it.
    const bool same_subject = event.kind == EventKind::fallen_off_bus && !all.empty() &&
                              all.back().kind == EventKind::driver_problem && all.back().device == event.device &&
                              all.back().detail && contains(*all.back().detail, "installed in this system has");
    if (same_subject) all.pop_back();
    // One failure is told twice: "no space", then "failed to assign".
    if (event.kind == EventKind::bar_unassigned && event.detail == "failed to assign" && told_before(event)) return;
    // The port's report comes before the device's own.
    const bool replaces = event.kind == EventKind::aer && !all.empty() && all.back().kind == EventKind::aer &&
                          all.back().repeats == 1 && !all.back().detail && event.detail &&
                          all.back().severity == event.severity && all.back().device == event.device;
    if (replaces) all.pop_back();
    if (!all.empty() && same_event(all.back(), event)) {
      ++all.back().repeats;
    } else if (all.size() < kMostEvents) {
      all.push_back(std::move(event));
    } else {
      dropped_ = true;
    }
  }

  bool told_before(const KernelEvent& event) {
    return std::any_of(events().begin(), events().end(), [&](const KernelEvent& e) {
      return e.kind == event.kind && e.device == event.device && e.resource == event.resource && e.bar == event.bar;
    });
  }

  /// "nvidia 0000:01:00.0:    [ 0] RxErr                  (First)" names the error of the event before.
  bool refine_aer(std::string_view text) {
    if (events().empty() || events().back().kind != EventKind::aer) return false;
    const auto bit = after(text, "[", "]");
    if (!bit || !contains(text, ":") || !whole_at(*bit) || bit->size() > 2) return false;
    const auto device = address_in_text(text);
    if (!device || device != events().back().device) return false;
    const auto name = after(text, "]", "(");
    if (!name || name->empty() || name->size() > 40) return false;
    KernelEvent& event = events().back();
    event.detail = std::string(*name);
    if (events().size() > 1 && same_event(events()[events().size() - 2], event)) {
      ++events()[events().size() - 2].repeats;
      events().pop_back();
    }
    return true;
  }

  /// Xid 154 announces what other GPUs of the fabric need; alone it is no fault of this GPU.
  bool is_echo(const KernelEvent& event) {
    return std::none_of(events().begin(), events().end(), [&](const KernelEvent& e) {
      return e.device == event.device &&
             ((e.kind == EventKind::xid && e.code != 154) || e.kind == EventKind::fallen_off_bus);
    });
  }

  Machine& machine_;
  std::vector<std::string_view> assigned_;
  std::optional<PciAddress> subject_;
  std::size_t lines_since_ = 1'000;
  bool dropped_ = false;
};

}  // namespace

namespace {

/// What the kernel writes at boot of any machine; programs with times in brackets write none of it.
bool of_kernel(std::string_view text) {
  for (const std::string_view start :
       {"pci ", "pcieport ", "pci_bus ", "ACPI: ", "nvidia", "NVRM", "usb ", "Linux version", "e820:", "BIOS-e820",
        "audit: ", "EDAC ", "mlx5_core ", "nvme ", "DMAR: ", "AMD-Vi: ", "EXT4-fs ", "systemd[1]: ", "clocksource: "})
    if (starts_with(text, start)) return true;
  return false;
}

}  // namespace

bool is_kernel_log(const TextDocument& document) {
  int prefixed = 0;
  for (const std::string_view raw : document.lines()) {
    const KernelLine line = parse_kernel_line(raw);
    if (kernel_event(line.text)) return true;
    const bool named =
        contains(raw.substr(0, 80), "kernel:") || starts_with(trim(raw), "kern ") || of_kernel(line.text);
    if (line.prefixed && (line.uptime_s || (line.time && named)) && ++prefixed >= 2) return true;
  }
  return false;
}

void read_kernel_log(const TextDocument& document, Machine& machine, Source& source) {
  LogReader reader(machine);
  for (const std::string_view line : document.lines()) reader.line(line);
  machine.kernel_log_read = true;
  if (reader.finish()) {
    source.complete = false;
    source.warnings.push_back("more than " + std::to_string(kMostEvents) + " events; the later ones are left out");
  }
}

}  // namespace planner::machine
