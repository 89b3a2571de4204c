// nvidia-smi --query-gpu=... --format=csv, with or without units.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/smi_log.h"

namespace planner::machine {
namespace {

struct Column {
  std::string path, unit;
};

/// "memory.total [MiB]" becomes {"memory_total", "MiB"}.
Column column_of(std::string_view cell) {
  cell = trim(cell);
  const std::size_t bracket = cell.find('[');
  Column column{snake_case(cell.substr(0, bracket)), ""};
  if (bracket != std::string_view::npos)
    column.unit = std::string(trim(cell.substr(bracket + 1, cell.find(']') - bracket - 1)));
  return column;
}

bool is_header(std::string_view line) {
  if (!contains(line, ",") || contains(line, "|") || line.size() > 16'384) return false;
  int known = 0;
  for (const std::string_view cell : split(line, ',')) {
    if (trim(cell).find(' ') != std::string_view::npos && !contains(cell, "[")) return false;
    if (is_known_path(column_of(cell).path)) ++known;
  }
  return known >= 2;
}

bool is_plain_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.-") == std::string_view::npos;
}

/// True if the row has the header's cells and looks like values.
bool read_row(std::string_view line, const std::vector<Column>& columns, SmiGpu& gpu, SmiValues& header) {
  const auto cells = split(line, ',');
  if (cells.size() != columns.size()) return false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string value(trim(cells[i]));
    if (is_plain_number(value) && !columns[i].unit.empty()) value += " " + columns[i].unit;
    gpu.values.push_back({columns[i].path, value});
  }
  for (const std::string_view name : {"driver_version", "kmd_version", "count"}) {
    if (const std::string* value = find_value(gpu.values, name)) {
      header.push_back({name == "count" ? "attached_gpus" : std::string(name), *value});
    }
  }
  return true;
}

}  // namespace

bool is_smi_csv(const TextDocument& document) {
  for (const std::string_view line : document.lines()) {
    if (is_header(line)) return true;
  }
  return false;
}

void read_smi_csv(const TextDocument& document, Machine& machine, Source& source) {
  std::vector<Column> columns;
  SmiLog log;
  for (const std::string_view line : document.lines()) {
    if (is_header(line)) {
      columns.clear();
      for (const std::string_view cell : split(line, ',')) columns.push_back(column_of(cell));
      continue;
    }
    if (columns.empty() || trim(line).empty()) continue;
    SmiGpu gpu;
    if (!read_row(line, columns, gpu, log.header)) {
      if (contains(line, ",")) {
        source.complete = false;
        source.warnings.push_back("a row has other cells than the header");
      }
      continue;
    }
    if (const std::string* id = find_value(gpu.values, "pci_bus_id")) gpu.id = *id;
    log.gpus.push_back(std::move(gpu));
  }
  add_log(log, machine);
  // The order of the rows says nothing; only a column does.
  for (std::size_t i = 0; i < machine.gpus.size(); ++i) {
    if (!find_value(log.gpus[i].values, "index")) machine.gpus[i].index.reset();
  }
}

}  // namespace planner::machine
