// nvidia-smi -L, and nvidia-smi nvlink -s and -e, which begin with the same lines.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

struct Heading {
  std::int64_t index;
  Text name, uuid;
};

/// "GPU 0: NVIDIA H200 (UUID: GPU-...)"
std::optional<Heading> heading(std::string_view line) {
  line = trim(line);
  if (!starts_with(line, "GPU ")) return std::nullopt;
  const std::size_t colon = line.find(':');
  const auto index = whole_at(line.substr(4));
  if (colon == std::string_view::npos || !index || *index < 0 || *index > 1023) return std::nullopt;
  if (line.substr(4, colon - 4).find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(colon + 1);
  const std::size_t bracket = rest.find("(UUID");
  if (bracket == std::string_view::npos) return std::nullopt;
  Heading found{*index, known_text(rest.substr(0, bracket)), std::nullopt};
  if (const auto uuid = after(rest, "UUID:", ")")) found.uuid = known_text(*uuid);
  return found;
}

bool is_link_line(std::string_view line) {
  line = trim(line);
  return (starts_with(line, "Link ") && whole_at(line.substr(5)) && contains(line, ":")) || contains(line, "NVLink") ||
         contains(line, "Nvlink");
}

Gpu& start_gpu(const Heading& found, Machine& machine) {
  Gpu& gpu = gpu_of_index(machine, found.index);
  gpu.name = found.name;
  gpu.uuid = found.uuid;
  return gpu;
}

/// "Link 3: 26.562 GB/s", "Link 5: <inactive>", "Link 0: Replay Errors: 0", "Link 0: Remote Device 00000000:07:00.0:
/// Link 3"
void read_link(std::string_view line, Gpu& gpu) {
  line = trim(line);
  const auto index = whole_at(line.substr(5));
  const std::size_t colon = line.find(':');
  if (!index || *index < 0 || *index > 255 || colon == std::string_view::npos) return;
  NvLink* link = nullptr;
  for (NvLink& known : gpu.nvlinks) {
    if (known.index == *index) link = &known;
  }
  if (!link) {
    link = &gpu.nvlinks.emplace_back();
    link->index = *index;
  }
  const std::string_view value = trim(line.substr(colon + 1));
  if (contains(value, "Errors")) {
    const auto count = whole_at(value.substr(value.rfind(':') + 1));
    if (contains(value, "Replay"))
      link->replay_errors = count;
    else if (contains(value, "Recovery"))
      link->recovery_errors = count;
    else if (contains(value, "CRC"))
      link->crc_errors = count;
  } else if (const auto peer = after(value, "Remote Device", ": Link")) {
    link->peer = parse_pci_address(*peer);
  } else if (const auto speed = number_at(value); speed && contains(value, "GB/s")) {
    link->up = *speed > 0;
    link->speed_gbs = speed;
  } else if (contains_ignoring_case(value, "inactive")) {
    link->up = false;
    link->state = "inactive";
  } else {
    link->state = known_text(value);
  }
}

}  // namespace

bool is_smi_list(const TextDocument& document) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (heading(lines[i]) && (i + 1 == lines.size() || !is_link_line(lines[i + 1]))) return true;
  }
  return false;
}

void read_smi_list(const TextDocument& document, Machine& machine, Source&) {
  Gpu* gpu = nullptr;
  for (const std::string_view line : document.lines()) {
    if (const auto found = heading(line)) {
      gpu = &start_gpu(*found, machine);
    } else if (gpu && starts_with(trim(line), "MIG ") && contains(line, "Device")) {
      const auto words = words_of(line);
      if (words.size() > 2) gpu->mig_devices.emplace_back().profile = std::string(words[1]);
    }
  }
}

bool is_nvlink_status(const TextDocument& document) {
  const auto& lines = document.lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (heading(lines[i]) && is_link_line(lines[i + 1])) return true;
  }
  return false;
}

void read_nvlink_status(const TextDocument& document, Machine& machine, Source&) {
  const auto& lines = document.lines();
  Gpu* gpu = nullptr;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (const auto found = heading(line)) {
      // Only a heading that links follow, or a remark about them.
      gpu = i + 1 < lines.size() && is_link_line(lines[i + 1]) ? &start_gpu(*found, machine) : nullptr;
    } else if (gpu && starts_with(line, "Link ")) {
      read_link(line, *gpu);
    } else if (gpu && is_link_line(line)) {
      gpu->nvlink_note = shorten(line, 200);
    } else {
      gpu = nullptr;
    }
  }
}

}  // namespace planner::machine
