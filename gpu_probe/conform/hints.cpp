#include "gpu_probe/conform/hints.h"

#include <algorithm>

namespace planner::conform {
namespace {

bool has_format(const machine::Machine& m, std::string_view format) {
  return std::any_of(m.sources.begin(), m.sources.end(), [&](const machine::Source& s) { return s.format == format; });
}

/// `nvidia-smi -q` of whole GPUs, not a `-d` subset of it.
bool has_whole_query(const machine::Machine& m) {
  const bool named =
      std::any_of(m.gpus.begin(), m.gpus.end(), [](const machine::Gpu& g) { return g.name.has_value(); });
  return named && (has_format(m, "nvidia-smi-xml") || has_format(m, "nvidia-smi-q"));
}

/// lspci with -vv: it shows links.
bool has_verbose_bus(const machine::Machine& m) {
  return has_format(m, "lspci") &&
         std::any_of(m.pci.begin(), m.pci.end(), [](const machine::PciDevice& d) { return d.link.width.has_value(); });
}

bool was_given(const machine::Machine& m, std::string_view tool) {
  if (tool == "nvidia-smi -q") return has_whole_query(m);
  if (tool == "nvidia-smi -L") return has_format(m, "nvidia-smi-L") || has_whole_query(m);
  if (tool == "lspci -vv" || tool == "lspci -vvv") return has_verbose_bus(m);
  if (tool == "lspci") return has_format(m, "lspci");
  constexpr std::pair<std::string_view, std::string_view> tools[] = {{"nvidia-smi topo -m", "topo-m"},
                                                                     {"nvidia-smi topo -p2p r", "topo-p2p"},
                                                                     {"nvidia-smi nvlink -s", "nvlink-status"},
                                                                     {"lscpu", "lscpu"},
                                                                     {"cat /proc/cmdline", "kernel-command-line"},
                                                                     {"ipmitool sdr elist", "ipmitool-sensors"},
                                                                     {"ipmitool sensor", "ipmitool-sensors"},
                                                                     {"dmidecode", "dmidecode"}};
  for (const auto& [name, format] : tools)
    if (tool == name) return has_format(m, format);
  return false;
}

/// One reason: "g.retirement_pending: not looked at: `nvidia-smi -q` shows it".
std::string settled(const machine::Machine& m, const std::string& reason) {
  const std::string tool = tool_asked_for(reason);
  if (tool.empty() || !was_given(m, tool)) return reason;
  // "A or B shows it": the other one may.
  const std::size_t behind = reason.find('`', reason.find('`') + 1);
  const std::string rest = behind == std::string::npos ? std::string() : reason.substr(behind);
  if (rest.find('`', 1) != std::string::npos || rest.find(" or ") != std::string::npos) return reason;
  const bool root = rest.find("as root") != std::string::npos && tool != "dmidecode" && tool != "ipmitool sdr elist";
  if (root) return reason;
  const std::size_t colon = reason.find(": ");
  const std::string operand = colon == std::string::npos ? std::string() : reason.substr(0, colon + 2);
  return operand + "the given output of " + tool + " does not contain it";
}

}  // namespace

std::string tool_asked_for(const std::string& why) {
  const std::size_t first = why.find('`');
  const std::size_t last = first == std::string::npos ? first : why.find('`', first + 1);
  return last == std::string::npos ? std::string() : why.substr(first + 1, last - first - 1);
}

void settle_hints(const machine::Machine& machine, Report& report) {
  for (Finding& f : report.findings) {
    if (f.outcome != Outcome::not_evaluated) continue;
    std::string why;
    std::size_t at = 0;
    while (at <= f.why.size()) {
      const std::size_t end = std::min(f.why.find("; ", at), f.why.size());
      why += (why.empty() ? "" : "; ") + settled(machine, f.why.substr(at, end - at));
      at = end + 2;
    }
    f.why = std::move(why);
  }
}

}  // namespace planner::conform
