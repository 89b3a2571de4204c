// The readers of other tools' output. Each takes what it recognizes out of a document and leaves the rest alone, so
// that a file may hold several outputs, prompts and prose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/machine/machine.h"

namespace planner::machine {

class TextDocument;

/// What a reader found out. `source.format` names the format.
struct Reading {
  Machine machine;
  Source source;
};

/// One text format.
struct TextReader {
  const char* format;
  /// True if the document holds output of this kind.
  bool (*recognizes)(const TextDocument& document);
  void (*read)(const TextDocument& document, Machine& machine, Source& source);
};

/// All text formats, in the order in which they are tried.
const std::vector<TextReader>& text_readers();

/// The bytes of a file ("-" is standard input) of at most 32 MiB, whatever its encoding; nothing and the reason on
/// failure.
std::optional<std::string> read_bytes(const std::string& path, std::string& problem);

/// Reads a document in whatever formats it holds. Never fails: what cannot be recognized becomes one reading of format
/// "unknown" with a warning. Identifiers are kept; see `remove_identifiers`.
std::vector<Reading> read_document_of_machine(const std::string& name, std::string_view bytes);

// One function pair a text format (read_*.cpp).
bool is_smi_table(const TextDocument& document);
void read_smi_table(const TextDocument& document, Machine& machine, Source& source);
bool is_smi_list(const TextDocument& document);
void read_smi_list(const TextDocument& document, Machine& machine, Source& source);
bool is_smi_query(const TextDocument& document);
void read_smi_query(const TextDocument& document, Machine& machine, Source& source);
bool is_smi_csv(const TextDocument& document);
void read_smi_csv(const TextDocument& document, Machine& machine, Source& source);
bool is_nvlink_status(const TextDocument& document);
void read_nvlink_status(const TextDocument& document, Machine& machine, Source& source);
bool is_topology(const TextDocument& document);
void read_topology(const TextDocument& document, Machine& machine, Source& source);
bool is_peer_matrix(const TextDocument& document);
void read_peer_matrix(const TextDocument& document, Machine& machine, Source& source);
bool is_lspci(const TextDocument& document);
void read_lspci(const TextDocument& document, Machine& machine, Source& source);
bool is_lspci_records(const TextDocument& document);
void read_lspci_records(const TextDocument& document, Machine& machine, Source& source);
bool is_lspci_tree(const TextDocument& document);
void read_lspci_tree(const TextDocument& document, Machine& machine, Source& source);
bool is_kernel_log(const TextDocument& document);
void read_kernel_log(const TextDocument& document, Machine& machine, Source& source);
bool is_dmidecode(const TextDocument& document);
void read_dmidecode(const TextDocument& document, Machine& machine, Source& source);
bool is_p2p_test(const TextDocument& document);
void read_p2p_test(const TextDocument& document, Machine& machine, Source& source);
bool is_nvbandwidth_text(const TextDocument& document);
void read_nvbandwidth_text(const TextDocument& document, Machine& machine, Source& source);
bool is_dcgmi_text(const TextDocument& document);
void read_dcgmi_text(const TextDocument& document, Machine& machine, Source& source);
bool is_dcgmi_nvlink(const TextDocument& document);
void read_dcgmi_nvlink(const TextDocument& document, Machine& machine, Source& source);
bool is_lstopo(const TextDocument& document);
void read_lstopo(const TextDocument& document, Machine& machine, Source& source);
bool is_numactl(const TextDocument& document);
void read_numactl(const TextDocument& document, Machine& machine, Source& source);
bool is_fabric_manager_log(const TextDocument& document);
void read_fabric_manager_log(const TextDocument& document, Machine& machine, Source& source);
bool is_bmc_sensors(const TextDocument& document);
void read_bmc_sensors(const TextDocument& document, Machine& machine, Source& source);
bool is_bmc_log(const TextDocument& document);
void read_bmc_log(const TextDocument& document, Machine& machine, Source& source);
bool is_sensors(const TextDocument& document);
void read_sensors(const TextDocument& document, Machine& machine, Source& source);
bool is_lscpu(const TextDocument& document);
void read_lscpu(const TextDocument& document, Machine& machine, Source& source);
bool is_command_line(const TextDocument& document);
void read_command_line(const TextDocument& document, Machine& machine, Source& source);
bool is_runtime_error(const TextDocument& document);
void read_runtime_error(const TextDocument& document, Machine& machine, Source& source);
bool is_lsmod(const TextDocument& document);
void read_lsmod(const TextDocument& document, Machine& machine, Source& source);
bool is_sysfs_listing(const TextDocument& document);
void read_sysfs_listing(const TextDocument& document, Machine& machine, Source& source);

/// XML by its root element: nvidia-smi -q -x, NCCL topology or graph, hwloc. False if the text is not such XML.
bool read_xml(std::string_view text, Machine& machine, Source& source);
/// JSON by its keys: nvbandwidth -j, dcgmi diag -j, a snapshot of this program. False if it is none of them.
bool read_json(const std::string& name, std::string_view text, Machine& machine, Source& source);

/// The GPU with this address, made if it is not there yet.
Gpu& gpu_at(Machine& machine, const PciAddress& address);
/// The GPU with this index, made if it is not there yet.
Gpu& gpu_of_index(Machine& machine, std::int64_t index);
PciDevice& device_at(Machine& machine, const PciAddress& address);

}  // namespace planner::machine
