// lspci in its many forms; the tree follows from the bridges' bus numbers.
#include <algorithm>
#include <map>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/lspci_device.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// The margin that a quotation adds in front of all lines.
std::size_t margin_of(const TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    if (lspci_heading(trim(line))) return indent_of(line);
  }
  return 0;
}

void link_parents(std::vector<PciDevice>& devices) {
  std::map<std::pair<std::uint32_t, std::int64_t>, PciAddress> bridges;
  for (const PciDevice& device : devices) {
    if (device.secondary_bus && *device.secondary_bus != 0)
      bridges.emplace(std::pair{device.address.domain, *device.secondary_bus}, device.address);
  }
  for (PciDevice& device : devices) {
    const auto bridge = bridges.find({device.address.domain, device.address.bus});
    if (!device.parent && bridge != bridges.end() && bridge->second != device.address) device.parent = bridge->second;
  }
}

class LspciReader {
 public:
  explicit LspciReader(Source& source) : source_(source) {}

  void line(std::string_view line, std::size_t margin) {
    const std::string_view text = trim(line);
    auto heading = indent_of(line) <= margin ? lspci_heading(text) : std::nullopt;
    if (heading) {
      finish();
      devices_.push_back(std::move(*heading));
      open_ = true;
    } else if (open_ && text.empty()) {
      finish();
      open_ = false;
    } else if (open_ && !append_hex_line(text, space_)) {
      if (contains(text, "<access denied>")) denied_ = true;
      read_lspci_property(text, devices_.back());
    }
  }

  std::vector<PciDevice> take() {
    finish();
    if (denied_) {
      source_.complete = false;
      source_.warnings.push_back("made without root: capabilities (link, ACS, errors) are missing");
    }
    return std::move(devices_);
  }

 private:
  void finish() {
    if (!devices_.empty()) decode_configuration(space_, devices_.back());
    space_.clear();
  }

  Source& source_;
  std::vector<PciDevice> devices_;
  std::vector<std::uint8_t> space_;
  bool open_ = false, denied_ = false;
};

}  // namespace

bool is_lspci(const TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    if (lspci_heading(trim(line))) return true;
  }
  return false;
}

void read_lspci(const TextDocument& document, Machine& machine, Source& source) {
  LspciReader reader(source);
  const std::size_t margin = margin_of(document);
  for (const std::string_view line : document.lines()) reader.line(line, margin);
  machine.pci = reader.take();
  std::stable_sort(machine.pci.begin(), machine.pci.end(),
                   [](const PciDevice& a, const PciDevice& b) { return a.address < b.address; });
  const auto same = [](const PciDevice& a, const PciDevice& b) { return a.address == b.address; };
  const auto repeated = std::unique(machine.pci.begin(), machine.pci.end(), same);
  if (repeated != machine.pci.end()) {
    source.warnings.push_back("addresses occur twice: several machines or moments in one file; the first is taken");
    machine.pci.erase(repeated, machine.pci.end());
  }
  link_parents(machine.pci);
}

}  // namespace planner::machine
