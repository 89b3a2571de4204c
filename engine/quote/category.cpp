#include "quote/category.h"

#include <algorithm>

#include "quote/category_words.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

Meaning meaning_of(const Word& word) {
  Meaning meaning;
  meaning.what = word.what;
  meaning.reason = word.reason;
  if (word.kind != PartKind::count_) meaning.kind = word.kind;
  return meaning;
}

const Word* find_category(std::string_view folded) {
  const auto words = category_words();
  const auto hit = std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.written == folded; });
  return hit == words.end() ? nullptr : &*hit;
}

/// "SSD (OS)" -> "ssd", "GPU 1" -> "gpu", "CPU:" -> "cpu", "GPU #2" -> "gpu".
std::string_view bare(std::string_view folded) {
  folded = folded.substr(0, folded.find('('));
  while (!folded.empty() &&
         (is_digit(folded.back()) || std::string_view(" :#*.-").find(folded.back()) != std::string_view::npos))
    folded.remove_suffix(1);
  while (!folded.empty() && std::string_view(" *#-").find(folded.front()) != std::string_view::npos)
    folded.remove_prefix(1);
  return folded;
}

}  // namespace

Meaning read_category(std::string_view category) {
  const std::string folded = fold(trim(category));
  if (const Word* exact = find_category(folded)) return meaning_of(*exact);
  const auto core = bare(folded);
  if (core.empty()) return {};
  if (const Word* word = find_category(core)) return meaning_of(*word);
  // "主板 / Motherboard", "CPU/Processor": any part that is a category decides.
  if (core.find_first_of("/|,") == std::string_view::npos) return {};
  std::size_t begin = 0;
  while (begin <= core.size()) {
    const auto end = std::min(core.find_first_of("/|,", begin), core.size());
    if (const Word* word = find_category(trim(core.substr(begin, end - begin)))) return meaning_of(*word);
    begin = end + 1;
  }
  return {};
}

bool is_category(std::string_view text) {
  return read_category(text).what != Meaning::What::unknown;
}

Meaning read_words(std::string_view name) {
  const std::string folded = fold(name);
  for (const auto& [family, kind] : product_families()) {
    const auto at = find_phrase(folded, family);
    // "CPU cooler for Threadripper" and "RTX 3090 NVLink bridge" are about something else than the family.
    if (at == std::string::npos) continue;
    if (has_any_phrase(folded, {"cooler", "heatsink", "bridge", "nvlink", "riser", "backplate", "water block",
                                "motherboard", "mainboard", "barebone", "workstation pc"}))
      break;
    return {Meaning::What::part, kind, {}};
  }
  for (const auto& word : name_words())
    if (has_phrase(folded, word.written)) return meaning_of(word);
  return {};
}

Labelled split_category(std::string_view text) {
  const std::string folded = fold(text);
  if (folded.size() != text.size()) return {{}, text};
  const Word* best = nullptr;
  for (const auto& word : category_words()) {
    const bool starts = std::string_view(folded).substr(0, word.written.size()) == word.written;
    const bool ends = folded.size() > word.written.size() && folded[word.written.size()] == ' ';
    if (starts && ends && (best == nullptr || word.written.size() > best->written.size())) best = &word;
  }
  if (best == nullptr) return {{}, text};
  return {text.substr(0, best->written.size()), trim(text.substr(best->written.size()))};
}

}  // namespace planner::quote
