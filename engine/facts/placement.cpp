#include "facts/placement.h"

#include <algorithm>
#include <array>

#include "facts/placement_result.h"

namespace planner {
namespace {

using namespace placement;

bool is_module(const Gpu& gpu) {
  return gpu.form_factor && (*gpu.form_factor == GpuFormFactor::sxm || *gpu.form_factor == GpuFormFactor::oam);
}

/// GPUs that sit on the platform's own sockets: those that come with it, and modules of the form it takes.
std::vector<bool> find_onboard(const Inventory& inventory) {
  std::vector<bool> onboard(inventory.gpus.size(), false);
  const Platform* platform = inventory.platform;
  if (platform == nullptr) return onboard;
  for (const Fitted<Gpu>& gpu : inventory.gpus) {
    const bool included = !platform->includes_gpu.empty() && gpu.info->id == platform->includes_gpu;
    const bool taken =
        is_module(*gpu.part) && platform->gpu_form_factor && *platform->gpu_form_factor == *gpu.part->form_factor;
    onboard[static_cast<std::size_t>(gpu.index)] = included || taken;
  }
  return onboard;
}

void list_connectors(const Board& board, Placement& out) {
  for (const Slot& slot : board.slots) {
    SlotUse use;
    use.slot = &slot;
    use.granted = slot.lanes;
    out.slots.push_back(std::move(use));
  }
  constexpr std::size_t kMostPorts = 128;
  for (const Port& port : board.ports)
    for (int i = 0; i < port.count && out.ports.size() < kMostPorts; ++i) out.ports.push_back({&port, i, -1, -1});
}

/// Modules are spread over the switches of the platform in order, as their vendors do.
void place_onboard(const Inventory& inventory, const std::vector<bool>& onboard, const Host& host, Placement& out) {
  const auto count = static_cast<std::size_t>(std::count(onboard.begin(), onboard.end(), true));
  const std::vector<Switch>& switches = inventory.board->switches;
  std::size_t nth = 0;
  for (std::size_t g = 0; g < onboard.size(); ++g) {
    if (!onboard[g]) continue;
    const Gpu& gpu = *inventory.gpus[g].part;
    CardPlacement& card = out.gpus[g];
    card.mount = Mount::onboard;
    card.lanes = gpu.pcie_lanes;
    card.gen = gpu.pcie_gen;
    card.gap = Known<SlotWidth>::unknown("a module has no slot");
    card.socket = Known<std::int64_t>::unknown("the platform's switches are not recorded");
    if (!switches.empty()) {
      const Switch& sw = switches[nth * switches.size() / count];
      card.switch_id = sw.id;
      const int root = find_root(host, *inventory.board, sw.id);
      if (root >= 0) card.socket = std::int64_t{host.roots[static_cast<std::size_t>(root)].socket};
    } else if (host.roots.size() == 2) {
      card.socket = std::int64_t{0};
    }
    ++nth;
  }
}

void leave_unknown(const Inventory& inventory, const std::vector<bool>& onboard, Placement& out) {
  const std::string why = inventory.board == nullptr ? "no board in the build" : "slots of the board are not recorded";
  for (std::size_t g = 0; g < out.gpus.size(); ++g) {
    if (onboard[g]) continue;
    CardPlacement& card = out.gpus[g];
    card.lanes = Known<Lanes>::unknown(why);
    card.gen = Known<std::int64_t>::unknown(why);
    card.gap = Known<SlotWidth>::unknown(why);
    card.socket = Known<std::int64_t>::unknown(why);
    card.why = why;
  }
  for (CardPlacement& nic : out.nics) nic.why = why;
  out.direct_capacity = Known<std::int64_t>::unknown(why);
  if (!onboard.empty() && std::find(onboard.begin(), onboard.end(), false) == onboard.end())
    out.direct_capacity = static_cast<std::int64_t>(onboard.size());
}

Known<std::int64_t> find_direct_capacity(const Inventory& inventory, const Host& host, const Cards& cards,
                                         const Placement& out) {
  std::int64_t onboard = 0, direct = 0;
  for (const CardPlacement& gpu : out.gpus) {
    onboard += gpu.mount == Mount::onboard ? 1 : 0;
    direct += gpu.mount == Mount::direct ? 1 : 0;
  }
  for (const Fitted<Gpu>& gpu : inventory.gpus)
    if (out.gpus[static_cast<std::size_t>(gpu.index)].mount != Mount::onboard && !gpu.part->slot_width)
      return Known<std::int64_t>::unknown("the width of " + gpu.info->name + " is not recorded");
  int without_position = 0;
  for (const Connector& c : host.connectors)
    without_position += c.kind == ConnectorKind::slot && c.position == 0 && c.offer.lanes != 0 ? 1 : 0;
  if (without_position > 1 && cards.gpu_count > 1)
    return Known<std::int64_t>::unknown("positions of the board's slots are not recorded");
  if (direct == cards.gpu_count) return onboard + direct;
  return onboard + count_direct(host, cards);
}

std::string describe_shortfall(const Host& host, const Cards& cards, const Solution& solution, const Placement& out) {
  if (out.unplaced > static_cast<int>(cards.refused.size()))
    return "slots and ports connect " +
           std::to_string(cards.gpu_count + static_cast<int>(cards.refused.size()) - out.unplaced) + " GPUs; " +
           std::to_string(cards.gpu_count) + " want a connection";
  for (std::size_t spot = 0; spot < solution.result.chosen.size(); ++spot) {
    if (solution.result.chosen[spot] < 0) continue;
    const Choice& choice = solution.options.choices[static_cast<std::size_t>(solution.result.chosen[spot])];
    for (int g = 0; g < choice.gpus; ++g) {
      const int wants = cards.gpus[static_cast<std::size_t>(choice.gpu_class[static_cast<std::size_t>(g)])].link.lanes;
      if (choice.links[static_cast<std::size_t>(g)].lanes >= 0 &&
          choice.links[static_cast<std::size_t>(g)].lanes < wants)
        return cut_lanes(host, cards, solution).words;
    }
  }
  return {};
}

}  // namespace

Placement place_cards(const Inventory& inventory) {
  Placement out;
  out.gpus.resize(inventory.gpus.size());
  out.nics.resize(inventory.nics.size());
  const std::vector<bool> onboard = find_onboard(inventory);
  if (inventory.board == nullptr) {
    leave_unknown(inventory, onboard, out);
    return out;
  }
  list_connectors(*inventory.board, out);
  const Host host = describe_host(inventory, out.ports);
  place_onboard(inventory, onboard, host, out);
  out.slots_known = std::any_of(host.connectors.begin(), host.connectors.end(),
                                [](const Connector& c) { return c.kind != ConnectorKind::m2; });
  if (!out.slots_known) {
    leave_unknown(inventory, onboard, out);
    return out;
  }
  const Cards cards = collect_cards(inventory, host, onboard);
  const std::vector<Drive> drives = collect_drives(inventory);
  const Solution solution = solve(host, cards, drives);
  write_solution(inventory, host, cards, drives, solution, out);
  out.direct_capacity = find_direct_capacity(inventory, host, cards, out);
  out.shortfall = describe_shortfall(host, cards, solution, out);
  return out;
}

Bandwidth pcie_bandwidth(std::int64_t gen, Lanes lanes) {
  struct Generation {
    std::int64_t megatransfers, code_num, code_den;
  };
  static constexpr std::array<Generation, 6> kGenerations{
      {{2500, 8, 10}, {5000, 8, 10}, {8000, 128, 130}, {16000, 128, 130}, {32000, 128, 130}, {64000, 242, 256}}};
  if (gen < 1 || gen > static_cast<std::int64_t>(kGenerations.size()) || lanes.smallest() <= 0) return {};
  const Generation& g = kGenerations[static_cast<std::size_t>(gen - 1)];
  const std::int64_t num = g.megatransfers * std::min<std::int64_t>(lanes.smallest(), 1024) * g.code_num;
  const std::int64_t den = 8 * g.code_den;
  return Bandwidth::from_smallest((2 * num + den) / (2 * den));
}

}  // namespace planner
