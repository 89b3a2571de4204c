// The choices of the search: for every column its options by price, filtered by rules as far as neighbours are fixed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/check.h"
#include "search/request.h"

namespace planner {

/// One choice: some parts with counts and their price.
struct Option {
  std::vector<BuildItem> items;
  std::int64_t cents = 0;
  expr::Footprint closes = 0;  ///< kinds that are decided by it
};

/// How parts fell out of the search, for the report: reason -> count.
using Exclusions = std::map<std::string, int>;

/// Everything about the world that does not change during one search.
struct SearchWorld {
  const Catalog* catalog = nullptr;
  const RuleSet* rules = nullptr;
  const Request* request = nullptr;
  RuleSet wishes;  ///< rules_of(request)
  Exclusions excluded;
  std::map<std::string, std::int64_t> prunes;  ///< rule id -> partial builds it cut
  std::int64_t nodes = 0;
  std::int64_t leaves = 0;
  bool stopped = false;  ///< node limit reached
};

/// The rule (of the catalog's rules or a wish) that the partial build surely breaks, or null; counts it in `prunes`.
const Rule* cut(SearchWorld& world, const Build& partial, expr::Footprint open, expr::Footprint changed);

/// Drops options that another one, no dearer, beats or equals in every field that facts read of the kind. Unknown values
/// are comparable only with unknown ones. Compares the first part of each option; the others follow from its count.
void drop_dominated(std::vector<Option>& options);

/// Parts of a kind that the search may use: priced in USD, not generic placeholders of unknown figures, not banned,
/// sorted by price then id. Notes exclusions.
std::vector<const Part*> usable_parts(SearchWorld& world, PartKind kind);

/// Candidates of the GPU column: base models (board-partner variants only when a pattern or pin names them).
std::vector<const Part*> gpu_candidates(SearchWorld& world);

Option make_option(const SearchWorld& world, const std::vector<std::pair<const Part*, int>>& parts,
                   expr::Footprint closes);

/// True if a part of the kind is pinned.
bool pins_kind(const SearchWorld& world, PartKind kind);

/// Boards (bare, with one riser per GPU, and with splitters where slots are fewer than GPUs) and platforms.
std::vector<Option> host_options(SearchWorld& world);
/// Supplies of one model, one to four of them.
std::vector<Option> psu_options(SearchWorld& world);
/// Single-phase circuits: those asked for, else common ones in ascending capacity, one to four of them.
std::vector<Option> circuit_options(SearchWorld& world);

}  // namespace planner
