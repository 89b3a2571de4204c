// JSON documents by their keys: nvbandwidth -j, dcgmi diag -j, dcgmi nvlink -j, snapshots of this program.
#include <algorithm>

#include "gpu_probe/machine/diag_status.h"
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/snapshot.h"
#include "source/read.h"

namespace planner::machine {
namespace {

constexpr ReadLimits kLimits{.bytes = 32u << 20, .nodes = 1'000'000, .depth = 32, .scalar_bytes = 256u << 10};

Text text_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value && value->is_scalar() ? known_text(value->text) : std::nullopt;
}

/// Length of the object that starts at the text's first brace; 0 if it is not closed.
std::size_t object_length(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"' || text[i] == '\n')
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return 0;
}

/// Warnings come before the object and after it, with braces of their own: the first line that begins an object which
/// can be read.
std::optional<Node> parse_embedded(std::string_view text, bool& preceded) {
  int attempts = 0;
  std::size_t next = 0;
  for (std::size_t line = 0; line < text.size() && attempts < 16; line = next) {
    next = std::min(text.find('\n', line), text.size() - 1) + 1;
    const std::size_t at = text.find_first_not_of(" \t\r", line);
    if (at == std::string_view::npos || at >= next || text[at] != '{') continue;
    ++attempts;
    const std::size_t length = object_length(text.substr(at));
    if (length == 0) continue;
    Diagnostics ignored;
    auto node = parse_json(text.substr(at, length), "", kLimits, ignored);
    if (!node) continue;
    preceded = !trim(text.substr(0, at)).empty() || !trim(text.substr(at + length)).empty();
    return node;
  }
  return std::nullopt;
}

/// 12070 is 12.7.
Text cuda_version(const Text& text) {
  const auto number = text ? whole_at(*text) : std::nullopt;
  if (!number || *number < 1000) return std::nullopt;
  return std::to_string(*number / 1000) + "." + std::to_string(*number % 1000 / 10);
}

void read_matrix(const Node& matrix, Measurement& to) {
  for (const Node& row : matrix.items) {
    if (!row.is_list() || to.rows.size() >= 1024) continue;
    to.rows.push_back(std::to_string(to.rows.size()));
    auto& cells = to.cells.emplace_back();
    for (const Node& cell : row.items)
      cells.push_back(cell.is_scalar() && !is_unset(cell.text) ? number_at(cell.text) : std::nullopt);
    while (to.columns.size() < cells.size()) to.columns.push_back(std::to_string(to.columns.size()));
  }
  for (auto& cells : to.cells) cells.resize(to.columns.size());
}

void read_nvbandwidth(const Node& root, Machine& machine) {
  machine.software.driver_version = text_of(root, "Driver Version");
  if (const auto version = cuda_version(text_of(root, "CUDA Runtime Version")))
    machine.software.toolkits.push_back(*version);
  machine.software.driver_cuda_version = cuda_version(text_of(root, "CUDA Driver Version"));
  const Node* tests = root.find("testcases");
  if (!tests) return;
  for (const Node& test : tests->items) {
    Measurement made;
    made.tool = "nvbandwidth";
    made.test = text_of(test, "name").value_or("");
    if (made.test.empty()) continue;
    if (const auto status = text_of(test, "status")) made.status = lower(*status);
    const std::string about = text_of(test, "bandwidth_description").value_or("");
    if (contains(about, "GB/s")) made.unit = "GB/s";
    if (contains(about, "(ns)")) made.unit = "ns";
    if (const auto sum = text_of(test, "sum")) made.sum = number_at(*sum);
    made.message = text_of(test, "error");
    if (const Node* matrix = test.find("bandwidth_matrix")) read_matrix(*matrix, made);
    machine.measurements.push_back(std::move(made));
  }
}

void add_messages(const Node& result, std::vector<std::string>& to) {
  for (const char* key : {"warnings", "warning", "info", "errors", "error"}) {
    const Node* value = result.find(key);
    if (!value) continue;
    if (value->is_scalar() && !value->text.empty()) to.push_back(shorten(value->text, 1000));
    for (const Node& item : value->items) {
      const Text inner = item.is_map()
                             ? (text_of(item, "warning") ? text_of(item, "warning") : text_of(item, "message"))
                             : std::nullopt;
      if (item.is_scalar() && !item.text.empty()) to.push_back(shorten(item.text, 1000));
      if (inner) to.push_back(shorten(*inner, 1000));
    }
  }
}

/// The GPU of a result: "gpu_id": 3, "gpu_ids": "3" (a list stays "all"), or DCGM 4's entity.
Number result_gpu(const Node& result) {
  for (const char* key : {"gpu_id", "gpu_ids", "entity_id"}) {
    const Text text = text_of(result, key);
    if (!text || contains(*text, ",")) continue;
    const Text group = text_of(result, "entity_group");
    if (std::string_view(key) == "entity_id" && group && *group != "GPU") continue;
    return whole_at(*text);
  }
  return std::nullopt;
}

void read_diagnostic(const Node& root, Machine& machine) {
  if (const Text version = text_of(root, "Driver Version Detected")) machine.software.driver_version = version;
  const Node* categories = root.find("test_categories");
  if (!categories) return;
  for (const Node& category : categories->items) {
    const Node* tests = category.find("tests");
    if (!tests) continue;
    for (const Node& test : tests->items) {
      const Node* results = test.find("results");
      if (!results) continue;
      for (const Node& result : results->items) {
        DiagResult made{
            "dcgmi", text_of(category, "category"), text_of(test, "name").value_or("?"), result_gpu(result), "unknown",
            {}};
        if (const auto status = diag_status(text_of(result, "status").value_or(""))) made.status = *status;
        add_messages(result, made.messages);
        machine.diagnostics.push_back(std::move(made));
      }
    }
  }
}

/// dcgmi nvlink -e -j: {"header": ["NVLINK Error Counts", "GPU 0"], "body": {"Link 0": {"children": {"CRC Data Error":
/// ...}}}}
void read_nvlink_errors(const Node& root, Machine& machine) {
  Number index;
  for (const Node& line : root.find("header")->items) {
    if (starts_with(line.text, "GPU ")) index = whole_at(std::string_view(line.text).substr(4));
  }
  if (!index || *index < 0 || *index > 1023) return;
  Gpu& gpu = gpu_of_index(machine, *index);
  for (const auto& entry : root.find("body")->entries) {
    const auto number =
        starts_with(entry.key, "Link ") ? whole_at(std::string_view(entry.key).substr(5)) : std::nullopt;
    const Node* counts = entry.value.find("children");
    if (!number || !counts) continue;
    NvLink& link = gpu.nvlinks.emplace_back();
    link.index = *number;
    for (const auto& count : counts->entries) {
      const Text text = text_of(count.value, "value");
      const auto value = text ? whole_at(*text) : std::nullopt;
      if (!value) continue;
      if (contains(count.key, "CRC"))
        link.crc_errors = link.crc_errors.value_or(0) + *value;
      else if (contains(count.key, "Replay"))
        link.replay_errors = value;
      else if (contains(count.key, "Recovery"))
        link.recovery_errors = value;
    }
  }
}

bool dispatch(const Node& root, Machine& machine, Source& source) {
  if (const Node* bandwidth = root.find("nvbandwidth"); bandwidth && bandwidth->is_map()) {
    source.format = "nvbandwidth-json";
    read_nvbandwidth(*bandwidth, machine);
    return true;
  }
  for (const char* key : {"DCGM GPU Diagnostic", "DCGM Diagnostic"}) {
    const Node* diagnostic = root.find(key);
    if (!diagnostic || !diagnostic->is_map()) continue;
    source.format = "dcgmi-diag-json";
    read_diagnostic(*diagnostic, machine);
    return true;
  }
  const Node* header = root.find("header");
  const Node* body = root.find("body");
  const auto names_errors = [](const Node& n) { return contains(n.text, "NVLINK Error Counts"); };
  if (!header || !body || std::none_of(header->items.begin(), header->items.end(), names_errors)) return false;
  source.format = "dcgmi-nvlink-json";
  read_nvlink_errors(root, machine);
  return true;
}

}  // namespace

bool read_json(const std::string& name, std::string_view text, Machine& machine, Source& source) {
  if (is_snapshot(text)) {
    source.format = "planner-machine";
    Diagnostics diagnostics;
    auto snapshot = read_snapshot(text, name, diagnostics);
    for (const Diagnostic& d : diagnostics.items()) source.warnings.push_back(d.message);
    if (snapshot)
      machine = std::move(*snapshot);
    else
      source.complete = false;
    return true;
  }
  bool preceded = false;
  const auto root = parse_embedded(text, preceded);
  if (!root || !root->is_map() || !dispatch(*root, machine, source)) return false;
  if (preceded) source.warnings.push_back("other lines stand around the JSON");
  return true;
}

}  // namespace planner::machine
