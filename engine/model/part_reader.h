// Reads the map of one part into a part: its header, its fields with their origins, its sections.
#pragma once

#include "model/node_reader.h"
#include "model/part.h"
#include "model/source_names.h"

namespace planner {

/// What the part holds before its map is read, which decides whose sources and prices remain.
enum class PartStart : std::uint8_t {
  blank,    ///< nothing: the map is the whole part
  variant,  ///< everything of the part it is a variant of
  overlay   ///< the same part from an earlier layer
};

class PartReader {
 public:
  PartReader(NodeReader& reader, const SourceNames& names) : reader_(reader), names_(names) {}

  /// Reads `node` into `part` and checks it; the part's kind, id and (for variants) variant_of are set already.
  /// Errors are reported to the reader; the part is not to be used then.
  void read(Part& part, const Node& node, PartStart start);

 private:
  void read_header(PartInfo& info, const Node& node);
  void read_prices(PartInfo& info, const Node& prices);
  void read_fields(PartKind kind, const Node& node, void* raw_part, PartInfo& info, std::string_view prefix);
  bool read_section(Part& part, const Node::Entry& entry);
  void read_field(const struct Field& field, const Node& node, void* raw_part);
  const Node* open_value(const Node& node, struct FieldOrigin& origin, std::string& unknown);
  void store_origin(PartInfo& info, FieldOrigin origin);
  void report_unknown_field(PartKind kind, const Node::Entry& entry);

  NodeReader& reader_;
  const SourceNames& names_;
  PartStart start_ = PartStart::blank;
  Part* part_ = nullptr;
  Confidence confidence_ = Confidence::medium;  ///< of figures that state none
  std::string overlay_source_;                  ///< of figures of an overlay that state none
};

}  // namespace planner
