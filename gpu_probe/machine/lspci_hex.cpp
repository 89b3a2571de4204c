// Configuration space as lspci -x to -xxxx dumps it (PCI Local Bus Specification 3.0, section 6.1; PCIe base,
// section 7.5.3).
#include <algorithm>
#include <cstdio>
#include <string>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/lspci_device.h"

namespace planner::machine {
namespace {

constexpr std::size_t kLargestSpace = 4096;

std::uint32_t little(const std::vector<std::uint8_t>& space, std::size_t at, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= std::uint32_t{space[at + i]} << (8 * i);
  return value;
}

std::string hex4(std::uint32_t value) {
  char text[8];
  std::snprintf(text, sizeof text, "%04x", value & 0xFFFF);
  return text;
}

void decode_link(const std::vector<std::uint8_t>& space, std::size_t at, PcieLink& link) {
  const std::uint32_t capability = little(space, at + 12, 4);
  const std::uint32_t status = little(space, at + 18, 2);
  if (!link.max_speed_gts) link.max_speed_gts = speed_of_gen(capability & 0xF);
  if (!link.max_width) link.max_width = (capability >> 4) & 0x3F;
  if (!link.speed_gts) link.speed_gts = speed_of_gen(status & 0xF);
  if (!link.width) link.width = (status >> 4) & 0x3F;
}

/// Access Control Services (PCIe base, section 7.7.11): bits 2 and 3 of the control word redirect requests and
/// completions.
void decode_extended(const std::vector<std::uint8_t>& space, PciDevice& device) {
  constexpr std::uint32_t kAcs = 0x000D, kResizableBar = 0x0015;
  if (space.size() < kLargestSpace) return;
  if (!device.acs_capable) device.acs_capable = false;
  if (!device.resizable_bar) device.resizable_bar = false;
  std::size_t at = 256;
  for (int hops = 0; hops < 96 && at >= 256 && at + 8 <= space.size(); ++hops) {
    const std::uint32_t header = little(space, at, 4);
    if (header == 0 || header == 0xFFFFFFFF) return;
    if ((header & 0xFFFF) == kAcs) {
      device.acs_capable = true;
      device.acs_redirect = (little(space, at + 6, 2) & 0x000C) != 0;
    }
    if ((header & 0xFFFF) == kResizableBar) device.resizable_bar = true;
    at = (header >> 20) & 0xFFC;
  }
}

const char* port_type_name(std::uint32_t type) {
  switch (type) {
    case 0:
      return "Endpoint";
    case 1:
      return "Legacy Endpoint";
    case 4:
      return "Root Port";
    case 5:
      return "Upstream Port";
    case 6:
      return "Downstream Port";
    case 9:
      return "Root Complex Integrated Endpoint";
    default:
      return nullptr;
  }
}

}  // namespace

bool append_hex_line(std::string_view line, std::vector<std::uint8_t>& space) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon < 2 || colon > 3) return false;
  const auto offset = hex_of(line.substr(0, colon));
  const auto words = words_of(line.substr(colon + 1));
  if (!offset || words.size() != 16) return false;
  if (static_cast<std::size_t>(*offset) != space.size() || space.size() + 16 > kLargestSpace) return true;
  for (const std::string_view word : words) {
    const auto byte = word.size() == 2 ? hex_of(word) : std::nullopt;
    if (!byte) return false;
    space.push_back(static_cast<std::uint8_t>(*byte));
  }
  return true;
}

void decode_configuration(const std::vector<std::uint8_t>& space, PciDevice& device) {
  if (space.size() < 64) return;
  if (little(space, 0, 4) == 0xFFFFFFFF) {
    device.unreachable = true;
    return;
  }
  if (!device.vendor_id) device.vendor_id = hex4(little(space, 0, 2));
  if (!device.device_id) device.device_id = hex4(little(space, 2, 2));
  if (!device.class_id) device.class_id = hex4(little(space, 10, 2));
  if ((space[14] & 0x7F) == 1) {
    if (!device.secondary_bus) device.secondary_bus = space[25];
    if (!device.subordinate_bus) device.subordinate_bus = space[26];
  }
  decode_extended(space, device);
  std::size_t at = space[52];
  for (int hops = 0; hops < 48 && at >= 64 && at + 20 <= space.size(); ++hops) {
    if (space[at] == 0x10) {
      decode_link(space, at, device.link);
      const char* type = port_type_name((little(space, at + 2, 2) >> 4) & 0xF);
      if (!device.port_type && type) device.port_type = type;
      return;
    }
    at = space[at + 1];
  }
}

}  // namespace planner::machine
