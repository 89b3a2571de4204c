// What the NVIDIA drivers write: Xid, SXid, lost GPUs, driver trouble.
#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/kernel_line.h"

namespace planner::machine {
namespace {

KernelEvent event_of(EventKind kind) {
  KernelEvent event;
  event.kind = kind;
  return event;
}

/// The text of an Xid without "pid=..., name=...,".
std::string_view skip_process(std::string_view rest, KernelEvent& event) {
  if (!starts_with(rest, "pid=")) return rest;
  if (const auto name = after(rest, "name=", ",")) event.process = known_text(*name);
  std::size_t comma = rest.find(',');
  if (comma == std::string_view::npos) return rest;
  std::string_view next = trim(rest.substr(comma + 1));
  if (starts_with(next, "name=")) {
    comma = next.find(',');
    next = comma == std::string_view::npos ? std::string_view{} : trim(next.substr(comma + 1));
  }
  return next;
}

/// "Xid (PCI:0000:91:00): 79, pid=1, name=x, GPU has fallen off the bus."
std::optional<KernelEvent> xid(std::string_view text) {
  const bool of_switch = contains(text, "SXid (");
  const auto place = after(text, "Xid (", ")");
  if (!place) return std::nullopt;
  KernelEvent event = event_of(of_switch ? EventKind::sxid : EventKind::xid);
  event.device = parse_pci_address(*place);
  const auto rest = after(text, "): ");
  if (!rest) return event.device ? std::optional(event) : std::nullopt;
  event.code = whole_at(*rest);
  // A lost code is no event of any kind.
  if (!event.code || *event.code < 0) return std::nullopt;
  const std::size_t comma = rest->find(',');
  if (comma == std::string_view::npos) return event;
  const std::string_view words = skip_process(trim(rest->substr(comma + 1)), event);
  if (!words.empty()) event.detail = shorten(words, 240);
  if (of_switch) {
    if (starts_with(words, "Fatal")) event.severity = "fatal";
    if (starts_with(words, "Non-fatal")) event.severity = "nonfatal";
  } else if (contains(words, " Nonfatal ")) {
    event.severity = "nonfatal";
  } else if (contains(words, " Fatal ")) {
    event.severity = "fatal";
  }
  return event;
}

/// "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build"
std::optional<KernelEvent> driver_load(std::string_view text) {
  if (!contains(text, "NVRM: loading NVIDIA UNIX")) return std::nullopt;
  KernelEvent event = event_of(EventKind::driver_load);
  event.severity = contains(text, "Open Kernel Module") ? "open" : "proprietary";
  for (const std::string_view word : words_of(text)) {
    if (whole_at(word) && contains(word, ".") && word.find_first_not_of("0123456789.") == std::string_view::npos)
      event.detail = std::string(word);
  }
  return event;
}

/// "NVRM: BAR1 is 0M @ 0x0 (PCI:0000:14:00.0)"
std::optional<KernelEvent> empty_bar(std::string_view text) {
  const auto bar = after(text, "NVRM: BAR");
  if (!bar || !contains(*bar, "is 0M")) return std::nullopt;
  KernelEvent event = event_of(EventKind::bar_unassigned);
  event.bar = whole_at(*bar);
  event.resource = "bar";
  event.size_bytes = 0;
  event.harmless = false;
  if (const auto place = after(text, "(PCI:", ")")) event.device = parse_pci_address(*place);
  return event;
}

struct Sign {
  std::string_view words;
  const char* kind;  ///< `resource` of the event, or null
};

/// What the driver says when it cannot start or lost a GPU, and what that is about.
constexpr std::array<Sign, 19> kSigns{{{"API mismatch", "version"},
                                       {"probe routine was not called", "other-driver"},
                                       {"already loaded on the device", "other-driver"},
                                       {"No NVIDIA graphics adapter", "no-gpu"},
                                       {"No NVIDIA GPU found", "no-gpu"},
                                       {"is not supported by the", "unsupported"},
                                       {"installed in this system is not", "unsupported"},
                                       {"Cannot initialize GSP", "firmware"},
                                       {"failed to wait for GFW", "firmware"},
                                       {"GSP RM heartbeat", "firmware"},
                                       {"Heartbeat timed out", "firmware"},
                                       {"GSP Timeout", "firmware"},
                                       {"RmInitAdapter failed", nullptr},
                                       {"rm_init_adapter failed", nullptr},
                                       {"probe routine failed", nullptr},
                                       {"NVIDIA init module failed", nullptr},
                                       {"GPU has been lost", nullptr},
                                       {"Failed to enable MSI", nullptr},
                                       {"installed in this system", nullptr}}};

std::optional<KernelEvent> driver_problem(std::string_view text) {
  const bool ours = contains(text, "NVRM") || starts_with(text, "nvidia");
  const bool probe = (contains(text, "nvidia: probe of") && contains(text, "failed with error")) ||
                     (starts_with(text, "nvidia ") && contains(text, "probe with driver nvidia failed"));
  const auto sign =
      std::find_if(kSigns.begin(), kSigns.end(), [&](const Sign& s) { return ours && contains(text, s.words); });
  if (!probe && sign == kSigns.end()) return std::nullopt;
  KernelEvent event = event_of(EventKind::driver_problem);
  event.device = address_in_text(text);
  if (sign != kSigns.end() && sign->kind != nullptr) event.resource = sign->kind;
  event.detail = shorten(text, 240);
  return event;
}

}  // namespace

std::optional<KernelEvent> nvidia_event(std::string_view text) {
  if (contains(text, "Xid (")) return xid(text);
  if (contains(text, "NVRM") && contains(text, "fallen off the bus")) {
    KernelEvent event = event_of(EventKind::fallen_off_bus);
    event.device = address_in_text(text);
    return event;
  }
  if (auto event = driver_load(text)) return event;
  if (auto event = empty_bar(text)) return event;
  if ((contains(text, "nvidia-peermem") || contains(text, "nvidia_peermem")) &&
      (contains_ignoring_case(text, "error") || contains(text, "invalid"))) {
    KernelEvent event = event_of(EventKind::peermem);
    event.detail = shorten(text, 240);
    return event;
  }
  const bool link = contains(text, "nvidia-nvlink") || contains(text, "NVRM: nvlink") || contains(text, "knvlink");
  if (link && (contains_ignoring_case(text, "fail") || contains_ignoring_case(text, "error") ||
               contains_ignoring_case(text, "fatal"))) {
    KernelEvent event = event_of(EventKind::nvlink);
    event.device = address_in_text(text);
    event.detail = shorten(text, 240);
    return event;
  }
  return driver_problem(text);
}

}  // namespace planner::machine
