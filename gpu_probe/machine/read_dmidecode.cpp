// dmidecode: blocks headed by a title, "Key: Value" lines under it, whatever their indent.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

struct Block {
  std::string handle;  ///< "0x0028"
  std::string title;   ///< "Memory Device"
  std::map<std::string, std::string> values;

  std::string_view operator[](const char* key) const {
    const auto at = values.find(key);
    return at == values.end() ? std::string_view{} : std::string_view(at->second);
  }
};

constexpr std::string_view kTitles[] = {"BIOS Information",       "System Information", "Base Board Information",
                                        "Processor Information",  "Memory Device",      "Physical Memory Array",
                                        "System Slot Information"};

bool is_title(std::string_view line) {
  return std::find(std::begin(kTitles), std::end(kTitles), line) != std::end(kTitles);
}

/// Blocks of the known kinds. A handle line ends a block; a title begins one, also where the handles were cut away.
std::vector<Block> blocks_of(const TextDocument& document) {
  std::vector<Block> blocks;
  std::string handle;
  bool open = false;
  for (const std::string_view raw : document.lines()) {
    const std::string_view line = trim(raw);
    if (starts_with(line, "Handle 0x")) {
      handle = std::string(line.substr(7, line.find(',') - 7));
      open = false;
    } else if (is_title(line)) {
      blocks.push_back({handle, std::string(line), {}});
      open = true;
    } else if (open && line.empty()) {
      open = false;
    } else if (open) {
      const std::size_t colon = line.find(':');
      if (colon != std::string_view::npos)
        blocks.back().values.emplace(line.substr(0, colon), trim(line.substr(colon + 1)));
    }
  }
  return blocks;
}

Text hypervisor_of(const Host& host) {
  const std::string words = lower(host.system_vendor.value_or("") + " " + host.product.value_or(""));
  for (const auto& [sign, name] :
       {std::pair{"qemu", "KVM/QEMU"}, std::pair{"vmware", "VMware"}, std::pair{"virtualbox", "VirtualBox"},
        std::pair{"amazon ec2", "Amazon EC2"}, std::pair{"google compute", "Google Compute Engine"},
        std::pair{"hvm domu", "Xen"}, std::pair{"virtual machine", "Hyper-V"}, std::pair{"kvm", "KVM/QEMU"}}) {
    if (contains(words, sign)) return std::string(name);
  }
  return std::nullopt;
}

void read_identity(const Block& block, Host& host) {
  if (block.title == "BIOS Information" && !host.bios_version) {
    host.bios_vendor = known_text(block["Vendor"]);
    host.bios_version = known_text(block["Version"]);
    host.bios_date = known_text(block["Release Date"]);
  } else if (block.title == "System Information" && !host.product) {
    host.system_vendor = known_text(block["Manufacturer"]);
    host.product = known_text(block["Product Name"]);
    host.virtual_machine = hypervisor_of(host);
  } else if (block.title == "Base Board Information" && !host.board) {
    host.board_vendor = known_text(block["Manufacturer"]);
    host.board = known_text(block["Product Name"]);
  }
}

Cpu read_processor(const Block& block, std::int64_t socket) {
  Cpu cpu;
  cpu.socket = socket;
  cpu.designation = known_text(block["Socket Designation"]);
  cpu.vendor = known_text(block["Manufacturer"]);
  cpu.model = known_text(block["Version"]);
  cpu.cores = whole_at(block["Core Count"]);
  cpu.threads = whole_at(block["Thread Count"]);
  cpu.max_mhz = whole_at(block["Max Speed"]);
  cpu.current_mhz = whole_at(block["Current Speed"]);
  cpu.status = known_text(block["Status"]);
  return cpu;
}

bool is_populated(const Block& block) {
  const auto size = bytes_of(block["Size"]);
  return size && *size > 0;
}

Dimm read_dimm(const Block& block) {
  Dimm dimm;
  dimm.locator = known_text(block["Locator"]);
  dimm.bank = known_text(block["Bank Locator"]);
  const std::string_view size = block["Size"];
  if (is_populated(block))
    dimm.populated = true;
  else if (contains(size, "No Module"))
    dimm.populated = false;
  dimm.form_factor = known_text(block["Form Factor"]);
  if (dimm.populated != true) return dimm;
  dimm.size_bytes = bytes_of(size);
  dimm.type = known_text(block["Type"]);
  dimm.type_detail = known_text(block["Type Detail"]);
  dimm.speed_mts = whole_at(block["Speed"]);
  dimm.configured_mts = whole_at(block["Configured Memory Speed"]);
  if (!dimm.configured_mts) dimm.configured_mts = whole_at(block["Configured Clock Speed"]);
  dimm.manufacturer = known_text(block["Manufacturer"]);
  dimm.part_number = known_text(block["Part Number"]);
  dimm.serial = known_text(block["Serial Number"]);
  dimm.rank = whole_at(block["Rank"]);
  dimm.total_width_bits = whole_at(block["Total Width"]);
  dimm.data_width_bits = whole_at(block["Data Width"]);
  return dimm;
}

Slot read_slot(const Block& block) {
  Slot slot;
  slot.designation = known_text(block["Designation"]);
  slot.type = known_text(block["Type"]);
  slot.usage = known_text(block["Current Usage"]);
  slot.length = known_text(block["Length"]);
  slot.address = parse_pci_address(block["Bus Address"]);
  // Firmware writes ffff:... or all zero for a slot without device.
  if (slot.address && (slot.address->domain == 0xFFFF || *slot.address == PciAddress{} || slot.address->bus == 0xFF))
    slot.address.reset();
  return slot;
}

/// "channela" of "ChannelA-DIMM0", "controller1-channela" of "Controller1-ChannelA-DIMM0", "p0 channel a" of "P0
/// Channel A DIMM 1": up to the channel's own letter or number.
std::string channel_in(const std::string& text) {
  std::size_t at = text.find("channel") + 7;
  while (at < text.size() && (text[at] == ' ' || text[at] == '_' || text[at] == '-')) ++at;
  while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0) ++at;
  return text.substr(0, at);
}

/// A bank tells sockets apart ("P1", "NODE 1"), or counts the modules ("BANK 2"), which says nothing of channels.
std::string bank_of_socket(const std::string& bank) {
  return bank.find("bank") == std::string::npos ? bank + "/" : std::string();
}

/// Distinct "P0 CHANNEL A" of all slots, or of the populated ones; nothing where the firmware names no channels.
Number channels_of(const std::vector<Dimm>& dimms, bool only_populated) {
  std::set<std::string> channels;
  for (const Dimm& dimm : dimms) {
    if (only_populated && !dimm.populated.value_or(false)) continue;
    const std::string bank = lower(dimm.bank.value_or(""));
    const std::string locator = lower(dimm.locator.value_or(""));
    if (bank.find("channel") != std::string::npos)
      channels.insert(channel_in(bank));
    else if (locator.find("channel") != std::string::npos)
      channels.insert(bank_of_socket(bank) + channel_in(locator));
    else
      return std::nullopt;
  }
  return channels.empty() ? std::nullopt : Number(static_cast<std::int64_t>(channels.size()));
}

void read_array(const Block& block, Host& host, std::set<std::string>& other_arrays) {
  if (!block["Use"].empty() && block["Use"] != "System Memory") {
    other_arrays.insert(block.handle);
    return;
  }
  host.memory_ecc = known_text(block["Error Correction Type"]);
  if (const auto most = bytes_of(block["Maximum Capacity"]))
    host.memory_max_bytes = host.memory_max_bytes.value_or(0) + *most;
}

}  // namespace

bool is_dmidecode(const TextDocument& document) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (starts_with(trim(lines[i]), "# dmidecode") ||
        (starts_with(trim(lines[i]), "Handle 0x") && contains(lines[i], "DMI type")))
      return true;
    if (is_title(trim(lines[i])) && contains(lines[i + 1], ":") && indent_of(lines[i + 1]) > indent_of(lines[i]))
      return true;
  }
  return false;
}

void read_dmidecode(const TextDocument& document, Machine& machine, Source& source) {
  const std::vector<Block> blocks = blocks_of(document);
  std::set<std::string> other_arrays;
  std::int64_t sockets = 0;
  for (const Block& block : blocks) {
    read_identity(block, machine.host);
    if (block.title == "Physical Memory Array") read_array(block, machine.host, other_arrays);
    if (block.title == "Processor Information") machine.cpus.push_back(read_processor(block, sockets++));
    if (block.title == "System Slot Information") machine.slots.push_back(read_slot(block));
  }
  for (const Block& block : blocks) {
    if (block.title != "Memory Device" || other_arrays.count(std::string(block["Array Handle"])) ||
        block["Type"] == "Flash")
      continue;
    machine.dimms.push_back(read_dimm(block));
  }
  const auto filled =
      std::count_if(machine.cpus.begin(), machine.cpus.end(), [](const Cpu& c) { return c.status != "Unpopulated"; });
  if (filled > 0) machine.host.sockets = filled;
  machine.host.memory_channels = channels_of(machine.dimms, false);
  if (machine.host.memory_channels) machine.host.memory_channels_filled = channels_of(machine.dimms, true);
  const auto known_size = [](const Dimm& d) { return d.populated == false || d.size_bytes; };
  if (!machine.dimms.empty() && std::all_of(machine.dimms.begin(), machine.dimms.end(), known_size)) {
    std::int64_t total = 0;
    for (const Dimm& dimm : machine.dimms) total += dimm.size_bytes.value_or(0);
    machine.host.memory_total_bytes = total;
  }
  for (const std::string_view line : document.lines()) {
    if (contains(line, "Permission denied")) source.warnings.push_back("made without root");
  }
}

}  // namespace planner::machine
