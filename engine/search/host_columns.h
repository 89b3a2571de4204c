// The options of each column beside its neighbours: filtered by the rules when they are first looked at, in order of
// price.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "search/pruner.h"

namespace planner {

/// Options of one column that pass a filter, found one after another as far as somebody asks.
class LazyColumn {
 public:
  using Filter = std::function<bool(const Option&)>;
  /// `all` is sorted by price and outlives it. `thin`: leaves out what a cheaper accepted option makes needless.
  LazyColumn(const std::vector<Option>& all, Filter filter, bool thin);
  /// The n-th accepted option, or null.
  const Option* at(std::size_t n);
  /// Price of the cheapest; nothing when there is none.
  std::optional<std::int64_t> floor();

 private:
  const std::vector<Option>* all_;
  Filter filter_;
  bool thin_;
  std::size_t next_ = 0;
  std::vector<const Option*> accepted_;
};

/// All columns of one search. What does not depend on the GPU is shared between GPU models.
class HostColumns {
 public:
  explicit HostColumns(SearchWorld& world);

  /// Boards and barebones for cards; for modules the servers that bring them.
  const std::vector<Option>& hosts(const GpuChoice& choice);
  /// The cheapest drive of 1 TB or more; null if the catalog has none.
  const Option* drive() const { return drives_.empty() ? nullptr : &drives_.front(); }
  const std::vector<Option>& circuits() const { return circuits_; }

  /// CPUs that no rule keeps off this host, one per socket.
  LazyColumn& cpus(const Option& host);
  /// The cheapest memory that fills every channel evenly and holds `needed`; null if there is none.
  const Option* memory(const Option& host, const Option& cpu, DataSize needed);
  /// A price below which no memory of the host is had, whatever the CPU.
  std::optional<std::int64_t> memory_floor(const Option& host, DataSize needed);
  /// Coolers for these CPUs; only `nothing` where the server brings its own.
  LazyColumn& coolers(const Option& host, const Option& cpu);
  /// Supplies that can feed these cards; only `nothing` where the server has its own.
  LazyColumn& psus(const Option& gpu, const Option& host);
  /// Chassis that no rule keeps off these cards on this host, with these CPUs and the drive if `cpu` is given; only
  /// `nothing` for a server.
  LazyColumn& chassis(const Option& gpu, const Option& host, const Option* cpu);
  /// Whether supplies and chassis go together, whatever else is chosen.
  bool go_together(const Option& psu, const Option& chassis);

  Pruner& pruner() { return pruner_; }

 private:
  using Pair = std::pair<std::uint16_t, std::uint16_t>;
  using Counted = std::map<int, std::vector<Option>>;
  const std::vector<Option>& counted(Counted& lists, const std::vector<const Part*>& parts, int count);
  const Option* cheapest_memory(const Option& host, const Option* cpu, DataSize needed);
  bool passes(const Partial& partial, Column changed) { return pruner_.cut(partial, changed) == nullptr; }

  SearchWorld& world_;
  Pruner pruner_;
  std::vector<Option> nothing_only_{Option{}};
  std::vector<Option> hosts_, psus_, circuits_, chassis_, drives_;
  std::map<const Part*, std::vector<Option>> servers_with_;  ///< by the GPU that they bring
  std::vector<const Part*> cpu_parts_, cooler_parts_, memory_parts_;
  Counted cpus_by_count_, coolers_by_count_;
  std::deque<Option> memories_;
  std::map<std::uint16_t, std::unique_ptr<LazyColumn>> cpus_of_;
  std::map<std::pair<Pair, std::int64_t>, const Option*> memory_;
  std::map<Pair, std::unique_ptr<LazyColumn>> coolers_of_;
  std::map<std::uint16_t, std::unique_ptr<LazyColumn>> psus_of_;
  std::map<std::pair<Pair, std::uint16_t>, std::unique_ptr<LazyColumn>> chassis_of_;
  LazyColumn none_needed_;
};

/// The board of a host, also a server's.
const Board& board_of(const Option& host);
bool is_server(const Option& host);

}  // namespace planner
