// A commented file to fill in for a part of one's own.
#pragma once

#include <string>

#include "model/part.h"

namespace planner {

/// A file of the catalog's format with every field of the kind, its unit and its sentence, all commented out but what
/// every part needs: `id` and `name`, which stand as placeholders. It loads as it is, and so does every field that is
/// uncommented and filled in. Made from the table of fields, so that it never lacks one.
std::string part_skeleton(PartKind kind);

}  // namespace planner
