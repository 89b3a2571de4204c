// The one table of part fields: loader, explain, rule names, coverage and dominance all read it; a new field is one
// line.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "model/part.h"
#include "units/scalar.h"

namespace planner {

/// One scalar field of one part kind.
struct Field {
  std::string_view name;
  std::string_view doc;
  ScalarType type;
  /// Exact value, or unknown with reason. `part` must be of the kind the field belongs to.
  Known<Scalar> (*get)(const void* part);
  /// Stores a scalar of the field's type.
  void (*set)(void* part, const Scalar& value);
  void (*set_unknown)(void* part, std::string reason);
};

/// The fields of a kind, in the order of documentation. `part` pointers handed to get/set point to the struct (Gpu,
/// ...). A platform has its own few fields here; the sections `board`, `chassis` and `psu` use the tables of those
/// kinds.
std::span<const Field> fields_of(PartKind kind);
const Field* find_field(PartKind kind, std::string_view name);

/// The struct inside the variant, as the table's accessors want it.
const void* raw(const Part& part);
void* raw(Part& part);

/// Where a field's value came from (falls back to the part's own sources).
Provenance provenance_of(const PartInfo& info, std::string_view field);

}  // namespace planner
