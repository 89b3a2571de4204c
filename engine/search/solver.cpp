#include "search/solver.h"

#include <algorithm>
#include <array>
#include <queue>
#include <set>
#include <tuple>

#include "check/footprints.h"
#include "check/subjects.h"

namespace planner {
namespace {

constexpr expr::Footprint bit(PartKind kind) {
  return footprint_of(kind);
}
/// Network cards are not searched: their column is closed from the start.
constexpr expr::Footprint kOpenAtStart = footprints::kAll & ~(bit(PartKind::nic) | bit(PartKind::platform));

enum Column : std::size_t { kHost, kCpu, kMemory, kDrive, kPsu, kCircuit, kChassis, kCooler, kColumns };
using Choice = std::array<std::uint16_t, kColumns>;

/// A partial assignment: the options of columns before `depth`, and the one on trial in column `depth`.
struct State {
  std::int64_t bound = 0;
  std::uint64_t serial = 0;
  std::int64_t price = 0;  ///< of the columns before `depth`
  std::uint8_t depth = 0;
  Choice choice{};
  bool operator<(const State& other) const {
    return bound != other.bound ? bound > other.bound : serial > other.serial;
  }
};

const Board& board_of(const Option& host) {
  const Part& part = *host.items.front().part;
  return kind_of(part) == PartKind::platform ? std::get<Platform>(part).board : std::get<Board>(part);
}

bool is_platform(const Option& host) {
  return kind_of(*host.items.front().part) == PartKind::platform;
}

void append(Build& build, const Option& option) {
  build.items.insert(build.items.end(), option.items.begin(), option.items.end());
}

std::int64_t first_price(const std::vector<Option>& options) {
  return options.empty() ? 0 : options.front().cents;
}

bool any_rule_stands_against(const Facts& facts, const RuleSet& rules) {
  CheckOptions plain;
  plain.evidence = false;
  const Report report = check(facts, rules, plain);
  return report.counts.blocks > 0 || report.counts.degrades > 0 || !is_sound(facts, rules);
}

}  // namespace

bool acceptable(const Build& build, const SearchWorld& world) {
  const Facts facts(build);
  return is_sound(facts, world.wishes) && is_sound(facts, *world.rules) &&
         !any_rule_stands_against(facts, *world.rules);
}

/// Options per column; those that depend on neighbours are computed once per neighbour.
struct HostSolver::Columns {
  explicit Columns(SearchWorld& w) : world(w) {
    hosts = host_options(w);
    psus = psu_options(w);
    circuits = circuit_options(w);
    for (const Part* p : usable_parts(w, PartKind::cpu)) cpus.push_back(p);
    for (const Part* p : usable_parts(w, PartKind::memory)) memory.push_back(p);
    for (const Part* p : usable_parts(w, PartKind::chassis))
      chassis.push_back(make_option(w, {{p, 1}}, bit(PartKind::chassis)));
    for (const Part* p : usable_parts(w, PartKind::cooler)) coolers.push_back(p);
    for (const Part* p : usable_parts(w, PartKind::storage)) {
      const Storage& s = std::get<Storage>(*p);
      if (s.capacity.known() && *s.capacity >= DataSize::from_base(1000))
        drives.push_back(make_option(w, {{p, 1}}, bit(PartKind::storage)));
    }
    if (drives.size() > 1) drives.resize(1);
    nothing.push_back(Option{});
  }

  SearchWorld& world;
  std::vector<Option> hosts, psus, circuits, chassis, drives, nothing;
  std::vector<const Part*> cpus, memory, coolers;
  std::map<const Part*, std::vector<Option>> cpus_of_host;
  std::map<std::tuple<const Part*, const Part*, std::int64_t>, std::vector<Option>> memory_of_host;
  std::map<std::pair<const Part*, const Part*>, std::vector<Option>> coolers_of_cpu;

  bool fits(const std::vector<const Option*>& options, expr::Footprint changed) {
    Build partial;
    expr::Footprint closed = 0;
    for (const Option* o : options) {
      append(partial, *o);
      closed |= o->closes;
    }
    return cut(world, partial, kOpenAtStart & ~closed, changed) == nullptr;
  }

  /// CPUs that no rule surely keeps off this board, one per socket, by price.
  const std::vector<Option>& cpus_for(const Option& host) {
    const auto [it, added] = cpus_of_host.try_emplace(host.items.front().part);
    if (!added) return it->second;
    const auto sockets = static_cast<int>(board_of(host).sockets.value_or(1));
    for (const Part* p : cpus) {
      Option option = make_option(world, {{p, sockets}}, bit(PartKind::cpu));
      if (fits({&host, &option}, bit(PartKind::cpu))) it->second.push_back(std::move(option));
    }
    drop_dominated(it->second);
    return it->second;
  }

  /// The cheapest memory that fills every channel evenly and holds at least half of the VRAM (and 64 GB).
  const std::vector<Option>& memory_for(const Option& host, const Option& cpu, DataSize needed) {
    const auto [it, added] = memory_of_host.try_emplace({host.items.front().part, cpu.items.front().part, needed.smallest()});
    if (!added) return it->second;
    const Board& board = board_of(host);
    for (const Part* p : memory) {
      const Memory& m = std::get<Memory>(*p);
      if (!m.modules || !m.module_capacity || !board.memory_channels || !board.memory_slots) continue;
      for (std::int64_t modules = *board.memory_channels; modules <= *board.memory_slots;
           modules += *board.memory_channels) {
        if (modules % *m.modules != 0 || *m.module_capacity * modules < needed) continue;
        Option option = make_option(world, {{p, static_cast<int>(modules / *m.modules)}}, bit(PartKind::memory));
        if (fits({&host, &cpu, &option}, bit(PartKind::memory))) it->second.push_back(std::move(option));
        break;
      }
    }
    std::stable_sort(it->second.begin(), it->second.end(),
                     [](const Option& a, const Option& b) { return a.cents < b.cents; });
    if (it->second.size() > 1) it->second.resize(1);
    return it->second;
  }

  const std::vector<Option>& coolers_for(const Option& host, const Option& cpu) {
    if (host.closes & bit(PartKind::cooler)) return nothing;
    const auto [it, added] = coolers_of_cpu.try_emplace({host.items.front().part, cpu.items.front().part});
    if (!added) return it->second;
    for (const Part* p : coolers) {
      Option option = make_option(world, {{p, cpu.items.front().count}}, bit(PartKind::cooler));
      if (fits({&host, &cpu, &option}, bit(PartKind::cooler))) it->second.push_back(std::move(option));
    }
    drop_dominated(it->second);
    return it->second;
  }
};

namespace {

/// One best-first search for one GPU model.
template <class Columns>
class Search {
 public:
  Search(Columns& columns, SearchWorld& world, const Part* gpu, std::optional<std::int64_t> bound)
      : columns_(columns), world_(world), bound_(bound) {
    gpus_ = make_option(world, {{gpu, world.request->gpus}}, bit(PartKind::gpu));
    if (world.request->power_limit) gpus_.items.front().power_limit = *world.request->power_limit;
    const Gpu& g = std::get<Gpu>(*gpu);
    const DataSize vram = g.vram.value_or(DataSize{}) * world.request->gpus;
    memory_needed_ = std::max(DataSize::from_base(64), vram / 2);
  }

  std::optional<Solution> run() {
    if (!alone_possible()) return std::nullopt;
    filter_psus();
    filter_circuits();
    if (!columns_.hosts.empty()) push(State{});
    while (!queue_.empty()) {
      const State state = queue_.top();
      queue_.pop();
      if (bound_ && state.bound >= *bound_) return std::nullopt;
      if (++world_.nodes > world_.request->node_limit) {
        world_.stopped = true;
        return std::nullopt;
      }
      if (auto solution = visit(state)) return solution;
    }
    return std::nullopt;
  }

 private:
  const std::vector<Option>& options(const State& s, std::size_t column) {
    if (column == kHost) return columns_.hosts;
    const Option& host = columns_.hosts[s.choice[kHost]];
    const bool server = is_platform(host);
    switch (column) {
      case kCpu:
        return columns_.cpus_for(host);
      case kMemory:
        return columns_.memory_for(host, columns_.cpus_for(host)[s.choice[kCpu]], memory_needed_);
      case kPsu:
        return server ? columns_.nothing : psus_;
      case kChassis:
        return server ? columns_.nothing : chassis_for(s.choice[kHost]);
      case kCooler:
        return columns_.coolers_for(host, columns_.cpus_for(host)[s.choice[kCpu]]);
      case kDrive:
        return columns_.drives;
      default:
        return circuits_;
    }
  }

  /// Chassis that take these cards on this board, filtered once per host.
  const std::vector<Option>& chassis_for(std::size_t host) {
    const auto [it, added] = chassis_of_host_.try_emplace(host);
    if (!added) return it->second;
    for (const Option& c : columns_.chassis) {
      if (columns_.fits({&gpus_, &columns_.hosts[host], &c}, bit(PartKind::chassis))) it->second.push_back(c);
    }
    return it->second;
  }

  bool alone_possible() { return columns_.fits({&gpus_}, bit(PartKind::gpu)); }

  /// Supplies that carry the cards alone: a bound on the price of the column that is nearly tight.
  void filter_psus() {
    for (const Option& p : columns_.psus) {
      if (columns_.fits({&gpus_, &p}, bit(PartKind::psu))) psus_.push_back(p);
    }
  }

  /// Circuits whose continuous power is below what the cards alone draw cannot do: the wall feeds at least the cards.
  void filter_circuits() {
    const Gpu& g = std::get<Gpu>(*gpus_.items.front().part);
    const Power draw = gpus_.items.front().power_limit.known() ? *gpus_.items.front().power_limit : g.board_power.value_or(Power{});
    for (const Option& o : columns_.circuits) {
      std::int64_t milliwatts = 0;
      bool known = true;
      for (const BuildItem& item : o.items) {
        const Circuit& c = std::get<Circuit>(*item.part);
        known = known && c.voltage.known() && c.breaker.known();
        if (known) milliwatts += c.voltage->smallest() * c.breaker->smallest() / 1000 * item.count * c.phases.value_or(1);
      }
      if (!known || milliwatts >= draw.smallest() * world_.request->gpus) circuits_.push_back(o);
    }
  }

  /// Price floor of the columns after `column` (exclusive), for a host whose columns are known to be filled.
  std::int64_t floor_after(const State& s, std::size_t column) {
    std::int64_t sum = 0;
    for (std::size_t c = column + 1; c < kColumns; ++c) {
      if ((c == kCooler || c == kMemory) && column < kCpu) continue;
      sum += first_price(options(s, c));
    }
    return sum;
  }

  void push(State s) {
    s.serial = serial_++;
    const std::int64_t own = options(s, s.depth)[s.choice[s.depth]].cents;
    s.bound = gpus_.cents + s.price + own + (s.depth == kHost ? 0 : floor_after(s, s.depth));
    queue_.push(s);
  }

  void push_sibling(State s) {
    if (++s.choice[s.depth] < options(s, s.depth).size()) push(s);
  }

  Build assemble(const State& s, std::size_t depth) {
    Build build;
    append(build, gpus_);
    for (std::size_t c = 0; c <= depth; ++c) append(build, options(s, c)[s.choice[c]]);
    return build;
  }

  expr::Footprint open_after(const State& s, std::size_t depth) {
    expr::Footprint open = kOpenAtStart & ~gpus_.closes;
    for (std::size_t c = 0; c <= depth; ++c) open &= ~options(s, c)[s.choice[c]].closes;
    return open;
  }

  bool columns_filled(const State& s) {
    for (const std::size_t c :
         {std::size_t{kCpu}, std::size_t{kPsu}, std::size_t{kCircuit}, std::size_t{kChassis}, std::size_t{kDrive}})
      if (options(s, c).empty()) return false;
    return true;
  }

  std::optional<Solution> visit(const State& state) {
    // A circuit costs nothing here: the next larger one is tried only where this one does not do.
    if (state.depth != kCircuit) push_sibling(state);
    const Option& chosen = options(state, state.depth)[state.choice[state.depth]];
    if (known_bad(state)) {
      if (state.depth == kCircuit) push_sibling(state);
      return std::nullopt;
    }
    Build partial = assemble(state, state.depth);
    if (const Rule* rule = cut(world_, partial, open_after(state, state.depth), chosen.closes)) {
      remember(state, *rule);
      if (state.depth == kCircuit) push_sibling(state);
      return std::nullopt;
    }
    if (state.depth == kHost && !columns_filled(state)) return std::nullopt;
    if (state.depth + 1 == kColumns) {
      ++world_.leaves;
      if (!acceptable(partial, world_)) return std::nullopt;
      return Solution{std::move(partial), state.bound};
    }
    State child = state;
    child.price += chosen.cents;
    ++child.depth;
    child.choice[child.depth] = 0;
    if (!options(child, child.depth).empty()) push(child);
    return std::nullopt;
  }

  using Key = std::array<std::uint64_t, kColumns>;

  /// What an option is, whichever list it stands in: its part, how many of it, and what comes with it.
  static std::uint64_t identity(const Option& o) {
    if (o.items.empty()) return 1;
    const auto address = reinterpret_cast<std::uintptr_t>(o.items.front().part);
    return (static_cast<std::uint64_t>(address) << 8) ^ (static_cast<std::uint64_t>(o.items.front().count) << 4) ^ o.items.size();
  }

  /// The choices that a rule's footprint reads, the others blanked: what it says of them holds beside any others.
  Key key_of(const State& s, std::uint32_t columns) {
    Key key{};
    for (std::size_t c = 0; c <= s.depth; ++c)
      if ((columns >> c) & 1u) key[c] = identity(options(s, c)[s.choice[c]]);
    return key;
  }

  /// A rule fails surely by what it reads, so the same choices fail beside any choice of the columns it does not read.
  void remember(const State& s, const Rule& rule) {
    std::uint32_t columns = 0;
    for (std::size_t c = 0; c <= s.depth; ++c)
      if (c == s.depth || (options(s, c)[s.choice[c]].closes & rule.footprint) != 0) columns |= 1u << c;
    nogoods_.insert(key_of(s, columns));
    if (std::find(masks_[s.depth].begin(), masks_[s.depth].end(), columns) == masks_[s.depth].end()) masks_[s.depth].push_back(columns);
  }

  bool known_bad(const State& s) {
    const auto& masks = masks_[s.depth];
    return std::any_of(masks.begin(), masks.end(), [&](std::uint32_t m) { return nogoods_.count(key_of(s, m)) != 0; });
  }

  Columns& columns_;
  SearchWorld& world_;
  std::set<Key> nogoods_;
  std::array<std::vector<std::uint32_t>, kColumns> masks_;
  std::optional<std::int64_t> bound_;
  Option gpus_;
  DataSize memory_needed_;
  std::vector<Option> psus_;
  std::vector<Option> circuits_;
  std::map<std::size_t, std::vector<Option>> chassis_of_host_;
  std::priority_queue<State> queue_;
  std::uint64_t serial_ = 0;
};

}  // namespace

HostSolver::HostSolver(SearchWorld& world) : world_(world), columns_(std::make_unique<Columns>(world)) {}
HostSolver::~HostSolver() = default;

std::optional<Solution> HostSolver::cheapest(const Part* gpu, std::optional<std::int64_t> bound) {
  return Search<Columns>(*columns_, world_, gpu, bound).run();
}

std::int64_t HostSolver::lower_bound(const Part* gpu) const {
  const std::int64_t cards = price_cents(info_of(*gpu), world_.request->used).value_or(0) * world_.request->gpus;
  std::int64_t floor = first_price(columns_->hosts) + first_price(columns_->drives);
  if (!columns_->cpus.empty()) floor += price_cents(info_of(*columns_->cpus.front()), world_.request->used).value_or(0);
  return cards + floor;
}

}  // namespace planner
