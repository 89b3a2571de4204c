// lspci -t, -tv, -tvnn: branches stand in the column where they began.
#include <algorithm>
#include <map>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// A bus on which devices hang.
struct Bus {
  std::uint32_t domain = 0;
  std::uint8_t number = 0;
  std::optional<PciAddress> bridge;
  bool root = true;  ///< above the host bridges
};

bool is_branch(char c) {
  return c == '+' || c == '\\' || c == '`';
}

/// "03.1"
std::optional<std::pair<std::uint8_t, std::uint8_t>> device_at_place(std::string_view text) {
  if (text.size() < 4 || text[2] != '.') return std::nullopt;
  const auto device = hex_of(text.substr(0, 2));
  const auto function = hex_of(text.substr(3, 1));
  if (!device || *device > 31 || !function || *function > 7) return std::nullopt;
  if (text.size() > 4 && text[4] != ' ' && text[4] != '-') return std::nullopt;
  return std::pair{static_cast<std::uint8_t>(*device), static_cast<std::uint8_t>(*function)};
}

class TreeReader {
 public:
  bool line(std::string_view text) {
    std::size_t at = text.find_first_not_of(" |");
    if (at == std::string_view::npos || (text[at] != '-' && !is_branch(text[at]))) return false;
    bus_ = Bus{};
    if (is_branch(text[at])) {
      const auto known = branches_.find(at);
      if (known == branches_.end()) return false;
      bus_ = known->second;
      ++at;
    }
    return rest(text, at);
  }

  std::vector<PciDevice> devices;

 private:
  bool rest(std::string_view text, std::size_t at) {
    bool found = false;
    while (at < text.size()) {
      const char c = text[at];
      if (c == '-') {
        ++at;
      } else if (is_branch(c)) {
        branches_[at++] = bus_;
      } else if (c == '[') {
        const std::size_t close = text.find(']', at);
        if (close == std::string_view::npos || !enter_bus(text.substr(at + 1, close - at - 1))) return found;
        at = close + 1;
        found = true;
      } else if (const auto place = device_at_place(text.substr(at)); place && !bus_.root) {
        add(*place);
        found = true;
        at += 4;
        if (at < text.size() && text[at] == ' ') {
          name(text.substr(at));
          return true;
        }
      } else {
        return found;
      }
    }
    return found;
  }

  /// "0000:00", "02-13" or "05": the first bus of the range is the one behind the bridge.
  bool enter_bus(std::string_view text) {
    std::string_view first = text.substr(0, text.find('-'));
    Bus next;
    next.root = false;
    next.domain = bus_.domain;
    if (const std::size_t colon = first.find(':'); colon != std::string_view::npos) {
      const auto domain = hex_of(first.substr(0, colon));
      if (!domain || *domain > 0xFFFFFFFF) return false;
      next.domain = static_cast<std::uint32_t>(*domain);
      first = first.substr(colon + 1);
    }
    const auto number = hex_of(first);
    if (!number || *number > 255) return false;
    next.number = static_cast<std::uint8_t>(*number);
    if (!bus_.root && !devices.empty()) {
      devices.back().secondary_bus = *number;
      next.bridge = devices.back().address;
    }
    bus_ = next;
    return true;
  }

  void add(std::pair<std::uint8_t, std::uint8_t> place) {
    PciDevice device;
    device.address = {bus_.domain, bus_.number, place.first, place.second};
    device.parent = bus_.bridge;
    devices.push_back(device);
  }

  void name(std::string_view text) {
    text = trim(text);
    PciDevice& device = devices.back();
    device.name = known_text(text);
    const std::size_t open = text.rfind('[');
    if (open != std::string_view::npos && text.size() == open + 11 && text[open + 5] == ':') {
      device.vendor_id = lower(text.substr(open + 1, 4));
      device.device_id = lower(text.substr(open + 6, 4));
    }
  }

  Bus bus_;
  std::map<std::size_t, Bus> branches_;
};

bool is_tree_start(std::string_view line) {
  line = trim(line);
  return starts_with(line, "-[") || starts_with(line, "-+-[");
}

}  // namespace

bool is_lspci_tree(const TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    if (is_tree_start(line)) return true;
  }
  return false;
}

void read_lspci_tree(const TextDocument& document, Machine& machine, Source&) {
  TreeReader reader;
  bool started = false;
  std::size_t margin = 0;
  for (const std::string_view line : document.lines()) {
    if (!started && is_tree_start(line)) {
      started = true;
      margin = line.find('-');
    }
    if (started && line.size() > margin && !reader.line(line.substr(margin))) started = false;
  }
  machine.pci = std::move(reader.devices);
  const auto before = [](const PciDevice& a, const PciDevice& b) { return a.address < b.address; };
  const auto same = [](const PciDevice& a, const PciDevice& b) { return a.address == b.address; };
  std::stable_sort(machine.pci.begin(), machine.pci.end(), before);
  machine.pci.erase(std::unique(machine.pci.begin(), machine.pci.end(), same), machine.pci.end());
}

}  // namespace planner::machine
