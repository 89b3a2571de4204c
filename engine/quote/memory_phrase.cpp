#include "quote/memory_phrase.h"

#include <algorithm>

#include "quote/wording.h"

namespace planner::quote {
namespace {

/// A cursor over folded text.
struct Scanner {
  std::string_view text;
  std::size_t at = 0;

  std::optional<std::int64_t> number() {
    std::size_t end = at;
    std::int64_t value = 0;
    while (end < text.size() && is_digit(text[end]) && end - at < 7) value = value * 10 + (text[end++] - '0');
    if (end == at || (end < text.size() && is_digit(text[end]))) return std::nullopt;
    at = end;
    return value;
  }
  void blanks() {
    while (at < text.size() && text[at] == ' ') ++at;
  }
  bool skip(std::string_view what) {
    if (text.substr(at, what.size()) != what) return false;
    at += what.size();
    return true;
  }
  /// "gb", "gib", "g" or "tb" at a word's end: how many GB one is; 0 if none.
  std::int64_t unit() {
    blanks();
    for (const auto& [written, factor] :
         {std::pair<std::string_view, std::int64_t>{"gb", 1}, {"gib", 1}, {"tb", 1000}, {"g", 1}}) {
      const std::size_t end = at + written.size();
      if (text.substr(at, written.size()) != written || (end < text.size() && is_alpha(text[end]))) continue;
      at = end;
      return factor;
    }
    return 0;
  }
};

constexpr std::int64_t kLargestModuleGb = 1024;

/// "24x96 GB", "2x16)" (unit left out within brackets).
bool read_product(Scanner scan, bool bracket, MemoryPhrase& memory, std::size_t& end) {
  const auto count = scan.number();
  scan.blanks();
  if (!count || !(scan.skip("x") || scan.skip("*"))) return false;
  scan.blanks();
  const auto size = scan.number();
  if (!size) return false;
  const auto unit = scan.unit();
  scan.blanks();
  const bool closed = bracket && scan.text.substr(scan.at, 1) == ")";
  if ((unit == 0 && !closed) || *count < 1 || *count > 1024 || *size < 1 ||
      *size * std::max<std::int64_t>(unit, 1) > kLargestModuleGb)
    return false;
  memory.modules = count;
  memory.module_gb = *size * std::max<std::int64_t>(unit, 1);
  end = scan.at;
  return true;
}

void read_sizes(std::string_view folded, MemoryPhrase& memory) {
  for (std::size_t i = 0; i < folded.size(); ++i) {
    if (!is_digit(folded[i]) || (i > 0 && (is_digit(folded[i - 1]) || folded[i - 1] == '.' || folded[i - 1] == '-')))
      continue;
    const bool bracket =
        folded.rfind('(', i) != std::string_view::npos && folded.find(')', i) != std::string_view::npos;
    std::size_t end = i;
    if (!memory.modules && read_product({folded, i}, bracket, memory, end)) {
      memory.kit = memory.total_gb.has_value() || i > 0;
      if (i == 0) memory.rest = std::string(trim(std::string_view(memory.rest).substr(end)));
      i = end;
      continue;
    }
    Scanner scan{folded, i};
    const auto size = scan.number();
    const auto unit = size ? scan.unit() : 0;
    const bool letter_before = i > 0 && is_alpha(folded[i - 1]);
    // "1Gb/s" and "G.Skill" are no sizes; neither is a single gigabyte.
    if (size && unit != 0 && !letter_before && *size >= 2 && !memory.total_gb && folded.substr(scan.at, 2) != "/s")
      memory.total_gb = *size * unit;
    if (size) i = std::max(i, scan.at - 1);
  }
}

std::optional<std::int64_t> number_after(std::string_view folded, std::string_view label) {
  const auto at = folded.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  Scanner scan{folded, at + label.size()};
  while (scan.at < folded.size() && (folded[scan.at] == '-' || folded[scan.at] == ' ' || folded[scan.at] == '@'))
    ++scan.at;
  const auto value = scan.number();
  return value && *value >= 800 && *value <= 12'800 ? value : std::nullopt;
}

void read_speed(std::string_view folded, MemoryPhrase& memory) {
  for (const std::string_view label : {"ddr3", "ddr4", "ddr5"})
    if (!memory.speed_mts) memory.speed_mts = number_after(folded, label);
  for (const std::string_view unit : {"mt/s", "mts", "mhz", "mt"}) {
    const auto at = folded.find(unit);
    if (memory.speed_mts || at == std::string_view::npos) continue;
    std::size_t end = at;
    while (end > 0 && folded[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && is_digit(folded[begin - 1])) --begin;
    if (end - begin == 4) memory.speed_mts = Scanner{folded, begin}.number();
  }
}

void read_words(std::string_view folded, MemoryPhrase& memory) {
  for (const std::string_view type : {"ddr5", "ddr4", "ddr3"})
    if (memory.memory_type.empty() && folded.find(type) != std::string_view::npos)
      memory.memory_type = type == "ddr5" ? "DDR5" : type == "ddr4" ? "DDR4" : "DDR3";
  if (has_any_phrase(folded, {"lrdimm", "load-reduced", "load reduced"}))
    memory.module_type = ModuleType::lrdimm;
  else if (has_any_phrase(folded, {"rdimm", "reg", "registered", "reg.", "ecc-reg"}))
    memory.module_type = ModuleType::rdimm;
  else if (has_any_phrase(folded, {"so-dimm", "sodimm"}))
    memory.module_type = ModuleType::sodimm;
  else if (has_any_phrase(folded, {"udimm", "unbuffered"}))
    memory.module_type = ModuleType::udimm;
  const bool registered = memory.module_type == ModuleType::rdimm || memory.module_type == ModuleType::lrdimm;
  if (has_any_phrase(folded, {"non-ecc", "non ecc", "nonecc", "ohne ecc"}))
    memory.ecc = false;
  else if (registered || has_phrase(folded, "ecc"))
    memory.ecc = true;
}

}  // namespace

MemoryPhrase read_memory(std::string_view phrase) {
  MemoryPhrase memory;
  memory.rest = plain(trim(phrase));
  const std::string folded = fold(memory.rest);
  read_words(folded, memory);
  read_speed(folded, memory);
  read_sizes(folded, memory);
  return memory;
}

}  // namespace planner::quote
