// Smaller texts: numactl -H, lstopo's console output, the fabric manager's log and state, a listing of sysfs files.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

NumaNode& numa_node(Machine& machine, std::int64_t id) {
  for (NumaNode& node : machine.numa_nodes) {
    if (node.id == id) return node;
  }
  NumaNode& node = machine.numa_nodes.emplace_back();
  node.id = id;
  return node;
}

/// "0 1 2 3 64 65" as a kernel list.
std::string list_of(const std::vector<std::string_view>& words) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view word : words) {
    if (const auto number = whole_at(word)) numbers.push_back(*number);
  }
  std::string list;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    list +=
        (list.empty() ? "" : ",") + std::to_string(numbers[i]) + (end > i ? "-" + std::to_string(numbers[end]) : "");
    i = end + 1;
  }
  return list;
}

/// Sizes of the kernel's "resource" file: start, end and flags of every BAR, then the ROM.
void read_resource(std::string_view line, std::int64_t index, PciDevice& device) {
  const auto words = words_of(line);
  const auto start = hex_of(words[0]), end = hex_of(words[1]), flags = hex_of(words[2]);
  if (!start || !end || !flags || *end <= *start || index > 6) return;
  constexpr std::int64_t kMemory = 0x200, kPrefetch = 0x2000;
  if (!(*flags & kMemory)) return;
  device.bars.push_back({index, *end - *start + 1, (*flags & kPrefetch) != 0, true});
}

bool is_resource(std::string_view line) {
  const auto words = words_of(line);
  return words.size() == 3 && std::all_of(words.begin(), words.end(),
                                          [](std::string_view w) { return w.size() == 18 && starts_with(w, "0x"); });
}

/// "fabric manager NVIDIA GPU driver interface version 530.30.02 don't match with driver version 530.41.03."
void read_interface(std::string_view line, Software& software) {
  const auto own = after(line, "driver interface version ", " ");
  const auto other = after(line, "match with driver version ");
  if (!own || !other) return;
  software.fabric_manager_version = known_text(*own);
  software.fabric_manager = "failed: of another version than the driver";
  const std::size_t end = other->find_first_not_of("0123456789.");
  std::string_view version = other->substr(0, end);
  if (!version.empty() && version.back() == '.') version.remove_suffix(1);
  software.driver_version = known_text(version);
}

}  // namespace

bool is_numactl(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(),
                     [](std::string_view l) { return starts_with(l, "available: ") && contains(l, " nodes ("); });
}

void read_numactl(const TextDocument& document, Machine& machine, Source&) {
  bool distances = false;
  for (const std::string_view line : document.lines()) {
    distances = distances || starts_with(line, "node distances:");
    const auto words = words_of(line);
    if (distances && words.size() > 1 && words[0].back() == ':') {
      if (const auto id = whole_at(words[0])) {
        auto& row = numa_node(machine, *id).distances;
        for (std::size_t i = 1; i < words.size(); ++i) row.push_back(whole_at(words[i]).value_or(0));
      }
    }
    if (distances || words.size() < 4 || words[0] != "node") continue;
    const auto id = whole_at(words[1]);
    if (!id) continue;
    if (words[2] == "cpus:") numa_node(machine, *id).cpus = list_of({words.begin() + 3, words.end()});
    if (words[2] == "size:") numa_node(machine, *id).memory_bytes = bytes_of(std::string(words[3]) + " MB");
    if (words[2] == "free:") numa_node(machine, *id).free_bytes = bytes_of(std::string(words[3]) + " MB");
  }
}

bool is_lstopo(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(),
                     [](std::string_view l) { return starts_with(l, "Machine (") || starts_with(l, "Machine L#0 ("); });
}

void read_lstopo(const TextDocument& document, Machine& machine, Source&) {
  std::int64_t packages = 0, cores = 0, threads = 0;
  for (const std::string_view raw : document.lines()) {
    const std::string_view line = trim(raw);
    if (starts_with(line, "Package L#")) ++packages;
    cores += contains(line, "Core L#") ? 1 : 0;
    threads += contains(line, "PU L#") ? 1 : 0;
    if (starts_with(line, "NUMANode") && contains(line, "P#")) {
      const auto id = after(line, "P#");
      const auto number = id ? whole_at(*id) : std::nullopt;
      if (!number) continue;
      NumaNode& node = numa_node(machine, *number);
      if (contains(line, "GPUMemory")) {
        node.gpu_memory = true;
        const auto place = after(line, "PCIBusID=", ")");
        if (const auto address = place ? parse_pci_address(*place) : std::nullopt) gpu_at(machine, *address);
      }
    }
    if (const auto release = after(line, "OSRelease=", " "); release && !machine.host.kernel)
      machine.host.kernel = known_text(*release);
    if (const auto kind = after(line, "Architecture=", " "); kind && !machine.host.architecture)
      machine.host.architecture = known_text(*kind);
    if (const auto model = after(line, "PlatformModel=\"", "\"")) machine.host.product = known_text(*model);
  }
  if (packages) machine.host.sockets = packages;
  if (cores) machine.host.cores = cores;
  if (threads) machine.host.threads = threads;
}

bool is_fabric_manager_log(const TextDocument& document) {
  int stamped = 0;
  for (const std::string_view line : document.lines()) {
    if (contains(line, "nvidia-fabricmanager.service") || contains(line, "fabric manager NVIDIA GPU driver interface"))
      return true;
    if (starts_with(line, "[") &&
        (contains(line, "] [INFO] [tid ") || contains(line, "] [ERROR] [tid ") || contains(line, "] [FATAL] [tid ")))
      ++stamped;
  }
  return stamped > 0;
}

void read_fabric_manager_log(const TextDocument& document, Machine& machine, Source& source) {
  for (const std::string_view line : document.lines()) {
    if (const auto version = after(line, "Fabric Manager version is:"))
      machine.software.fabric_manager_version =
          known_text(words_of(*version).empty() ? "" : words_of(*version).front());
    read_interface(line, machine.software);
    if (contains(line, "] [FATAL]"))
      machine.software.fabric_manager = "failed: " + shorten(trim(line.substr(line.rfind(']') + 1)), 200);
    if (contains(line, "] [ERROR]") && source.warnings.size() < 20)
      source.warnings.push_back("fabric manager: " + shorten(trim(line.substr(line.rfind(']') + 1)), 200));
    if (const auto state = after(line, "Active: ")) {
      if (starts_with(*state, "active (running)"))
        machine.software.fabric_manager = "running";
      else if (starts_with(*state, "failed"))
        machine.software.fabric_manager = "failed: " + shorten(*state, 200);
      else if (starts_with(*state, "inactive"))
        machine.software.fabric_manager = "not running";
    }
  }
}

bool is_sysfs_listing(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view l) {
    return starts_with(l, "/sys/bus/pci/devices/") && parse_pci_address(l.substr(21));
  });
}

void read_sysfs_listing(const TextDocument& document, Machine& machine, Source&) {
  PciDevice* device = nullptr;
  int hex_fields = 0, speeds = 0, widths = 0;
  std::int64_t resource = 0;
  for (const std::string_view raw : document.lines()) {
    const std::string_view line = trim(raw);
    if (starts_with(line, "/sys/bus/pci/devices/")) {
      const auto address = parse_pci_address(line.substr(21));
      device = address ? &device_at(machine, *address) : nullptr;
      hex_fields = speeds = widths = 0;
      resource = 0;
    } else if (!device) {
      continue;
    } else if (is_resource(line)) {
      read_resource(line, resource++, *device);
    } else if (starts_with(line, "0x") && hex_fields < 3) {
      const std::string digits = lower(line.substr(2));
      if (hex_fields == 0) device->vendor_id = digits;
      if (hex_fields == 1) device->device_id = digits;
      if (hex_fields == 2 && digits.size() == 6) device->class_id = digits.substr(0, 4);
      ++hex_fields;
    } else if (contains(line, "GT/s")) {
      // Current before maximum, as the names sort.
      (speeds++ == 0 ? device->link.speed_gts : device->link.max_speed_gts) = speed_of(line);
    } else if (speeds > widths && whole_at(line)) {
      (widths++ == 0 ? device->link.width : device->link.max_width) = whole_at(line);
    } else if (const auto node = whole_at(line); node && *node >= 0) {
      device->numa_node = node;
    }
  }
}

}  // namespace planner::machine
