// The choices of the search: what the columns are, the options of each by price, and partial builds made of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/check.h"
#include "facts/placement_memo.h"
#include "search/request.h"

namespace planner {

/// In the order in which the search chooses. A host is a board with its risers, or a whole server.
enum Column : std::uint8_t { kGpu, kHost, kCpu, kMemory, kDrive, kPsu, kCircuit, kChassis, kCooler, kColumns };

/// One choice: some parts with counts and their price.
struct Option {
  std::vector<BuildItem> items;
  std::int64_t cents = 0;
  expr::Footprint closes = 0;  ///< kinds that are decided by it
  std::uint16_t id = 0;        ///< equal for equal parts and counts in one search; 0: no option
};

/// A build in the making: an option, or null, per column.
using Partial = std::array<const Option*, kColumns>;

/// How parts fell out of the search, for the report: reason -> count.
using Exclusions = std::map<std::string, int>;

/// Everything about the world that does not change during one search, and what it counts and remembers.
struct SearchWorld {
  const Catalog* catalog = nullptr;
  const RuleSet* rules = nullptr;
  const Request* request = nullptr;
  RuleSet wishes;  ///< rules_of(request)
  Exclusions excluded;
  std::map<std::string, std::int64_t> prunes;  ///< rule id -> partial builds it cut
  std::int64_t nodes = 0;
  std::int64_t leaves = 0;
  bool stopped = false;  ///< node limit reached, or the request's `go_on` said no
  PlacementMemo placements;
  std::map<PartKind, std::vector<const Part*>> usable;  ///< what usable_parts has found
  std::map<std::vector<std::pair<const Part*, int>>, std::uint16_t> option_ids;
};

/// Kinds that a search decides. Network cards are not searched: nothing adds one.
inline constexpr expr::Footprint kSearchedKinds = ((1u << kPartKinds) - 1) &
                                                  ~(1u << static_cast<unsigned>(PartKind::nic)) &
                                                  ~(1u << static_cast<unsigned>(PartKind::platform));

/// The build made of the chosen options, in the order of the columns.
Build build_of(const Partial& partial);

/// Drops options that another one, no dearer, beats or equals in every field that facts read of the kind. Unknown
/// values are comparable only with unknown ones. Compares the first part of each option; the others follow from its
/// count.
void drop_dominated(std::vector<Option>& options);
/// Whether `a` is no dearer than `b` and beats or equals it in all that drop_dominated compares.
bool makes_needless(const Option& a, const Option& b);

/// Parts of a kind that the search may use: priced in USD, not generic placeholders of unknown figures, not banned,
/// sorted by price then id. Notes exclusions.
const std::vector<const Part*>& usable_parts(SearchWorld& world, PartKind kind);

/// Where the GPUs of a build come from: cards bought one by one, or modules that the server brings (HGX, DGX, OAM).
struct GpuChoice {
  const Part* gpu = nullptr;
  bool in_server = false;
};

/// Candidates of the GPU column: cards of base models (board-partner variants only when a pattern or pin names them),
/// then models that a server brings in the wished number.
std::vector<GpuChoice> gpu_candidates(SearchWorld& world);

Option make_option(SearchWorld& world, const std::vector<std::pair<const Part*, int>>& parts, expr::Footprint closes);

/// True if a part of the kind is pinned.
bool pins_kind(const SearchWorld& world, PartKind kind);

/// Boards (bare, with one riser per GPU, and with splitters where slots are fewer than GPUs) and platforms.
std::vector<Option> host_options(SearchWorld& world);
/// Servers that bring the wished number of this GPU.
std::vector<Option> server_options(SearchWorld& world, const Part& gpu);
/// Supplies of one model, one to four of them.
std::vector<Option> psu_options(SearchWorld& world);
/// Single-phase circuits: those asked for, else common ones in ascending capacity, one to four of them.
std::vector<Option> circuit_options(SearchWorld& world);

}  // namespace planner
