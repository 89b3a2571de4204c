// Everything a rule can name: part fields from the field table and facts, with documentation, dimension and footprint.
#pragma once

#include "expr/schema.h"
#include "facts/facts.h"

namespace planner {

/// Bit of a part kind in an expr::Footprint.
constexpr expr::Footprint footprint_of(PartKind kind) {
  return 1u << static_cast<unsigned>(kind);
}

/// The schema of rules. Root objects are `const Facts*`. Built once; immutable afterwards.
const expr::Schema& rule_schema();

/// The root object of a build.
expr::ObjectRef root_object(const Facts& facts);

/// Adds the object types of parts (gpu, cpu, board, ...), of facts groups (power, placement, ...) and of their elements
/// (slot, pair, line); called once by rule_schema().
void register_parts(expr::Schema& schema);
void register_elements(expr::Schema& schema);
void register_groups(expr::Schema& schema);
void register_root(expr::Schema& schema);
/// Tells where the build or quote names the objects.
void register_places(expr::Schema& schema);

}  // namespace planner
