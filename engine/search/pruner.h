// Cuts partial builds by the rules themselves, so that no pruning is written a second time beside them. A rule's
// verdict depends on the choices in its footprint alone: every verdict is worked out once and remembered, and a failure
// is traced back to the fewest choices that cause it, which then fail beside any others.
#pragma once

#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/columns.h"

namespace planner {

/// Not thread-safe. Options with equal `id` have to be equal while it lives, and the world has to outlive it.
class Pruner {
 public:
  explicit Pruner(SearchWorld& world);

  /// A rule that blocks or degrades and surely fails whatever is chosen in the columns still open, or an essential one
  /// that the chosen parts leave undecided for good; null if there is none. Looks at rules that read a kind which
  /// `changed` decides: the build without that column is known to pass.
  const Rule* cut(const Partial& partial, Column changed);

  /// Adds to the world's counts what was cut since the last call.
  void report();

 private:
  using Columns = std::uint16_t;  ///< set of columns, as bits
  using Key = std::array<std::uint64_t, 3>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  /// Why builds were cut.
  struct Reason {
    const Rule* rule = nullptr;
    bool undecided = false;
    std::int64_t count = 0;
    std::vector<Columns> causes;  ///< column sets that failures were traced back to
  };
  class Bench;
  /// A rule of a group. Where all that it reads comes from the placement of cards and from parts of the kinds `beside`,
  /// its verdict is shared by builds with equal placements and equal parts of those kinds.
  struct Judged {
    const Rule* rule = nullptr;
    bool by_placement = false;
    expr::Footprint beside = 0;
  };
  enum class Stand : std::uint8_t { lets_pass, fails, undecided };
  /// Rules that read the same kinds.
  struct Group {
    expr::Footprint reads = 0;
    std::vector<Judged> rules;
    std::vector<Columns> shapes;                       ///< column sets of the keys in `bad`
    std::unordered_map<Key, std::uint32_t, Hash> bad;  ///< index of the reason
    std::unordered_set<Key, Hash> fine;
  };

  void add_rules(const RuleSet& rules);
  static Judged describe(const Rule& rule);
  static Columns columns_read(expr::Footprint reads, const Partial& partial);
  Stand stand_of(const Judged& judged, const Facts& facts, const Partial& partial, Columns columns,
                 expr::Footprint open);
  static Key key_of(const Partial& partial, Columns columns);
  Reason* find_bad(Group& group, const Partial& partial, Columns columns);
  Reason* judge(Group& group, Bench& bench, Columns columns);
  Columns fewest_causes(const Reason& reason, Bench& bench, Columns columns) const;
  Reason& reason_of(const Rule& rule, bool undecided);

  SearchWorld& world_;
  std::vector<Group> groups_;
  std::vector<Reason> reasons_;
  struct PlacedKey {
    const Rule* rule;
    const Placement* placement;
    expr::Footprint open;
    Key beside;
    bool operator==(const PlacedKey&) const = default;
  };
  struct PlacedHash {
    std::size_t operator()(const PlacedKey& key) const;
  };
  std::unordered_map<PlacedKey, Stand, PlacedHash> by_placement_;
};

}  // namespace planner
