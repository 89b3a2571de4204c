// Several items in one cell: bundles ("CPU + board + 256GB RAM"), lists ("SN850 4TB, 990 PRO 2TB"), what a barebone
// includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quote/resolver.h"

namespace planner::quote {

struct Piece {
  std::string text;
  bool included = false;  ///< named as coming with the piece before it ("incl. 4x 2000 W PSU")
};

/// The items named in one text, in order; a single one where nothing has to be parted. Commas part only what reads as
/// items on both sides.
std::vector<Piece> split_items(const std::string& text, std::optional<PartKind> kind, const Resolver& resolver);

}  // namespace planner::quote
