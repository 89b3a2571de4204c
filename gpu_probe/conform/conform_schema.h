// What rules about machines may name: `domain: conform` in rule files.
#pragma once

#include "check/rule.h"
#include "gpu_probe/conform/comparison.h"

namespace planner::conform {

/// The domain of rules about machines. Root objects are `const Comparison*`.
const RuleDomain& conform_domain();

expr::ObjectRef root_object(const Comparison& comparison);

/// Object types in the order in which they are registered; called once.
void register_gpu(expr::Schema& schema);
void register_elements(expr::Schema& schema);
void register_machine(expr::Schema& schema);

}  // namespace planner::conform
