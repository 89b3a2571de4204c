// Writes a part in the catalog's format, so that a build file can bring along what the catalog does not have.
#pragma once

#include "model/part.h"
#include "source/node.h"

namespace planner {

/// The part as the map that the loader reads back to an equal part: known and expressly unknown fields, their sources
/// and confidence, structured fields, prices. Dates and places of fields are the part's own when read back.
Node write_part(const Part& part);

}  // namespace planner
