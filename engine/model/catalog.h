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

class PartArchive;

class Catalog {
 public:
  /// Adds the parts of a document (`{kind: gpu, parts: [...]}` or several such under `catalog:`). A part whose id
  /// exists already is overlaid field by field; the same id twice in one layer is an error that names both places. All
  /// errors are reported; parts with errors are left out.
  void add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics);

  /// Adds a compiled layer beneath all others: its parts are found by id and by what quotes call them, but are not
  /// among `parts()` and are read one at a time. A part that another layer has stays as it is there.
  void add_archive(std::shared_ptr<const PartArchive> archive);
  const std::vector<std::shared_ptr<const PartArchive>>& archives() const { return archives_; }
  /// Moves all parts of archives among `parts()`, for what looks at every part; damaged ones are reported.
  void unfold_archives(Diagnostics& diagnostics);

  const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }
  /// Parts of a kind in catalog order (file name, then position).
  std::vector<const Part*> of_kind(PartKind kind) const;
  /// The part of an id, of an archive as well; null if there is none.
  const Part* find(std::string_view id) const;
  /// As `find`, without archives.
  const Part* find_loaded(std::string_view id) const;
  /// Stable digest (hex) of all layers' content.
  std::string digest() const;
  /// Gives all parts away; the catalog is empty then.
  std::vector<std::unique_ptr<Part>> release_parts();

 private:
  friend class CatalogLoader;
  Part* own(std::unique_ptr<Part> part);

  std::vector<std::unique_ptr<Part>> parts_;
  std::unordered_map<std::string, Part*> by_id_;
  std::vector<std::shared_ptr<const PartArchive>> archives_;
  std::uint64_t digest_ = 0xcbf29ce484222325ull;
};

}  // namespace planner
