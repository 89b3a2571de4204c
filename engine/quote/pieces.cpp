#include "quote/pieces.h"

#include <algorithm>

#include "quote/category.h"
#include "quote/quantity.h"
#include "quote/tokens.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

constexpr std::size_t kMostPieces = 16;

/// Cuts at a separator outside brackets.
std::vector<std::string> cut_at(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && depth > 0) --depth;
    if (depth > 0 || text.substr(i, separator.size()) != separator || parts.size() + 1 >= kMostPieces) continue;
    parts.emplace_back(trim(text.substr(begin, i - begin)));
    begin = i + separator.size();
    i = begin - 1;
  }
  parts.emplace_back(trim(text.substr(begin)));
  std::erase_if(parts, [](const std::string& p) { return p.empty(); });
  return parts;
}

/// True if the text alone reads as an item: it has a count, names a catalog part, or is a module or drive of a stated
/// size. "E-ATX case" and "1000 W" behind a comma describe what stands before it.
bool names_item(const std::string& text, std::optional<PartKind> kind, const Resolver& resolver) {
  const Counted counted = take_quantity(text);
  if (counted.rest.size() < 3) return false;
  const Meaning meaning = read_words(counted.rest);
  if (counted.stated && meaning.what == Meaning::What::part) return true;
  const auto sized = meaning.kind ? meaning.kind : kind;
  if (sized == PartKind::storage || sized == PartKind::memory) {
    const auto tokens = tokenize(counted.rest);
    return std::any_of(tokens.begin(), tokens.end(),
                       [](const Token& t) { return t.type == TokenType::capacity && !t.aside; });
  }
  return resolver.resolve({counted.rest, {}, {}}).status == Match::Status::one;
}

/// "barebone incl. 4x 2000 W PSU", "server with 8x RTX 4090": what follows must start with a count.
std::vector<Piece> cut_included(const std::string& text) {
  const std::string folded = fold(text);
  for (const std::string_view word : {" incl. ", " including ", " incl ", " inkl. ", " inklusive ", " includes ",
                                      " with ", " mit ", " w/ ", " avec "}) {
    const auto at = folded.find(word);
    if (at == std::string::npos || at == 0) continue;
    const std::string tail(trim(std::string_view(text).substr(at + word.size())));
    if (!take_quantity(tail).stated) continue;
    std::vector<Piece> pieces{{std::string(trim(std::string_view(text).substr(0, at))), false}};
    for (auto& item : cut_at(tail, ", ")) pieces.push_back({std::move(item), true});
    return pieces;
  }
  return {};
}

/// Adapters that a remark in brackets names: "(nvme to pcie x4 converters)", "(USB risers)".
std::string bracketed_adapter(std::string_view text) {
  const std::string folded = fold(text);
  const auto open = folded.find('(');
  const auto close = folded.find(')', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return {};
  const auto inside = std::string_view(folded).substr(open + 1, close - open - 1);
  const bool adapter =
      has_any_phrase(inside, {"nvme to pcie", "m.2 to pcie", "usb risers", "usb riser", "via risers", "on risers"});
  return adapter ? std::string(trim(text.substr(open + 1, close - open - 1))) : std::string();
}

bool riser_named_first(const std::string& text) {
  return read_words(text.substr(0, text.find('('))).kind == PartKind::riser;
}

/// "risers of various lengths (two are 900 mm)": two of the stated length, and the others.
std::vector<Piece> cut_lengths(const std::string& text) {
  const std::string folded = fold(text);
  const auto open = folded.find('('), are = folded.find(" are ", open == std::string::npos ? 0 : open),
             close = folded.find(')', are == std::string::npos ? 0 : are);
  if (open == std::string::npos || are == std::string::npos || close == std::string::npos) return {};
  const std::string_view count = std::string_view(folded).substr(open + 1, are - open - 1);
  const int number = number_word(count) != 0                   ? number_word(count)
                     : count.size() == 1 && is_digit(count[0]) ? count[0] - '0'
                                                               : 0;
  const std::string length(trim(std::string_view(text).substr(are + 5, close - are - 5)));
  const bool measured = fold(length).find("mm") != std::string::npos || fold(length).find("cm") != std::string::npos;
  if (number == 0 || !measured) return {};
  const std::string base(trim(std::string_view(text).substr(0, open)));
  return {{std::to_string(number) + "x " + base + " " + length, false}, {base, false}};
}

}  // namespace

std::vector<Piece> split_items(const std::string& text, std::optional<PartKind> kind, const Resolver& resolver) {
  std::vector<Piece> pieces;
  if (auto included = cut_included(text);
      !included.empty() && (kind == PartKind::platform || kind == PartKind::chassis || !kind))
    return included;
  const auto plus = cut_at(text, " + ");
  const bool all_named = std::all_of(plus.begin(), plus.end(), [](const std::string& p) { return p.size() >= 3; });
  if (plus.size() > 1 && all_named) {
    for (const auto& part : plus) pieces.push_back({part, false});
    return pieces;
  }
  for (const std::string_view separator : {"; ", ", ", " / "}) {
    const auto parts = cut_at(text, separator);
    if (parts.size() < 2 ||
        !std::all_of(parts.begin(), parts.end(), [&](const std::string& p) { return names_item(p, kind, resolver); }))
      continue;
    for (const auto& part : parts) pieces.push_back({part, false});
    return pieces;
  }
  if (auto lengths = cut_lengths(text); !lengths.empty()) return lengths;
  const auto bracket = kind == PartKind::gpu || !kind ? bracketed_adapter(text) : std::string();
  if (bracket.empty() || kind == PartKind::riser || riser_named_first(text)) return {{text, false}};
  return {{std::string(trim(std::string_view(text).substr(0, text.find('(')))), false}, {bracket, false}};
}

}  // namespace planner::quote
