// What people paste beside the GPU tools: lscpu, /proc/cmdline, lsmod, errors of CUDA and of containers.
#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/scrub.h"

namespace planner::machine {
namespace {

constexpr std::int64_t kMostSockets = 64;

bool is_boot_line(std::string_view line) {
  line = trim(line);
  const bool loader = starts_with(line, "BOOT_IMAGE=") || starts_with(line, "initrd=");
  return loader || (starts_with(line, "root=") && contains(line, " ro"));
}

/// What programs and container runtimes print when they get no GPU.
bool is_error(std::string_view line) {
  constexpr std::array<std::string_view, 12> texts{"nvidia-container-cli: ",
                                                   "uncorrectable ECC error encountered",
                                                   "CUDA_ERROR_ECC_UNCORRECTABLE",
                                                   "could not select device driver",
                                                   "system not yet initialized",
                                                   "CUDA_ERROR_SYSTEM_NOT_READY",
                                                   "cudaErrorSystemNotReady",
                                                   "no CUDA-capable device is detected",
                                                   "driver version is insufficient for CUDA runtime",
                                                   "Found no NVIDIA driver on your system",
                                                   "The NVIDIA driver on your system is too old",
                                                   "CUDA unknown error - this may be due to"};
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view t) { return contains(line, t); });
}

bool is_module_head(std::string_view line) {
  const auto words = words_of(line);
  return words.size() >= 4 && words[0] == "Module" && words[1] == "Size" && words[2] == "Used" && words[3] == "by";
}

/// "NUMA node0 CPU(s):   0-31,64-95"
void read_node(std::string_view key, std::string_view value, Machine& machine) {
  const auto number = after(key, "NUMA node");
  const auto id = number ? whole_at(*number) : std::nullopt;
  if (!id || *id < 0 || *id > 1024 || !contains(key, "CPU(s)")) return;
  NumaNode node;
  node.id = *id;
  node.cpus = known_text(value);
  machine.numa_nodes.push_back(std::move(node));
}

void read_lscpu_line(std::string_view key, std::string_view value, Machine& machine, Cpu& cpu, Number& per_socket) {
  Host& host = machine.host;
  if (key == "Architecture") host.architecture = known_text(value);
  if (key == "CPU(s)") host.threads = whole_at(value);
  if (key == "Socket(s)") host.sockets = whole_at(value);
  if (key == "Core(s) per socket") per_socket = whole_at(value);
  if (key == "Model name") cpu.model = known_text(value);
  if (key == "Vendor ID") cpu.vendor = known_text(value);
  if (key == "Hypervisor vendor") host.virtual_machine = known_text(value);
  if (starts_with(key, "NUMA node")) read_node(key, value, machine);
}

}  // namespace

bool is_lscpu(const TextDocument& document) {
  bool architecture = false, sockets = false;
  for (const std::string_view raw : document.lines()) {
    const std::string_view line = trim(raw);
    architecture = architecture || starts_with(line, "Architecture:");
    sockets = sockets || starts_with(line, "Socket(s):") || starts_with(line, "Core(s) per socket:");
  }
  return architecture && sockets;
}

void read_lscpu(const TextDocument& document, Machine& machine, Source&) {
  Cpu cpu;
  Number per_socket;
  for (const std::string_view raw : document.lines()) {
    const std::size_t colon = raw.find(':');
    if (colon == std::string_view::npos) continue;
    read_lscpu_line(trim(raw.substr(0, colon)), trim(raw.substr(colon + 1)), machine, cpu, per_socket);
  }
  Host& host = machine.host;
  if (host.sockets && (*host.sockets < 1 || *host.sockets > kMostSockets)) host.sockets.reset();
  if (!host.sockets || !cpu.model) return;
  if (per_socket && *per_socket > 0 && *per_socket < 100'000) host.cores = *per_socket * *host.sockets;
  for (std::int64_t i = 0; i < *host.sockets; ++i) {
    cpu.socket = i;
    machine.cpus.push_back(cpu);
  }
}

bool is_command_line(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), is_boot_line);
}

void read_command_line(const TextDocument& document, Machine& machine, Source&) {
  const auto& lines = document.lines();
  const auto line = std::find_if(lines.begin(), lines.end(), is_boot_line);
  if (line != lines.end()) set_command_line(trim(*line), machine.software);
}

bool is_lsmod(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), is_module_head);
}

void read_lsmod(const TextDocument& document, Machine& machine, Source&) {
  Software& software = machine.software;
  bool inside = false;
  for (const std::string_view line : document.lines()) {
    if (is_module_head(line)) {
      inside = true;
      software.nouveau_loaded = software.nvidia_loaded = software.peermem_loaded = false;
      continue;
    }
    const auto words = words_of(line);
    if (words.size() < 3 || !whole_at(words[1])) {
      inside = false;
      continue;
    }
    if (!inside) continue;
    if (words[0] == "nouveau") software.nouveau_loaded = true;
    if (words[0] == "nvidia") software.nvidia_loaded = true;
    if (words[0] == "nvidia_peermem") software.peermem_loaded = true;
  }
}

bool is_runtime_error(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), is_error);
}

void read_runtime_error(const TextDocument& document, Machine& machine, Source&) {
  const auto& lines = document.lines();
  const auto line = std::find_if(lines.begin(), lines.end(), is_error);
  if (line == lines.end()) return;
  const std::size_t at = line->find("nvidia-container-cli: ");
  machine.software.problem = shorten(trim(at == std::string_view::npos ? *line : line->substr(at)), 300);
}

}  // namespace planner::machine
