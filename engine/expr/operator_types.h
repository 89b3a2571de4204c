// Types of operators: which operands fit together, and the dimension of the result.
#pragma once

#include "expr/node.h"

namespace planner::expr {

/// Types an operator whose operands have been checked; reports what does not fit.
void type_operator(Node& node, Reporter& reporter);

/// Marks a node as well-typed and gathers what it reads.
void settle(Node& node, const Type& type);

/// Reports a node that is not boolean where `who` ("&&", "all") needs one.
bool require_boolean(const Node& node, std::string_view who, Reporter& reporter);

/// "power (W)", "a number", "true or false", "a list of psu": for messages.
std::string describe(const Type& type);

bool same_type(const Type& a, const Type& b);

}  // namespace planner::expr
