// Catalogs made of YAML in the test itself.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/catalog.h"
#include "source/read.h"

namespace planner::test {

using Files = std::vector<std::pair<std::string, std::string>>;

/// Parses and adds one layer; messages go to `diagnostics`.
inline void add_layer(Catalog& catalog, const Files& files, Diagnostics& diagnostics) {
  std::vector<Document> documents;
  for (const auto& [name, text] : files) {
    auto root = parse_yaml(text, name, {}, diagnostics);
    REQUIRE_MESSAGE(root.has_value(), render(diagnostics));
    documents.push_back({name, std::move(*root), text});
  }
  catalog.add_layer(documents, diagnostics);
}

/// A catalog of layers without a single message.
inline Catalog load(const std::vector<Files>& layers) {
  Catalog catalog;
  Diagnostics diagnostics;
  for (const Files& files : layers) add_layer(catalog, files, diagnostics);
  REQUIRE_MESSAGE(diagnostics.items().empty(), render(diagnostics));
  return catalog;
}

/// What is said about one file; nothing of it may be in the catalog when `kept` is 0.
inline std::string complaint(const std::string& text, std::size_t kept = 0) {
  Catalog catalog;
  Diagnostics diagnostics;
  add_layer(catalog, {{"t.yaml", text}}, diagnostics);
  CHECK(catalog.parts().size() == kept);
  return render(diagnostics);
}

/// The part of an id, which must be there and of type T.
template <class T>
const T& part(const Catalog& catalog, std::string_view id) {
  const Part* found = catalog.find(id);
  REQUIRE(found != nullptr);
  REQUIRE(std::holds_alternative<T>(*found));
  return std::get<T>(*found);
}

}  // namespace planner::test
