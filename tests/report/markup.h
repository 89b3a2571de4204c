// A strict reader of markup for tests: XML, and HTML as far as our reports use it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planner {

/// Why the text is not well-formed, or empty: tags balance, attributes are quoted, entities are known, text holds no
/// stray `<` or `&` and no control characters.
inline std::string markup_fault(std::string_view text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return "control character at " + std::to_string(at);
    if (c == '&') {
      const std::string_view entity = text.substr(at, text.find(';', at) - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" && entity != "&#39;")
        return "stray & at " + std::to_string(at);
    }
    if (c != '<') {
      ++at;
      continue;
    }
    std::size_t end = at;
    bool quoted = false;
    while (end < text.size() && (quoted || text[end] != '>')) quoted ^= text[end++] == '"';
    if (end == text.size()) return "unclosed tag at " + std::to_string(at);
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.starts_with('?') || tag.starts_with("!doctype")) continue;
    if (tag.find('<') != std::string_view::npos) return "< inside a tag";
    const std::string name(
        tag.substr(tag.starts_with('/') ? 1 : 0, tag.find_first_of(" /", 1) - (tag.starts_with('/') ? 1 : 0)));
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "unexpected </" + name + ">";
      open.pop_back();
    } else if (!tag.ends_with('/') && name != "meta") {
      open.push_back(name);
    }
  }
  return open.empty() ? std::string() : "<" + open.back() + "> is not closed";
}

/// The number of `|` in a line of Markdown that are not escaped.
inline std::size_t open_bars(std::string_view line) {
  std::size_t bars = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else
      bars += line[i] == '|';
  }
  return bars;
}

}  // namespace planner
