// nvidia-smi -q, whole or a part of it (-d): sections by indentation, "key : value".
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/smi_log.h"

namespace planner::machine {
namespace {

struct Section {
  std::size_t indent;
  std::string name;
};

/// "GPU 00000000:01:00.0" at the start of a block.
std::optional<std::string> gpu_heading(std::string_view line) {
  if (!starts_with(line, "GPU ")) return std::nullopt;
  const auto words = words_of(line);
  if (words.size() != 2 || !parse_pci_address(words[1])) return std::nullopt;
  return std::string(words[1]);
}

struct KeyValue {
  std::string_view key;
  std::optional<std::string_view> value;
};

/// Keys are padded, so that the colon stands alone; a PCI address has none.
KeyValue key_and_value(std::string_view line) {
  const std::string_view text = trim(line);
  std::size_t colon = text.find(" : ");
  if (colon == std::string_view::npos && text.size() > 2 && text.substr(text.size() - 2) == " :")
    colon = text.size() - 2;
  if (colon == std::string_view::npos) return {text, std::nullopt};
  return {trim(text.substr(0, colon)), trim(text.substr(colon + 2))};
}

class QueryReader {
 public:
  void line(std::string_view raw) {
    if (trim(raw).empty() || contains(raw, "NVSMI LOG")) return;
    const auto heading = gpu_heading(trim(raw));
    if (heading) {
      log.gpus.push_back({*heading, {}, {}, {}});
      stack_.clear();
      return;
    }
    const KeyValue entry = key_and_value(raw);
    if (log.gpus.empty()) {
      if (entry.value) log.header.push_back({snake_case(entry.key), std::string(*entry.value)});
      return;
    }
    // Another program's output begins at the margin.
    if (indent_of(raw) == 0) ended_ = true;
    if (!ended_) gpu_line(indent_of(raw), entry);
  }

  SmiLog log;

 private:
  void gpu_line(std::size_t indent, const KeyValue& entry) {
    SmiGpu& gpu = log.gpus.back();
    while (!stack_.empty() && stack_.back().indent >= indent) stack_.pop_back();
    const std::string name = snake_case(entry.key);
    std::string path;
    for (const Section& section : stack_) path += section.name + "/";
    stack_.push_back({indent, name});
    const std::string value(entry.value.value_or(""));
    if (stack_.front().name == "mig_device") {
      if (name == "mig_device")
        gpu.mig_devices.emplace_back();
      else if (!gpu.mig_devices.empty())
        gpu.mig_devices.back().push_back({path.substr(path.find('/') + 1) + name, value});
    } else if (stack_.front().name == "processes") {
      if (name == "process_id")
        gpu.processes.emplace_back();
      else if (!gpu.processes.empty() && stack_.size() > 2)
        gpu.processes.back().push_back({name, value});
    } else if (entry.value) {
      gpu.values.push_back({path + name, value});
    }
  }

  std::vector<Section> stack_;
  bool ended_ = false;
};

}  // namespace

bool is_smi_query(const TextDocument& document) {
  bool log = false;
  for (const std::string_view line : document.lines()) {
    log = log || contains(line, "NVSMI LOG") || starts_with(trim(line), "Attached GPUs  ");
    if (log && gpu_heading(trim(line))) return true;
  }
  return false;
}

void read_smi_query(const TextDocument& document, Machine& machine, Source& source) {
  QueryReader reader;
  bool started = false;
  for (const std::string_view line : document.lines()) {
    started = started || contains(line, "NVSMI LOG") || starts_with(trim(line), "Attached GPUs  ");
    if (started) reader.line(line);
  }
  add_log(reader.log, machine);
  if (machine.gpus_attached && *machine.gpus_attached > static_cast<std::int64_t>(machine.gpus.size())) {
    source.complete = false;
    source.warnings.push_back("shows " + std::to_string(machine.gpus.size()) + " of " +
                              std::to_string(*machine.gpus_attached) + " attached GPUs");
  }
}

}  // namespace planner::machine
