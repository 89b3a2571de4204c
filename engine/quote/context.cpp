#include "quote/context.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "quote/wording.h"

namespace planner::quote {
namespace {

struct NumberAt {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t value = 0;
};

std::vector<NumberAt> numbers_before(std::string_view folded, std::string_view unit) {
  std::vector<NumberAt> found;
  for (std::size_t i = 0; i < folded.size(); ++i) {
    const bool starts = is_digit(folded[i]) &&
                        (i == 0 || (!is_digit(folded[i - 1]) && folded[i - 1] != '.' && !is_alpha(folded[i - 1])));
    if (!starts) continue;
    NumberAt number{i, i, 0};
    while (number.end < folded.size() && is_digit(folded[number.end]) && number.end - i < 6)
      number.value = number.value * 10 + (folded[number.end++] - '0');
    std::size_t at = number.end;
    while (at < folded.size() && (folded[at] == ' ' || folded[at] == '-')) ++at;
    const bool unit_here = folded.substr(at, unit.size()) == unit &&
                           (at + unit.size() == folded.size() || !is_word_char(folded[at + unit.size()]));
    number.end = at + unit.size();
    if (unit_here) found.push_back(number);
  }
  return found;
}

constexpr auto kRegions = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"japan", "JP"},       {"日本", "JP"},    {"usa", "US"},         {"u.s.", "US"},      {"united states", "US"},
    {"america", "US"},     {"us", "US"},      {"canada", "US"},      {"nema", "US"},      {"europe", "EU"},
    {"eu", "EU"},          {"germany", "EU"}, {"deutschland", "EU"}, {"schuko", "EU"},    {"france", "EU"},
    {"switzerland", "CH"}, {"schweiz", "CH"}, {"swiss", "CH"},       {"uk", "UK"},        {"britain", "UK"},
    {"england", "UK"},     {"china", "CN"},   {"中国", "CN"},        {"australia", "AU"},
});

}  // namespace

bool is_about_mains(std::string_view text) {
  return has_any_phrase(
      fold(text), {"mains",     "outlet",     "outlets",       "circuit",   "circuits", "breaker",     "wall socket",
                   "steckdose", "steckdosen", "netzanschluss", "sicherung", "prise",    "disjoncteur", "wall power",
                   "branch",    "nema",       "pdu",           "插座",      "市电",     "电路"});
}

std::optional<StatedCircuit> find_circuit(std::string_view text) {
  const std::string folded = fold(text);
  for (const auto& volts : numbers_before(folded, "v")) {
    if (volts.value < 90 || volts.value > 480) continue;
    for (const auto& amperes : numbers_before(folded, "a")) {
      const std::size_t gap = amperes.begin > volts.end   ? amperes.begin - volts.end
                              : volts.begin > amperes.end ? volts.begin - amperes.end
                                                          : 0;
      if (amperes.value < 5 || amperes.value > 125 || gap > 12) continue;
      StatedCircuit circuit{volts.value, amperes.value, {}, {}};
      for (const auto& [word, region] : kRegions)
        if (circuit.region.empty() && has_phrase(folded, word)) circuit.region = region;
      const std::string original = plain(text);
      circuit.remainder = std::string(
          trim(std::string_view(original).substr(std::min(original.size(), std::max(volts.end, amperes.end)))));
      return circuit;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> power_cap(std::string_view text) {
  const std::string folded = fold(text);
  std::size_t word = std::string::npos;
  for (const std::string_view phrase :
       {"power cap", "power caps", "power-capped", "power capped", "capped", "power limit", "power-limit",
        "power limited", "power-limited", "limited to", "cap of", "-pl", "power target", "powerlimit", "leistungslimit",
        "begrenzt auf", "功耗限制"}) {
    word = std::min(word, find_phrase(folded, phrase));
  }
  if (word == std::string::npos) return std::nullopt;
  if (const auto at = folded.find("-pl ");
      at != std::string::npos && at + 4 < folded.size() && is_digit(folded[at + 4])) {
    std::int64_t value = 0;
    for (std::size_t i = at + 4; i < folded.size() && is_digit(folded[i]) && value < 10'000; ++i)
      value = value * 10 + (folded[i] - '0');
    return value >= 30 && value <= 2'000 ? std::optional(value) : std::nullopt;
  }
  // The figure nearest to the words, on either side.
  std::optional<std::int64_t> best;
  std::size_t nearest = 30;
  for (const auto& watts : numbers_before(folded, "w")) {
    const std::size_t distance = watts.begin > word ? watts.begin - word : word - watts.begin;
    if (watts.value < 30 || watts.value > 2'000 || distance > nearest) continue;
    nearest = distance;
    best = watts.value;
  }
  return best;
}

bool is_requirement(std::string_view text) {
  const std::string folded = fold(text);
  if (folded.find(">=") != std::string::npos && folded.find_first_of("0123456789") != std::string::npos) return true;
  return has_any_phrase(folded, {"minimum", "at least", "or better", "or higher", "or equivalent", "or more",
                                 "mindestens", "oder gleichwertig", "oder besser", "au moins", "ou équivalent", "shall",
                                 "must support", "不低于", "不少于", "至少", "或同等"});
}

bool has_alternatives(std::string_view text) {
  if (text.find(" OR ") != std::string_view::npos || text.substr(0, 3) == "OR ") return true;
  return has_any_phrase(fold(text), {"alternatively", "either", "alternativ", "oder alternativ", "或者"});
}

}  // namespace planner::quote
