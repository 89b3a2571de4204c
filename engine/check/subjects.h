// The objects a rule is evaluated on.
#pragma once

#include <optional>
#include <vector>

#include "check/rule.h"
#include "facts/facts.h"

namespace planner {

/// One evaluation of a rule: the bound object, if the rule ranges over a list.
struct Subject {
  expr::Environment environment;
  /// The bound object, or the root.
  expr::ObjectRef object() const;
  std::string label() const;
};

/// The subjects of a rule: the root object itself, or every element of its list.
std::vector<Subject> subjects_of(const Rule& rule, expr::ObjectRef root);
/// The same on a build.
std::vector<Subject> subjects_of(const Rule& rule, const Facts& facts);

/// Why the list that the rule ranges over is not known; nothing where it is.
std::optional<std::string> missing_list(const Rule& rule, expr::ObjectRef root);

/// "GPU 0-3, 6 (NVIDIA GeForce RTX 4090)": joins labels of the same kind and part.
std::vector<std::string> compress_labels(const std::vector<std::string>& labels);

}  // namespace planner
