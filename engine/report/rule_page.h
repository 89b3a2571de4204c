// All rules as one Markdown page: docs/rules.md.
#pragma once

#include <string>
#include <vector>

#include "check/rule.h"

namespace planner {

/// The rules of one domain under a heading.
struct RuleChapter {
  std::string heading;
  const RuleSet* rules = nullptr;
};

/// Every rule by area: id, title, severity, on what, what it demands, message, why, what mends it, owner, source.
/// Depends on the rules alone, so that a page in a repository can be compared with it.
std::string rule_page(const std::vector<RuleChapter>& chapters);

}  // namespace planner
