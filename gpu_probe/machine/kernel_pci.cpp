// What the PCI core writes: error reports, resources without space, narrow links, hot plug.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/kernel_line.h"

namespace planner::machine {
namespace {

KernelEvent event_of(EventKind kind, std::string_view text) {
  KernelEvent event;
  event.kind = kind;
  event.device = address_in_text(text);
  return event;
}

const char* severity_of(std::string_view text) {
  const std::string words = lower(text);
  if (contains(words, "corrected") || contains(words, "correctable")) {
    if (!contains(words, "uncorrected") && !contains(words, "uncorrectable")) return "correctable";
  }
  if (contains(words, "non-fatal") || contains(words, "nonfatal")) return "nonfatal";
  if (contains(words, "fatal")) return "fatal";
  if (contains(words, "uncorrect")) return "nonfatal";
  return nullptr;
}

/// "AER: Corrected error received: 0000:01:00.0" and "PCIe Bus Error: severity=Corrected, type=Physical Layer, ..."
std::optional<KernelEvent> aer(std::string_view text) {
  const bool bus_error = contains(text, "PCIe Bus Error:");
  const bool report =
      contains(text, "AER:") && (contains(text, "error received") || contains(text, "error message received"));
  if (!bus_error && !report) return std::nullopt;
  KernelEvent event = event_of(EventKind::aer, text);
  const auto severity = after(text, "severity=", ",");
  if (const char* word = severity_of(severity ? *severity : text)) event.severity = word;
  if (bus_error) {
    if (const auto type = after(text, "type=", ",")) event.detail = known_text(*type);
  } else if (const auto from = after(text, "received")) {
    // The port comes first, the device that reports after it.
    if (const auto device = address_in_text(*from)) event.device = device;
  }
  return event;
}

void take_size(std::string_view text, KernelEvent& event) {
  const auto size = after(text, "size ");
  if (!size || !starts_with(*size, "0x")) return;
  const std::size_t end = size->find_first_not_of("0123456789abcdefABCDEF", 2);
  event.size_bytes = hex_of(size->substr(0, end));
}

/// What the numbers of old kernels mean: 6 is the ROM, 7 to 12 belong to virtual functions, 13 and more are windows.
void classify_bar(std::int64_t number, bool io, KernelEvent& event) {
  event.bar = number;
  if (number == 6)
    event.resource = "rom";
  else if (number >= 13)
    event.resource = io ? "io-window" : "memory-window";
  else if (number >= 7)
    event.resource = "vf-bar";
  else
    event.resource = io ? "io-bar" : "bar";
}

/// "BAR 2 [mem size 0x1000000000 64bit pref]: can't assign; no space", "BAR 13: no space for [io  size 0x1000]",
/// "bridge window [mem size 0x00200000]: can't assign; no space", "VF BAR 0 [...]", "ROM [...]"
std::optional<KernelEvent> no_space(std::string_view text) {
  const bool fails = contains(text, "no space") || contains(text, "failed to assign") ||
                     contains(text, "can't assign mem") || contains(text, "can't assign io");
  if (!fails || contains(text, "No space left on device")) return std::nullopt;
  KernelEvent event = event_of(EventKind::bar_unassigned, text);
  if (!event.device) return std::nullopt;
  const bool io = contains(text, "[io ") || contains(text, "assign io");
  const auto number = after(text, "BAR ");
  if (contains(text, "bridge window")) {
    event.resource = io ? "io-window" : "memory-window";
  } else if (contains(text, "VF BAR")) {
    event.resource = "vf-bar";
    if (number) event.bar = whole_at(*number);
  } else if (contains(text, "ROM [")) {
    event.resource = "rom";
  } else if (const auto index = number ? whole_at(*number) : std::nullopt; index && *index >= 0) {
    classify_bar(*index, io, event);
  } else {
    return std::nullopt;
  }
  take_size(text, event);
  event.harmless = event.resource != "bar";
  event.detail = contains(text, "no space") ? "no space" : "failed to assign";
  return event;
}

/// "63.008 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x8 link at 0000:00:01.1 (capable of ...)"
std::optional<KernelEvent> limited(std::string_view text) {
  const auto by = after(text, "limited by ", "(capable");
  if (!by || !contains(text, "available PCIe bandwidth")) return std::nullopt;
  KernelEvent event = event_of(EventKind::link_limited, text);
  event.speed_gts = speed_of(*by);
  if (const auto width = after(*by, "PCIe x")) event.width = whole_at(*width);
  if (const auto at = after(*by, " at ")) event.limiter = address_in_text(*at);
  const std::size_t unit = text.find(" Gb/s");
  if (unit != std::string_view::npos) {
    const auto words = words_of(text.substr(0, unit));
    if (!words.empty()) event.gbs = number_at(words.back());
  }
  return event;
}

std::optional<KernelEvent> hot_plug(std::string_view text) {
  if (!contains(text, "pciehp")) return std::nullopt;
  const bool power = contains_ignoring_case(text, "power fault");
  if (!power && !contains(text, "Link Down") && !contains(text, "Card not present")) return std::nullopt;
  KernelEvent event = event_of(power ? EventKind::power : EventKind::link_down, text);
  event.detail = shorten(text, 240);
  return event;
}

}  // namespace

std::optional<KernelEvent> pci_event(std::string_view text) {
  for (const auto part : {aer, no_space, limited, hot_plug}) {
    if (auto event = part(text)) return event;
  }
  return std::nullopt;
}

}  // namespace planner::machine
