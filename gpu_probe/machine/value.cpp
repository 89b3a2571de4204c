// PCI addresses in the spellings of sysfs, lspci, nvidia-smi and the kernel log.
#include "gpu_probe/machine/value.h"

#include <charconv>
#include <cstdio>
#include <vector>

namespace planner::machine {
namespace {

std::optional<std::uint32_t> parse_hex(std::string_view text, std::size_t most_digits) {
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split_at_colons(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
    parts.push_back(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  parts.push_back(text);
  return parts;
}

}  // namespace

std::optional<PciAddress> parse_pci_address(std::string_view text) {
  if (text.size() > 4 && (text.substr(0, 4) == "PCI:" || text.substr(0, 4) == "pci:")) text.remove_prefix(4);
  if (text.size() > 24) return std::nullopt;
  std::vector<std::string_view> parts = split_at_colons(text);
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  std::string_view function = "0";
  if (const std::size_t dot = parts.back().find('.'); dot != std::string_view::npos) {
    function = parts.back().substr(dot + 1);
    parts.back() = parts.back().substr(0, dot);
  }
  if (parts.size() == 2) parts.insert(parts.begin(), "0");
  const auto domain = parse_hex(parts[0], 8);
  const auto bus = parse_hex(parts[1], 2);
  const auto device = parse_hex(parts[2], 2);
  const auto number = parse_hex(function, 1);
  if (!domain || !bus || !device || *device > 31 || !number || *number > 7) return std::nullopt;
  return PciAddress{*domain, static_cast<std::uint8_t>(*bus), static_cast<std::uint8_t>(*device),
                    static_cast<std::uint8_t>(*number)};
}

std::string to_text(const PciAddress& address) {
  char text[32];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.%x", address.domain, address.bus, address.device, address.function);
  return text;
}

}  // namespace planner::machine
