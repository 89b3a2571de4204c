// ipmitool sel list and sel elist: the event log of a BMC.
#include <algorithm>
#include <cctype>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostEvents = 2000;

/// "09/08/2021", "2021-09-08", or "Pre-Init" before the BMC had its clock.
bool is_date(std::string_view cell) {
  if (starts_with(cell, "Pre-Init") || starts_with(cell, "Unspecified")) return true;
  const auto digits = std::count_if(cell.begin(), cell.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const auto marks = std::count_if(cell.begin(), cell.end(), [](char c) { return c == '/' || c == '-'; });
  return cell.size() <= 10 && cell.size() >= 8 && marks == 2 && static_cast<std::size_t>(digits) + 2 == cell.size();
}

/// "1b | 09/08/2021 | 06:34:16 | Power Supply #0x3b | Failure detected | Asserted"; without a clock the date and time
/// are one cell or two.
std::optional<BmcEvent> event_of(std::string_view line) {
  auto cells = split(line, '|');
  if (cells.size() < 5 || cells.size() > 8) return std::nullopt;
  for (std::string_view& cell : cells) cell = trim(cell);
  if (!hex_of(cells[0]) || !is_date(cells[1])) return std::nullopt;
  const bool clock = !starts_with(cells[1], "Pre-Init") && !starts_with(cells[1], "Unspecified");
  std::size_t at = 2;
  BmcEvent event;
  if (clock) {
    if (!contains(cells[2], ":")) return std::nullopt;
    event.time = shorten(std::string(cells[1]) + " " + std::string(cells[2]), 40);
    at = 3;
  } else if (cells[2].find_first_not_of("0123456789") == std::string_view::npos) {
    at = 3;
  }
  if (at + 1 >= cells.size() || cells[at].empty()) return std::nullopt;
  event.sensor = shorten(cells[at], 80);
  event.event = shorten(cells[at + 1], 160);
  if (at + 2 < cells.size()) {
    if (starts_with(cells[at + 2], "Asserted")) event.asserted = true;
    if (starts_with(cells[at + 2], "Deasserted")) event.asserted = false;
  }
  return event;
}

}  // namespace

bool is_bmc_log(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view l) { return event_of(l).has_value(); });
}

void read_bmc_log(const TextDocument& document, Machine& machine, Source& source) {
  auto& log = machine.bmc_log;
  for (const std::string_view line : document.lines()) {
    auto event = event_of(line);
    if (!event) continue;
    const bool same = !log.empty() && log.back().sensor == event->sensor && log.back().event == event->event &&
                      log.back().asserted == event->asserted;
    if (same)
      ++log.back().repeats;
    else
      log.push_back(std::move(*event));
  }
  if (log.size() <= kMostEvents) return;
  // What is true today is at the end.
  log.erase(log.begin(), log.end() - static_cast<std::ptrdiff_t>(kMostEvents));
  source.warnings.push_back("more than 2000 events; the last are taken");
}

}  // namespace planner::machine
