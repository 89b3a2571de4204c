// dcgmi nvlink --link-status: a letter a link under "gpuId 0:".
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// Without the frame of newer versions.
std::string_view inside(std::string_view line) {
  line = trim(line);
  while (!line.empty() && line.front() == '|') line = trim(line.substr(1));
  while (!line.empty() && line.back() == '|') line = trim(line.substr(0, line.size() - 1));
  return line;
}

Number gpu_of(std::string_view line) {
  line = inside(line);
  if (!starts_with(line, "gpuId ") || line.back() != ':') return std::nullopt;
  const auto index = whole_at(line.substr(6));
  return index && *index >= 0 && *index < 1024 ? index : std::nullopt;
}

bool is_states(std::string_view line) {
  const auto words = words_of(inside(line));
  const auto letter = [](std::string_view w) { return w == "U" || w == "D" || w == "X" || w == "_"; };
  return !words.empty() && words.size() <= 64 && std::all_of(words.begin(), words.end(), letter);
}

}  // namespace

bool is_dcgmi_nvlink(const TextDocument& document) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (gpu_of(lines[i]) && is_states(lines[i + 1])) return true;
  }
  return false;
}

void read_dcgmi_nvlink(const TextDocument& document, Machine& machine, Source&) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto index = gpu_of(lines[i]);
    if (!index || !is_states(lines[i + 1])) continue;
    Gpu& gpu = gpu_of_index(machine, *index);
    gpu.nvlinks.clear();
    std::int64_t number = 0;
    for (const std::string_view word : words_of(inside(lines[i + 1]))) {
      // "_" is a link that the GPU does not have.
      if (word != "_") {
        NvLink& link = gpu.nvlinks.emplace_back();
        link.index = number;
        link.up = word == "U";
        if (word == "X") link.state = "disabled";
      }
      ++number;
    }
  }
}

}  // namespace planner::machine
