// The text summary of a snapshot.
#include "gpu_probe/machine/summary.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "gpu_probe/machine/figure.h"
#include "source/diagnostic.h"

namespace planner::machine {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string size_text(std::int64_t bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) value /= 1024, ++unit;
  char text[40];
  std::snprintf(text, sizeof text, value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", value, units[unit]);
  return text;
}

/// Joins what is known; "?" for nothing.
class Phrase {
 public:
  Phrase& add(const Text& text, const std::string& before = "", const std::string& behind = "") {
    if (text) words_ += (words_.empty() ? "" : "  ") + before + printable(*text) + behind;
    return *this;
  }
  Phrase& add(const Number& value, const std::string& before = "", const std::string& behind = "") {
    return add(value ? Text(std::to_string(*value)) : std::nullopt, before, behind);
  }
  Phrase& add(const Real& value, const std::string& before, const std::string& behind) {
    return add(value ? Text(number(*value)) : std::nullopt, before, behind);
  }
  std::string text() const { return words_.empty() ? "unknown" : words_; }

 private:
  std::string words_;
};

void line(std::string& out, const std::string& label, const std::string& text) {
  std::string padded = "  " + label;
  padded.resize(std::max<std::size_t>(padded.size() + 1, 14), ' ');
  out += padded + text + "\n";
}

std::string pcie_text(const Machine& machine, const Gpu& gpu) {
  const PciDevice* device = gpu.address ? find_device(machine, *gpu.address) : nullptr;
  Number gen = gpu.pcie.gen, most = gpu.pcie.max_gen, width = gpu.pcie.width, most_width = gpu.pcie.max_width;
  if (device && !gen && device->link.speed_gts) gen = gen_of_speed(*device->link.speed_gts);
  if (device && !most && device->link.max_speed_gts) most = gen_of_speed(*device->link.max_speed_gts);
  if (device && !width) width = device->link.width;
  if (device && !most_width) most_width = device->link.max_width;
  if (!gen && !width) return "";
  const auto shown = [](const Number& value) { return value ? std::to_string(*value) : std::string("?"); };
  std::string text = "PCIe gen " + shown(gen) + " x" + shown(width);
  if (most || most_width) text += " (at most gen " + shown(most) + " x" + shown(most_width) + ")";
  return text;
}

std::string nvlink_text(const Gpu& gpu) {
  if (gpu.nvlinks.empty()) return "";
  const auto up = std::count_if(gpu.nvlinks.begin(), gpu.nvlinks.end(), [](const NvLink& l) { return l.up == true; });
  return "NVLink " + std::to_string(up) + " of " + std::to_string(gpu.nvlinks.size()) + " up";
}

void add_gpu(const Machine& machine, const Gpu& gpu, std::string& out) {
  std::string head = gpu.index ? "GPU " + std::to_string(*gpu.index) : "GPU ?";
  Phrase about;
  about.add(gpu.address ? Text(to_text(*gpu.address)) : std::nullopt).add(gpu.name);
  about.add(gpu.memory_total_bytes ? Text(size_text(*gpu.memory_total_bytes)) : std::nullopt);
  about.add(gpu.fault, "FAULT: ");
  line(out, head, about.text());
  Phrase state;
  const std::string pcie = pcie_text(machine, gpu), links = nvlink_text(gpu);
  state.add(pcie.empty() ? std::nullopt : Text(pcie)).add(links.empty() ? std::nullopt : Text(links));
  state.add(gpu.power.limit_w, "limit ", " W").add(gpu.power.default_limit_w, "default ", " W");
  state.add(gpu.bar1_total_bytes ? Text("BAR1 " + size_text(*gpu.bar1_total_bytes)) : std::nullopt);
  if (state.text() != "unknown") line(out, "", state.text());
}

void add_host(const Machine& machine, std::string& out) {
  const Host& host = machine.host;
  line(out, "machine",
       Phrase()
           .add(host.system_vendor)
           .add(host.product)
           .add(host.virtual_machine == "none" ? std::nullopt : host.virtual_machine, "virtual machine: ")
           .text());
  line(out, "board",
       Phrase().add(host.board_vendor).add(host.board).add(host.bios_version, "BIOS ").add(host.bios_date).text());
  line(out, "system", Phrase().add(host.operating_system).add(host.kernel, "kernel ").text());
  Phrase cpu;
  cpu.add(host.sockets, "", host.sockets == 1 ? " socket" : " sockets")
      .add(machine.cpus.empty() ? std::nullopt : machine.cpus[0].model);
  cpu.add(host.cores, "", " cores").add(host.threads, "", " threads");
  if (!machine.numa_nodes.empty())
    cpu.add(Number(static_cast<std::int64_t>(machine.numa_nodes.size())), "", " NUMA nodes");
  line(out, "processors", cpu.text());
  Phrase memory;
  memory.add(host.memory_total_bytes ? Text(size_text(*host.memory_total_bytes)) : std::nullopt);
  const auto full =
      std::count_if(machine.dimms.begin(), machine.dimms.end(), [](const Dimm& d) { return d.populated == true; });
  if (!machine.dimms.empty())
    memory.add(Text(std::to_string(full) + " of " + std::to_string(machine.dimms.size()) + " module slots populated"));
  line(out, "memory", memory.text());
  const Software& software = machine.software;
  line(out, "driver",
       Phrase()
           .add(software.driver_version)
           .add(software.driver_cuda_version, "CUDA ")
           .add(software.kernel_module, "", " kernel module")
           .add(software.problem, "PROBLEM: ")
           .text());
}

void add_pci(const Machine& machine, std::string& out) {
  if (machine.pci.empty()) return;
  Phrase pci;
  pci.add(Number(static_cast<std::int64_t>(machine.pci.size())), "", " devices");
  pci.add(Number(static_cast<std::int64_t>(gpu_devices(machine).size())), "", " GPUs");
  if (!machine.nvswitches.empty())
    pci.add(Number(static_cast<std::int64_t>(machine.nvswitches.size())), "", " NVSwitches");
  line(out, "PCI", pci.text());
  if (!machine.nics.empty())
    line(out, "network", std::to_string(machine.nics.size()) + (machine.nics.size() == 1 ? " port" : " ports"));
}

void add_topology(const Machine& machine, std::string& out) {
  const WordMatrix& matrix = machine.topology.levels;
  if (matrix.rows.empty()) return;
  std::map<std::string, int> levels;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    for (std::size_t c = r + 1; c < matrix.columns.size(); ++c) {
      const bool pair = matrix.rows[r].substr(0, 3) == "GPU" && matrix.columns[c].substr(0, 3) == "GPU";
      if (pair && c < matrix.cells[r].size() && matrix.cells[r][c]) ++levels[*matrix.cells[r][c]];
    }
  }
  std::string text;
  for (const auto& [level, pairs] : levels)
    text += (text.empty() ? "" : ", ") + std::to_string(pairs) + " x " + printable(level);
  line(out, "GPU pairs", text.empty() ? "one GPU" : text);
}

void add_log(const Machine& machine, std::string& out) {
  if (machine.kernel_log_read != true) return;
  std::map<std::string, std::int64_t> kinds;
  for (const KernelEvent& event : machine.kernel_log) {
    if (event.harmless == true || event.kind == EventKind::driver_load) continue;
    std::string name(to_text(event.kind));
    if (event.code) name += " " + std::to_string(*event.code);
    kinds[name] += event.repeats;
  }
  std::string text;
  for (const auto& [kind, times] : kinds)
    text += (text.empty() ? "" : ", ") + kind + (times > 1 ? " (" + std::to_string(times) + " times)" : "");
  line(out, "kernel log", text.empty() ? "nothing that bears on GPUs" : text);
}

void add_results(const Machine& machine, std::string& out) {
  if (!machine.measurements.empty()) {
    const auto waived = std::count_if(machine.measurements.begin(), machine.measurements.end(),
                                      [](const Measurement& m) { return m.status == "waived"; });
    line(out, "measured",
         std::to_string(machine.measurements.size()) + " tests, " + std::to_string(waived) + " waived");
  }
  std::map<std::string, int> verdicts;
  for (const DiagResult& result : machine.diagnostics) ++verdicts[result.status];
  std::string text;
  for (const auto& [verdict, times] : verdicts)
    text += (text.empty() ? "" : ", ") + std::to_string(times) + " " + verdict;
  if (!text.empty()) line(out, "dcgmi diag", text);
}

}  // namespace

std::string summarize_machine(const Machine& machine) {
  std::string out = "Machine\n";
  add_host(machine, out);
  add_pci(machine, out);
  for (const Gpu& gpu : machine.gpus) add_gpu(machine, gpu, out);
  add_topology(machine, out);
  add_log(machine, out);
  add_results(machine, out);
  out += "\nSources\n";
  for (const Source& source : machine.sources) {
    line(out, printable(source.format), printable(source.name) + (source.complete == false ? "  (incomplete)" : ""));
    for (const std::string& warning : source.warnings) line(out, "", printable(warning));
  }
  if (!machine.contradictions.empty()) out += "\nContradictions\n";
  for (const Contradiction& contradiction : machine.contradictions) {
    std::string text;
    for (const StatedValue& value : contradiction.values)
      text += (text.empty() ? "" : "; ") + printable(value.value) + " (" + printable(value.source) + ")";
    line(out, printable(contradiction.what) + ":", text);
  }
  if (!machine.unknown.empty()) out += "\nUnknown\n";
  for (const Unknown& unknown : machine.unknown) line(out, printable(unknown.section) + ":", printable(unknown.reason));
  return out;
}

}  // namespace planner::machine
