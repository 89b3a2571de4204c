#include "search/solver.h"

#include <algorithm>
#include <queue>

#include "search/host_columns.h"

namespace planner {
namespace {

constexpr expr::Footprint kGpuBit = 1u << static_cast<unsigned>(PartKind::gpu);

bool any_rule_stands_against(const Facts& facts, const RuleSet& rules) {
  CheckOptions plain;
  plain.evidence = false;
  const Report report = check(facts, rules, plain);
  return report.counts.blocks > 0 || report.counts.degrades > 0 || !is_sound(facts, rules);
}

/// A partial build: the columns before `column` are decided, `column` is on trial with its n-th option.
struct State {
  std::int64_t bound = 0;  ///< no completion is cheaper
  std::uint64_t serial = 0;
  std::int64_t spent = 0;      ///< of the columns before `column`
  std::int64_t inherited = 0;  ///< bound of the build without `column`
  Column column = kHost;
  bool weighed = false;  ///< host: passed the rules, and `bound` counts the columns to come
  std::uint32_t nth = 0;
  Partial chosen{};

  /// Cheapest first; of equals the most complete, then the oldest.
  bool operator<(const State& other) const {
    if (bound != other.bound) return bound > other.bound;
    if (column != other.column) return column < other.column;
    return serial > other.serial;
  }
};

DataSize memory_needed(const Part& gpu, int count) {
  const DataSize vram = std::get<Gpu>(gpu).vram.value_or(DataSize{}) * count;
  return std::max(DataSize::from_base(64), vram / 2);
}

/// One best-first search for one GPU model.
class Search {
 public:
  Search(HostColumns& columns, SearchWorld& world, const GpuChoice& choice, const Option& gpus,
         std::optional<std::int64_t> bound)
      : columns_(columns),
        world_(world),
        choice_(choice),
        gpus_(gpus),
        bound_(bound),
        memory_needed_(memory_needed(*choice.gpu, world.request->gpus)) {}

  std::optional<Solution> run() {
    Partial cards{};
    cards[kGpu] = &gpus_;
    if (columns_.drive() == nullptr || columns_.pruner().cut(cards, kGpu) != nullptr) return std::nullopt;
    choose_circuits();
    State first;
    first.chosen = cards;
    first.spent = gpus_.cents;
    push(first);
    while (!queue_.empty()) {
      const State state = queue_.top();
      queue_.pop();
      if (!may_go_on()) return std::nullopt;
      if (auto solution = visit(state)) return solution;
    }
    return std::nullopt;
  }

 private:
  /// The n-th option of the state's column beside what is chosen, or null.
  const Option* option(const State& s, std::size_t n) {
    const Option* host = s.chosen[kHost];
    switch (s.column) {
      case kHost:
        return n < columns_.hosts(choice_).size() ? &columns_.hosts(choice_)[n] : nullptr;
      case kCpu:
        return columns_.cpus(*host).at(n);
      case kMemory:
        return n == 0 ? columns_.memory(*host, *s.chosen[kCpu], memory_needed_) : nullptr;
      case kDrive:
        return n == 0 ? columns_.drive() : nullptr;
      case kPsu:
        return columns_.psus(gpus_, *host).at(n);
      case kCircuit:
        return n < circuits_.size() ? circuits_[n] : nullptr;
      case kChassis:
        return boxes(s).at(n);
      default:
        return columns_.coolers(*host, *s.chosen[kCpu]).at(n);
    }
  }

  bool may_go_on() {
    const Request& request = *world_.request;
    ++world_.nodes;
    world_.stopped =
        world_.stopped || world_.nodes > request.node_limit || (request.go_on && !request.go_on(world_.nodes));
    return !world_.stopped;
  }

  /// Circuits whose continuous power is below what the cards alone draw cannot do: the wall feeds at least the cards.
  void choose_circuits() {
    const Power rated = std::get<Gpu>(*choice_.gpu).board_power.value_or(Power{});
    const Power draw = world_.request->power_limit.value_or(rated) * world_.request->gpus;
    for (const Option& o : columns_.circuits()) {
      std::int64_t milliwatts = 0;
      bool known = true;
      for (const BuildItem& item : o.items) {
        const Circuit& c = std::get<Circuit>(*item.part);
        known = known && c.voltage.known() && c.breaker.known();
        if (known)
          milliwatts += c.voltage->smallest() * c.breaker->smallest() / 1000 * item.count * c.phases.value_or(1);
      }
      if (!known || milliwatts >= draw.smallest()) circuits_.push_back(&o);
    }
  }

  LazyColumn& boxes(const State& s) { return columns_.chassis(gpus_, *s.chosen[kHost], s.chosen[kCpu]); }

  /// The least that supplies and chassis cost together; nothing when no pair goes together.
  std::optional<std::int64_t> box_floor(LazyColumn& psus, LazyColumn& boxes) {
    std::optional<std::int64_t> best;
    const auto least_box = boxes.floor();
    if (!least_box) return best;
    for (std::size_t p = 0; const Option* psu = psus.at(p); ++p) {
      if (best && psu->cents + *least_box >= *best) break;
      if (const auto box = first_box(boxes, *psu)) best = std::min(best.value_or(INT64_MAX), psu->cents + *box);
    }
    return best;
  }

  /// Price of the cheapest chassis that takes the supplies.
  std::optional<std::int64_t> first_box(LazyColumn& boxes, const Option& psu) {
    for (std::size_t n = 0; const Option* box = boxes.at(n); ++n)
      if (columns_.go_together(psu, *box)) return box->cents;
    return std::nullopt;
  }

  /// The least that the columns after the state's cost beside what is chosen; nothing when one of them has no option.
  std::optional<std::int64_t> floor_after(const State& s) {
    std::optional<std::int64_t> sum = 0;
    const auto add = [&sum](std::optional<std::int64_t> cents) {
      sum = sum && cents ? std::optional(*sum + *cents) : std::nullopt;
    };
    const Option& host = *s.chosen[kHost];
    if (s.column == kHost) add(columns_.cpus(host).floor());
    if (sum && s.column == kHost) add(columns_.memory_floor(host, memory_needed_));
    if (sum && s.column == kCpu) add(price_of(columns_.memory(host, *s.chosen[kCpu], memory_needed_)));
    if (sum && s.column < kDrive) add(columns_.drive()->cents);
    if (sum && s.column < kPsu) add(box_floor_of(s));
    if (sum && (s.column == kPsu || s.column == kCircuit)) add(first_box(boxes(s), *s.chosen[kPsu]));
    if (sum && s.column > kHost && s.column < kCooler) add(columns_.coolers(host, *s.chosen[kCpu]).floor());
    return sum;
  }

  /// The same whatever option the state's column gets: weaker, and known before that is looked at.
  std::int64_t floor_beside(const State& s) {
    if (s.column == kHost) return columns_.drive()->cents;
    const Option& host = *s.chosen[kHost];
    std::int64_t sum = 0;
    if (s.column == kCpu) sum += columns_.memory_floor(host, memory_needed_).value_or(0);
    if (s.column < kDrive) sum += columns_.drive()->cents;
    if (s.column < kPsu) sum += box_floor_of(s).value_or(0);
    if (s.column == kPsu || s.column == kCircuit) sum += boxes(s).floor().value_or(0);
    if (s.column > kCpu && s.column < kCooler) sum += columns_.coolers(host, *s.chosen[kCpu]).floor().value_or(0);
    return sum;
  }

  static std::optional<std::int64_t> price_of(const Option* o) {
    return o != nullptr ? std::optional(o->cents) : std::nullopt;
  }

  std::optional<std::int64_t> box_floor_of(const State& s) {
    LazyColumn& chassis = boxes(s);
    const auto [found, added] = box_floors_.try_emplace(&chassis);
    if (added) found->second = box_floor(columns_.psus(gpus_, *s.chosen[kHost]), chassis);
    return found->second;
  }

  /// Puts the state's n-th option on trial.
  void push(State s) {
    const Option* o = option(s, s.nth);
    while (o != nullptr && s.column == kChassis && !columns_.go_together(*s.chosen[kPsu], *o)) o = option(s, ++s.nth);
    if (o == nullptr) return;
    s.bound = std::max(s.inherited, s.spent + o->cents + floor_beside(s));
    enqueue(s);
  }

  void enqueue(State& s) {
    if (bound_ && s.bound >= *bound_) return;
    s.serial = serial_++;
    queue_.push(s);
  }

  void push_next_option(State s) {
    ++s.nth;
    push(s);
  }

  std::optional<Solution> visit(const State& state) {
    if (state.weighed) {
      descend(state);
      return std::nullopt;
    }
    // A circuit costs nothing here: the next larger one is tried only where this one does not do.
    if (state.column != kCircuit) push_next_option(state);
    State s = state;
    s.chosen[s.column] = option(s, s.nth);
    if (columns_.pruner().cut(s.chosen, s.column) != nullptr) {
      if (s.column == kCircuit) push_next_option(state);
      return std::nullopt;
    }
    if (s.column == kCooler) return finish(s);
    const auto floor = floor_after(s);
    if (!floor) return std::nullopt;
    const std::int64_t bound = s.spent + s.chosen[s.column]->cents + *floor;
    s.weighed = bound > s.bound;
    s.bound = std::max(s.bound, bound);
    if (s.weighed) {
      enqueue(s);
    } else {
      descend(s);
    }
    return std::nullopt;
  }

  void descend(const State& state) {
    State child = state;
    child.spent += child.chosen[child.column]->cents;
    child.inherited = child.bound;
    child.weighed = false;
    child.column = static_cast<Column>(child.column + 1);
    child.nth = 0;
    push(child);
  }

  std::optional<Solution> finish(const State& s) {
    ++world_.leaves;
    Build build = build_of(s.chosen);
    build.catalog = world_.catalog;
    if (!acceptable(build, world_)) return std::nullopt;
    return Solution{std::move(build), s.bound};
  }

  HostColumns& columns_;
  SearchWorld& world_;
  const GpuChoice choice_;
  const Option& gpus_;
  std::optional<std::int64_t> bound_;
  DataSize memory_needed_;
  std::vector<const Option*> circuits_;
  std::map<const LazyColumn*, std::optional<std::int64_t>> box_floors_;
  std::priority_queue<State> queue_;
  std::uint64_t serial_ = 0;
};

}  // namespace

bool acceptable(const Build& build, const SearchWorld& world) {
  const Facts facts(build);
  return is_sound(facts, world.wishes) && is_sound(facts, *world.rules) &&
         !any_rule_stands_against(facts, *world.rules);
}

struct HostSolver::Impl {
  explicit Impl(SearchWorld& w) : world(w), columns(w) {}

  /// The cards; nothing to buy where the server brings its modules.
  const Option& gpus_of(const GpuChoice& choice) {
    if (choice.in_server) return nothing;
    const Part* gpu = choice.gpu;
    const auto [found, added] = gpus.try_emplace(gpu);
    if (added) {
      found->second = make_option(world, {{gpu, world.request->gpus}}, kGpuBit);
      if (world.request->power_limit) found->second.items.front().power_limit = *world.request->power_limit;
    }
    return found->second;
  }

  /// Hosts come by price, so the first that alone costs more than the best with its CPU ends the look.
  std::int64_t host_floor(const GpuChoice& choice) {
    auto& floor = floors[choice.in_server ? choice.gpu : nullptr];
    if (floor) return *floor;
    std::int64_t best = INT64_MAX;
    for (const Option& host : columns.hosts(choice)) {
      if (host.cents >= best) break;
      const auto cpu = columns.cpus(host).floor();
      const auto memory = cpu ? columns.memory_floor(host, DataSize::from_base(64)) : std::nullopt;
      if (memory) best = std::min(best, host.cents + *cpu + *memory);
    }
    floor = best == INT64_MAX ? 0 : best;
    return *floor;
  }

  SearchWorld& world;
  HostColumns columns;
  std::map<const Part*, Option> gpus;
  const Option nothing{};
  std::map<const Part*, std::optional<std::int64_t>> floors;  ///< of hosts that bring this GPU; null: of all others
};

HostSolver::HostSolver(SearchWorld& world) : impl_(std::make_unique<Impl>(world)) {}
HostSolver::~HostSolver() {
  impl_->columns.pruner().report();
}

std::optional<Solution> HostSolver::cheapest(const GpuChoice& choice, std::optional<std::int64_t> bound) {
  return Search(impl_->columns, impl_->world, choice, impl_->gpus_of(choice), bound).run();
}

std::int64_t HostSolver::lower_bound(const GpuChoice& choice) {
  const Option* drive = impl_->columns.drive();
  return impl_->gpus_of(choice).cents + (drive != nullptr ? drive->cents : 0) + impl_->host_floor(choice);
}

}  // namespace planner
