#include "search/columns.h"

#include <algorithm>

#include "check/schema.h"
#include "model/field.h"

namespace planner {
namespace {

constexpr expr::Footprint bit(PartKind kind) {
  return footprint_of(kind);
}

bool contains(const std::vector<std::string>& list, const std::string& id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool matches(const PartInfo& info, const std::string& pattern) {
  const std::string wanted = lower(pattern);
  if (lower(info.id).find(wanted) != std::string::npos || lower(info.name).find(wanted) != std::string::npos)
    return true;
  return std::any_of(info.aliases.begin(), info.aliases.end(),
                     [&](const std::string& a) { return lower(a).find(wanted) != std::string::npos; });
}

bool is_ribbon(const Part& part) {
  const Riser& r = std::get<Riser>(part);
  return r.type.known() && *r.type == RiserType::ribbon && r.lanes.known() && *r.lanes >= Lanes::from_base(16) &&
         r.gen.known() && r.length.known();
}

bool is_splitter(const Part& part) {
  const Riser& r = std::get<Riser>(part);
  return r.type.known() && *r.type == RiserType::splitter && r.gen.known();
}

/// Add2PSU-class adapter for builds with several supplies.
const Part* supply_adapter(SearchWorld& world) {
  for (const Part* p : usable_parts(world, PartKind::riser)) {
    const Riser& r = std::get<Riser>(*p);
    if (r.type.known() && *r.type == RiserType::power_adapter && info_of(*p).id.find("add2psu") != std::string::npos)
      return p;
  }
  return nullptr;
}

void sort_by_price(std::vector<Option>& options) {
  std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.cents < b.cents; });
}

constexpr expr::Footprint kBoardAndRisers = bit(PartKind::board) | bit(PartKind::riser);

int slots_of(const Board& board, int connector_lanes) {
  return static_cast<int>(std::count_if(board.slots.begin(), board.slots.end(),
                                        [&](const Slot& s) { return s.connector_lanes >= connector_lanes; }));
}

/// Every board bare, with one riser per GPU, and with splitters where it has fewer long slots than there are GPUs: from
/// as many as are needed if cards sit in the shorter slots too, up to as many as do without those. Adapters that start
/// several supplies together are risers by kind, yet come with the supplies: no placement reads them.
void add_boards(SearchWorld& world, std::vector<Option>& options) {
  const int gpus = world.request->gpus;
  const auto risers = usable_parts(world, PartKind::riser);
  const auto find = [&](auto wanted) {
    const auto it = std::find_if(risers.begin(), risers.end(), [&](const Part* p) { return wanted(*p); });
    return it == risers.end() ? nullptr : *it;
  };
  const Part* ribbon = find([](const Part& p) { return is_ribbon(p) && *std::get<Riser>(p).gen >= 4; });
  const Part* splitter = find(is_splitter);
  for (const Part* p : usable_parts(world, PartKind::board)) {
    if (info_of(*p).generic) {
      ++world.excluded["board: stands for any of its kind"];
      continue;
    }
    const int slots = slots_of(std::get<Board>(*p), 16), shorter_too = slots_of(std::get<Board>(*p), 8);
    options.push_back(make_option(world, {{p, 1}}, kBoardAndRisers));
    if (ribbon == nullptr) continue;
    if (gpus <= shorter_too) options.push_back(make_option(world, {{p, 1}, {ribbon, gpus}}, kBoardAndRisers));
    if (splitter == nullptr || gpus > 2 * slots) continue;
    for (int n = std::max(1, gpus - shorter_too); n <= gpus - slots; ++n)
      options.push_back(make_option(world, {{p, 1}, {ribbon, gpus}, {splitter, n}}, kBoardAndRisers));
  }
}

Option server_option(SearchWorld& world, const Part* server) {
  const Platform& platform = std::get<Platform>(*server);
  expr::Footprint closes = kBoardAndRisers | bit(PartKind::chassis) | bit(PartKind::psu);
  if (platform.includes_cpu_cooler.value_or(false)) closes |= bit(PartKind::cooler);
  if (!platform.includes_gpu.empty()) closes |= bit(PartKind::gpu);
  return make_option(world, {{server, 1}}, closes);
}

void add_platforms(SearchWorld& world, std::vector<Option>& options) {
  for (const Part* p : usable_parts(world, PartKind::platform)) {
    if (std::get<Platform>(*p).includes_gpu.empty()) options.push_back(server_option(world, p));
  }
}

/// Whether the server brings the wished number of GPUs. With a wished power limit none does: it is planned for cards.
bool brings_gpus(const SearchWorld& world, const Part& server) {
  const Platform& platform = std::get<Platform>(server);
  return !platform.includes_gpu.empty() && platform.includes_gpu_count == world.request->gpus &&
         !world.request->power_limit && !pins_kind(world, PartKind::board);
}

bool is_named(const SearchWorld& world, const PartInfo& gpu) {
  const auto& patterns = world.request->gpu_patterns;
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& w) { return matches(gpu, w); });
}

void add_cards(SearchWorld& world, std::vector<GpuChoice>& result) {
  for (const Part* p : usable_parts(world, PartKind::gpu)) {
    const PartInfo& info = info_of(*p);
    const bool named = is_named(world, info);
    if (!world.request->gpu_patterns.empty() && !named) continue;
    const Gpu& g = std::get<Gpu>(*p);
    if (!g.power_connectors_known || !g.slot_width || !g.board_power) {
      ++world.excluded["gpu: plugs, width or power not recorded"];
      continue;
    }
    // Where the driver's lower end is not on record, half of the board power stands for it.
    const auto& limit = world.request->power_limit;
    if (limit && *limit < g.power_limit_min.value_or(g.board_power->scaled(1, 2))) {
      ++world.excluded["gpu: cannot be limited to the wished power"];
      continue;
    }
    if (!info.variant_of.empty() && !named && !contains(world.request->pins, info.id)) {
      ++world.excluded["gpu: board-partner variant (name it with --gpu or --pin)"];
      continue;
    }
    result.push_back({p, false});
  }
}

void add_modules(SearchWorld& world, std::vector<GpuChoice>& result) {
  const Request& request = *world.request;
  const bool pinned = pins_kind(world, PartKind::gpu);
  for (const Part* server : usable_parts(world, PartKind::platform)) {
    if (!std::get<Platform>(*server).includes_gpu.empty() && !brings_gpus(world, *server))
      ++world.excluded["platform: comes with another number of GPUs, or GPUs without the wished limit"];
    if (!brings_gpus(world, *server)) continue;
    const Part* gpu = world.catalog->find(std::get<Platform>(*server).includes_gpu);
    if (gpu == nullptr || kind_of(*gpu) != PartKind::gpu) continue;
    const PartInfo& info = info_of(*gpu);
    if (contains(request.bans, info.id) || (pinned && !contains(request.pins, info.id))) continue;
    if (!request.gpu_patterns.empty() && !is_named(world, info) && !is_named(world, info_of(*server))) continue;
    const bool known =
        std::any_of(result.begin(), result.end(), [&](const GpuChoice& c) { return c.in_server && c.gpu == gpu; });
    if (!known) result.push_back({gpu, true});
  }
}

}  // namespace

Build build_of(const Partial& partial) {
  Build build;
  for (const Option* option : partial)
    if (option != nullptr) build.items.insert(build.items.end(), option->items.begin(), option->items.end());
  return build;
}

bool pins_kind(const SearchWorld& world, PartKind kind) {
  const auto& pins = world.request->pins;
  return std::any_of(pins.begin(), pins.end(), [&](const std::string& id) {
    const Part* p = world.catalog->find(id);
    return p != nullptr && kind_of(*p) == kind;
  });
}

const std::vector<const Part*>& usable_parts(SearchWorld& world, PartKind kind) {
  const auto [found, added] = world.usable.try_emplace(kind);
  std::vector<const Part*>& parts = found->second;
  if (!added) return parts;
  const auto& pins = world.request->pins;
  const bool pinned = pins_kind(world, kind);
  for (const Part* p : world.catalog->of_kind(kind)) {
    const PartInfo& info = info_of(*p);
    if (pinned && !contains(pins, info.id)) continue;
    if (contains(world.request->bans, info.id)) {
      ++world.excluded[std::string(name_of(kind)) + ": banned"];
    } else if (!price_cents(info, world.request->used)) {
      ++world.excluded[std::string(name_of(kind)) + ": no price"];
    } else {
      parts.push_back(p);
    }
  }
  std::stable_sort(parts.begin(), parts.end(), [&](const Part* a, const Part* b) {
    const auto ca = *price_cents(info_of(*a), world.request->used);
    const auto cb = *price_cents(info_of(*b), world.request->used);
    return ca != cb ? ca < cb : info_of(*a).id < info_of(*b).id;
  });
  return parts;
}

std::vector<GpuChoice> gpu_candidates(SearchWorld& world) {
  std::vector<GpuChoice> result;
  add_cards(world, result);
  add_modules(world, result);
  return result;
}

Option make_option(SearchWorld& world, const std::vector<std::pair<const Part*, int>>& parts, expr::Footprint closes) {
  Option option;
  option.closes = closes;
  std::vector<std::pair<const Part*, int>> identity;
  for (const auto& [part, count] : parts) {
    if (part == nullptr || count <= 0) continue;
    identity.emplace_back(part, count);
    BuildItem item;
    item.part = part;
    item.count = count;
    option.items.push_back(std::move(item));
    option.cents += price_cents(info_of(*part), world.request->used).value_or(0) * count;
  }
  const auto next = static_cast<std::uint16_t>(world.option_ids.size() + 1);
  option.id = world.option_ids.try_emplace(std::move(identity), next).first->second;
  return option;
}

std::vector<Option> host_options(SearchWorld& world) {
  std::vector<Option> options;
  if (!pins_kind(world, PartKind::platform)) add_boards(world, options);
  if (!pins_kind(world, PartKind::board)) add_platforms(world, options);
  sort_by_price(options);
  return options;
}

std::vector<Option> server_options(SearchWorld& world, const Part& gpu) {
  std::vector<Option> options;
  for (const Part* p : usable_parts(world, PartKind::platform))
    if (brings_gpus(world, *p) && std::get<Platform>(*p).includes_gpu == info_of(gpu).id)
      options.push_back(server_option(world, p));
  sort_by_price(options);
  return options;
}

std::vector<Option> psu_options(SearchWorld& world) {
  std::vector<Option> options;
  const Part* adapter = supply_adapter(world);
  for (const Part* p : usable_parts(world, PartKind::psu)) {
    const Psu& psu = std::get<Psu>(*p);
    if (psu.redundant.known() && *psu.redundant) {
      ++world.excluded["psu: server module"];
      continue;
    }
    // Left out by choice, and said so: a supply is proposed only with its plugs and its efficiency on record.
    if (!psu.pcie_8pin_connectors || !psu.hpwr_connectors || !psu.eps_connectors || !psu.efficiency ||
        info_of(*p).generic || !psu_output_at(psu, Voltage::from_base(240))) {
      ++world.excluded["psu: plugs or efficiency not recorded"];
      continue;
    }
    for (int count = 1; count <= 4; ++count)
      options.push_back(make_option(world, {{p, count}, {adapter, count > 1 ? count - 1 : 0}}, bit(PartKind::psu)));
  }
  sort_by_price(options);
  drop_dominated(options);
  return options;
}

std::vector<Option> circuit_options(SearchWorld& world) {
  std::vector<Option> options;
  const auto add = [&](const std::vector<std::pair<const Part*, int>>& circuits) {
    options.push_back(make_option(world, circuits, bit(PartKind::circuit)));
    options.back().cents = 0;  // the house brings it; the answer names what must be installed
  };
  if (!world.request->circuits.empty()) {
    std::vector<std::pair<const Part*, int>> asked;
    for (const CircuitChoice& c : world.request->circuits) asked.emplace_back(c.circuit, c.count);
    add(asked);
    return options;
  }
  // Without a wish: ordinary North American outlets, from the smallest up.
  for (const char* id : {"nema-5-15", "nema-5-20", "nema-6-20", "nema-l6-30-240"}) {
    if (const Part* p = world.catalog->find(id)) add({{p, 1}});
  }
  if (const Part* p = world.catalog->find("nema-l6-30-240")) {
    for (const int count : {2, 3, 4}) add({{p, count}});
  }
  if (!options.empty()) return options;
  // A catalog without those: whatever single-phase circuits it has.
  for (const Part* p : world.catalog->of_kind(PartKind::circuit))
    if (std::get<Circuit>(*p).phases.value_or(1) == 1) add({{p, 1}});
  return options;
}

}  // namespace planner
