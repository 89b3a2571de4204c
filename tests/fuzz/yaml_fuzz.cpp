// Fuzz target of the YAML reader: any bytes become a tree or a message, and a tree survives packing.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "source/content_hash.h"
#include "source/read.h"

using namespace planner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  auto root = parse_yaml(text, "fuzz.yaml", {}, diagnostics);
  if (root.has_value() == diagnostics.has_errors()) std::abort();
  if (render(diagnostics).size() > 2'000'000) std::abort();
  if (!root) return 0;
  const std::vector<Document> documents{{"fuzz.yaml", std::move(*root)}};
  const auto again = unpack_documents(pack_documents(documents));
  if (!again || pack_documents(*again) != pack_documents(documents)) std::abort();
  if ((*again)[0].digest != content_digest(documents[0])) std::abort();
  return 0;
}
