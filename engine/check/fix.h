// Remedies: edits of the build that the engine found in the catalog and checked before it offers them.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"

namespace planner {

/// The fixes of a failed rule, in the order of its templates. A computed fix is offered only if the changed build
/// satisfies the rule and fails no other rule of the same weight or more that held before; advice is offered as it
/// stands.
std::vector<Fix> find_fixes(const Rule& rule, const Facts& facts, const RuleSet& rules, const CheckOptions& options);

/// The build with the patch applied; parts are looked up in the catalog. Nothing if a part does not exist.
std::optional<Build> apply_patch(const Build& build, const Fix::Patch& patch, const Catalog& catalog);

}  // namespace planner
