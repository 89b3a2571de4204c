// The table that nvidia-smi prints without arguments, in all widths since driver 390, and its error texts.
#include <array>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// Cells between the bars of "| a | b |".
std::vector<std::string_view> cells_of(std::string_view line) {
  line = trim(line);
  if (line.size() < 2 || line.front() != '|') return {};
  auto cells = split(line.substr(1), '|');
  if (trim(cells.back()).empty() && cells.size() > 1) cells.pop_back();
  return cells;
}

std::optional<PciAddress> address_in(std::string_view cell) {
  const auto words = words_of(cell);
  if (words.empty() || words.front().find('.') == std::string_view::npos) return std::nullopt;
  return parse_pci_address(words.front());
}

/// "   0  NVIDIA GeForce RTX 2080 ...  WDDM": index, name, and persistence or driver model.
void read_name_cell(std::string_view cell, Gpu& gpu) {
  cell = trim(cell);
  gpu.index = whole_at(cell);
  const std::size_t digits = cell.find_first_not_of("0123456789");
  std::string_view name = digits == std::string_view::npos ? std::string_view{} : trim(cell.substr(digits));
  const std::size_t blank = name.rfind(' ');
  const std::string_view last = blank == std::string_view::npos ? std::string_view{} : name.substr(blank + 1);
  if (last == "On" || last == "Off" || last == "N/A") {
    gpu.persistence = flag_of(last);
  } else if (last == "WDDM" || last == "TCC" || last == "MCDM") {
    gpu.driver_model = std::string(last);
  } else if (!last.empty() && is_fault(last)) {
    gpu.fault = std::string(last);
  } else {
    gpu.name = known_text(name);
    return;
  }
  name = trim(name.substr(0, blank));
  if (is_fault(name)) gpu.fault = std::string(name);
  gpu.name = known_text(name);
}

void read_ecc_cell(std::string_view cell, Gpu& gpu) {
  cell = trim(cell);
  if (const auto errors = whole_at(cell)) {
    gpu.ecc.enabled = true;
    gpu.ecc.volatile_uncorrected = errors;
  } else {
    gpu.ecc.enabled = flag_of(cell);
  }
}

/// " 30%   31C    P8    11W /  300W ": any of them may be N/A or ERR!.
void read_state_cell(std::string_view cell, Gpu& gpu) {
  const auto words = words_of(cell);
  for (const std::string_view word : words) {
    if (is_fault(word)) gpu.fault = std::string(word);
    if (word.size() < 2) continue;
    if (word.back() == '%')
      gpu.thermal.fan_percent = number_at(word);
    else if (word.back() == 'C' && number_at(word))
      gpu.thermal.temperature_c = number_at(word);
    else if (word.front() == 'P' && whole_at(word.substr(1)))
      gpu.performance_state = std::string(word);
  }
  const std::size_t slash = cell.find('/', cell.find('P') == std::string_view::npos ? 0 : cell.find('P'));
  if (slash == std::string_view::npos) return;
  const auto before = words_of(cell.substr(0, slash));
  if (!before.empty() && before.back().back() == 'W') gpu.power.draw_w = number_at(before.back());
  gpu.power.limit_w = number_at(cell.substr(slash + 1));
}

void read_memory_cell(std::string_view cell, Gpu& gpu) {
  const std::size_t slash = cell.find('/');
  if (slash == std::string_view::npos) return;
  gpu.memory_used_bytes = bytes_of(cell.substr(0, slash));
  gpu.memory_total_bytes = bytes_of(cell.substr(slash + 1));
}

void read_use_cell(std::string_view cell, Gpu& gpu) {
  const auto words = words_of(cell);
  if (words.empty()) return;
  if (words.front().back() == '%') gpu.utilization_percent = number_at(words.front());
  constexpr std::array<std::string_view, 4> modes{"Default", "E. Process", "Prohibited", "E. Thread"};
  for (const std::string_view mode : modes) {
    if (contains(cell, mode)) gpu.compute_mode = mode == "E. Process" ? "Exclusive_Process" : std::string(mode);
  }
}

void read_banner(std::string_view line, Machine& machine) {
  const auto word_after = [&](std::string_view key) -> Text {
    const auto rest = after(line, key);
    const auto words = rest ? words_of(*rest) : std::vector<std::string_view>{};
    return words.empty() ? std::nullopt : known_text(words.front());
  };
  if (!contains(line, "NVIDIA-SMI ")) return;
  const Text tool = word_after("NVIDIA-SMI ");
  if (!tool || !number_at(*tool)) return;
  machine.software.nvidia_smi_version = tool;
  for (const std::string_view key : {"Driver Version:", "KMD Version:"}) {
    if (const Text version = word_after(key)) machine.software.driver_version = version;
  }
  for (const std::string_view key : {"CUDA Version:", "CUDA UMD Version:"}) {
    if (const Text version = word_after(key)) machine.software.driver_cuda_version = version;
  }
}

/// "|    0   N/A  N/A     2140    C+G   /usr/bin/x     173MiB |", in old tables without the instance columns.
void read_process(std::string_view line, Machine& machine) {
  const auto cells = cells_of(line);
  if (cells.size() != 1) return;
  const auto words = words_of(cells[0]);
  const auto gpu = words.empty() ? std::nullopt : whole_at(words[0]);
  if (!gpu || *gpu < 0 || *gpu > 1023) return;
  for (std::size_t i = 2; i + 1 < words.size(); ++i) {
    if (words[i] != "C" && words[i] != "G" && words[i] != "C+G" && words[i] != "M+C") continue;
    GpuProcess process;
    process.type = std::string(words[i]);
    process.name = known_text(words[i + 1]);
    process.memory_bytes = bytes_of(words.back());
    gpu_of_index(machine, *gpu).processes.push_back(process);
    return;
  }
}

void read_mig_device(std::string_view line, Machine& machine) {
  const auto cells = cells_of(line);
  if (cells.size() < 3) return;
  const auto ids = words_of(cells[0]);
  if (ids.size() != 4) return;
  const auto gpu = whole_at(ids[0]);
  const auto instance = whole_at(ids[1]), compute = whole_at(ids[2]);
  const std::size_t slash = cells[1].find('/');
  if (!gpu || *gpu < 0 || *gpu > 1023 || !instance || !compute || slash == std::string_view::npos) return;
  MigDevice device;
  device.gpu_instance = instance;
  device.compute_instance = compute;
  device.memory_used_bytes = bytes_of(cells[1].substr(0, slash));
  device.memory_total_bytes = bytes_of(cells[1].substr(slash + 1));
  gpu_of_index(machine, *gpu).mig_devices.push_back(device);
}

/// What nvidia-smi prints instead of the table. A machine without GPUs and a driver that fails differ.
Text problem_in(std::string_view line) {
  constexpr std::array<std::string_view, 7> texts{"NVIDIA-SMI has failed because",
                                                  "Failed to initialize NVML",
                                                  "No devices were found",
                                                  "Unable to determine the device handle",
                                                  "couldn't find libnvidia-ml.so",
                                                  "command not found",
                                                  "is not recognized as an internal or external command"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (contains(line, texts[i]) && (i < 5 || contains(line, "nvidia-smi"))) return shorten(trim(line), 300);
  }
  return std::nullopt;
}

void read_problem(std::string_view line, Machine& machine) {
  const auto problem = problem_in(line);
  if (!problem) return;
  if (!machine.software.problem) machine.software.problem = problem;
  // "Unable to determine the device handle for GPU 0000:02:00.0: GPU is lost.  Reboot ..."
  // Newer drivers write "GPU0: 0000:02:00.0".
  for (const std::string_view word : words_of(line)) {
    std::string_view place = word;
    while (!place.empty() && (place.back() == ':' || place.back() == '.' || place.back() == ','))
      place.remove_suffix(1);
    const auto address = place.size() >= 10 ? parse_pci_address(place) : std::nullopt;
    if (!address) continue;
    const auto why = after(line, word, ".  ");
    gpu_at(machine, *address).fault = shorten(why && !why->empty() ? *why : trim(line), 200);
  }
}

enum class Part { gpus, mig, processes };

}  // namespace

bool is_smi_table(const TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    if (problem_in(line)) return true;
    const auto cells = cells_of(line);
    if (cells.size() >= 3 && address_in(cells[1]) && whole_at(cells[0])) return true;
  }
  return false;
}

void read_smi_table(const TextDocument& document, Machine& machine, Source& source) {
  const auto& lines = document.lines();
  Part part = Part::gpus;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    read_banner(lines[i], machine);
    read_problem(lines[i], machine);
    if (contains(lines[i], "MIG devices:")) part = Part::mig;
    if (contains(lines[i], "Processes:")) part = Part::processes;
    if (part == Part::mig) read_mig_device(lines[i], machine);
    if (part == Part::processes) read_process(lines[i], machine);
    const auto cells = cells_of(lines[i]);
    if (cells.size() < 3) continue;
    const auto address = address_in(cells[1]);
    if (!address || !whole_at(cells[0])) continue;
    part = Part::gpus;
    Gpu& gpu = gpu_at(machine, *address);
    read_name_cell(cells[0], gpu);
    const auto display = words_of(cells[1]);
    if (display.size() > 1) gpu.display_active = known_text(display.back());
    read_ecc_cell(cells[2], gpu);
    const auto second = i + 1 < lines.size() ? cells_of(lines[i + 1]) : std::vector<std::string_view>{};
    if (second.size() < 3) {
      source.complete = false;
      continue;
    }
    read_state_cell(second[0], gpu);
    read_memory_cell(second[1], gpu);
    read_use_cell(second[2], gpu);
    const auto third = i + 2 < lines.size() ? cells_of(lines[i + 2]) : std::vector<std::string_view>{};
    if (third.size() >= 3 && trim(third[0]).empty()) gpu.mig_enabled = flag_of(third[2]);
  }
}

}  // namespace planner::machine
