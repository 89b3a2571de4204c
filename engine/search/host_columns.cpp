#include "search/host_columns.h"

#include <algorithm>

namespace planner {
namespace {

constexpr expr::Footprint bit(PartKind kind) {
  return 1u << static_cast<unsigned>(kind);
}

Partial beside(std::initializer_list<std::pair<Column, const Option*>> chosen) {
  Partial partial{};
  for (const auto& [column, option] : chosen) partial[column] = option;
  return partial;
}

std::vector<Option> each_alone(SearchWorld& world, PartKind kind) {
  std::vector<Option> options;
  for (const Part* p : usable_parts(world, kind)) options.push_back(make_option(world, {{p, 1}}, bit(kind)));
  return options;
}

std::vector<Option> cheapest_drive(SearchWorld& world) {
  for (const Part* p : usable_parts(world, PartKind::storage)) {
    const Storage& s = std::get<Storage>(*p);
    if (s.capacity.known() && *s.capacity >= DataSize::from_base(1000))
      return {make_option(world, {{p, 1}}, bit(PartKind::storage))};
  }
  return {};
}

}  // namespace

const Board& board_of(const Option& host) {
  const Part& part = *host.items.front().part;
  return kind_of(part) == PartKind::platform ? std::get<Platform>(part).board : std::get<Board>(part);
}

bool is_server(const Option& host) {
  return kind_of(*host.items.front().part) == PartKind::platform;
}

LazyColumn::LazyColumn(const std::vector<Option>& all, Filter filter, bool thin)
    : all_(&all), filter_(std::move(filter)), thin_(thin) {}

const Option* LazyColumn::at(std::size_t n) {
  while (accepted_.size() <= n && next_ < all_->size()) {
    const Option& option = (*all_)[next_++];
    const bool needless = thin_ && std::any_of(accepted_.begin(), accepted_.end(),
                                               [&](const Option* a) { return makes_needless(*a, option); });
    if (!needless && filter_(option)) accepted_.push_back(&option);
  }
  return n < accepted_.size() ? accepted_[n] : nullptr;
}

std::optional<std::int64_t> LazyColumn::floor() {
  const Option* first = at(0);
  return first != nullptr ? std::optional(first->cents) : std::nullopt;
}

HostColumns::HostColumns(SearchWorld& world)
    : world_(world),
      pruner_(world),
      hosts_(host_options(world)),
      psus_(psu_options(world)),
      circuits_(circuit_options(world)),
      chassis_(each_alone(world, PartKind::chassis)),
      drives_(cheapest_drive(world)),
      cpu_parts_(usable_parts(world, PartKind::cpu)),
      cooler_parts_(usable_parts(world, PartKind::cooler)),
      memory_parts_(usable_parts(world, PartKind::memory)),
      none_needed_(
          nothing_only_, [](const Option&) { return true; }, false) {}

const std::vector<Option>& HostColumns::counted(Counted& lists, const std::vector<const Part*>& parts, int count) {
  const auto [list, added] = lists.try_emplace(count);
  if (added)
    for (const Part* p : parts) list->second.push_back(make_option(world_, {{p, count}}, bit(kind_of(*p))));
  return list->second;
}

const std::vector<Option>& HostColumns::hosts(const GpuChoice& choice) {
  if (!choice.in_server) return hosts_;
  const auto [found, added] = servers_with_.try_emplace(choice.gpu);
  if (added) found->second = server_options(world_, *choice.gpu);
  return found->second;
}

LazyColumn& HostColumns::cpus(const Option& host) {
  auto& column = cpus_of_[host.id];
  if (!column) {
    const auto sockets = static_cast<int>(board_of(host).sockets.value_or(1));
    column = std::make_unique<LazyColumn>(
        counted(cpus_by_count_, cpu_parts_, sockets),
        [this, &host](const Option& cpu) {
          return passes(beside({{kHost, &host}, {kCpu, &cpu}}), kCpu);
        },
        true);
  }
  return *column;
}

const Option* HostColumns::cheapest_memory(const Option& host, const Option* cpu, DataSize needed) {
  const Board& board = board_of(host);
  if (!board.memory_channels || *board.memory_channels < 1 || !board.memory_slots) return nullptr;
  const Option* cheapest = nullptr;
  for (const Part* p : memory_parts_) {
    const Memory& m = std::get<Memory>(*p);
    if (!m.modules || *m.modules < 1 || !m.module_capacity) continue;
    for (std::int64_t modules = *board.memory_channels; modules <= *board.memory_slots;
         modules += *board.memory_channels) {
      if (modules % *m.modules != 0 || *m.module_capacity * modules < needed) continue;
      Option option = make_option(world_, {{p, static_cast<int>(modules / *m.modules)}}, bit(PartKind::memory));
      if (cheapest != nullptr && option.cents >= cheapest->cents) break;
      if (passes(beside({{kHost, &host}, {kCpu, cpu}, {kMemory, &option}}), kMemory))
        cheapest = &memories_.emplace_back(std::move(option));
      break;
    }
  }
  return cheapest;
}

const Option* HostColumns::memory(const Option& host, const Option& cpu, DataSize needed) {
  const auto [found, added] = memory_.try_emplace({{host.id, cpu.id}, needed.smallest()}, nullptr);
  if (added) found->second = cheapest_memory(host, &cpu, needed);
  return found->second;
}

std::optional<std::int64_t> HostColumns::memory_floor(const Option& host, DataSize needed) {
  const auto [found, added] = memory_.try_emplace({{host.id, 0}, needed.smallest()}, nullptr);
  if (added) found->second = cheapest_memory(host, nullptr, needed);
  return found->second != nullptr ? std::optional(found->second->cents) : std::nullopt;
}

LazyColumn& HostColumns::coolers(const Option& host, const Option& cpu) {
  if ((host.closes & bit(PartKind::cooler)) != 0) return none_needed_;
  auto& column = coolers_of_[{host.id, cpu.id}];
  if (!column) {
    column = std::make_unique<LazyColumn>(
        counted(coolers_by_count_, cooler_parts_, cpu.items.front().count),
        [this, &host, &cpu](const Option& cooler) {
          return passes(beside({{kHost, &host}, {kCpu, &cpu}, {kCooler, &cooler}}), kCooler);
        },
        true);
  }
  return *column;
}

LazyColumn& HostColumns::psus(const Option& gpu, const Option& host) {
  if (is_server(host)) return none_needed_;
  auto& column = psus_of_[gpu.id];
  if (!column) {
    column = std::make_unique<LazyColumn>(
        psus_,
        [this, &gpu](const Option& psu) {
          return passes(beside({{kGpu, &gpu}, {kPsu, &psu}}), kPsu);
        },
        false);
  }
  return *column;
}

LazyColumn& HostColumns::chassis(const Option& gpu, const Option& host, const Option* cpu) {
  if (is_server(host)) return none_needed_;
  auto& column = chassis_of_[{{gpu.id, host.id}, cpu != nullptr ? cpu->id : std::uint16_t{0}}];
  if (column) return *column;
  Partial partial = beside({{kGpu, &gpu}, {kHost, &host}});
  if (cpu != nullptr) {
    partial[kCpu] = cpu;
    partial[kDrive] = drive();
  }
  column = std::make_unique<LazyColumn>(
      chassis_,
      [this, partial](const Option& box) mutable {
        partial[kChassis] = &box;
        return passes(partial, kChassis);
      },
      false);
  return *column;
}

bool HostColumns::go_together(const Option& psu, const Option& chassis) {
  return psu.items.empty() || chassis.items.empty() || passes(beside({{kPsu, &psu}, {kChassis, &chassis}}), kChassis);
}

}  // namespace planner
