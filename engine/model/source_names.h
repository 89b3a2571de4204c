// The short names that a catalog file gives its sources.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/node_reader.h"

namespace planner {

/// `sources:` of a file: name -> "url (retrieved 2026-11-30)".
class SourceNames {
 public:
  SourceNames() = default;
  SourceNames(const Node& sources, NodeReader& reader);

  /// What a `sources` or `source` entry stands for: an expanded short name, or the text itself. Warns about a text that
  /// is nearly one of the names.
  std::vector<std::string> expand(const Node& node, NodeReader& reader) const;

 private:
  std::vector<std::string_view> names() const;

  std::unordered_map<std::string, std::string> texts_;
};

/// "a; b; c".
std::string join_sources(const std::vector<std::string>& sources);

}  // namespace planner
