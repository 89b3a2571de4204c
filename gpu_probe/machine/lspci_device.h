// One device of lspci: its heading, its indented lines, its dump of configuration space.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu_probe/machine/pci.h"

namespace planner::machine {

/// "01:00.0 VGA compatible controller [0300]: NVIDIA ... [10de:2684] (rev a1)", also of -n, -mm and -D; nothing for
/// other lines.
std::optional<PciDevice> lspci_heading(std::string_view line);
/// Takes what an indented line says.
void read_lspci_property(std::string_view line, PciDevice& device);
/// Appends the bytes of "10: 00 00 ..." to `space`; false if the line is not one.
bool append_hex_line(std::string_view line, std::vector<std::uint8_t>& space);
/// Fills what the text did not say from the first bytes of configuration space: ids, class, buses, link.
void decode_configuration(const std::vector<std::uint8_t>& space, PciDevice& device);

}  // namespace planner::machine
