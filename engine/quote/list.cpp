#include <algorithm>

#include "quote/category.h"
#include "quote/price.h"
#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

/// Removes "- ", "* ", "1. ", "2) ", "[x] " before an item.
std::string_view strip_bullet(std::string_view line) {
  line = trim(line);
  if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+' || line[0] == '>') &&
      (line[1] == ' ' || line[1] == '\t'))
    line = trim(line.substr(2));
  std::size_t digits = 0;
  while (digits < line.size() && digits < 3 && is_digit(line[digits])) ++digits;
  if (digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ')
    line = trim(line.substr(digits + 2));
  if (line.size() > 3 && line[0] == '[' && line[2] == ']' && (line[1] == ' ' || line[1] == 'x' || line[1] == 'X'))
    line = trim(line.substr(3));
  return line;
}

std::string heading_of(std::string_view raw, std::string_view folded) {
  if (raw.substr(0, 1) == "#") return "a heading";
  if (folded.substr(0, 4) == "http" || folded.substr(0, 4) == "www.") return "a link";
  if (folded.find("pcpartpicker") != std::string_view::npos) return "PCPartPicker's own line";
  if (folded == "type item price" || folded.substr(0, 10) == "generated ") return "PCPartPicker's own line";
  if (folded.find("prices include") != std::string_view::npos) return "PCPartPicker's own line";
  const bool letters = std::any_of(folded.begin(), folded.end(), is_word_char);
  if (!letters) return "no words";
  const bool label = folded.back() == ':' && folded.find_first_of("0123456789") == std::string_view::npos;
  return label ? "a heading" : "";
}

/// Where a label ends: the colon of "CPU Cooler: Noctua", not that of "12:30" or "https://".
std::size_t label_end(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 40 || colon + 1 >= text.size())
    return std::string_view::npos;
  if (text[colon + 1] == '/' || is_digit(text[colon - 1])) return std::string_view::npos;
  if (is_category(text.substr(0, colon))) return colon;
  // An unknown label is one if it is short and only of words ("Power cap: 250 W").
  const auto label = text.substr(0, colon);
  const bool words = std::all_of(label.begin(), label.end(),
                                 [](char c) { return is_word_char(c) || c == ' ' || c == '-' || c == '/'; });
  const bool digits = std::any_of(label.begin(), label.end(), is_digit);
  return words && !digits && words_of(label).size() <= 4 && text[colon + 1] == ' ' ? colon : std::string_view::npos;
}

void take_category(Entry& entry, bool pcpp) {
  const std::string_view name = entry.name;
  const auto colon = label_end(name);
  if (colon != std::string_view::npos) {
    entry.category = std::string(trim(name.substr(0, colon)));
    entry.name = std::string(trim(name.substr(colon + 1)));
    return;
  }
  const auto split = split_category(name);
  if (split.category.empty()) return;
  const Meaning meaning = read_category(split.category);
  const std::string next = fold(split.rest.substr(0, split.rest.find(' ')));
  const bool phrase = next == "of" || next == "for" || next == "with" || next == "and" || next == "per";
  const bool safe = !phrase && meaning.what == Meaning::What::part && meaning.kind != PartKind::platform &&
                    split.rest.size() > 3 && is_word_char(split.rest.front());
  const bool sum = meaning.what == Meaning::What::total && !read_price(entry.price).currency.empty();
  if (!pcpp && !safe && !sum) return;
  // "CPU cooler", "PSU breakout boards" and "Power supply 1600W": what follows must read as a name of its own.
  if (!pcpp && read_words(name).what != Meaning::What::unknown && read_words(name).kind != meaning.kind && !sum) return;
  entry.category = std::string(split.category);
  entry.name = std::string(split.rest);
}

}  // namespace

Entry read_list_line(std::uint32_t number, std::string_view line, bool pcpp) {
  Entry entry;
  entry.line = number;
  entry.text = std::string(trim(line.substr(0, kMostCellBytes)));
  const std::string written = strip_markup(strip_bullet(entry.text));
  const std::string text = plain(written);
  entry.heading = heading_of(entry.text, fold(trim(text)));
  if (!entry.heading.empty()) return entry;
  std::string rest;
  const StatedPrice price = take_trailing_price(text, rest);
  entry.name = text;
  if (price.cents || price.range || price.negative) {
    entry.price = text.substr(rest.size());
    entry.name = rest;
    if (price.each) entry.unit_price.swap(entry.price);
  }
  take_category(entry, pcpp);
  return entry;
}

Reading read_list(std::string_view text) {
  Reading reading;
  const std::string head = fold(text.substr(0, 4096));
  const bool pcpp = head.find("pcpartpicker") != std::string::npos || head.find("type item price") != std::string::npos;
  for (const auto& [number, line] : split_lines(text)) {
    if (trim(line).empty()) continue;
    reading.entries.push_back(read_list_line(number, line, pcpp));
    if (reading.entries.size() >= kMostLines) break;
  }
  // A first line without digits, price or category is a title ("Minimum technical specification").
  if (reading.entries.size() > 1) {
    Entry& first = reading.entries.front();
    const bool title = first.heading.empty() && first.category.empty() && first.price.empty() &&
                       first.name.find_first_of("0123456789") == std::string::npos && first.text.front() != '-' &&
                       first.text.front() != '*' && read_words(first.name).what == Meaning::What::unknown;
    const bool named = first.name.find(' ') != std::string::npos;
    if (title && named && fold(first.name).find("spec") != std::string::npos) first.heading = "a heading";
  }
  return reading;
}

}  // namespace planner::quote
