// Resolves names and types of a parsed tree, in place.
#pragma once

#include "expr/node.h"

namespace planner::expr {

/// Resolves and types the whole tree and reports every error in it. True when it has none.
bool check(Node& root, const Scope& scope, Reporter& reporter);

}  // namespace planner::expr
