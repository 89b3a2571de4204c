#include "shipped_catalog.h"

#include <doctest/doctest.h>

#include "source/embedded.h"
#include "source/read.h"

using namespace planner;

const Catalog& shipped_catalog() {
  static const Catalog catalog = [] {
    Catalog loaded;
    Diagnostics diagnostics;
    const auto documents = unpack_embedded();
    REQUIRE(documents);
    std::vector<Document> parts;
    for (const auto& document : *documents)
      if (document.file.rfind("catalog/", 0) == 0 && document.root.find("parts") != nullptr) parts.push_back(document);
    loaded.add_layer(parts, diagnostics);
    INFO(render(diagnostics));
    REQUIRE_FALSE(diagnostics.has_errors());
    return loaded;
  }();
  return catalog;
}
