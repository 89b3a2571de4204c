// The shipped catalog and rules inside the program. Only programs that link planner_embedded may call it.
#pragma once

#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "source/read.h"

extern "C" const char planner_embedded_catalog_begin[];
extern "C" const char planner_embedded_catalog_end[];
extern "C" const char planner_embedded_rules_begin[];
extern "C" const char planner_embedded_rules_end[];

namespace planner {

/// The blobs that the build packed from catalog/ and rules/; `unpack_documents` reads them.
inline std::string_view embedded_catalog() {
  return {planner_embedded_catalog_begin,
          static_cast<std::size_t>(planner_embedded_catalog_end - planner_embedded_catalog_begin)};
}
inline std::string_view embedded_rules() {
  return {planner_embedded_rules_begin,
          static_cast<std::size_t>(planner_embedded_rules_end - planner_embedded_rules_begin)};
}

/// The documents of both, the catalog's first; nothing if they are damaged.
inline std::optional<std::vector<Document>> unpack_embedded() {
  auto documents = unpack_documents(embedded_catalog());
  auto rules = unpack_documents(embedded_rules());
  if (!documents || !rules) return std::nullopt;
  documents->insert(documents->end(), std::make_move_iterator(rules->begin()), std::make_move_iterator(rules->end()));
  return documents;
}

}  // namespace planner
