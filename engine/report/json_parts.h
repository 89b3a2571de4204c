// JSON of findings and facts, shared by the answers.
#pragma once

#include <nlohmann/json.hpp>

#include "check/report.h"
#include "facts/facts.h"

namespace planner {

nlohmann::ordered_json to_json(const Finding& finding);
nlohmann::ordered_json to_json(const Counts& counts);
/// Placement, links, power, memory and cost of a build; unknown values are null with a sibling `*_why` only where a
/// reason is known.
nlohmann::ordered_json facts_json(const Facts& facts);

}  // namespace planner
