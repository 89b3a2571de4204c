// The set of parts planner knows, loaded from documents; later documents lie on top of earlier ones.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/part.h"
#include "source/node.h"

namespace planner {

class Catalog {
 public:
  /// Adds the parts of a document (`{kind: gpu, parts: [...]}` or several such under `catalog:`). A part whose id
  /// exists already is overlaid field by field; the same id twice in one layer is an error that names both places. All
  /// errors are reported; parts with errors are left out.
  void add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics);

  const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }
  /// Parts of a kind in catalog order (file name, then position).
  std::vector<const Part*> of_kind(PartKind kind) const;
  const Part* find(std::string_view id) const;
  /// Stable digest (hex) of all layers' content.
  std::string digest() const;
  /// Gives all parts away; the catalog is empty then.
  std::vector<std::unique_ptr<Part>> release_parts();

 private:
  friend class CatalogLoader;
  std::vector<std::unique_ptr<Part>> parts_;
  std::unordered_map<std::string, Part*> by_id_;
  std::uint64_t digest_ = 0xcbf29ce484222325ull;
};

}  // namespace planner
