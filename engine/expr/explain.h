// Evidence: which reads decided a result.
#pragma once

#include "expr/evaluate.h"

namespace planner::expr {

/// Evidence and margin for the value of a checked tree; `result` is not settled.
Trace explain(const Node& root, const Environment& environment);

}  // namespace planner::expr
