// Fuzz target of the catalog loader: any YAML, on top of a layer it can refer to, is loaded or refused with messages,
// and every part that was loaded can be written and read back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/catalog_loader.h"
#include "model/field.h"
#include "model/part_writer.h"
#include "source/node_builder.h"
#include "source/read.h"

using namespace planner;

namespace {

constexpr std::string_view kBase = R"(catalog:
  - {kind: gpu, parts: [{id: g, name: G, vram: 24 GB, length: 300 mm, power_connectors: [{type: pcie_8pin, count: 2}]}]}
  - {kind: board, parts: [{id: b, name: B, slots: [{label: S1, position: 1, connector: x16, lanes: x16, gen: 4, upstream: cpu0}]}]}
  - {kind: platform, parts: [{id: p, name: P, board: {socket: SP5}, includes_gpu: g}]}
)";

const std::vector<Document>& base_layer() {
  static const std::vector<Document> documents = [] {
    Diagnostics diagnostics;
    return std::vector<Document>{{"base.yaml", *parse_yaml(kBase, "base.yaml", {}, diagnostics)}};
  }();
  return documents;
}

/// Reads a written part; what the loader took once it must take again.
void check_round_trip(const Part& part, const Catalog& catalog) {
  Document document{"again", map_node()};
  Node parts = list_node();
  parts.items.push_back(write_part(part));
  put(document.root, "parts", std::move(parts));
  Diagnostics diagnostics;
  const auto again = read_parts(document, &catalog, diagnostics);
  if (diagnostics.has_errors() || again.size() != 1) std::abort();
  for (const Field& f : fields_of(kind_of(part))) {
    if (!(f.get(raw(part)) == f.get(raw(*again[0])))) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  auto root = parse_yaml(text, "fuzz.yaml", {}, diagnostics);
  if (!root) return 0;
  Catalog catalog;
  catalog.add_layer(base_layer(), diagnostics);
  if (diagnostics.has_errors() || catalog.parts().size() != 3) std::abort();
  catalog.add_layer({{"fuzz.yaml", std::move(*root), std::string(text)}}, diagnostics);
  render(diagnostics);
  for (const auto& part : catalog.parts()) {
    if (catalog.find(info_of(*part).id) != part.get() || info_of(*part).name.empty()) std::abort();
    for (const Field& f : fields_of(kind_of(*part))) provenance_of(info_of(*part), f.name);
    if (diagnostics.items().empty()) check_round_trip(*part, catalog);
  }
  return 0;
}
