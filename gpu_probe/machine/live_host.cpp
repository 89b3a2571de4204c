// Board, processors and memory from /sys and /proc.
#include <sys/utsname.h>

#include <algorithm>
#include <map>
#include <set>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/live.h"

namespace planner::machine {
namespace {

Text dmi(const FileRoot& files, const char* name) {
  const auto line = files.line(std::string("sys/class/dmi/id/") + name);
  return line ? known_text(*line) : std::nullopt;
}

/// "key : value" of /proc/cpuinfo
std::optional<std::pair<std::string_view, std::string_view>> key_value(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return std::pair{trim(line.substr(0, colon)), trim(line.substr(colon + 1))};
}

struct CpuCount {
  Cpu cpu;
  std::set<std::int64_t> cores;
  std::int64_t threads = 0;
};

void read_cpuinfo(const std::string& text, Machine& machine) {
  std::map<std::int64_t, CpuCount> sockets;
  std::int64_t socket = 0, threads = 0;
  Cpu last;
  for (const std::string_view line : split(text, '\n')) {
    const auto entry = key_value(line);
    if (!entry) continue;
    const auto& [key, value] = *entry;
    if (key == "processor") {
      ++threads;
      socket = 0;
    } else if (key == "vendor_id") {
      last.vendor = known_text(value);
    } else if (key == "model name" || key == "Model") {
      last.model = known_text(value);
    } else if (key == "physical id") {
      socket = whole_at(value).value_or(0);
    } else if (key == "core id") {
      sockets[socket].cores.insert(whole_at(value).value_or(0));
    } else if (key == "flags") {
      ++sockets[socket].threads;
      sockets[socket].cpu = last;
      sockets[socket].cpu.socket = socket;
      const bool guest = contains(std::string(" ") + std::string(value) + " ", " hypervisor ");
      if (!machine.host.virtual_machine) machine.host.virtual_machine = guest ? "yes" : "none";
    }
  }
  if (threads > 0) machine.host.threads = threads;
  std::int64_t cores = 0;
  for (auto& [id, count] : sockets) {
    count.cpu.threads = count.threads;
    if (!count.cores.empty()) count.cpu.cores = static_cast<std::int64_t>(count.cores.size());
    cores += count.cpu.cores.value_or(0);
    machine.cpus.push_back(count.cpu);
  }
  if (!sockets.empty()) machine.host.sockets = static_cast<std::int64_t>(sockets.size());
  if (cores > 0) machine.host.cores = cores;
}

/// "Node 0 MemTotal:  792243200 kB" and "MemTotal: ... kB"
Number memory_line(const std::string& text, std::string_view key) {
  const auto value = after(text, key, "\n");
  return value ? bytes_of(*value) : std::nullopt;
}

void read_numa(const FileRoot& files, Machine& machine) {
  for (const std::string& name : files.list("sys/devices/system/node")) {
    const auto id = starts_with(name, "node") ? whole_at(std::string_view(name).substr(4)) : std::nullopt;
    if (!id) continue;
    const std::string folder = "sys/devices/system/node/" + name + "/";
    NumaNode node;
    node.id = *id;
    if (const auto cpus = files.line(folder + "cpulist")) node.cpus = cpus;
    if (const auto memory = files.text(folder + "meminfo")) {
      node.memory_bytes = memory_line(*memory, "MemTotal:");
      node.free_bytes = memory_line(*memory, "MemFree:");
    }
    if (const auto distances = files.line(folder + "distance")) {
      for (const std::string_view word : words_of(*distances)) node.distances.push_back(whole_at(word).value_or(0));
    }
    machine.numa_nodes.push_back(node);
  }
  std::sort(machine.numa_nodes.begin(), machine.numa_nodes.end(),
            [](const NumaNode& a, const NumaNode& b) { return a.id < b.id; });
}

}  // namespace

void gather_dmi(const FileRoot& files, Machine& machine) {
  Host& host = machine.host;
  host.system_vendor = dmi(files, "sys_vendor");
  host.product = dmi(files, "product_name");
  host.board_vendor = dmi(files, "board_vendor");
  host.board = dmi(files, "board_name");
  host.bios_vendor = dmi(files, "bios_vendor");
  host.bios_version = dmi(files, "bios_version");
  host.bios_date = dmi(files, "bios_date");
  if (!host.product && !host.board) machine.unknown.push_back({"host", "/sys/class/dmi/id is empty or not there"});
  machine.unknown.push_back(
      {"memory modules", "needs root and the program dmidecode (sudo dmidecode > dmi.txt, then --from dmi.txt)"});
}

void gather_processors(const FileRoot& files, Machine& machine) {
  if (const auto text = files.text("proc/cpuinfo")) read_cpuinfo(*text, machine);
  if (const auto text = files.text("proc/meminfo")) machine.host.memory_total_bytes = memory_line(*text, "MemTotal:");
  machine.host.kernel = files.line("proc/sys/kernel/osrelease");
  machine.host.name = files.line("proc/sys/kernel/hostname");
  if (const auto release = files.text("etc/os-release")) {
    if (const auto name = after(*release, "PRETTY_NAME=\"", "\"")) machine.host.operating_system = known_text(*name);
  }
  utsname system{};
  if (files.live() && ::uname(&system) == 0) machine.host.architecture = system.machine;
  read_numa(files, machine);
}

}  // namespace planner::machine
