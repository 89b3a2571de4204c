#include "quote/quantity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "quote/wording.h"

namespace planner::quote {
namespace {

constexpr auto kNumberWords = std::to_array<std::pair<std::string_view, int>>({
    {"one", 1},   {"two", 2},    {"three", 3},  {"four", 4},    {"five", 5},     {"six", 6},  {"seven", 7},
    {"eight", 8}, {"nine", 9},   {"ten", 10},   {"twelve", 12}, {"sixteen", 16}, {"dual", 2}, {"pair", 2},
    {"quad", 4},  {"single", 1}, {"ein", 1},    {"eine", 1},    {"einen", 1},    {"zwei", 2}, {"drei", 3},
    {"vier", 4},  {"fünf", 5},   {"sechs", 6},  {"sieben", 7},  {"acht", 8},     {"un", 1},   {"une", 1},
    {"deux", 2},  {"trois", 3},  {"quatre", 4}, {"huit", 8},    {"一", 1},       {"两", 2},   {"二", 2},
    {"三", 3},    {"四", 4},     {"六", 6},     {"八", 8},
});

constexpr auto kPieces = std::to_array<std::string_view>(
    {"pcs", "pc",     "pieces", "piece", "units", "unit", "ea", "each", "stück", "stk", "stk.",
     "st.", "pièces", "块",     "张",    "条",    "个",   "台", "片",   "颗",    "只",  "套"});

// A bare leading number counts only before one of these: "2 TB" and "990 PRO" are no counts.
constexpr auto kCountable = std::to_array<std::string_view>(
    {"rtx",     "gtx",          "geforce", "nvidia",   "amd",    "intel",    "epyc",         "xeon",
     "ryzen",   "threadripper", "quadro",  "tesla",    "radeon", "instinct", "gpu",          "gpus",
     "cpu",     "cpus",         "titan",   "a100",     "a6000",  "h100",     "h200",         "b200",
     "l40s",    "l40",          "asus",    "gigabyte", "msi",    "zotac",    "pny",          "supermicro",
     "corsair", "seasonic",     "samsung", "kingston", "micron", "risers",   "grafikkarten", "netzteile"});

template <std::size_t N>
bool among(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t n = 0;
  while (at + n < text.size() && is_digit(text[at + n])) ++n;
  return n;
}

std::int64_t value_of(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits.substr(0, 9)) value = value * 10 + (c - '0');
  return digits.size() > 9 ? 1'000'000'000 : value;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_word_char(text[end]) || text[end] == '.')) ++end;
  return text.substr(at, end - at);
}

/// True if a size such as "96 GB" starts here: then the number before counts modules, not units.
bool size_starts(std::string_view folded, std::size_t at) {
  const std::size_t digits = digits_at(folded, at);
  if (digits == 0) return false;
  const std::size_t unit = skip_blanks(folded, at + digits);
  const auto word = word_at(folded, unit);
  return word == "gb" || word == "g" || word == "gib" || folded.substr(unit, 1) == ")" ||
         (folded.substr(at + digits, 1) == "g");
}

Counted counted(std::int64_t quantity, std::string_view rest) {
  Counted result;
  result.quantity = quantity;
  result.stated = true;
  result.credible = quantity >= 1 && quantity <= kMostUnits;
  while (!rest.empty() && std::string_view(" ,;:-").find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
  result.rest = std::string(trim(rest));
  return result;
}

/// "2x RTX", "2 x RTX", "8xH100", "2 pcs RTX", "(2) RTX", "2 RTX 5090".
std::optional<Counted> leading_number(std::string_view text, std::string_view folded) {
  const bool bracket = folded.substr(0, 1) == "(";
  const std::size_t begin = bracket ? 1 : 0;
  const std::size_t digits = digits_at(folded, begin);
  if (digits == 0) return std::nullopt;
  const auto value = value_of(folded.substr(begin, digits));
  std::size_t at = begin + digits;
  if (bracket) {
    if (folded.substr(at, 1) == "x") ++at;
    if (folded.substr(at, 1) != ")") return std::nullopt;
    return counted(value, text.substr(at + 1));
  }
  at = skip_blanks(folded, at);
  if (at < folded.size() && (folded[at] == 'x' || folded[at] == '*')) {
    const std::size_t next = skip_blanks(folded, at + 1);
    // "2xyz" is a name; "2xRTX" has a capital or a known word after the x, "2x 4090" a blank or digit.
    const bool glued = next == at + 1 && next < folded.size() && is_alpha(folded[next]) && folded[at] == 'x';
    const auto after = word_at(folded, next);
    const bool known = std::any_of(kCountable.begin(), kCountable.end(),
                                   [&](std::string_view w) { return after.substr(0, w.size()) == w; });
    if (next >= folded.size() || (glued && !known)) return std::nullopt;
    if (size_starts(folded, next)) return std::nullopt;
    return counted(value, text.substr(next));
  }
  const auto word = word_at(folded, at);
  if (among(kPieces, word)) {
    std::size_t next = skip_blanks(folded, at + word.size());
    if (word_at(folded, next) == "of") next = skip_blanks(folded, next + 2);
    return counted(value, text.substr(next));
  }
  for (const auto piece : kPieces)  // Chinese counts touch what they count: "8张RTX 4090"
    if ((static_cast<unsigned char>(piece[0]) & 0x80) != 0 && folded.substr(at, piece.size()) == piece)
      return counted(value, text.substr(at + piece.size()));
  if (at > digits && value >= 1 && value <= 64 && among(kCountable, word)) return counted(value, text.substr(at));
  return std::nullopt;
}

/// "two RTX 5090", "a pair of RTX 3090", "dual EPYC 7543", "两张 RTX 4090".
std::optional<Counted> leading_word(std::string_view text, std::string_view folded) {
  std::size_t at = 0;
  if (folded.substr(0, 2) == "a ") at = 2;
  auto word = word_at(folded, at);
  if ((static_cast<unsigned char>(folded[at]) & 0x80) != 0) word = folded.substr(at, 3);
  const int value = number_word(word);
  if (value == 0 || (at == 2 && word != "pair")) return std::nullopt;
  std::size_t next = at + word.size();
  if ((static_cast<unsigned char>(word[0]) & 0x80) != 0 && word.size() == 3) {
    const auto piece = folded.substr(next, 3);
    if (!among(kPieces, piece)) return std::nullopt;
    return counted(value, text.substr(next + 3));
  }
  next = skip_blanks(folded, next);
  if (folded.substr(next, 3) == "of ") next += 3;
  if (folded.substr(next, 2) == "x ") next += 2;
  const auto after = word_at(folded, next);
  const bool article = word == "ein" || word == "eine" || word == "einen" || word == "un" || word == "une" ||
                       word == "one" || word == "single";
  const bool loose = word == "dual" || word == "quad" || article;  // also words of product names
  if (after.empty() || (loose && !among(kCountable, after))) return std::nullopt;
  return counted(value, text.substr(next));
}

/// "qty 2", "qty: 2", "quantity 2", "anzahl 2", "数量 2" anywhere.
std::optional<Counted> labelled(std::string_view text, std::string_view folded) {
  for (const std::string_view label : {"qty.", "qty", "quantity", "anzahl", "menge", "quantité", "qté", "数量"}) {
    const auto found = find_phrase(folded, label);
    if (found == std::string_view::npos) continue;
    std::size_t at = found + label.size();
    while (at < folded.size() && std::string_view(" :=.").find(folded[at]) != std::string_view::npos) ++at;
    const std::size_t digits = digits_at(folded, at);
    if (digits == 0) continue;
    std::string rest(trim(text.substr(0, found)));
    while (!rest.empty() && std::string_view("(,;- ").find(rest.back()) != std::string_view::npos) rest.pop_back();
    std::string_view tail = text.substr(at + digits);
    if (!tail.empty() && tail.front() == ')') tail.remove_prefix(1);
    if (!trim(tail).empty()) rest += (rest.empty() ? "" : " ") + std::string(trim(tail));
    return counted(value_of(folded.substr(at, digits)), rest);
  }
  return std::nullopt;
}

bool ends_with_link(std::string_view before) {
  const auto words = words_of(before);
  if (words.empty()) return false;
  const auto last = words.back();
  const bool generation =
      last.substr(0, 3) == "gen" || last.substr(0, 4) == "pcie" || last == "pci" || last == "express" || last == "slot";
  // "PCIe 4.0 x16": words are "pcie", "4", "0"; "(max. x16)".
  const bool version =
      words.size() >= 3 && (words[words.size() - 3].substr(0, 3) == "pci" || words[words.size() - 3] == "express");
  return generation || version || (words.size() >= 2 && words[words.size() - 2].substr(0, 3) == "pci");
}

/// "RTX 4090 x 8", "RTX 4090 x8", "(x8)", "(2)", "(2 pcs)", "- 2 pcs".
std::optional<Counted> trailing(std::string_view text, std::string_view folded) {
  std::size_t end = folded.size();
  const bool bracket = end > 0 && folded[end - 1] == ')';
  if (bracket) --end;
  for (const auto piece : kPieces)
    if (end > piece.size() && folded.substr(end - piece.size(), piece.size()) == piece &&
        !is_alpha(folded[end - piece.size() - 1])) {
      end -= piece.size();
      while (end > 0 && folded[end - 1] == ' ') --end;
      std::size_t begin = end;
      while (begin > 0 && is_digit(folded[begin - 1])) --begin;
      if (begin == end || begin == 0 || is_word_char(folded[begin - 1]) || folded[begin - 1] == '.')
        return std::nullopt;
      const auto name = text.substr(0, bracket ? folded.rfind('(') : begin);
      return counted(value_of(folded.substr(begin, end - begin)),
                     trim(name.substr(0, name.find_last_not_of(" -,(") + 1)));
    }
  const bool x_last = end > 1 && folded[end - 1] == 'x' && (is_digit(folded[end - 2]));  // "(2x)"
  if (x_last && bracket) --end;
  std::size_t begin = end;
  while (begin > 0 && is_digit(folded[begin - 1])) --begin;
  if (begin == end || begin == 0) return std::nullopt;
  std::size_t before = begin;
  while (before > 0 && folded[before - 1] == ' ') --before;
  const bool times = before > 0 && (folded[before - 1] == 'x' || folded[before - 1] == '*') &&
                     (before == 1 || !is_word_char(folded[before - 2]));
  const auto open = folded.rfind('(');
  const bool whole_bracket = bracket && open != std::string_view::npos &&
                             trim(folded.substr(open + 1, begin - open - 1)).size() <= (times ? 1 : 0);
  const auto value = value_of(folded.substr(begin, end - begin));
  if (whole_bracket && (times || x_last || value <= 64)) return counted(value, trim(text.substr(0, open)));
  if (!times || bracket || ends_with_link(folded.substr(0, before - 1))) return std::nullopt;
  return counted(value, trim(text.substr(0, before - 1)));
}

}  // namespace

int number_word(std::string_view word) {
  for (const auto& [written, value] : kNumberWords)
    if (written == word) return value;
  return 0;
}

Counted take_quantity(std::string_view phrase) {
  const std::string text = plain(trim(phrase));
  const std::string folded = fold(text);
  Counted none;
  none.rest = text;
  if (text.empty()) return none;
  if (auto result = labelled(text, folded)) return *result;
  if (auto result = leading_number(text, folded)) return *result;
  if (auto result = leading_word(text, folded)) return *result;
  if (auto result = trailing(text, folded)) return *result;
  return none;
}

Counted read_quantity_cell(std::string_view cell) {
  const std::string folded = fold(trim(cell));
  Counted result;
  if (folded.empty()) return result;
  if (const int word = number_word(folded); word != 0) return counted(word, "");
  std::size_t at = folded[0] == 'x' ? skip_blanks(folded, 1) : 0;
  const bool negative = folded[at] == '-';
  if (negative) at = skip_blanks(folded, at + 1);
  const std::size_t digits = digits_at(folded, at);
  if (digits == 0) return result;
  const std::string_view tail = trim(std::string_view(folded).substr(at + digits));
  const bool whole =
      tail.empty() || tail == "x" || among(kPieces, tail) || tail.find_first_not_of(".,0") == std::string_view::npos;
  result = counted(negative ? 0 : value_of(std::string_view(folded).substr(at, digits)), "");
  result.credible = result.credible && whole;
  return result;
}

}  // namespace planner::quote
