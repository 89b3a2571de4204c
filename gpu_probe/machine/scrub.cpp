// Removal of identifiers.
#include "gpu_probe/machine/scrub.h"

#include <algorithm>

#include "gpu_probe/machine/document.h"

namespace planner::machine {
namespace {

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Length of the shape at the start of `text`, 'x' standing for a hexadecimal digit; 0 if it does not fit.
std::size_t shaped(std::string_view text, std::string_view shape) {
  if (text.size() < shape.size()) return 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 'x' ? !is_hex(text[i]) : text[i] != shape[i]) return 0;
  }
  return shape.size();
}

/// UUIDs, MAC addresses and the values of "serial number ..." become "<removed>".
std::string without_identifiers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const bool word_start = i == 0 || !is_hex(text[i - 1]);
    std::size_t length = word_start ? shaped(rest, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") : 0;
    if (length == 0 && word_start) {
      length = shaped(rest, "xx:xx:xx:xx:xx:xx");
      if (length && rest.size() > length && (is_hex(rest[length]) || rest[length] == ':')) length = 0;
    }
    if (length) {
      out += "<removed>";
      i += length;
      continue;
    }
    out += text[i++];
  }
  for (const std::string_view key : {"erial number is ", "erial Number: ", "erial number: "}) {
    const std::size_t at = out.find(key);
    if (at == std::string::npos) continue;
    const std::size_t end = std::min(out.find_first_of(" ,", at + key.size()), out.size());
    out.replace(at + key.size(), end - at - key.size(), "<removed>");
  }
  return out;
}

/// "Jan 21 04:41:44 host kernel: ..." and ISO times of journalctl name the host before "kernel:".
std::string without_host(const std::string& line) {
  const std::size_t kernel = line.find(" kernel:");
  if (kernel == std::string::npos || kernel > 96) return line;
  const std::size_t blank = line.rfind(' ', kernel == 0 ? 0 : kernel - 1);
  if (blank == std::string::npos || line.find(':') > blank) return line;
  return line.substr(0, blank) + line.substr(kernel);
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

/// That two sources name different serial numbers stays known, the numbers do not. Folders may name people.
void remove_from_sources(Machine& machine) {
  for (Source& source : machine.sources) source.name = file_name(source.name);
  for (Contradiction& contradiction : machine.contradictions) {
    const std::string& what = contradiction.what;
    const std::string field = what.substr(what.rfind(' ') + 1);
    const bool identifies = field == "serial" || field == "uuid" || field == "mac" || what == "host name";
    for (StatedValue& value : contradiction.values) {
      value.source = file_name(value.source);
      if (identifies) value.value = "<removed>";
    }
  }
}

}  // namespace

void remove_identifiers(Machine& machine) {
  machine.host.name.reset();
  remove_from_sources(machine);
  for (Gpu& gpu : machine.gpus) {
    gpu.uuid.reset();
    gpu.serial.reset();
  }
  for (Dimm& dimm : machine.dimms) dimm.serial.reset();
  for (Nic& nic : machine.nics) nic.mac.reset();
  for (Drive& drive : machine.drives) drive.serial.reset();
  for (KernelEvent& event : machine.kernel_log) {
    event.line = without_identifiers(without_host(event.line));
    if (event.detail) event.detail = without_identifiers(*event.detail);
  }
  if (machine.software.kernel_command_line)
    machine.software.kernel_command_line = without_identifiers(*machine.software.kernel_command_line);
  for (Gpu& gpu : machine.gpus) {
    if (gpu.fault) gpu.fault = without_identifiers(*gpu.fault);
  }
}

void set_command_line(std::string_view line, Software& software) {
  std::string kept, iommu;
  for (const std::string_view word : words_of(line)) {
    // What follows is for the first program, not for the kernel.
    if (word == "--") break;
    if (contains(word, "iommu")) iommu += (iommu.empty() ? "" : " ") + std::string(word);
    bool named = false;
    for (const std::string_view key : {"root=", "resume=", "ip=", "hostname", "BOOT_IMAGE=", "rd.luks", "cryptdevice",
                                       "nfsroot", "rd.md.uuid", "rd.lvm"}) {
      named = named || starts_with(word, key);
    }
    if (!named) kept += (kept.empty() ? "" : " ") + std::string(word);
  }
  software.kernel_command_line = shorten(kept, 2048);
  if (!iommu.empty()) software.iommu_setting = iommu;
}

}  // namespace planner::machine
