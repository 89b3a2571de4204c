#include "facts/power_lines.h"

#include <algorithm>
#include <array>

#include "facts/form_factors.h"

namespace planner {
namespace {

// Allowances where the catalog has no figure: planning values of ours, on the careful side of published idle-to-load
// measurements; every line made of them is marked `estimated`.
constexpr Power kServerBoard = Power::from_base(60);  // board with BMC and 10 GbE
constexpr Power kDesktopBoard = Power::from_base(40);
constexpr Power kMemoryModule = Power::from_base(5);
constexpr Power kDrive = Power::from_base(8);  // NVMe under load
constexpr Power kNic = Power::from_base(15);
constexpr Power kCaseFans = Power::from_base(30);  // six fans of 5 W
// Fans of a dense server as a share of GPUs and CPUs: 10 to 20 % (ServeTheHome's reviews of 4U eight-GPU servers).
constexpr std::int64_t kServerFanPercent = 15;

bool is_server_socket(const Known<std::string>& socket) {
  constexpr std::array<std::string_view, 14> kServer{"SP3",     "SP5",     "SP6",     "STR4",    "STRX4",
                                                     "STR5",    "SWRX8",   "LGA3647", "LGA4189", "LGA4677",
                                                     "LGA4710", "LGA7529", "LGA2066", "LGA2011"};
  return socket && std::find(kServer.begin(), kServer.end(), socket_name(*socket)) != kServer.end();
}

Power clamp_limit(const Gpu& gpu, Power limit) {
  if (gpu.power_limit_max && limit > *gpu.power_limit_max) limit = *gpu.power_limit_max;
  if (gpu.power_limit_min && limit < *gpu.power_limit_min) limit = *gpu.power_limit_min;
  return limit;
}

PowerLine unrecorded(std::string what, const std::string& figure) {
  PowerLine line;
  line.what = std::move(what);
  line.known = false;
  line.basis = figure + " not recorded";
  return line;
}

PowerLine gpu_line(const Fitted<Gpu>& gpu) {
  const std::string what = "GPU " + std::to_string(gpu.index);
  const bool limited = gpu.item != nullptr && gpu.item->power_limit.known();
  if (!limited && !gpu.part->board_power) return unrecorded(what, "board power");
  PowerLine line;
  line.what = what;
  line.sustained = limited ? clamp_limit(*gpu.part, *gpu.item->power_limit) : *gpu.part->board_power;
  line.basis = limited ? "planned limit " + line.sustained.text() : "board power";
  if (gpu.part->excursion)
    line.excursion = line.sustained.scaled(gpu.part->excursion->smallest(), Ratio::per_base);
  else
    line.excursion = Known<Power>::unknown("no measured peak of " + gpu.info->name);
  return line;
}

PowerLine cpu_line(const Fitted<Cpu>& cpu) {
  const std::string what = "CPU " + std::to_string(cpu.index);
  const Cpu& part = *cpu.part;
  PowerLine line;
  line.what = what;
  if (part.max_power && (!part.tdp || *part.max_power > *part.tdp)) {
    line.sustained = *part.max_power;
    line.basis = "maximum power";
  } else if (part.tdp) {
    line.sustained = *part.tdp;
    line.basis = "TDP";
  } else {
    return unrecorded(what, "TDP");
  }
  return line;
}

PowerLine allowance(std::string what, Power power, std::string basis) {
  PowerLine line;
  line.what = std::move(what);
  line.sustained = power;
  line.estimated = true;
  line.basis = std::move(basis);
  return line;
}

/// The board figure of a platform is that of its whole base: board, management, switches and fans.
bool includes_fans(const Inventory& inventory) {
  return inventory.platform != nullptr && inventory.board == &inventory.platform->board && inventory.board->board_power;
}

PowerLine board_line(const Board& board, bool whole_base) {
  if (board.board_power) {
    PowerLine line;
    line.what = whole_base ? "board, switches and fans" : "board";
    line.sustained = *board.board_power;
    line.basis = "board power";
    return line;
  }
  const Power power = is_server_socket(board.socket) ? kServerBoard : kDesktopBoard;
  return allowance("board", power, "allowance " + power.text());
}

/// One line for all units of a kind; `figure` gives the recorded draw of a unit, `count` how many of `each` it stands
/// for.
template <class T, class Figure, class Count>
PowerLine group_line(const std::vector<Fitted<T>>& units, std::string_view name, Power each, Figure figure,
                     Count count) {
  PowerLine line;
  std::int64_t total = 0;
  for (const Fitted<T>& unit : units) {
    const std::int64_t n = count(*unit.part);
    const Known<Power> recorded = figure(*unit.part);
    line.sustained += recorded.value_or(each) * n;
    line.estimated = line.estimated || !recorded;
    total += n;
  }
  line.what = std::string(name) + ", " + std::to_string(total);
  line.basis = line.estimated ? "allowance " + each.text() + " each where no figure is recorded" : "recorded power";
  return line;
}

/// Units in a kit; one where the kit does not say.
std::int64_t modules_of(const Memory& kit) {
  return std::max<std::int64_t>(kit.modules.value_or(1), 1);
}

void add_rest(std::vector<PowerLine>& lines, const Inventory& inventory) {
  const auto one = [](const auto&) { return std::int64_t{1}; };
  if (inventory.board != nullptr) lines.push_back(board_line(*inventory.board, includes_fans(inventory)));
  if (!inventory.memory.empty())
    lines.push_back(group_line(
        inventory.memory, "memory modules", kMemoryModule, [](const Memory& m) { return m.module_power; }, modules_of));
  if (!inventory.storage.empty())
    lines.push_back(group_line(
        inventory.storage, "drives", kDrive, [](const Storage& s) { return s.power; }, one));
  if (!inventory.nics.empty())
    lines.push_back(group_line(
        inventory.nics, "network cards", kNic, [](const Nic& n) { return n.power; }, one));
}

bool cooled_as_server(const Inventory& inventory) {
  return inventory.platform != nullptr;
}

PowerLine fan_line(const Inventory& inventory, Power cooled) {
  if (!cooled_as_server(inventory)) return allowance("fans", kCaseFans, "allowance " + kCaseFans.text());
  return allowance("fans", cooled.scaled(kServerFanPercent, 100),
                   "allowance " + std::to_string(kServerFanPercent) + " % of GPUs and CPUs");
}

/// A quote that names cards but no CPU and no board still needs a host; the wall must carry it.
constexpr Power kHostLeftOut = Power::from_base(250);

bool host_left_out(const Inventory& inventory) {
  return inventory.build->quote.has_value() && inventory.cpus.empty() && inventory.board == nullptr &&
         !inventory.gpus.empty();
}

}  // namespace

std::vector<PowerLine> list_consumers(const Inventory& inventory) {
  std::vector<PowerLine> lines;
  Power cooled;
  for (const Fitted<Gpu>& gpu : inventory.gpus) lines.push_back(gpu_line(gpu));
  for (const Fitted<Cpu>& cpu : inventory.cpus) lines.push_back(cpu_line(cpu));
  for (const PowerLine& line : lines) cooled += line.sustained;
  if (host_left_out(inventory))
    lines.push_back(
        allowance("host not listed", kHostLeftOut, "allowance " + kHostLeftOut.text() + " for CPU, board and memory"));
  add_rest(lines, inventory);
  if (!lines.empty() && !includes_fans(inventory)) lines.push_back(fan_line(inventory, cooled));
  return lines;
}

}  // namespace planner
