// Prefixes of kernel log lines.
#include "gpu_probe/machine/kernel_line.h"

#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"

namespace planner::machine {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "6,3964,206764307,-;text" of /dev/kmsg: priority, sequence, microseconds.
bool strip_kmsg(KernelLine& line) {
  const std::size_t end = line.text.find(';');
  if (end == std::string_view::npos || end > 80) return false;
  const auto parts = split(line.text.substr(0, end), ',');
  if (parts.size() < 4 || !whole_at(parts[0]) || !whole_at(parts[1])) return false;
  const auto microseconds = whole_at(parts[2]);
  if (!microseconds || *microseconds < 0) return false;
  line.uptime_s = static_cast<double>(*microseconds) / 1e6;
  line.text.remove_prefix(end + 1);
  return true;
}

/// "<4>"
bool strip_level(KernelLine& line) {
  const std::size_t end = line.text.find('>');
  if (line.text.empty() || line.text[0] != '<' || end == std::string_view::npos || end > 4 || end < 2) return false;
  if (!std::all_of(line.text.begin() + 1, line.text.begin() + static_cast<std::ptrdiff_t>(end), is_digit)) return false;
  line.text.remove_prefix(end + 1);
  return true;
}

/// "[   12.345678]", "[   12.345678][  T123]" or "[Tue Jul 14 09:00:27 2026]"
bool strip_brackets(KernelLine& line) {
  const std::size_t end = line.text.find(']');
  if (line.text.empty() || line.text[0] != '[' || end == std::string_view::npos || end > 40) return false;
  const std::string_view inside = trim(line.text.substr(1, end - 1));
  const bool seconds =
      !inside.empty() && inside.find_first_not_of("0123456789.") == std::string_view::npos && contains(inside, ".");
  const bool thread = inside.size() > 1 && (inside[0] == 'T' || inside[0] == 'C') && whole_at(inside.substr(1));
  const bool date = inside.size() >= 19 && std::count(inside.begin(), inside.end(), ':') == 2;
  if (!seconds && !thread && !date) return false;
  if (seconds) line.uptime_s = number_at(inside);
  if (date) line.time = std::string(inside);
  line.text.remove_prefix(end + 1);
  return true;
}

/// "kern  :warn  : " of dmesg -x
bool strip_facility(KernelLine& line) {
  for (const std::string_view facility : {"kern", "user", "daemon", "syslog"}) {
    if (!starts_with(line.text, facility)) continue;
    const std::size_t first = line.text.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.text.find(':', first + 1);
    if (second == std::string_view::npos || first > 8 || second > 18) return false;
    line.text.remove_prefix(second + 1);
    return true;
  }
  return false;
}

/// "2025-01-21T04:41:44,283302+00:00 "
bool strip_iso_time(KernelLine& line) {
  const std::string_view text = line.text;
  if (text.size() < 20 || !is_digit(text[0]) || text[4] != '-' || text[7] != '-' ||
      (text[10] != 'T' && text[10] != ' ') || text[13] != ':')
    return false;
  std::size_t end = text.find(' ', 11);
  if (end == std::string_view::npos) return false;
  line.time = std::string(text.substr(0, end));
  line.text.remove_prefix(end + 1);
  return true;
}

/// "Jan 21 04:41:44 "
bool strip_syslog_time(KernelLine& line) {
  const std::string_view text = line.text;
  constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() < 16 || text[3] != ' ' || text[6] != ' ' || text[9] != ':' || text[12] != ':') return false;
  const std::size_t month = months.find(text.substr(0, 3));
  if (month == std::string_view::npos || month % 3 != 0) return false;
  line.time = std::string(text.substr(0, 15));
  line.text.remove_prefix(16);
  return true;
}

/// "host kernel: " after a time
bool strip_kernel_word(KernelLine& line) {
  const std::size_t at = line.text.find("kernel:");
  if (at == std::string_view::npos || at > 80) return false;
  if (words_of(line.text.substr(0, at)).size() > 1) return false;
  line.text.remove_prefix(at + 7);
  return true;
}

bool is_address_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}

}  // namespace

KernelLine parse_kernel_line(std::string_view raw) {
  KernelLine line;
  line.text = trim(raw);
  static constexpr bool (*steps[])(KernelLine&) = {strip_kmsg,        strip_level,    strip_facility,   strip_iso_time,
                                                   strip_syslog_time, strip_brackets, strip_kernel_word};
  for (int pass = 0; pass < 4; ++pass) {
    bool any = false;
    for (const auto step : steps) {
      if (!step(line)) continue;
      any = line.prefixed = true;
      line.text = trim(line.text);
    }
    if (!any) break;
  }
  return line;
}

std::optional<PciAddress> address_in_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_address_char(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_address_char(text[end])) ++end;
    std::string_view word = text.substr(i, end - i);
    while (!word.empty() && (word.back() == ':' || word.back() == '.')) word.remove_suffix(1);
    while (!word.empty() && word.front() == ':') word.remove_prefix(1);
    const bool full = word.size() >= 10 && std::count(word.begin(), word.end(), ':') == 2;
    const auto address = full ? parse_pci_address(word) : std::nullopt;
    if (address) return address;
    i = end;
  }
  return std::nullopt;
}

std::optional<KernelEvent> kernel_event(std::string_view text) {
  for (const auto part : {nvidia_event, pci_event, host_event}) {
    if (auto event = part(text)) return event;
  }
  return std::nullopt;
}

}  // namespace planner::machine
