// From paths and values to the machine.
#include "gpu_probe/machine/smi_log.h"

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

bool ends_with_path(std::string_view path, std::string_view tail) {
  if (path.size() < tail.size() || path.substr(path.size() - tail.size()) != tail) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/';
}

bool matches(std::string_view path, std::string_view pattern) {
  if (pattern.find('/') == std::string_view::npos) return path == pattern;
  const std::size_t gap = pattern.find("/**/");
  if (gap == std::string_view::npos) return ends_with_path(path, pattern);
  return starts_with(path, std::string(pattern.substr(0, gap)) + "/") && ends_with_path(path, pattern.substr(gap + 4));
}

/// "13.0 [Deprecated; ...]" is 13.0.
Text version_of(const std::string* value) {
  if (!value) return std::nullopt;
  const auto words = words_of(*value);
  return words.empty() ? std::nullopt : known_text(words.front());
}

}  // namespace

std::string snake_case(std::string_view text) {
  std::string out;
  for (const char c : lower(trim(text))) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (word) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  if (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

const std::string* find_value(const SmiValues& values, std::string_view pattern) {
  for (const SmiValue& value : values) {
    if (matches(value.path, pattern)) return &value.value;
  }
  return nullptr;
}

void add_log(const SmiLog& log, Machine& machine) {
  const auto header = [&](std::initializer_list<const char*> names) -> const std::string* {
    for (const char* name : names) {
      if (const std::string* value = find_value(log.header, name)) return value;
    }
    return nullptr;
  };
  machine.software.driver_version = version_of(header({"kmd_version", "driver_version"}));
  machine.software.driver_cuda_version = version_of(header({"cuda_umd_version", "cuda_version"}));
  if (const std::string* count = header({"attached_gpus"})) machine.gpus_attached = whole_at(*count);
  std::int64_t position = 0;
  for (const SmiGpu& from : log.gpus) {
    Gpu gpu;
    gpu.address = parse_pci_address(trim(from.id));
    // The log lists GPUs by index; a log of a part of them does not say which.
    if (machine.gpus_attached == static_cast<std::int64_t>(log.gpus.size())) gpu.index = position;
    ++position;
    fill_gpu(from, gpu);
    machine.gpus.push_back(std::move(gpu));
  }
}

}  // namespace planner::machine
