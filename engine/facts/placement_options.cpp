#include "facts/placement_options.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace planner::placement {
namespace {

using packing::Counts;
using packing::Option;

bool wish_allows(std::string_view wish, const Connector& c) {
  return wish.empty() || wish == c.label || (c.second_port >= 0 && wish == c.second_label);
}

class Lister {
 public:
  Lister(const Host& host, const Cards& cards, const Case& given, Ways ways)
      : host_(host), cards_(cards), lanes_(given.lanes), drive_lanes_(given.drive_lanes), ways_(ways) {}

  Options list() {
    limit_roots();
    fill_stock();
    for (std::size_t i = 0; i < host_.connectors.size(); ++i) {
      if (lanes_[i] == 0) continue;
      const int first = static_cast<int>(options_.choices.size());
      connector_ = &host_.connectors[i];
      offered_ = lanes_[i];
      list_connector();
      const int last = static_cast<int>(options_.choices.size());
      if (first == last) continue;
      options_.problem.spots.push_back({connector_->position, first, last});
      options_.connectors.push_back(static_cast<int>(i));
    }
    return std::move(options_);
  }

 private:
  /// A root is followed lane by lane only if its connectors together could ask for more than it has.
  void limit_roots() {
    limited_.fill(false);
    for (std::size_t r = 0; r < host_.roots.size() && r < limited_.size(); ++r) {
      const Root& root = host_.roots[r];
      if (root.offered < 0 || root.chipset) continue;
      int wanted = root.switch_lanes;
      for (std::size_t i = 0; i < host_.connectors.size(); ++i)
        if (host_.connectors[i].root == static_cast<int>(r) && host_.connectors[i].takes_root_lanes)
          wanted += std::max(lanes_[i], 0);
      limited_[r] = wanted + drive_lanes_[r] > root.offered;
      options_.problem.root_lanes[r] = std::max(0, root.offered - root.switch_lanes - drive_lanes_[r]);
    }
  }

  void fill_stock() {
    Counts& stock = options_.problem.stock;
    for (std::size_t c = 0; c < cards_.gpus.size(); ++c)
      stock.add(cards_.gpu_resource(static_cast<int>(c)), static_cast<int>(cards_.gpus[c].units.size()));
    for (std::size_t c = 0; c < cards_.nics.size(); ++c)
      stock.add(cards_.nic_resource(static_cast<int>(c)), static_cast<int>(cards_.nics[c].units.size()));
    for (std::size_t p = 0; p < cards_.pools.size(); ++p)
      stock.add(cards_.pool_resource(static_cast<int>(p)), static_cast<int>(cards_.pools[p].units.size()));
  }

  void list_connector() {
    if (ways_.direct && connector_->kind == ConnectorKind::slot) list_direct();
    if (ways_.listed)
      for (std::size_t p = 0; p < cards_.pools.size(); ++p) list_pool(static_cast<int>(p));
    if (ways_.assumed) list_assumed();
    if (ways_.nics && connector_->kind == ConnectorKind::slot) list_nics();
  }

  bool limited() const {
    const int r = connector_->root;
    return connector_->takes_root_lanes && r >= 0 && r < packing::kRoots && limited_[static_cast<std::size_t>(r)];
  }

  /// Widths that the connector may run at: its own, and where its CPU is short of lanes also the halves of it.
  template <class Add>
  void each_width(Add add) const {
    add(offered_);
    if (limited())
      for (int width = offered_ / 2; width >= 1; width /= 2) add(width);
  }

  bool passes_chassis(const CardClass& card) const {
    return host_.expansion_slots < 0 || connector_->position == 0 ||
           connector_->position + card.pitches - 1 <= host_.expansion_slots;
  }

  void list_direct() {
    for (std::size_t c = 0; c < cards_.gpus.size(); ++c) {
      const CardClass& card = cards_.gpus[c];
      if (card.edge > connector_->edge || !wish_allows(card.wish, *connector_) || !passes_chassis(card)) continue;
      each_width([&](int width) {
        Choice choice;
        choice.mount = Mount::direct;
        choice.granted = choice.taken = width;
        Option option;
        option.in_air = true;
        if (card.width_known) {
          option.pitches = static_cast<std::int16_t>(card.pitches);
          option.quarters = static_cast<std::int16_t>(card.quarters);
          option.wants_air = true;
        }
        seat(choice, option, static_cast<int>(c), {width, connector_->offer.gen});
        finish(choice, option);
      });
    }
  }

  /// Puts one more GPU of a class behind `link`.
  void seat(Choice& choice, Option& option, int gpu_class, Link link) const {
    const auto at = static_cast<std::size_t>(choice.gpus++);
    choice.gpu_class[at] = static_cast<std::int8_t>(gpu_class);
    choice.links[at] = narrower(cards_.gpus[static_cast<std::size_t>(gpu_class)].link, link);
    const Bandwidth bandwidth = bandwidth_of(choice.links[at]);
    option.takes.add(cards_.gpu_resource(gpu_class), 1);
    option.narrowest = option.gpus == 0 ? bandwidth : std::min(option.narrowest, bandwidth);
    ++option.gpus;
    option.score += std::int64_t{1} << Score::kPlaced;
    option.score += bandwidth.smallest() << Score::kSum;
    if (connector_->root >= 0 && !host_.roots[static_cast<std::size_t>(connector_->root)].chipset)
      option.score += std::int64_t{1} << Score::kOnCpu;
    if (choice.mount != Mount::assumed) option.score += std::int64_t{1} << Score::kNotAssumed;
    if (choice.mount == Mount::riser) option.score += std::int64_t{1} << Score::kListed;
    if (choice.mount == Mount::riser && takes_one_each(choice.pool))
      option.takes.add(cards_.pool_resource(choice.pool), 1);
  }

  /// Risers that carry one GPU each, also behind a splitter; of the others one serves all GPUs of its connector.
  bool takes_one_each(int pool) const {
    const RiserType type = cards_.pools[static_cast<std::size_t>(pool)].type;
    return type != RiserType::splitter && type != RiserType::host_adapter && type != RiserType::switch_board;
  }

  void finish(const Choice& choice, Option& option) {
    if (limited() && choice.taken > 0) {
      option.root = static_cast<std::int8_t>(connector_->root);
      option.lanes = static_cast<std::int16_t>(choice.taken);
    }
    options_.problem.options.push_back(option);
    options_.choices.push_back(choice);
  }

  Choice on_pool(int pool) const {
    Choice choice;
    choice.mount = Mount::riser;
    choice.pool = pool;
    return choice;
  }

  void list_pool(int p) {
    const RiserPool& pool = cards_.pools[static_cast<std::size_t>(p)];
    const bool fits = (connector_->kind == ConnectorKind::slot && pool.from_slot) ||
                      (connector_->kind == ConnectorKind::m2 && pool.from_m2) ||
                      (connector_->kind == ConnectorKind::cable && pool.from_cable &&
                       connector_->type.starts_with(pool.cable_family));
    if (!fits) return;
    if (pool.type == RiserType::switch_board) {
      list_switch_board(p, pool);
    } else if (pool.type == RiserType::splitter) {
      list_splits(on_pool(p), pool.link, pool.outputs, 1, true);
    } else {
      list_single(on_pool(p), pool.link);
      // Adapters with several cable connectors, and cable ports, serve several GPUs in the board's own modes.
      if (pool.type == RiserType::host_adapter) list_splits(on_pool(p), pool.link, pool.outputs, 1, true);
      if (pool.type == RiserType::device_adapter) list_splits(on_pool(p), pool.link, kMostOutputs, 2, true);
    }
  }

  void list_assumed() {
    Choice choice;
    choice.mount = Mount::assumed;
    const Link unlimited{16, 6};
    list_single(choice, unlimited);
    list_splits(choice, unlimited, kMostOutputs, 2, false);
    // Listed ribbons behind a splitter that is not.
    for (std::size_t p = 0; p < cards_.pools.size(); ++p)
      if (cards_.pools[p].type == RiserType::ribbon && connector_->kind == ConnectorKind::slot)
        list_splits(on_pool(static_cast<int>(p)), cards_.pools[p].link, kMostOutputs, 2, false);
  }

  void list_single(const Choice& prototype, Link riser) {
    for (std::size_t c = 0; c < cards_.gpus.size(); ++c) {
      if (!wish_allows(cards_.gpus[c].wish, *connector_)) continue;
      each_width([&](int width) {
        Choice choice = prototype;
        Option option;
        choice.granted = choice.taken = width;
        take_shared_riser(choice, option);
        seat(choice, option, static_cast<int>(c), narrower({width, connector_->offer.gen}, riser));
        finish(choice, option);
      });
    }
  }

  void take_shared_riser(const Choice& choice, Option& option) const {
    if (choice.pool >= 0 && !takes_one_each(choice.pool)) option.takes.add(cards_.pool_resource(choice.pool), 1);
  }

  /// Every bifurcation mode with at most `outputs` links, filled with at least `fewest` GPUs.
  void list_splits(Choice prototype, Link riser, int outputs, int fewest, bool listed) {
    prototype.split = true;
    prototype.splitter_listed = listed;
    for (const std::vector<int>& mode : connector_->splits) {
      const int total = std::accumulate(mode.begin(), mode.end(), 0);
      if (static_cast<int>(mode.size()) > outputs || (offered_ >= 0 && total > offered_)) continue;
      std::vector<Link> links;
      for (const int lanes : mode) links.push_back(narrower({lanes, connector_->offer.gen}, riser));
      std::stable_sort(links.begin(), links.end(), [](Link a, Link b) { return a.lanes > b.lanes; });
      Choice choice = prototype;
      choice.granted = *std::max_element(mode.begin(), mode.end());
      choice.taken = total;
      Option option;
      take_shared_riser(choice, option);
      fill(choice, option, links, fewest, 0);
    }
  }

  void list_switch_board(int p, const RiserPool& pool) {
    Choice choice = on_pool(p);
    choice.granted = choice.taken = offered_;
    Option option;
    take_shared_riser(choice, option);
    // The GPUs are spread over the boards: five on one and none on the next would share one uplink for nothing.
    const int boards = static_cast<int>(pool.units.size());
    const int each = std::min(pool.outputs, (std::min(cards_.gpu_count, boards * pool.outputs) + boards - 1) / boards);
    fill(choice, option, std::vector<Link>(static_cast<std::size_t>(each), Link{16, pool.link.gen}), 1, 0);
  }

  /// Seats GPUs behind the links in order, classes ascending. With many classes only neighboring ones are mixed: the
  /// number of mixtures would otherwise grow with the fourth power.
  void fill(const Choice& choice, const Option& option, const std::vector<Link>& links, int fewest, std::size_t from) {
    if (choice.gpus >= fewest) {
      Option done = option;
      finish(choice, done);
    }
    if (choice.gpus >= static_cast<int>(links.size())) return;
    const std::size_t many = 4;
    const std::size_t last =
        cards_.gpus.size() > many && choice.gpus > 0 ? std::min(cards_.gpus.size(), from + 2) : cards_.gpus.size();
    for (std::size_t c = from; c < last; ++c) {
      if (!wish_allows(cards_.gpus[c].wish, *connector_)) continue;
      Choice more = choice;
      Option taken = option;
      seat(more, taken, static_cast<int>(c), links[static_cast<std::size_t>(choice.gpus)]);
      if (!taken.takes.within(options_.problem.stock)) continue;
      fill(more, taken, links, fewest, c);
    }
  }

  void list_nics() {
    for (std::size_t c = 0; c < cards_.nics.size(); ++c) {
      const CardClass& card = cards_.nics[c];
      if (card.edge > connector_->edge || !wish_allows(card.wish, *connector_) || !passes_chassis(card)) continue;
      each_width([&](int width) {
        Choice choice;
        choice.nic_class = static_cast<int>(c);
        choice.granted = choice.taken = width;
        const int lanes = std::max(0, narrower(card.link, {width, 0}).lanes);
        Option option;
        option.in_air = true;
        option.takes.add(cards_.nic_resource(static_cast<int>(c)), 1);
        option.score = (std::int64_t{1} << Score::kNics) + (static_cast<std::int64_t>(lanes) << Score::kNicLanes);
        option.waste = static_cast<std::int16_t>(std::max(0, width - lanes));
        finish(choice, option);
      });
    }
  }

  const Host& host_;
  const Cards& cards_;
  const std::vector<int>& lanes_;
  const std::array<int, packing::kRoots>& drive_lanes_;
  Ways ways_;
  Options options_;
  const Connector* connector_ = nullptr;
  int offered_ = -1;
  std::array<bool, packing::kRoots> limited_{};
};

}  // namespace

Options list_options(const Host& host, const Cards& cards, const Case& given, Ways ways) {
  return Lister(host, cards, given, ways).list();
}

}  // namespace planner::placement
