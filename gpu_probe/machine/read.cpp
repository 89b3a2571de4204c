// Detection: XML and JSON by their roots, text by what every reader recognizes in it.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

Reading start(const std::string& name, const TextDocument& document) {
  Reading reading;
  reading.source.name = name;
  reading.source.complete = !document.cut();
  if (document.cut()) reading.source.warnings.push_back("too long; only the beginning was read");
  return reading;
}

}  // namespace

std::optional<std::string> read_bytes(const std::string& path, std::string& problem) {
  std::ifstream file;
  if (path != "-") {
    std::error_code error;
    // A folder or a device is not opened: some never end.
    if (!std::filesystem::is_regular_file(path, error)) {
      problem = std::filesystem::exists(path, error) ? "not a file" : "no such file";
      return std::nullopt;
    }
    file.open(path, std::ios::binary);
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string bytes;
  char buffer[1 << 16];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    bytes.append(buffer, static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > TextDocument::kMostBytes) {
      problem = "larger than 32 MiB";
      return std::nullopt;
    }
  }
  if (path != "-" && !file.is_open()) {
    problem = "cannot be opened";
    return std::nullopt;
  }
  return bytes;
}

const std::vector<TextReader>& text_readers() {
  static const std::vector<TextReader> readers = {
      {"nvidia-smi", is_smi_table, read_smi_table},
      {"nvidia-smi-L", is_smi_list, read_smi_list},
      {"nvidia-smi-q", is_smi_query, read_smi_query},
      {"nvidia-smi-csv", is_smi_csv, read_smi_csv},
      {"nvlink-status", is_nvlink_status, read_nvlink_status},
      {"topo-m", is_topology, read_topology},
      {"topo-p2p", is_peer_matrix, read_peer_matrix},
      {"lspci", is_lspci, read_lspci},
      {"lspci", is_lspci_records, read_lspci_records},
      {"lspci-tree", is_lspci_tree, read_lspci_tree},
      {"dmidecode", is_dmidecode, read_dmidecode},
      {"kernel-log", is_kernel_log, read_kernel_log},
      {"p2pBandwidthLatencyTest", is_p2p_test, read_p2p_test},
      {"nvbandwidth", is_nvbandwidth_text, read_nvbandwidth_text},
      {"dcgmi-diag", is_dcgmi_text, read_dcgmi_text},
      {"dcgmi-nvlink", is_dcgmi_nvlink, read_dcgmi_nvlink},
      {"lstopo", is_lstopo, read_lstopo},
      {"numactl", is_numactl, read_numactl},
      {"fabric-manager", is_fabric_manager_log, read_fabric_manager_log},
      {"ipmitool-sensors", is_bmc_sensors, read_bmc_sensors},
      {"ipmitool-sel", is_bmc_log, read_bmc_log},
      {"lm-sensors", is_sensors, read_sensors},
      {"lscpu", is_lscpu, read_lscpu},
      {"kernel-command-line", is_command_line, read_command_line},
      {"lsmod", is_lsmod, read_lsmod},
      {"runtime-error", is_runtime_error, read_runtime_error},
      {"sysfs", is_sysfs_listing, read_sysfs_listing},
  };
  return readers;
}

std::vector<Reading> read_document_of_machine(const std::string& name, std::string_view bytes) {
  const TextDocument document(bytes);
  std::vector<Reading> readings;
  Reading structured = start(name, document);
  if (read_json(name, document.text(), structured.machine, structured.source) ||
      read_xml(document.text(), structured.machine, structured.source)) {
    readings.push_back(std::move(structured));
    return readings;
  }
  for (const TextReader& reader : text_readers()) {
    if (!reader.recognizes(document)) continue;
    Reading reading = start(name, document);
    reading.source.format = reader.format;
    reader.read(document, reading.machine, reading.source);
    readings.push_back(std::move(reading));
  }
  if (readings.empty()) {
    Reading unknown = start(name, document);
    unknown.source.format = "unknown";
    unknown.source.complete = false;
    unknown.source.warnings.push_back(trim(document.text()).empty() ? "the file is empty"
                                                                    : "no known output was found in it");
    readings.push_back(std::move(unknown));
  }
  return readings;
}

Gpu& gpu_at(Machine& machine, const PciAddress& address) {
  for (Gpu& gpu : machine.gpus) {
    if (gpu.address == address) return gpu;
  }
  Gpu& gpu = machine.gpus.emplace_back();
  gpu.address = address;
  return gpu;
}

Gpu& gpu_of_index(Machine& machine, std::int64_t index) {
  for (Gpu& gpu : machine.gpus) {
    if (gpu.index == index) return gpu;
  }
  Gpu& gpu = machine.gpus.emplace_back();
  gpu.index = index;
  return gpu;
}

PciDevice& device_at(Machine& machine, const PciAddress& address) {
  for (PciDevice& device : machine.pci) {
    if (device.address == address) return device;
  }
  PciDevice& device = machine.pci.emplace_back();
  device.address = address;
  return device;
}

}  // namespace planner::machine
