// Reads tokens into a tree whose names and types are still open.
#pragma once

#include <memory>
#include <string_view>

#include "expr/node.h"

namespace planner::expr {

/// Parses a whole expression. Syntax errors are reported and leave `error` nodes, so that the rest can still be
/// checked; null when there is nothing to check (empty text, or a limit was exceeded).
std::unique_ptr<Node> parse(std::string_view text, Reporter& reporter);

}  // namespace planner::expr
