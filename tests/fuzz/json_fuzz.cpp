// Fuzz target of the JSON reader: any bytes become a tree or a message; places lie inside the text.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "source/read.h"

using namespace planner;

namespace {

void check_places(const Node& node, std::uint32_t lines) {
  if (node.at.line == 0 || node.at.line > lines || node.at.column == 0) std::abort();
  for (const Node& item : node.items) check_places(item, lines);
  for (const Node::Entry& e : node.entries) {
    if (e.at.line == 0 || e.at.line > lines) std::abort();
    check_places(e.value, lines);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const auto root = parse_json(text, "fuzz.json", {}, diagnostics);
  if (root.has_value() == diagnostics.has_errors()) std::abort();
  render(diagnostics);
  if (root) check_places(*root, static_cast<std::uint32_t>(1 + std::count(text.begin(), text.end(), '\n')));
  return 0;
}
