// Other programs and the kernel's log buffer.

#include <sys/klog.h>
#include <unistd.h>

#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/live.h"
#include "gpu_probe/machine/run_tool.h"

namespace planner::machine {
namespace {

/// The kernel's ring buffer; nothing where only root may read it.
std::optional<std::string> ring_buffer() {
  constexpr int kReadAll = 3, kSize = 10;
  const int size = ::klogctl(kSize, nullptr, 0);
  if (size <= 0 || size > (64 << 20)) return std::nullopt;
  std::string text(static_cast<std::size_t>(size), '\0');
  const int length = ::klogctl(kReadAll, text.data(), size);
  if (length < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(length));
  return text;
}

Reading read_log(const std::string& name, const std::string& text) {
  const TextDocument document(text);
  Reading reading;
  reading.source.name = name;
  reading.source.format = "kernel-log";
  reading.source.complete = !document.cut();
  read_kernel_log(document, reading.machine, reading.source);
  return reading;
}

}  // namespace

Reading gather_kernel_log(const FileRoot& files) {
  if (files.live()) {
    if (const auto text = ring_buffer()) return read_log("kernel ring buffer", *text);
  }
  for (const char* path : {"var/log/dmesg", "var/log/kern.log", "dmesg.txt"}) {
    if (const auto text = files.text(path)) return read_log(path, *text);
  }
  Reading none;
  none.source = {"kernel log", "kernel-log", false, {}};
  none.machine.unknown.push_back(
      {"kernel log", files.live()
                         ? "needs root: kernel.dmesg_restrict is set (sudo dmesg > dmesg.txt, then --from dmesg.txt)"
                         : "the tree holds no var/log/dmesg, var/log/kern.log or dmesg.txt"});
  return none;
}

std::vector<Reading> gather_tools() {
  std::vector<std::vector<std::string>> commands = {{"nvidia-smi", "-q", "-x"},
                                                    {"nvidia-smi", "topo", "-m"},
                                                    {"nvidia-smi", "topo", "-p2p", "r"},
                                                    {"nvidia-smi", "nvlink", "-s"}};
  if (::geteuid() == 0) {
    commands.push_back({"dmidecode"});
    if (::access("/dev/ipmi0", R_OK) == 0) {
      commands.push_back({"ipmitool", "sdr", "elist"});
      commands.push_back({"ipmitool", "sel", "list", "last", "500"});
    }
  }
  std::vector<Reading> readings;
  std::string stuck;
  for (const auto& command : commands) {
    // A program that hung once hangs again.
    if (command[0] == stuck) continue;
    const ToolOutput output = run_tool(command, std::chrono::seconds(30));
    if (!output.started) continue;
    std::string name = command[0];
    for (std::size_t i = 1; i < command.size(); ++i) name += " " + command[i];
    if (output.timed_out) {
      stuck = command[0];
      Reading hung;
      hung.source = {name, "unknown", false, {"gave no answer within 30 s and was ended"}};
      if (command[0] == "nvidia-smi") hung.machine.software.problem = name + " gave no answer within 30 s";
      readings.push_back(std::move(hung));
      continue;
    }
    for (Reading& reading : read_document_of_machine(name, output.text)) {
      if (reading.source.format != "unknown") readings.push_back(std::move(reading));
    }
  }
  return readings;
}

std::vector<Reading> gather_machine(const FileRoot& files) {
  struct Part {
    const char* name;
    void (*gather)(const FileRoot&, Machine&);
  };
  constexpr Part parts[] = {{"dmi", gather_dmi},           {"processors", gather_processors},
                            {"pci", gather_pci},           {"devices", gather_devices},
                            {"software", gather_software}, {"sensors", gather_sensors}};
  std::vector<Reading> readings;
  for (const Part& part : parts) {
    Reading& reading = readings.emplace_back();
    reading.source = {part.name, "live", true, {}};
    if (!files.live()) reading.source.format = "sysroot";
    part.gather(files, reading.machine);
  }
  readings.push_back(gather_kernel_log(files));
  if (files.live()) {
    for (Reading& reading : gather_tools()) readings.push_back(std::move(reading));
  }
  return readings;
}

}  // namespace planner::machine
