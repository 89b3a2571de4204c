// What the user asks suggest for, and how those wishes become rules of their own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/rule.h"
#include "model/catalog.h"

namespace planner {

enum class Objective : std::uint8_t { throughput, cost, value, efficiency };

/// A circuit wish: an option of the search when empty in the request.
struct CircuitChoice {
  const Part* circuit = nullptr;
  int count = 1;
};

/// A request to suggest. Every field but `gpus` is a wish that a relaxation may drop.
struct Request {
  int gpus = 1;
  std::optional<Money> budget;            ///< none: no upper bound
  std::vector<std::string> gpu_patterns;  ///< case-insensitive substrings of id, name or alias; any may match
  std::optional<DataSize> vram_per_gpu;
  std::optional<DataSize> vram_total;
  std::optional<Bandwidth> min_link;    ///< PCIe link of every GPU, one direction
  std::string min_link_text;            ///< "x8@gen4"
  std::optional<ChassisType> form;      ///< tower, rack (servers too), open_frame
  std::vector<CircuitChoice> circuits;  ///< empty: the smallest sufficient common circuit is chosen
  std::vector<std::string> pins;        ///< part ids that must be in the build
  std::vector<std::string> bans;        ///< part ids that must not
  bool used = false;                    ///< count used prices where they exist
  std::optional<Power> power_limit;     ///< planned per GPU
  Objective objective = Objective::throughput;
  int top = 3;
  std::int64_t node_limit =
      3'000'000;  ///< a stop that keeps hopeless searches finite; reaching it is reported, never hidden
  /// Called with the number of partial builds looked at; false ends the search, which answers with what it has found.
  std::function<bool(std::int64_t)> go_on;
};

/// The wishes as rules (ids REQ-...), so that they prune, explain and are verified like every other rule.
RuleSet rules_of(const Request& request, Diagnostics& diagnostics);

/// Parses "x8@gen4", "x16@gen3"; nothing when it is none.
std::optional<Bandwidth> parse_link(std::string_view text);

/// Price used by the search for a part, in cents; nothing when the part has no USD price of a wanted condition.
std::optional<std::int64_t> price_cents(const PartInfo& info, bool used);

}  // namespace planner
