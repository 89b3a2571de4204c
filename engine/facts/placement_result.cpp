#include "facts/placement_result.h"

#include <algorithm>
#include <map>

namespace planner::placement {
namespace {

Known<Lanes> known_lanes(int lanes) {
  return lanes < 0 ? Known<Lanes>::unknown("the width of slot, card or riser is not recorded")
                   : Known<Lanes>(Lanes::from_base(lanes));
}

Known<std::int64_t> known_gen(int gen) {
  return gen < 0 ? Known<std::int64_t>::unknown("the generation of slot, CPU, card or riser is not recorded")
                 : Known<std::int64_t>(gen);
}

std::string width(int lanes) {
  return "x" + std::to_string(lanes);
}

class Writer {
 public:
  Writer(const Inventory& inventory, const Host& host, const Cards& cards, const std::vector<Drive>& drives,
         const Solution& solution, Placement& out)
      : inventory_(inventory), host_(host), cards_(cards), drives_(drives), solution_(solution), out_(out) {}

  void write() {
    in_use_.assign(host_.connectors.size(), false);
    next_gpu_.assign(cards_.gpus.size(), 0);
    next_nic_.assign(cards_.nics.size(), 0);
    next_riser_.assign(cards_.pools.size(), 0);
    write_drives();
    for (std::size_t spot = 0; spot < solution_.options.connectors.size(); ++spot)
      if (solution_.result.chosen[spot] >= 0) write_spot(spot);
    write_gaps();
    write_idle_slots();
    write_budgets();
    write_unplaced();
    out_.cables_missing = std::max(0, cables_needed_ - cards_.cables);
    out_.device_adapters_missing = std::max(0, cabled_gpus_ - cards_.device_adapters);
  }

 private:
  void write_drives() {
    for (std::size_t i = 0; i < solution_.drive_connectors.size(); ++i) {
      const int connector = solution_.drive_connectors[i];
      if (connector < 0) continue;
      const Connector& c = host_.connectors[static_cast<std::size_t>(connector)];
      in_use_[static_cast<std::size_t>(connector)] = true;
      out_.ports[static_cast<std::size_t>(c.port)].drive = drives_[i].unit;
      spend(c, std::max(0, c.offer.lanes));
    }
  }

  void spend(const Connector& c, int lanes) {
    if (c.root < 0) return;
    if (c.takes_root_lanes)
      used_lanes_[c.root] += lanes;
    else
      switches_used_[c.root].push_back(c.switch_id);
  }

  void write_spot(std::size_t spot) {
    const auto index = static_cast<std::size_t>(solution_.options.connectors[spot]);
    const Connector& c = host_.connectors[index];
    const Choice& choice = solution_.options.choices[static_cast<std::size_t>(solution_.result.chosen[spot])];
    in_use_[index] = true;
    spend(c, std::max(0, choice.taken));
    if (c.kind == ConnectorKind::slot) write_slot(c, choice, solution_.given.lanes[index]);
    if (choice.nic_class >= 0) {
      write_nic(c, choice);
      return;
    }
    const Fitted<Riser>* shared = nullptr;
    for (int g = 0; g < choice.gpus; ++g) {
      const int gpu = next_unit(cards_.gpus, next_gpu_, choice.gpu_class[static_cast<std::size_t>(g)]);
      const Fitted<Riser>* riser = riser_for(choice, g, shared);
      write_gpu(gpu, c, choice, g, riser);
      if (c.kind == ConnectorKind::slot) out_.slots[static_cast<std::size_t>(c.slot)].gpus.push_back(gpu);
      if (c.port >= 0) write_port(c, choice, g, gpu);
    }
    count_missing(c, choice);
  }

  static int next_unit(const std::vector<CardClass>& classes, std::vector<std::size_t>& next, int c) {
    const auto at = static_cast<std::size_t>(c);
    return classes[at].units[next[at]++];
  }

  /// Boards and splitters serve all GPUs of their slot; other risers one each.
  const Fitted<Riser>* riser_for(const Choice& choice, int g, const Fitted<Riser>*& shared) {
    if (choice.pool < 0) return nullptr;
    const auto p = static_cast<std::size_t>(choice.pool);
    const RiserType type = cards_.pools[p].type;
    const bool one_for_all =
        type == RiserType::splitter || type == RiserType::host_adapter || type == RiserType::switch_board;
    if (!one_for_all || g == 0) shared = cards_.pools[p].units[next_riser_[p]++];
    return shared;
  }

  void write_gpu(int gpu, const Connector& c, const Choice& choice, int g, const Fitted<Riser>* riser) {
    CardPlacement& card = out_.gpus[static_cast<std::size_t>(gpu)];
    const Link link = choice.links[static_cast<std::size_t>(g)];
    card.mount = choice.mount;
    card.riser = riser != nullptr ? riser->index : -1;
    card.lanes = known_lanes(link.lanes);
    card.gen = known_gen(link.gen);
    locate(card, c);
    if (riser != nullptr && riser->part->type == RiserType::switch_board)
      card.switch_id = riser->info->id + "#" + std::to_string(riser->index);
    card.gap = Known<SlotWidth>::unknown(choice.mount == Mount::direct ? "no neighbor on the fan side"
                                                                       : "not in a slot itself");
  }

  void locate(CardPlacement& card, const Connector& c) const {
    card.slot = c.slot;
    card.port = c.port;
    card.switch_id = std::string(c.switch_id);
    if (c.root >= 0) {
      const Root& root = host_.roots[static_cast<std::size_t>(c.root)];
      card.socket = std::int64_t{root.socket};
      card.behind_chipset = root.chipset;
    } else if (host_.roots.size() == 2) {
      card.socket = std::int64_t{0};  // CPU or chipset: with one socket both lead there
    } else {
      card.socket = Known<std::int64_t>::unknown("the source of lanes of " + std::string(c.label) + " is not recorded");
    }
  }

  void write_port(const Connector& c, const Choice& choice, int g, int gpu) {
    out_.ports[static_cast<std::size_t>(g == 0 || c.second_port < 0 ? c.port : c.second_port)].gpu = gpu;
    if (c.second_port >= 0 && choice.gpus == 1) out_.ports[static_cast<std::size_t>(c.second_port)].gpu = gpu;
  }

  void write_nic(const Connector& c, const Choice& choice) {
    const int nic = next_unit(cards_.nics, next_nic_, choice.nic_class);
    CardPlacement& card = out_.nics[static_cast<std::size_t>(nic)];
    const Link link =
        narrower(cards_.nics[static_cast<std::size_t>(choice.nic_class)].link, {choice.granted, c.offer.gen});
    card.mount = Mount::direct;
    card.lanes = known_lanes(link.lanes);
    card.gen = known_gen(link.gen);
    card.gap = Known<SlotWidth>::unknown("not a GPU");
    locate(card, c);
    out_.slots[static_cast<std::size_t>(c.slot)].nics.push_back(nic);
  }

  void write_slot(const Connector& c, const Choice& choice, int offered) {
    SlotUse& use = out_.slots[static_cast<std::size_t>(c.slot)];
    use.granted = known_lanes(choice.granted);
    use.split = choice.split ? choice.gpus : 1;
    use.note = c.note;
    if (!choice.split && choice.taken >= 0 && choice.taken < offered)
      add_note(use.note, width(choice.taken) + " because " + host_.roots[static_cast<std::size_t>(c.root)].name +
                             " has no more lanes");
    if (choice.split && !c.splits_known) add_note(use.note, "bifurcation modes are not recorded");
  }

  static void add_note(std::string& note, const std::string& more) { note += (note.empty() ? "" : "; ") + more; }

  void count_missing(const Connector& c, const Choice& choice) {
    if (choice.mount == Mount::assumed) out_.risers_missing += choice.gpus;
    if (choice.split && !choice.splitter_listed && c.kind == ConnectorKind::slot) ++out_.splitters_missing;
    const bool adapter =
        choice.pool >= 0 && cards_.pools[static_cast<std::size_t>(choice.pool)].type == RiserType::host_adapter;
    const bool board =
        choice.pool >= 0 && cards_.pools[static_cast<std::size_t>(choice.pool)].type == RiserType::switch_board;
    if (c.kind != ConnectorKind::cable && !adapter) return;
    if (!board) cabled_gpus_ += choice.gpus;
    if (choice.mount != Mount::riser) return;
    // An 8i cable carries eight lanes, unless the listed cables are recorded as carrying another number.
    const int per_cable = cards_.cable.lanes > 0 ? cards_.cable.lanes : 8;
    const int passed = cards_.pools[static_cast<std::size_t>(choice.pool)].link.lanes;
    const int lanes = std::min(choice.granted < 0 ? 16 : choice.granted, passed < 0 ? 16 : passed);
    cables_needed_ += (board ? 1 : choice.gpus) * ((lanes + per_cable - 1) / per_cable);
  }

  /// Free pitches from each GPU to the next card in increasing positions, and the slots that its body covers.
  void write_gaps() {
    int open = -1;  // GPU whose neighbor is still to come
    int end = 0;
    for (const Connector& c : host_.connectors) {
      if (c.kind != ConnectorKind::slot || c.position == 0) continue;
      SlotUse& use = out_.slots[static_cast<std::size_t>(c.slot)];
      const int gpu = direct_gpu(use);
      if (gpu < 0 && use.nics.empty()) {
        if (open >= 0 && c.position * 4 < end && use.gpus.empty()) use.covered_by = open;
        if (use.covered_by >= 0) use.note = "covered by GPU " + std::to_string(use.covered_by);
        continue;
      }
      if (open >= 0) out_.gpus[static_cast<std::size_t>(open)].gap = SlotWidth::from_smallest(c.position * 4 - end);
      open = -1;
      if (gpu < 0) continue;
      const Known<SlotWidth>& card_width = inventory_.gpus[static_cast<std::size_t>(gpu)].part->slot_width;
      if (!card_width) {
        out_.gpus[static_cast<std::size_t>(gpu)].gap =
            Known<SlotWidth>::unknown("the width of the card is not recorded");
        continue;
      }
      open = gpu;
      end = c.position * 4 + static_cast<int>(std::min<std::int64_t>(card_width->smallest(), 256));
    }
  }

  int direct_gpu(const SlotUse& use) const {
    if (use.gpus.size() != 1) return -1;
    return out_.gpus[static_cast<std::size_t>(use.gpus[0])].mount == Mount::direct ? use.gpus[0] : -1;
  }

  /// What each slot offers with the neighbors in use that are, and which neighbor takes the rest.
  void write_idle_slots() {
    for (std::size_t i = 0; i < host_.connectors.size(); ++i) {
      const Connector& c = host_.connectors[i];
      if (c.kind != ConnectorKind::slot) continue;
      SlotUse& use = out_.slots[static_cast<std::size_t>(c.slot)];
      int lanes = c.offer.lanes;
      const Sharing* reason = nullptr;
      for (const Sharing& s : host_.sharings) {
        if (s.affects != static_cast<int>(i) || !in_use_[static_cast<std::size_t>(s.used)]) continue;
        if (lanes >= 0 && s.lanes >= lanes) continue;
        lanes = s.lanes;
        reason = &s;
      }
      if (!in_use_[i]) {
        use.granted = known_lanes(lanes);
        if (use.note.empty()) use.note = c.note;
      }
      if (reason != nullptr)
        add_note(use.note, (lanes == 0 ? "dark" : width(lanes)) + " because " +
                               std::string(host_.connectors[static_cast<std::size_t>(reason->used)].label) +
                               " is used");
    }
  }

  void write_budgets() {
    for (std::size_t r = 0; r < host_.roots.size(); ++r) {
      const Root& root = host_.roots[r];
      LaneBudget budget;
      budget.root = root.name;
      budget.offered = root.offered >= 0 ? Known<Lanes>(Lanes::from_base(root.offered))
                       : root.chipset    ? Known<Lanes>::unknown("lanes of the chipset are not recorded")
                                         : Known<Lanes>::unknown("lanes of the CPU are not recorded");
      budget.used = Lanes::from_base(used_lanes_[static_cast<int>(r)] +
                                     (switches_used_[static_cast<int>(r)].empty() ? 0 : root.switch_lanes));
      out_.roots.push_back(std::move(budget));
    }
  }

  void write_unplaced() {
    for (const auto& [gpu, why] : cards_.refused) out_.gpus[static_cast<std::size_t>(gpu)].why = why;
    for (std::size_t c = 0; c < cards_.gpus.size(); ++c)
      for (std::size_t i = next_gpu_[c]; i < cards_.gpus[c].units.size(); ++i)
        out_.gpus[static_cast<std::size_t>(cards_.gpus[c].units[i])].why =
            cards_.gpus[c].wish.empty() ? "every slot and port is taken or covered"
                                        : "connector \"" + std::string(cards_.gpus[c].wish) + "\" cannot take it";
    out_.unplaced = static_cast<int>(std::count_if(out_.gpus.begin(), out_.gpus.end(),
                                                   [](const CardPlacement& g) { return g.mount == Mount::none; }));
    for (CardPlacement& nic : out_.nics)
      if (nic.mount == Mount::none) nic.why = "no free slot takes it";
  }

  const Inventory& inventory_;
  const Host& host_;
  const Cards& cards_;
  const std::vector<Drive>& drives_;
  const Solution& solution_;
  Placement& out_;
  std::vector<bool> in_use_;
  std::vector<std::size_t> next_gpu_, next_nic_, next_riser_;
  std::map<int, int> used_lanes_;
  std::map<int, std::vector<std::string_view>> switches_used_;
  int cables_needed_ = 0;
  int cabled_gpus_ = 0;
};

}  // namespace

void write_solution(const Inventory& inventory, const Host& host, const Cards& cards, const std::vector<Drive>& drives,
                    const Solution& solution, Placement& out) {
  Writer(inventory, host, cards, drives, solution, out).write();
}

}  // namespace planner::placement
