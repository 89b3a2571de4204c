// A build: parts with counts, assignments, planned settings and waivers. The contract between suggest, check and
// conform.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/catalog.h"
#include "model/part.h"

namespace planner {

/// A part in a build.
struct BuildItem {
  const Part* part = nullptr;
  int count = 1;
  std::vector<std::string> slots;           ///< wished slot or port labels, one per unit; may be empty
  Known<Power> power_limit;                 ///< GPUs: planned `nvidia-smi -pl`
  std::optional<std::int64_t> price_cents;  ///< stated price each, in `currency`
  std::string currency;
  Location at;  ///< in the build's or quote's file
};

/// A rule silenced on purpose.
struct Waiver {
  std::string rule;
  std::string reason;
  std::string until;  ///< ISO date or empty
  Location at;
};

/// A line of a quote and what became of it.
struct QuoteLine {
  enum class Status : std::uint8_t { resolved, unresolved, ambiguous, ignored };
  std::uint32_t line = 0;
  std::string text;
  std::string category;  ///< as written ("Motherboard"), may be empty
  std::string name;
  int quantity = 1;
  bool quantity_stated = false;
  std::optional<std::int64_t> unit_cents;   ///< stated unit price
  std::optional<std::int64_t> total_cents;  ///< stated line total
  std::string currency;
  Status status = Status::unresolved;
  const Part* part = nullptr;
  std::optional<PartKind> kind;         ///< recognised kind, even if unresolved
  std::vector<std::string> candidates;  ///< nearest ids, best first
  std::string reason;                   ///< why ignored or ambiguous
  std::string matched_by;               ///< part number, name, alias, tokens, stated figures; empty: nothing matched
  int score = 0;                        ///< how surely, in percent
};

/// What the reader knows about a quote beyond its parts.
struct QuoteInfo {
  std::vector<QuoteLine> lines;
  std::optional<std::int64_t> stated_total_cents;
  std::string currency;
  std::vector<std::string> remarks;      ///< lines that carry context ("mains: Japan, 100 V 15 A")
  std::vector<std::string> open_points;  ///< alternatives and requirements that nobody has decided yet
};

struct Build {
  std::string file;
  std::string name;
  std::vector<BuildItem> items;
  std::vector<Waiver> waivers;
  std::optional<QuoteInfo> quote;  ///< present when it came from a quote or list
  Known<Temperature> inlet_temperature;
  const Catalog* catalog = nullptr;  ///< resolves ids that parts name (GPUs that come with a platform); may be null
  std::vector<std::shared_ptr<Part>> custom_parts;  ///< parts of this build alone, made of the figures its quote states

  /// Items of a kind, in order.
  std::vector<const BuildItem*> of_kind(PartKind kind) const;
  int count_of(PartKind kind) const;
};

}  // namespace planner
