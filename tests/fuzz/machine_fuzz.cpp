// Fuzz target of the readers of other tools' output: any bytes become readings; the merged snapshot is written and read
// back to the same text, keeps its limits, and reading twice gives the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gpu_probe/machine/merge.h"
#include "gpu_probe/machine/snapshot.h"
#include "gpu_probe/machine/summary.h"

namespace {

using namespace planner;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const machine::Machine& found) {
  require(!found.sources.empty());
  for (const auto& event : found.kernel_log) require(event.line.size() <= 300 && event.repeats >= 1);
  for (const auto& matrix : found.measurements) {
    require(matrix.rows.size() == matrix.cells.size());
    for (const auto& row : matrix.cells) require(row.size() == matrix.columns.size());
  }
  const auto& levels = found.topology.levels;
  require(levels.rows.size() == levels.cells.size());
  for (const auto& row : levels.cells) require(row.size() == levels.columns.size());
  for (const auto& device : found.pci) require(machine::path_to_root(found, device.address).size() <= found.pci.size());
  for (const auto& gpu : found.gpus) require(!gpu.uuid && !gpu.serial);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 100'000) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const machine::Machine found = machine::merge_all(machine::read_document_of_machine("fuzz", bytes), false);
  check(found);
  const std::string text = machine::write_snapshot(found);
  require(text == machine::write_snapshot(machine::merge_all(machine::read_document_of_machine("fuzz", bytes), false)));
  Diagnostics diagnostics;
  const auto again = machine::read_snapshot(text, "fuzz.json", diagnostics);
  require(again.has_value() && machine::write_snapshot(*again) == text);
  require(!machine::summarize_machine(found).empty());
  return 0;
}
