// Fields of parts that are more than a scalar (slots, connectors, lists of names): read from and written as Node trees.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/node_reader.h"
#include "model/part.h"

namespace planner {

/// One structured field of one part kind; `part` points to the struct (Gpu, Board, ...) as in the field table.
struct StructuredField {
  std::string_view name;
  std::string_view doc;
  /// Replaces the field's content; what is wrong is reported and left out.
  void (*read)(void* part, const Node& node, NodeReader& reader);
  /// The field in the catalog's format; nothing if it is empty or not known.
  std::optional<Node> (*write)(const void* part);
  void (*clear)(void* part);
};

std::span<const StructuredField> structured_fields_of(PartKind kind);
const StructuredField* find_structured_field(PartKind kind, std::string_view name);

}  // namespace planner
