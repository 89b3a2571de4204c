// Fuzz target of the reader of delimited text: any bytes become rows or a message, rows in the order of their lines.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "source/read.h"

using namespace planner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const auto rows = parse_delimited(text, "fuzz.csv", diagnostics);
  if (rows.has_value() == diagnostics.has_errors()) std::abort();
  render(diagnostics);
  if (!rows) return 0;
  std::uint32_t line = 0;
  std::size_t bytes = 0;
  for (const Row& row : *rows) {
    if (row.line <= line || row.cells.empty()) std::abort();
    line = row.line;
    for (const std::string& cell : row.cells) bytes += cell.size();
  }
  if (bytes > size) std::abort();
  return 0;
}
