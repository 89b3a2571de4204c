// Drivers, toolkits and settings from /proc, /sys and the places where packages put them.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/live.h"
#include "gpu_probe/machine/scrub.h"

namespace planner::machine {
namespace {

/// "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build ..."
void read_driver(const std::string& text, Software& software) {
  const auto line = after(text, "NVRM version:", "\n");
  if (!line) return;
  software.kernel_module = contains(*line, "Open Kernel Module") ? "open" : "proprietary";
  for (const std::string_view word : words_of(*line)) {
    const bool version =
        whole_at(word) && contains(word, ".") && word.find_first_not_of("0123456789.") == std::string_view::npos;
    if (version) software.driver_version = std::string(word);
  }
}

void read_modules(const std::string& text, Software& software) {
  software.nouveau_loaded = software.nvidia_loaded = software.peermem_loaded = false;
  for (const std::string_view line : split(text, '\n')) {
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "nouveau") software.nouveau_loaded = true;
    if (words[0] == "nvidia") software.nvidia_loaded = true;
    if (words[0] == "nvidia_peermem") software.peermem_loaded = true;
  }
}

/// Folders /usr/local/cuda-12.8; the version file is more exact.
void find_toolkits(const FileRoot& files, Software& software) {
  for (const std::string& name : files.list("usr/local")) {
    if (!starts_with(name, "cuda-")) continue;
    std::string version = name.substr(5);
    // cuda-13 is a link to cuda-13.0.
    const auto path = files.target("usr/local/" + name);
    if (!number_at(version) || !path || path->filename() != name) continue;
    if (const auto text = files.text("usr/local/" + name + "/version.json")) {
      const auto cuda = after(*text, "\"cuda\"");
      const auto exact = cuda ? after(*cuda, "\"version\"", ",") : std::nullopt;
      const auto quoted = exact ? after(*exact, "\"", "\"") : std::nullopt;
      if (quoted && number_at(*quoted)) version = std::string(*quoted);
    }
    software.toolkits.push_back(version);
  }
}

void find_containers(const FileRoot& files, Software& software) {
  for (const char* program : {"docker", "podman", "containerd", "apptainer", "singularity", "enroot", "nvidia-ctk"}) {
    if (files.exists(std::string("usr/bin/") + program)) software.containers.push_back({program, std::nullopt});
  }
}

/// Every process may see the names of the others.
bool runs(const FileRoot& files, std::string_view process) {
  for (const std::string& id : files.list("proc")) {
    if (whole_at(id) && files.line("proc/" + id + "/comm") == process) return true;
  }
  return false;
}

}  // namespace

void gather_software(const FileRoot& files, Machine& machine) {
  Software& software = machine.software;
  if (const auto text = files.text("proc/driver/nvidia/version")) read_driver(*text, software);
  if (const auto text = files.text("proc/modules")) read_modules(*text, software);
  if (const auto line = files.line("proc/cmdline")) set_command_line(*line, software);
  if (files.exists("sys/kernel/iommu_groups")) software.iommu_active = !files.list("sys/kernel/iommu_groups").empty();
  software.cpu_governor = files.line("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  find_toolkits(files, software);
  find_containers(files, software);
  if (files.exists("usr/bin/nv-fabricmanager")) {
    // The kernel keeps 15 letters of a name.
    software.fabric_manager = runs(files, "nv-fabricmanage") ? "running" : "not running";
  }
}

}  // namespace planner::machine
