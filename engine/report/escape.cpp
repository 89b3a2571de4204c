#include "report/escape.h"

#include <algorithm>
#include <cctype>

#include "source/diagnostic.h"
#include "source/read.h"

namespace planner {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// The two code points that are valid UTF-8 but no characters of XML.
bool is_noncharacter(std::string_view text, std::size_t at) {
  const std::string_view three = text.substr(at, 3);
  return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF";
}

/// Bytes that CommonMark or GitHub's extensions give a meaning inside a line.
constexpr std::string_view kMarks = "\\`*_[]<>|~&$^";

/// "www." and "://" would become links of themselves.
bool starts_link(std::string_view text, std::size_t at) {
  if (text[at] == ':') return text.substr(at).starts_with(":/");
  if (text[at] != '.' || at < 3) return false;
  std::string before(text.substr(at - 3, 3));
  std::transform(before.begin(), before.end(), before.begin(), [](unsigned char c) { return std::tolower(c); });
  return before == "www";
}

/// The end of what would open a heading, list, quote or underline at the start of a line; 0: nothing would.
std::size_t block_mark(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == '-' || text[0] == '+' || text[0] == '=') return 1;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool list = digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')');
  const bool opens = list && (digits + 1 == text.size() || text[digits + 1] == ' ');
  return opens ? digits + 1 : 0;
}

}  // namespace

std::string safe_text(std::string_view text) {
  std::string sound;
  for (std::size_t bad = 0; !text.empty(); text.remove_prefix(bad)) {
    bad = text.size();
    if (is_utf8(text, bad)) bad = text.size();
    sound += text.substr(0, bad);
    if (bad == text.size()) break;
    sound += kReplacement;
    ++bad;
  }
  for (std::size_t at = 0; (at = sound.find('\xEF', at)) != std::string::npos; ++at)
    if (is_noncharacter(sound, at)) sound.replace(at, 3, kReplacement);
  return printable(sound);
}

std::string markup_escaped(std::string_view text) {
  std::string out;
  for (const char c : safe_text(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string markdown_escaped(std::string_view text) {
  const std::string shown = safe_text(text);
  const std::size_t first = std::min(shown.find_first_not_of(' '), shown.size());
  const std::size_t mark = block_mark(std::string_view(shown).substr(first));
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    if (mark > 0 && i + 1 == first + mark) out += '\\';
    if (kMarks.find(c) != std::string_view::npos || starts_link(shown, i)) out += '\\';
    out += c;
    if (c == '@' || c == '#') out += "<!-- -->";
  }
  return out;
}

std::string uri_escaped(std::string_view path) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos);
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

}  // namespace planner
