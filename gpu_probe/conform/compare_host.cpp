// Board, processors, memory, drives, IOMMU and NUMA nodes beside the plan.
#include <algorithm>
#include <cctype>
#include <set>

#include "gpu_probe/conform/compare_parts.h"
#include "gpu_probe/conform/known_value.h"

namespace planner::conform {
namespace {

constexpr const char* kNoDmi = "not looked at: `dmidecode` as root shows it";

/// The words of a part's name that carry a digit ("7975WX", "WRX90E-SAGE") all occur in what the machine says; unknown
/// for names without such words.
Truth names_part(const Known<std::string>& found, const std::string& planned) {
  if (planned.empty()) return Truth::unknown("the plan lists none");
  if (!found) return Truth::unknown(found.reason());
  const std::string text = plain_text(*found);
  bool any = false;
  std::size_t at = 0;
  while (at < planned.size()) {
    const std::size_t end = std::min(planned.find(' ', at), planned.size());
    const std::string word = plain_text(std::string_view(planned).substr(at, end - at));
    at = end + 1;
    const bool number = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!number || word.size() < 3 || word.find("core") != std::string::npos || word.find("ghz") != std::string::npos)
      continue;
    any = true;
    if (text.find(word) == std::string::npos) return false;
  }
  return any ? Truth(true) : Truth::unknown("the planned name has no model number to compare");
}

void read_memory(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  c.modules = Count::unknown(kNoDmi);
  c.memory_speed = Known<Frequency>::unknown(kNoDmi);
  c.memory_sizes_equal = Truth::unknown(kNoDmi);
  c.memory = bytes_or(m.host.memory_total_bytes, kNoDmi);
  std::int64_t count = 0, bytes = 0;
  bool all_sized = true;
  std::set<std::int64_t> sizes;
  for (const machine::Dimm& d : m.dimms) {
    if (!d.populated.value_or(d.size_bytes.value_or(0) > 0)) continue;
    ++count;
    all_sized = all_sized && d.size_bytes.has_value();
    bytes += d.size_bytes.value_or(0);
    sizes.insert(d.size_bytes.value_or(0));
    if (d.configured_mts && *d.configured_mts > 0 && *d.configured_mts < 100'000) {
      const Frequency speed = Frequency::from_base(*d.configured_mts * 1'000'000);
      if (!c.memory_speed || speed < *c.memory_speed) c.memory_speed = speed;
    }
  }
  if (count == 0) return;
  c.modules = count;
  if (all_sized) c.memory = bytes_or(bytes, kNoDmi);
  if (all_sized) c.memory_sizes_equal = sizes.size() == 1;
}

/// NVMe drives by name, else by their class on a bus of which the whole was listed.
Count drives_of(const machine::Machine& m) {
  const auto on_bus = std::count_if(m.pci.begin(), m.pci.end(), [](const machine::PciDevice& d) {
    const bool by_name = d.class_name && d.class_name->find("Non-Volatile memory") != std::string::npos;
    return d.class_id ? d.class_id->starts_with("0108") : by_name;
  });
  const auto named = static_cast<std::int64_t>(m.drives.size());
  const bool whole_bus = std::any_of(m.pci.begin(), m.pci.end(), [](const machine::PciDevice& d) {
    return (d.class_id && d.class_id->starts_with("06")) ||
           (d.class_name && d.class_name->find("bridge") != std::string::npos);
  });
  if (named == 0 && on_bus == 0 && !whole_bus)
    return Count::unknown("drives were not looked at: `lspci` or `planner gather` shows those on PCIe");
  return std::max<std::int64_t>(named, on_bus);
}

/// "rdimm" for registered and load-reduced modules, "udimm" for others, where the firmware says it of all.
Known<std::string> module_type_of(const machine::Machine& m) {
  Known<std::string> type = Known<std::string>::unknown(kNoDmi);
  for (const machine::Dimm& d : m.dimms) {
    if (!d.populated.value_or(d.size_bytes.value_or(0) > 0)) continue;
    if (!d.type_detail) return Known<std::string>::unknown("the firmware does not say whether modules are registered");
    const bool registered =
        d.type_detail->find("Registered") != std::string::npos || d.type_detail->find("LRDIMM") != std::string::npos;
    const bool unbuffered = d.type_detail->find("Unbuffered") != std::string::npos;
    if (registered == unbuffered)
      return Known<std::string>::unknown("the firmware does not say whether modules are registered");
    const std::string one = registered ? "rdimm" : "udimm";
    if (type && *type != one) return Known<std::string>::unknown("the firmware says different things of the modules");
    type = one;
  }
  return type;
}

void read_module_kinds(Comparison& c) {
  c.module_type = module_type_of(*c.input.machine);
  c.memory_type = Known<std::string>::unknown(kNoDmi);
  for (const machine::Dimm& d : c.input.machine->dimms)
    if (d.populated.value_or(false) && d.type && !c.memory_type) c.memory_type = *d.type;
}

void read_nodes(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  std::set<std::int64_t> nodes;
  for (const machine::NumaNode& n : m.numa_nodes)
    if (!n.gpu_memory.value_or(false)) nodes.insert(n.id);
  if (nodes.empty())
    for (const GpuState& g : c.gpus)
      if (g.node && *g.node >= 0) nodes.insert(*g.node);
  c.nodes = nodes.empty() ? Count::unknown("NUMA nodes are not known") : Count(static_cast<std::int64_t>(nodes.size()));
  c.sockets = known_or(m.host.sockets, "number of CPU sockets was not looked at: `lscpu` shows it");
  if (!c.sockets && !m.cpus.empty()) c.sockets = static_cast<std::int64_t>(m.cpus.size());
  c.nodes_are_sockets = Truth::unknown("number of sockets or of NUMA nodes is not known");
  if (c.nodes && c.sockets) c.nodes_are_sockets = *c.nodes == *c.sockets;
}

bool of_hypervisor(const machine::PciDevice& d) {
  constexpr std::string_view vendors[] = {"1af4", "1b36", "15ad", "1414",
                                          "5853"};  // virtio, QEMU, VMware, Hyper-V, Xen
  return d.vendor_id && std::find(std::begin(vendors), std::end(vendors), *d.vendor_id) != std::end(vendors);
}

Truth is_virtual(const machine::Machine& m) {
  if (m.host.virtual_machine) return *m.host.virtual_machine != "none";
  if (std::any_of(m.pci.begin(), m.pci.end(), of_hypervisor)) return true;
  for (const machine::Gpu& g : m.gpus)
    if (g.virtualization_mode && (*g.virtualization_mode == "Pass-Through" || *g.virtualization_mode == "VGPU"))
      return true;
  for (const machine::Gpu& g : m.gpus)
    if (g.virtualization_mode && (*g.virtualization_mode == "None" || *g.virtualization_mode == "Host VGPU"))
      return false;
  return Truth::unknown("whether this is a virtual machine was not looked at");
}

/// Translating means on and not in passthrough: then peer traffic goes through its tables.
Truth translates(const machine::Software& s) {
  const std::string setting = s.iommu_setting.value_or("") + " " + s.kernel_command_line.value_or("");
  if (setting.find("iommu=off") != std::string::npos || setting.find("iommu=pt") != std::string::npos ||
      setting.find("iommu.passthrough=1") != std::string::npos)
    return false;
  if (s.iommu_active) return *s.iommu_active;
  if (setting.find("iommu=on") != std::string::npos || setting.find("iommu=force") != std::string::npos) return true;
  return Truth::unknown("IOMMU mode was not looked at: `cat /proc/cmdline` and `dmesg | grep -i iommu` show it");
}

std::string problem_kind(const machine::Text& problem) {
  struct Sign {
    std::string_view words, kind;
  };
  constexpr Sign signs[] = {{"GPU is lost", "gpu-lost"},
                            {"ECC error", "memory"},
                            {"ECC_UNCORRECTABLE", "memory"},
                            {"Unable to determine the device handle", "gpu-lost"},
                            {"mismatch", "version"},
                            {"not yet initialized", "fabric"},
                            {"SYSTEM_NOT_READY", "fabric"},
                            {"SystemNotReady", "fabric"},
                            {"No devices were found", "no-devices"},
                            {"no CUDA-capable device", "no-devices"},
                            {"too old", "old-driver"},
                            {"insufficient for CUDA", "old-driver"},
                            {"driver not loaded", "not-loaded"},
                            {"Driver Not Loaded", "not-loaded"},
                            {"couldn't communicate", "not-loaded"},
                            {"Found no NVIDIA driver", "not-loaded"},
                            {"nvidia-container-cli", "container"},
                            {"could not select device driver", "container"},
                            {"Failed to initialize NVML: Unknown Error", "container"},
                            {"gave no answer", "hangs"},
                            {"command not found", "not-installed"},
                            {"not recognized as", "not-installed"},
                            {"libnvidia-ml.so", "not-installed"}};
  if (!problem) return {};
  for (const Sign& s : signs)
    if (problem->find(s.words) != std::string::npos) return std::string(s.kind);
  return "other";
}

}  // namespace

void compare_host(Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  read_memory(c);
  read_module_kinds(c);
  read_nodes(c);
  for (GpuState& g : c.gpus) {
    g.planned_node = Count::unknown("the plan does not say");
    if (g.planned != nullptr) g.planned_node = g.planned->socket;
  }
  c.channels = known_or(m.host.memory_channels, kNoDmi);
  c.virtual_machine = is_virtual(m);
  c.iommu_translates = translates(m.software);
  c.problem_kind = problem_kind(m.software.problem);
  c.board = known_or(m.host.board ? m.host.board : m.host.product, kNoDmi);
  if (c.board && m.host.product && m.host.board) c.board = *m.host.board + " " + *m.host.product;
  c.cpu = known_or(m.cpus.empty() ? std::nullopt : m.cpus.front().model, "CPU model was not looked at");
  const Known<std::string> found_board =
      c.virtual_machine.value_or(false) ? Known<std::string>::unknown("a virtual machine hides its board") : c.board;
  c.board_planned = names_part(found_board, c.plan.board_name);
  c.cpu_planned = names_part(c.cpu, c.plan.cpu_name);
  c.drives = drives_of(m);
  c.channels_filled = known_or(m.host.memory_channels_filled, kNoDmi);
}

}  // namespace planner::conform
