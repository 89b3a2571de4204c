// Lines of lspci -v to -vvv.
#include "gpu_probe/machine/lspci_device.h"

#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"

namespace planner::machine {
namespace {

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// "[10de:2684]" or "10de:2684" at the end of the name.
void take_ids(std::string_view name, Text& vendor, Text& device) {
  for (std::size_t colon = name.rfind(':'); colon != std::string_view::npos && colon >= 4;
       colon = colon == 0 ? std::string_view::npos : name.rfind(':', colon - 1)) {
    const std::string_view first = name.substr(colon - 4, 4), second = name.substr(colon + 1, 4);
    if (second.size() != 4 || !is_hex(first) || !is_hex(second)) continue;
    const bool alone = colon == 4 && name.size() == 9;
    const bool bracketed = colon >= 5 && name[colon - 5] == '[' && colon + 5 < name.size() && name[colon + 5] == ']';
    if (!alone && !bracketed) continue;
    vendor = lower(first);
    device = lower(second);
    return;
  }
}

/// A bare "Device 2bb5" after the vendor is the device id.
void take_bare_id(std::string_view name, PciDevice& device) {
  const std::size_t at = name.rfind(" Device ");
  if (!device.device_id && at != std::string_view::npos && name.size() == at + 12 && is_hex(name.substr(at + 8))) {
    device.device_id = lower(name.substr(at + 8));
  }
  if (!device.vendor_id && starts_with(name, "NVIDIA Corporation")) device.vendor_id = "10de";
}

std::string_view cut_revision(std::string_view name, PciDevice& device) {
  const std::size_t at = name.find(" (rev ");
  if (at != std::string_view::npos) {
    const std::string_view revision = name.substr(at + 6, 2);
    device.revision = std::string(revision);
    if (revision == "ff") device.unreachable = true;
  }
  const std::size_t interface = name.find(" (prog-if ");
  return trim(name.substr(0, std::min(at, interface)));
}

/// 06:00.0 "3D controller [0302]" "NVIDIA" "A10 [10de:2236]" -ra1
void read_quoted(std::string_view rest, PciDevice& device) {
  std::vector<std::string> parts;
  for (std::size_t open = rest.find('"'); open != std::string_view::npos; open = rest.find('"')) {
    const std::size_t close = rest.find('"', open + 1);
    if (close == std::string_view::npos) break;
    parts.emplace_back(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  if (parts.size() < 3) return;
  device.class_name = parts[0];
  device.name = parts[1] + " " + parts[2];
}

void take_class(std::string_view text, PciDevice& device) {
  const std::size_t bracket = text.rfind('[');
  if (bracket != std::string_view::npos && text.size() == bracket + 6 && is_hex(text.substr(bracket + 1, 4))) {
    device.class_id = lower(text.substr(bracket + 1, 4));
    text = trim(text.substr(0, bracket));
  } else if (text.size() == 4 && is_hex(text)) {
    device.class_id = lower(text);
    return;
  }
  device.class_name = std::string(text);
}

void read_link(std::string_view line, bool capability, PcieLink& link) {
  // "Speed 2.5GT/s (downgraded), Width x16 (ok)"
  const auto speed = after(line, "Speed ", ",");
  const auto width = after(line, "Width x", ",");
  if (speed) (capability ? link.max_speed_gts : link.speed_gts) = speed_of(*speed);
  if (width) (capability ? link.max_width : link.width) = whole_at(*width);
  if (capability) return;
  const auto mark = [](std::optional<std::string_view> text) -> Flag {
    if (!text) return std::nullopt;
    if (contains(*text, "(downgraded)")) return true;
    if (contains(*text, "(ok)")) return false;
    return std::nullopt;
  };
  link.speed_downgraded = mark(speed);
  link.width_downgraded = mark(width);
}

/// "Region 1: Memory at 13000000000 (64-bit, prefetchable) [size=64G]"; -v leaves "Region 1: " out.
void read_region(std::string_view line, PciDevice& device) {
  PciBar bar;
  if (starts_with(line, "Region ")) bar.index = whole_at(line.substr(7));
  if (starts_with(line, "Expansion ROM")) bar.index = 6;
  if (const auto size = after(line, "[size=", "]")) bar.size_bytes = bytes_of(*size);
  if (contains(line, "prefetchable")) bar.prefetchable = !contains(line, "non-prefetchable");
  bar.assigned = !contains(line, "<unassigned>") && !contains(line, "<ignored>") && !contains(line, "at <invalid");
  const bool seen = bar.index && std::any_of(device.bars.begin(), device.bars.end(),
                                             [&](const PciBar& b) { return b.index == bar.index; });
  if (!seen && device.bars.size() < 16) device.bars.push_back(bar);
}

void read_errors(std::string_view line, PciDevice& device) {
  const std::string_view name = line.substr(0, 5);
  for (std::string_view word : words_of(line.substr(6))) {
    if (word.size() > 1 && word.back() == '+') {
      device.aer_status.push_back(std::string(name) + ":" + std::string(word.substr(0, word.size() - 1)));
    }
  }
}

/// "Capabilities: [78] Express (v2) Root Port (Slot+), MSI 00"
void read_capability(std::string_view line, PciDevice& device) {
  if (contains(line, "Access Control Services")) device.acs_capable = true;
  if (contains(line, "Physical Resizable BAR")) device.resizable_bar = true;
  const auto express = after(line, "] Express ");
  if (!express) return;
  std::string_view type = *express;
  if (starts_with(type, "(v")) type = trim(type.substr(std::min(type.find(')'), type.size() - 1) + 1));
  type = type.substr(0, type.find_first_of("(,"));
  device.port_type = known_text(type);
}

void read_bus(std::string_view line, PciDevice& device) {
  if (const auto bus = after(line, "secondary=", ",")) device.secondary_bus = hex_of(*bus);
  if (const auto bus = after(line, "subordinate=", ",")) device.subordinate_bus = hex_of(*bus);
}

}  // namespace

std::optional<PciDevice> lspci_heading(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank < 7 || blank > 17) return std::nullopt;
  const std::string_view place = line.substr(0, blank);
  if (place.find('.') == std::string_view::npos || place[place.size() - 2] != '.') return std::nullopt;
  const auto address = parse_pci_address(place);
  if (!address) return std::nullopt;
  PciDevice device;
  device.address = *address;
  const std::string_view rest = trim(line.substr(blank));
  if (starts_with(rest, "\"")) {
    read_quoted(rest, device);
    if (device.class_name) take_class(std::string(*device.class_name), device);
    if (device.name) take_ids(*device.name, device.vendor_id, device.device_id);
    return device.class_name ? std::optional(device) : std::nullopt;
  }
  const std::size_t colon = rest.find(": ");
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  take_class(rest.substr(0, colon), device);
  const std::string_view name = cut_revision(trim(rest.substr(colon + 2)), device);
  take_ids(name, device.vendor_id, device.device_id);
  take_bare_id(name, device);
  if (!(name.size() == 9 && device.vendor_id)) device.name = known_text(name);
  return device;
}

void read_lspci_property(std::string_view raw, PciDevice& device) {
  const std::string_view line = trim(raw);
  const auto starts = [&](std::string_view start) { return starts_with(line, start); };
  if (starts("LnkCap:"))
    read_link(line, true, device.link);
  else if (starts("LnkSta:"))
    read_link(line, false, device.link);
  else if (starts("Region ") ? contains(line, "Memory at") || contains(line, "[virtual]")
                             : starts("Memory at ") || starts("Expansion ROM at"))
    read_region(line, device);
  else if (starts("NUMA node:"))
    device.numa_node = whole_at(line.substr(10));
  else if (starts("IOMMU group:"))
    device.iommu_group = whole_at(line.substr(12));
  else if (starts("Physical Slot:"))
    device.slot = known_text(line.substr(14));
  else if (starts("Bus:"))
    read_bus(line, device);
  else if (starts("Capabilities:"))
    read_capability(line, device);
  else if (starts("ACSCtl:"))
    device.acs_redirect = contains(line, "ReqRedir+") || contains(line, "CmpltRedir+");
  else if (starts("UESta:") || starts("CESta:"))
    read_errors(line, device);
  else if (starts("MaxPayload ") || contains(line, ", MaxReadReq ")) {
    if (const auto payload = after(line, "MaxPayload "); payload && contains(line, "MaxReadReq"))
      device.max_payload_bytes = whole_at(*payload);
    if (const auto request = after(line, "MaxReadReq ")) device.max_read_request_bytes = whole_at(*request);
  } else if (starts("Subsystem:"))
    take_ids(line.substr(10), device.subsystem_vendor_id, device.subsystem_device_id);
  else if (starts("Kernel driver in use:"))
    device.driver = known_text(line.substr(21));
  else if (starts("Kernel modules:")) {
    for (const std::string_view module : split(line.substr(15), ',')) device.kernel_modules.emplace_back(trim(module));
  } else if (starts("!!! Unknown header type 7f"))
    device.unreachable = true;
}

}  // namespace planner::machine
