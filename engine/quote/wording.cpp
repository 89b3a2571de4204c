#include "quote/wording.h"

#include <algorithm>
#include <array>
#include <utility>

namespace planner::quote {
namespace {

struct Replacement {
  std::string_view from;
  std::string_view to;
};

// Sequences of UTF-8 that people type where ASCII would do.
constexpr std::array kReplacements = std::to_array<Replacement>({
    {"\u00a0", " "}, {"\u2009", " "},  {"\u202f", " "}, {"\u2007", " "},  {"\u3000", " "},  {"\u200b", ""},
    {"\ufeff", ""},  {"\u00d7", "x"},  {"\u2715", "x"}, {"\u2013", "-"},  {"\u2014", "-"},  {"\u2212", "-"},
    {"\u2010", "-"}, {"\u2011", "-"},  {"\u2018", "'"}, {"\u2019", "'"},  {"\u201c", "\""}, {"\u201d", "\""},
    {"\u2122", ""},  {"\u00ae", ""},   {"\u00a9", ""},  {"\u2265", ">="}, {"\u2264", "<="}, {"\u2026", "..."},
    {"\u2022", "-"}, {"\u00b7", "-"},  {"\u25cf", "-"}, {"\uff08", "("},  {"\uff09", ")"},  {"\uff0c", ","},
    {"\uff1a", ":"}, {"\uff1b", ";"},  {"\uff0b", "+"}, {"\u3001", ","},  {"\u2044", "/"},  {"\u03bc", "u"},
    {"\u00b5", "u"}, {"\u2033", "\""}, {"\u2032", "'"}, {"\u248b", "4."},
});

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Full-width ASCII (U+FF01..U+FF5E) to its plain form; 0 if it is none.
char narrow(std::string_view rest) {
  if (rest.size() < 3 || static_cast<unsigned char>(rest[0]) != 0xef) return 0;
  const auto second = static_cast<unsigned char>(rest[1]);
  const auto third = static_cast<unsigned char>(rest[2]);
  if (second != 0xbc && second != 0xbd) return 0;
  const int code = ((second & 0x3f) << 6 | (third & 0x3f)) - 0xf01 + 0x21;
  return code >= 0x21 && code <= 0x7e ? static_cast<char>(code) : 0;
}

/// End of a bracketed group that starts at `open`, or npos.
std::size_t closing(std::string_view text, std::size_t open, char opener, char closer) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == opener) ++depth;
    if (text[i] == closer && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word_char(char c) {
  return is_digit(c) || is_alpha(c) || (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<TextLine> split_lines(std::string_view text) {
  std::vector<TextLine> lines;
  std::uint32_t number = 1;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n\f");
    lines.push_back({number++, text.substr(0, end)});
    if (end == std::string_view::npos) break;
    const bool crlf = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (crlf ? 2 : 1));
  }
  return lines;
}

std::string plain(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if ((static_cast<unsigned char>(text[i]) & 0x80) == 0) {
      out += text[i] == '\t' ? ' ' : text[i];
      ++i;
      continue;
    }
    const auto rest = text.substr(i);
    const auto* hit = std::find_if(kReplacements.begin(), kReplacements.end(),
                                   [&](const Replacement& r) { return rest.substr(0, r.from.size()) == r.from; });
    if (hit != kReplacements.end()) {
      out += hit->to;
      i += hit->from.size();
    } else if (const char narrowed = narrow(rest); narrowed != 0) {
      out += narrowed;
      i += 3;
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::string fold(std::string_view text) {
  std::string out;
  const bool ascii = std::none_of(text.begin(), text.end(),
                                  [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0 || c == '\t'; });
  if (ascii) {
    out.resize(text.size());
    std::transform(text.begin(), text.end(), out.begin(), lower);
    return out;
  }
  out = plain(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = lower(out[i]);
    // Upper-case Latin-1 letters (U+00C0..U+00DE) lie 0x20 below the lower-case ones.
    const bool latin = i > 0 && static_cast<unsigned char>(out[i - 1]) == 0xc3;
    const auto byte = static_cast<unsigned char>(out[i]);
    if (latin && byte >= 0x80 && byte <= 0x9e && byte != 0x97) out[i] = static_cast<char>(byte + 0x20);
  }
  return out;
}

std::string strip_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && !is_word_char(text[i + 1])) {
      out += text[++i];
    } else if (c == '!' && i + 1 < text.size() && text[i + 1] == '[') {
      continue;
    } else if (c == '[') {
      const auto close = closing(text, i, '[', ']');
      const bool link = close != std::string_view::npos && close + 1 < text.size() && text[close + 1] == '(';
      const auto end = link ? closing(text, close + 1, '(', ')') : std::string_view::npos;
      if (end == std::string_view::npos) {
        out += c;
        continue;
      }
      out += strip_markup(text.substr(i + 1, close - i - 1));
      i = end;
    } else if (c == '<') {
      const auto close = text.find('>', i);
      const bool tag =
          close != std::string_view::npos && i + 1 < text.size() && (is_alpha(text[i + 1]) || text[i + 1] == '/');
      if (!tag) {
        out += c;
        continue;
      }
      out += ' ';
      i = close;
    } else if (c == '`' || (c == '*' && (out.empty() || !is_digit(out.back())))) {
      continue;
    } else if (c == '~' && i + 1 < text.size() && text[i + 1] == '~') {
      ++i;
    } else {
      out += c;
    }
  }
  return std::string(trim(out));
}

std::vector<std::string_view> words_of(std::string_view folded) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < folded.size();) {
    if (!is_word_char(folded[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < folded.size() && is_word_char(folded[end])) ++end;
    words.push_back(folded.substr(i, end - i));
    i = end;
  }
  return words;
}

std::size_t find_phrase(std::string_view folded, std::string_view phrase) {
  // Chinese and Japanese write no spaces, so a phrase in them is found anywhere.
  const bool spaced = (static_cast<unsigned char>(phrase.front()) & 0x80) == 0;
  for (std::size_t at = folded.find(phrase); at != std::string_view::npos; at = folded.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool starts = !spaced || at == 0 || !is_word_char(folded[at - 1]) || !is_word_char(phrase.front());
    const bool ends = !spaced || end == folded.size() || !is_word_char(folded[end]) || !is_word_char(phrase.back());
    if (starts && ends) return at;
  }
  return std::string_view::npos;
}

bool has_phrase(std::string_view folded, std::string_view phrase) {
  return find_phrase(folded, phrase) != std::string_view::npos;
}

bool has_any_phrase(std::string_view folded, std::initializer_list<std::string_view> phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view p) { return has_phrase(folded, p); });
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit || b.size() > 64) return a == b ? 0 : limit + 1;
  std::array<std::array<std::size_t, 65>, 3> rows{};
  for (std::size_t j = 0; j <= a.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= b.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i - 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= a.size(); ++j) {
      const std::size_t change = a[j - 1] == b[i - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[j - 1] == b[i - 2] && a[j - 2] == b[i - 1];
      if (swapped) row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
    }
  }
  return std::min(rows[b.size() % 3][a.size()], limit + 1);
}

}  // namespace planner::quote
