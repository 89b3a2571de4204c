#include "properties/oracle.h"

#include <algorithm>

#include "search/solver.h"

namespace planner {
namespace {

using Choice = std::vector<std::pair<const Part*, int>>;

class Enumeration {
 public:
  Enumeration(const Request& request, const Catalog& catalog, const RuleSet& rules) : request_(request) {
    world_.catalog = &catalog;
    world_.rules = &rules;
    world_.request = &request;
    for (const Option& host : host_options(world_)) hosts_.push_back(choice_of(host));
    for (const Part* psu : usable_parts(world_, PartKind::psu))
      for (int count = 1; count <= 4 && offered(std::get<Psu>(*psu)); ++count) supplies_.push_back(supply(psu, count));
    for (const Part* drive : usable_parts(world_, PartKind::storage))
      if (std::get<Storage>(*drive).capacity.value_or(DataSize{}) >= DataSize::from_base(1000))
        drives_.push_back(drive);
  }

  std::optional<Enumerated> cheapest(const GpuChoice& cards) {
    best_.reset();
    std::vector<Choice> hosts = hosts_;
    if (cards.in_server) hosts.clear();
    if (cards.in_server)
      for (const Option& server : server_options(world_, *cards.gpu)) hosts.push_back(choice_of(server));
    for (const Choice& host : hosts) {
      const Board& board = board_of(*host.front().first);
      const auto sockets = static_cast<int>(board.sockets.value_or(1));
      for (const Part* cpu : usable_parts(world_, PartKind::cpu))
        for (const Choice& memory : memories(board, *cards.gpu))
          for (const Part* drive : drives_) {
            Choice parts;
            if (!cards.in_server) parts.push_back({cards.gpu, request_.gpus});
            parts.insert(parts.end(), host.begin(), host.end());
            parts.push_back({cpu, sockets});
            parts.insert(parts.end(), memory.begin(), memory.end());
            parts.push_back({drive, 1});
            complete(parts, *host.front().first, sockets);
          }
    }
    return best_;
  }

 private:
  static Choice choice_of(const Option& option) {
    Choice choice;
    for (const BuildItem& item : option.items) choice.emplace_back(item.part, item.count);
    return choice;
  }

  static const Board& board_of(const Part& host) {
    const auto* server = std::get_if<Platform>(&host);
    return server != nullptr ? server->board : std::get<Board>(host);
  }

  /// Server modules and supplies of unrecorded plugs or efficiency are left out by intent; the answer names them.
  static bool offered(const Psu& psu) {
    return !psu.redundant.value_or(false) && psu.pcie_8pin_connectors && psu.hpwr_connectors && psu.eps_connectors &&
           psu.efficiency;
  }

  /// Several supplies need adapters that start them together.
  Choice supply(const Part* psu, int count) {
    Choice choice{{psu, count}};
    for (const Part* riser : usable_parts(world_, PartKind::riser))
      if (count > 1 && info_of(*riser).id.find("add2psu") != std::string::npos) choice.emplace_back(riser, count - 1);
    return choice;
  }

  /// Kits that fill every channel evenly and hold half of the VRAM, at least 64 GB.
  std::vector<Choice> memories(const Board& board, const Part& gpu) {
    std::vector<Choice> found;
    const DataSize vram = std::get<Gpu>(gpu).vram.value_or(DataSize{}) * request_.gpus;
    const DataSize needed = std::max(DataSize::from_base(64), vram / 2);
    if (!board.memory_channels || !board.memory_slots) return found;
    for (const Part* part : usable_parts(world_, PartKind::memory)) {
      const Memory& m = std::get<Memory>(*part);
      if (!m.modules || *m.modules < 1 || !m.module_capacity) continue;
      for (int kits = 1; kits * *m.modules <= *board.memory_slots; ++kits) {
        const std::int64_t modules = kits * *m.modules;
        if (modules % *board.memory_channels == 0 && *m.module_capacity * modules >= needed)
          found.push_back({{part, kits}});
      }
    }
    return found;
  }

  void complete(const Choice& parts, const Part& host, int sockets) {
    const auto* server = std::get_if<Platform>(&host);
    const std::vector<Choice> none{{}};
    std::vector<Choice> boxes, coolers;
    for (const Part* chassis : usable_parts(world_, PartKind::chassis)) boxes.push_back({{chassis, 1}});
    for (const Part* cooler : usable_parts(world_, PartKind::cooler)) coolers.push_back({{cooler, sockets}});
    const bool cooled = server != nullptr && server->includes_cpu_cooler.value_or(false);
    for (const Choice& supply : server != nullptr ? none : supplies_)
      for (const Choice& box : server != nullptr ? none : boxes)
        for (const Choice& cooler : cooled ? none : coolers) {
          Choice all = parts;
          for (const Choice* more : {&supply, &box, &cooler}) all.insert(all.end(), more->begin(), more->end());
          judge(all);
        }
  }

  static std::string spelled(const Choice& parts) {
    std::string text;
    for (const auto& [part, count] : parts)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " x " + info_of(*part).id;
    return text;
  }

  void judge(const Choice& parts) {
    std::int64_t cents = 0;
    Build build;
    build.catalog = world_.catalog;
    for (const auto& [part, count] : parts) {
      cents += *price_cents(info_of(*part), request_.used) * count;
      build.items.push_back({part, count, {}, {}, {}, {}, {}});
    }
    if (best_ && cents >= best_->cents) return;
    for (const CircuitChoice& c : request_.circuits) build.items.push_back({c.circuit, c.count, {}, {}, {}, {}, {}});
    if (acceptable(build, world_)) best_ = Enumerated{cents, spelled(parts)};
  }

  const Request& request_;
  SearchWorld world_;
  std::vector<Choice> hosts_, supplies_;
  std::vector<const Part*> drives_;
  std::optional<Enumerated> best_;
};

}  // namespace

std::map<std::pair<const Part*, bool>, Enumerated> cheapest_by_enumeration(const Request& request,
                                                                           const Catalog& catalog,
                                                                           const RuleSet& rules) {
  std::map<std::pair<const Part*, bool>, Enumerated> found;
  Enumeration enumeration(request, catalog, rules);
  SearchWorld world;
  world.catalog = &catalog;
  world.rules = &rules;
  world.request = &request;
  for (const GpuChoice& choice : gpu_candidates(world))
    if (auto build = enumeration.cheapest(choice)) found[{choice.gpu, choice.in_server}] = std::move(*build);
  return found;
}

}  // namespace planner
