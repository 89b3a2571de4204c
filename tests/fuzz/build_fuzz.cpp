// Fuzz target of build files: any YAML is a build or refused with messages; a build is written and read back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/build_file.h"
#include "source/read.h"

using namespace planner;

namespace {

constexpr std::string_view kParts = R"(catalog:
  - {kind: gpu, parts: [{id: g, name: G, vram: 24 GB}]}
  - {kind: psu, parts: [{id: p, name: P, rated_output: 1000 W}]}
)";

const Catalog& parts() {
  static const Catalog catalog = [] {
    Catalog c;
    Diagnostics diagnostics;
    c.add_layer({{"parts.yaml", *parse_yaml(kParts, "parts.yaml", {}, diagnostics)}}, diagnostics);
    return c;
  }();
  return catalog;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const auto root = parse_yaml(text, "fuzz.yaml", {}, diagnostics);
  if (!root) return 0;
  const auto build = read_build(*root, "fuzz.yaml", parts(), diagnostics);
  render(diagnostics);
  if (build.has_value() == diagnostics.has_errors()) std::abort();
  if (!build) return 0;
  const std::string written = write_build_yaml(*build);
  Diagnostics again;
  const auto tree = parse_yaml(written, "again.yaml", {}, again);
  if (!tree) std::abort();
  const auto copy = read_build(*tree, "again.yaml", parts(), again);
  if (!copy || write_build_yaml(*copy) != written) std::abort();
  return 0;
}
