#include <algorithm>
#include <iterator>
#include <optional>

#include "facts/body.h"
#include "facts/form_factors.h"

namespace planner {
namespace {

// Straight run that a 12V-2x6 cable wants before its first bend: 35 mm (NVIDIA's guidance for RTX 40 cards; low
// confidence); an 8-pin plug with its cable takes 25 mm (our measure of common cables).
constexpr Length kHpwrBend = Length::from_base(35);
constexpr Length kEightPinBend = Length::from_base(25);

Known<Length> difference(const Known<Length>& room, const Known<Length>& body, std::string_view room_name,
                         std::string_view body_name) {
  if (!room)
    return Known<Length>::unknown(room.reason().empty() ? std::string(room_name) + " not recorded" : room.reason());
  if (!body)
    return Known<Length>::unknown(body.reason().empty() ? std::string(body_name) + " not recorded" : body.reason());
  return *room - *body;
}

/// Passive and blower cards for servers have their plug at the rear end, other cards at the top edge.
Known<Length> connector_bend(const Gpu& gpu) {
  if (!gpu.power_connectors_known) return Known<Length>::unknown("power connectors not recorded");
  if (gpu.power_connectors.empty()) return Length{};
  if (!gpu.cooling) return Known<Length>::unknown("place of the power connector not recorded");
  if (*gpu.cooling == GpuCooling::passive) return Length{};
  if (*gpu.cooling == GpuCooling::blower) return Known<Length>::unknown("place of the power connector not recorded");
  const bool hpwr = std::any_of(gpu.power_connectors.begin(), gpu.power_connectors.end(), [](const ConnectorCount& c) {
    return c.type == PowerConnector::hpwr_12v2x6 || c.type == PowerConnector::nvidia_12pin;
  });
  return hpwr ? kHpwrBend : kEightPinBend;
}

/// Why the card's place is not bounded by the board's slots, or nothing if it is.
std::optional<std::string> free_of_slots(const CardPlacement* placed) {
  if (placed == nullptr) return std::nullopt;
  if (placed->mount == Mount::riser || placed->mount == Mount::assumed) return "on a riser";
  if (placed->mount == Mount::onboard) return "a module on the board";
  return std::nullopt;
}

Known<SlotWidth> overhang_of(const Gpu& gpu, const Chassis& chassis, const CardPlacement* placed,
                             const Placement& placement) {
  if (placed == nullptr || placed->mount != Mount::direct || placed->slot < 0 ||
      static_cast<std::size_t>(placed->slot) >= placement.slots.size())
    return Known<SlotWidth>::unknown("no slot");
  if (!gpu.slot_width) return Known<SlotWidth>::unknown("slot width not recorded");
  if (!chassis.expansion_slots) return Known<SlotWidth>::unknown("expansion slots of the chassis not recorded");
  const int position = placement.slots[static_cast<std::size_t>(placed->slot)].slot->position;
  return SlotWidth::from_base(position - 1) + *gpu.slot_width - SlotWidth::from_base(*chassis.expansion_slots);
}

CardFit fit_card(const Fitted<Gpu>& gpu, const Inventory& inventory, const Placement& placement) {
  CardFit fit;
  const auto index = static_cast<std::size_t>(gpu.index);
  const CardPlacement* placed = index < placement.gpus.size() ? &placement.gpus[index] : nullptr;
  fit.connector_bend = connector_bend(*gpu.part);
  std::optional<std::string> reason = free_of_slots(placed);
  if (!reason && inventory.chassis == nullptr) reason = "no chassis in the build";
  if (reason) {
    fit.length_margin = fit.height_margin = Known<Length>::unknown(*reason);
    fit.overhang = Known<SlotWidth>::unknown(*reason);
    return fit;
  }
  const Chassis& chassis = *inventory.chassis;
  const Known<Length>& length_room =
      chassis.gpu_clearance_front_fans ? chassis.gpu_clearance_front_fans : chassis.gpu_clearance;
  fit.length_margin = difference(length_room, gpu.part->length, "GPU clearance of the chassis", "card length");
  fit.height_margin =
      difference(chassis.gpu_height_clearance, gpu.part->height, "height clearance of the chassis", "card height");
  if (fit.height_margin) fit.height_margin = difference(fit.height_margin, fit.connector_bend, {}, "connector");
  fit.overhang = overhang_of(*gpu.part, chassis, placed, placement);
  return fit;
}

Known<bool> board_listed(const Board& board, const Chassis& chassis) {
  if (chassis.board_form_factors.empty()) return Known<bool>::unknown("board forms of the chassis not recorded");
  if (!board.form_factor) return Known<bool>::unknown("form factor of the board not recorded");
  const auto form = board_form(*board.form_factor);
  bool all_standard = true;
  for (const std::string& name : chassis.board_form_factors) {
    if (squeeze_name(name) == squeeze_name(*board.form_factor)) return true;
    const auto room = board_form(name);
    if (room && form && takes_board(*room, *form)) return true;
    all_standard = all_standard && room.has_value();
  }
  if (!form) return Known<bool>::unknown("the board's form factor (" + *board.form_factor + ") is no standard");
  if (!all_standard) return Known<bool>::unknown("the chassis names a board form that is no standard");
  return false;
}

/// The board's own measures, else those of its standard (E-ATX says nothing exact).
std::optional<Outline> board_outline(const Board& board) {
  if (board.length && board.width) return Outline{*board.length, *board.width};
  if (!board.form_factor) return std::nullopt;
  const auto form = board_form(*board.form_factor);
  if (!form || *form == BoardForm::eatx) return std::nullopt;
  return outline_of(*form);
}

Known<Length> board_excess(const Board& board, const Chassis& chassis) {
  const std::optional<Outline> outline = board_outline(board);
  if (!outline) return Known<Length>::unknown("measures of the board not recorded");
  Known<Length> least = Known<Length>::unknown("board forms of the chassis not recorded");
  for (const std::string& name : chassis.board_form_factors) {
    const auto form = board_form(name);
    if (!form) continue;
    const Outline room = outline_of(*form);
    const Length excess = std::max(outline->length - room.length, outline->width - room.width);
    if (!least || excess < *least) least = excess;
  }
  return least;
}

void fit_board(FitFacts& fit, const Inventory& inventory) {
  if (inventory.board == nullptr || inventory.chassis == nullptr) {
    const std::string reason = inventory.board == nullptr ? "no board in the build" : "no chassis in the build";
    fit.board_listed = Known<bool>::unknown(reason);
    fit.board_excess = Known<Length>::unknown(reason);
  } else if (inventory.platform != nullptr && inventory.board == &inventory.platform->board &&
             inventory.chassis == &inventory.platform->chassis) {
    fit.board_listed = true;
    fit.board_excess = Known<Length>::unknown("board and chassis are one part");
  } else {
    fit.board_listed = board_listed(*inventory.board, *inventory.chassis);
    fit.board_excess = board_excess(*inventory.board, *inventory.chassis);
  }
}

Known<bool> psu_form_listed(const Inventory& inventory) {
  const auto& forms = inventory.chassis->psu_form_factors;
  if (forms.empty()) return Known<bool>::unknown("supply forms of the chassis not recorded");
  Known<bool> listed = true;
  for (const auto& psu : inventory.psus) {
    if (!psu.part->form_factor) {
      listed = Known<bool>::unknown("form factor of " + psu.info->name + " not recorded");
      continue;
    }
    const std::string name = psu_form_name(*psu.part->form_factor);
    if (std::none_of(forms.begin(), forms.end(), [&](const std::string& form) { return psu_form_name(form) == name; }))
      return false;
  }
  return listed;
}

Known<Length> longest_psu(const Inventory& inventory) {
  Known<Length> longest = Known<Length>::unknown("no power supply in the build");
  for (const auto& psu : inventory.psus) {
    if (!psu.part->length) return Known<Length>::unknown("length of " + psu.info->name + " not recorded");
    if (!longest || *psu.part->length > *longest) longest = psu.part->length;
  }
  return longest;
}

void fit_supplies(FitFacts& fit, const Inventory& inventory) {
  std::string reason;
  if (inventory.psus.empty()) reason = "no power supply in the build";
  if (inventory.chassis == nullptr) reason = "no chassis in the build";
  const bool of_platform =
      reason.empty() && inventory.platform != nullptr && inventory.psus.front().part == &inventory.platform->psu;
  if (of_platform) {
    fit.psu_bays_short = 0;
    fit.psu_form_listed = true;
    fit.psu_margin = Known<Length>::unknown("the supplies are the platform's");
    return;
  }
  if (!reason.empty()) {
    fit.psu_bays_short = Known<std::int64_t>::unknown(reason);
    fit.psu_form_listed = Known<bool>::unknown(reason);
    fit.psu_margin = Known<Length>::unknown(reason);
    return;
  }
  fit.psu_bays_short =
      inventory.chassis->psu_capacity
          ? Known<std::int64_t>(static_cast<std::int64_t>(inventory.psus.size()) - *inventory.chassis->psu_capacity)
          : Known<std::int64_t>::unknown("supply bays of the chassis not recorded");
  fit.psu_form_listed = psu_form_listed(inventory);
  fit.psu_margin =
      difference(inventory.chassis->psu_clearance, longest_psu(inventory), "supply clearance of the chassis", "length");
}

/// Only coolers that stand on the socket are bounded by the chassis' height.
Known<Length> tallest_cooler(const Inventory& inventory) {
  Known<Length> tallest = Known<Length>::unknown("no cooler that stands on the socket");
  for (const auto& cooler : inventory.coolers) {
    if (!cooler.part->type) return Known<Length>::unknown("type of " + cooler.info->name + " not recorded");
    if (*cooler.part->type != CoolerType::air && *cooler.part->type != CoolerType::passive) continue;
    if (!cooler.part->height) return Known<Length>::unknown("height of " + cooler.info->name + " not recorded");
    if (!tallest || *cooler.part->height > *tallest) tallest = cooler.part->height;
  }
  return tallest;
}

Known<bool> names_socket(const Cooler& cooler, const std::string& socket) {
  if (cooler.sockets.empty()) return Known<bool>::unknown("sockets of the cooler not recorded");
  return std::any_of(cooler.sockets.begin(), cooler.sockets.end(),
                     [&](const std::string& name) { return socket_name(name) == socket_name(socket); });
}

Known<bool> cooler_socket_listed(const Inventory& inventory) {
  if (inventory.coolers.empty()) return Known<bool>::unknown("no cooler in the build");
  std::vector<std::string> sockets;
  for (const auto& cpu : inventory.cpus)
    if (cpu.part->socket) sockets.push_back(*cpu.part->socket);
  if (sockets.empty() && inventory.board != nullptr && inventory.board->socket)
    sockets.push_back(*inventory.board->socket);
  if (sockets.empty()) return Known<bool>::unknown("socket not recorded");
  Known<bool> listed = true;
  for (const auto& cooler : inventory.coolers) {
    for (const std::string& socket : sockets) {
      const Known<bool> named = names_socket(*cooler.part, socket);
      if (named && !*named) return false;
      if (!named) listed = named;
    }
  }
  return listed;
}

Known<std::int64_t> coolers_needed(const Inventory& inventory) {
  const auto cpus = static_cast<std::int64_t>(inventory.cpus.size());
  if (inventory.platform == nullptr || cpus == 0) return cpus;
  const Known<bool>& included = inventory.platform->includes_cpu_cooler;
  if (!included) return Known<std::int64_t>::unknown("whether the platform includes CPU coolers is not recorded");
  return *included ? 0 : cpus;
}

}  // namespace

FitFacts measure_fit(const Inventory& inventory, const Placement& placement) {
  FitFacts fit;
  for (const auto& gpu : inventory.gpus) fit.gpus.push_back(fit_card(gpu, inventory, placement));
  fit_board(fit, inventory);
  fit_supplies(fit, inventory);
  fit.cooler_margin =
      inventory.chassis == nullptr
          ? Known<Length>::unknown("no chassis in the build")
          : difference(inventory.chassis->cooler_clearance, tallest_cooler(inventory), "cooler clearance", "height");
  fit.cooler_socket_listed = cooler_socket_listed(inventory);
  fit.coolers_needed = coolers_needed(inventory);
  return fit;
}

}  // namespace planner
