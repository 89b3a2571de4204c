// Values of a snapshot that may be unknown: empty means "not reported", never zero, no and never a guess.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planner::machine {

using Text = std::optional<std::string>;
using Number = std::optional<std::int64_t>;
using Real = std::optional<double>;
using Flag = std::optional<bool>;

/// Where a PCI function sits. Sources that print no domain mean domain 0.
struct PciAddress {
  std::uint32_t domain = 0;
  std::uint8_t bus = 0, device = 0, function = 0;
  friend auto operator<=>(const PciAddress&, const PciAddress&) = default;
};

/// Reads "0000:01:00.0", "00000000:01:00.0", "01:00.0", "0000:01:00" (function 0), "PCI:0000:01:00"; any case.
std::optional<PciAddress> parse_pci_address(std::string_view text);
/// "0000:01:00.0", as sysfs spells it.
std::string to_text(const PciAddress& address);

}  // namespace planner::machine
