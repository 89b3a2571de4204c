// Which parts of an archive a text may mean, found without reading the archive.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/catalog.h"
#include "quote/entry.h"

namespace planner::quote {

/// What a quote may call a part, as keys of an archive.
struct MentionKeys {
  std::vector<std::string> keys;
  std::uint32_t needed = 1;  ///< how many of them a line has to have unless it has a whole name or part number
};
MentionKeys mention_keys(const PartInfo& info);

/// The archived parts that the entries may mean, at most some thousands, in the order of archives and ids. Parts that
/// another layer has are left out. Rather too many than too few: the resolver decides.
std::vector<const Part*> mentioned(const Catalog& catalog, const Reading& reading);

}  // namespace planner::quote
