// Loads one layer of documents into a catalog: collects the parts of all files, then resolves variants and overlays.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/catalog.h"
#include "model/node_reader.h"
#include "model/source_names.h"

namespace planner {

class CatalogLoader {
 public:
  /// `base` resolves `variant_of` of ids that `catalog` does not have; may be null.
  CatalogLoader(Catalog& catalog, const Catalog* base, Diagnostics& diagnostics)
      : catalog_(catalog), base_(base), diagnostics_(diagnostics) {}

  void load(const std::vector<Document>& documents);
  /// Leaves the archives of `base` alone.
  void use_loaded_base_only() { loaded_base_only_ = true; }

 private:
  /// A map with `parts`: a whole file, or one item of its `catalog` list.
  struct Section {
    NodeReader reader;
    SourceNames names;
    std::optional<PartKind> kind;
  };
  enum class State : std::uint8_t { waiting, visiting, done, failed };
  /// A part as it stands in its file.
  struct Draft {
    Section* section;
    const Node* node;
    PartKind kind;
    std::string id;
    std::string parent;  ///< id of what it is a variant of, or empty
    State state = State::waiting;
    std::unique_ptr<Part> part;
  };
  struct PriceDraft {
    Section* section;
    const Node* node;
  };

  void open_file(const Document& document);
  void open_section(const Document& document, const Node& map);
  void collect_part(Section& section, const Node& node, const Draft* enclosing);
  std::optional<PartKind> kind_of_draft(Section& section, const Node& node, const Draft* enclosing);
  void resolve(Draft& draft, int depth);
  bool prepare(Draft& draft, int depth, std::unique_ptr<Part>& part, bool& overlay);
  const Part* find_parent(Draft& draft, int depth);
  const Part* find_in_base(std::string_view id) const;
  void apply_price(const PriceDraft& price);
  void check_included_gpus();
  void commit();

  Catalog& catalog_;
  const Catalog* base_;
  bool loaded_base_only_ = false;
  Diagnostics& diagnostics_;
  std::deque<Section> sections_;
  std::deque<Draft> drafts_;
  std::vector<PriceDraft> prices_;
  std::unordered_map<std::string_view, Draft*> by_id_;
};

/// Reads parts that are no layer of a catalog (those that a build file brings along). They may be variants of parts in
/// `base`.
std::vector<std::unique_ptr<Part>> read_parts(const Document& document, const Catalog* base, Diagnostics& diagnostics);

/// As `read_parts`, for parts of an archive: they may be variants of loaded parts alone, so that archives cannot refer
/// to each other in circles.
std::vector<std::unique_ptr<Part>> read_archived_parts(const Document& document, const Catalog& base,
                                                       Diagnostics& diagnostics);

}  // namespace planner
