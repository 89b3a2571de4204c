// nvbandwidth's text: tests one after the other, each with its table; tests may be waived, cut or elided.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/measurement_table.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// "Running host_to_device_memcpy_ce."
std::optional<std::string> test_name(std::string_view line) {
  line = trim(line);
  if (!starts_with(line, "Running ")) return std::nullopt;
  std::string_view name = trim(line.substr(8));
  while (!name.empty() && name.back() == '.') name.remove_suffix(1);
  const bool word =
      !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
  return word && contains(name, "_") ? std::optional(std::string(name)) : std::nullopt;
}

/// 12040 is 12.4.
Text cuda_version(std::string_view text) {
  const auto number = whole_at(text);
  if (!number || *number < 1000) return std::nullopt;
  return std::to_string(*number / 1000) + "." + std::to_string(*number % 1000 / 10);
}

void read_header(std::string_view line, Machine& machine) {
  line = trim(line);
  if (const auto version = after(line, "Driver Version:"); version && starts_with(line, "Driver Version:"))
    machine.software.driver_version = known_text(*version);
  if (const auto version = after(line, "CUDA Driver Version:"))
    machine.software.driver_cuda_version = cuda_version(*version);
  if (const auto version = after(line, "CUDA Runtime Version:")) {
    if (const auto text = cuda_version(*version)) machine.software.toolkits.push_back(*text);
  }
  // "Device 0: NVIDIA GH200 480GB (00000009:01:00)": the order is CUDA's, only the address says which GPU it is.
  if (!starts_with(line, "Device ")) return;
  const std::size_t open = line.rfind('('), colon = line.find(':');
  if (open == std::string_view::npos || colon == std::string_view::npos || open < colon) return;
  const auto address = parse_pci_address(line.substr(open + 1, line.find(')', open) - open - 1));
  if (address) gpu_at(machine, *address).name = known_text(line.substr(colon + 1, open - colon - 1));
}

class BandwidthReader {
 public:
  explicit BandwidthReader(Machine& machine) : machine_(machine) {}

  void line(std::string_view raw) {
    const std::string_view line = trim(raw);
    if (const auto name = test_name(line)) {
      finish();
      current_ = Measurement{};
      current_->tool = "nvbandwidth";
      current_->test = *name;
      return;
    }
    if (!current_) {
      read_header(line, machine_);
    } else if (starts_with(line, "SUM ")) {
      const auto words = words_of(line);
      if (words.size() == 3 && words[1] == current_->test) current_->sum = number_at(words[2]);
      finish();
    } else if (starts_with(line, "Waived") || contains_ignoring_case(line, "waived")) {
      // The remark names no test; it stands after the test it is about, unless that has a table already.
      if (current_->cells.empty()) {
        current_->status = "waived";
        current_->message = shorten(line, 200);
        finish();
      }
    } else if (contains(line, "GB/s") && !table_.started()) {
      current_->unit = "GB/s";
    } else if (contains(line, "(ns)") || contains(line, "(us)")) {
      current_->unit = contains(line, "(ns)") ? "ns" : "us";
    } else if (contains(line, "ERROR") || contains(line, "CUDA_ERROR")) {
      current_->status = "error";
      current_->message = shorten(line, 200);
    } else if (starts_with(line, "[...]")) {
      current_->status = "incomplete";
    } else {
      table_.line(line, *current_);
    }
  }

  void finish() {
    if (current_) {
      if (!current_->status) current_->status = current_->cells.empty() ? "incomplete" : "passed";
      machine_.measurements.push_back(std::move(*current_));
    }
    current_.reset();
    table_ = MeasurementTable{};
  }

 private:
  Machine& machine_;
  std::optional<Measurement> current_;
  MeasurementTable table_;
};

}  // namespace

bool is_nvbandwidth_text(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(),
                     [](std::string_view line) { return starts_with(line, "nvbandwidth Version") || test_name(line); });
}

void read_nvbandwidth_text(const TextDocument& document, Machine& machine, Source&) {
  BandwidthReader reader(machine);
  for (const std::string_view line : document.lines()) reader.line(line);
  reader.finish();
}

}  // namespace planner::machine
