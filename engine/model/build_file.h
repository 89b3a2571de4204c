// The build file: the contract between suggest, check and conform, read and written as YAML or JSON.
#pragma once

#include <optional>
#include <string>

#include "model/build.h"
#include "source/node.h"

namespace planner {

/// True if the tree is a build file, not some other list: it has the key `planner_build`, or each of its `parts` names a `part`.
bool is_build_file(const Node& root);

/// Reads a build. Unknown keys and part ids are errors with "did you mean"; counts are 1 to 1024. Parts described in
/// the file itself (`custom_parts`) are owned by the build. The catalog must outlive it.
std::optional<Build> read_build(const Node& root, const std::string& file, const Catalog& catalog,
                                Diagnostics& diagnostics);

/// The build as text that read_build reads back to an equal build.
std::string write_build_yaml(const Build& build);
std::string write_build_json(const Build& build);

}  // namespace planner
