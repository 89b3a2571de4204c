// The shipped catalog and rules inside the program. Only programs that link planner_embedded may call it.
#pragma once

#include <string_view>

extern "C" const char planner_embedded_begin[];
extern "C" const char planner_embedded_end[];

namespace planner {

/// The blob that the build packed from catalog/ and rules/; `unpack_documents` reads it.
inline std::string_view embedded_blob() {
  return {planner_embedded_begin, static_cast<std::size_t>(planner_embedded_end - planner_embedded_begin)};
}

}  // namespace planner
