#include "gpu_probe/conform/fragments.h"

#include <algorithm>
#include <array>

#include "gpu_probe/machine/document.h"

namespace planner::conform {
namespace {

using machine::contains;
using machine::starts_with;
using machine::trim;
using machine::words_of;

constexpr std::string_view kMadeAddress = "0000:00:00.0";

bool is_level(std::string_view word) {
  constexpr std::array<std::string_view, 7> levels = {"X", "PIX", "PXB", "PHB", "NODE", "SYS", "SOC"};
  return std::find(levels.begin(), levels.end(), word) != levels.end() ||
         (word.size() > 2 && word.starts_with("NV") &&
          word.find_first_not_of("0123456789", 2) == std::string_view::npos);
}

/// Cells of a row of `topo -m`, or 0.
std::size_t levels_in(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() < 3 || !words[0].starts_with("GPU")) return 0;
  std::size_t count = 0;
  while (count + 1 < words.size() && is_level(words[count + 1])) ++count;
  return std::find(words.begin(), words.end(), "X") != words.end() ? count : 0;
}

std::string with_topology_head(const machine::TextDocument& document) {
  std::size_t columns = 0;
  for (const std::string_view line : document.lines()) columns = std::max(columns, levels_in(line));
  if (columns < 2 || columns > 64) return {};
  std::string head;
  for (std::size_t i = 0; i < columns; ++i) head += "\tGPU" + std::to_string(i);
  return head + "\tCPU Affinity\tNUMA Affinity\n" + document.text();
}

std::string with_query_head(const machine::TextDocument& document) {
  constexpr std::array<std::string_view, 9> groups = {
      "Remapped Rows",           "Fabric",        "ECC Errors",  "Retired Pages",    "Clocks Event Reasons",
      "Clocks Throttle Reasons", "GPU Link Info", "Temperature", "BAR1 Memory Usage"};
  bool group = false, value = false;
  for (const std::string_view line : document.lines()) {
    group = group || std::find(groups.begin(), groups.end(), trim(line)) != groups.end();
    value = value || contains(line, " : ") || contains(line, ": ");
  }
  if (!group || !value) return {};
  std::string text = "==============NVSMI LOG==============\n\nGPU 00000000:00:00.0\n";
  for (const std::string_view line : document.lines()) {
    if (trim(line).empty() || trim(line).front() == '$' || contains(line, "nvidia-smi")) continue;
    const bool heading = !contains(line, ":");
    text += std::string(heading ? 4 : 8, ' ') + std::string(trim(line)) + "\n";
  }
  return text;
}

std::string with_diag_head(const machine::TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    const bool row = starts_with(trim(line), "| ") && std::count(line.begin(), line.end(), '|') == 3;
    if (row &&
        (contains(line, "| Pass") || contains(line, "| Fail") || contains(line, "| Warn") || contains(line, "| Skip")))
      return "| Diagnostic                | Result                                         |\n" + document.text();
  }
  return {};
}

std::string with_lspci_head(const machine::TextDocument& document) {
  bool link = false;
  std::string text = "00:00.0 VGA compatible controller [0300]: NVIDIA Corporation Device [10de:0000]\n";
  for (const std::string_view line : document.lines()) {
    link = link || starts_with(trim(line), "LnkSta:");
    text += "\t\t" + std::string(trim(line)) + "\n";
  }
  return link ? text : std::string();
}

}  // namespace

std::string completed_fragment(std::string_view text, bool& made_address) {
  made_address = false;
  const machine::TextDocument document(text.substr(0, std::size_t{1} << 20));
  if (std::string whole = with_topology_head(document); !whole.empty()) return whole;
  if (std::string whole = with_diag_head(document); !whole.empty()) return whole;
  made_address = true;
  if (std::string whole = with_query_head(document); !whole.empty()) return whole;
  return with_lspci_head(document);
}

void forget_address(machine::Machine& machine) {
  for (machine::Gpu& g : machine.gpus) {
    if (!g.address || machine::to_text(*g.address) != kMadeAddress) continue;
    g.address.reset();
    g.index = 0;
  }
}

}  // namespace planner::conform
