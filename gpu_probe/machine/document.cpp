// Cleaning of pasted and redirected text.
#include "gpu_probe/machine/document.h"

#include <algorithm>
#include <cstdint>

#include "source/read.h"

namespace planner::machine {
namespace {

void append_utf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

/// What `>` of Windows PowerShell writes.
std::optional<std::string> from_utf16(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool little = at(0) == 0xFF && at(1) == 0xFE;
  const bool big = at(0) == 0xFE && at(1) == 0xFF;
  if (!little && !big) return std::nullopt;
  std::string out;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const std::uint32_t unit = little ? at(i) | (at(i + 1) << 8) : at(i + 1) | (at(i) << 8);
    append_utf8(out, unit >= 0xD800 && unit < 0xE000 ? '?' : unit);
  }
  return out;
}

/// Length of the terminal escape that starts at `at`.
std::size_t escape_length(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end >= text.size()) return 1;
  if (text[end] == '[') {
    do ++end;
    while (end < text.size() && text[end] < '@' && text[end] != '\n');
    return std::min(end + 1, text.size()) - at;
  }
  if (text[end] != ']') return 2;
  while (end < text.size() && text[end] != '\a' && text[end] != '\x1b' && text[end] != '\n') ++end;
  if (end < text.size() && text[end] == '\n') return end - at;
  if (end + 1 < text.size() && text[end] == '\x1b' && text[end + 1] == '\\') ++end;
  return std::min(end + 1, text.size()) - at;
}

/// Replaces broken characters, so that everything taken from the text can be written as JSON.
void mend_utf8(std::string& text) {
  std::size_t bad = 0;
  if (is_utf8(text, bad)) return;
  std::string mended;
  std::string_view rest = text;
  while (!is_utf8(rest, bad)) {
    mended.append(rest.substr(0, bad));
    mended += '?';
    rest.remove_prefix(std::min(bad + 1, rest.size()));
  }
  text = mended.append(rest);
}

std::string clean(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    if (c == '\x1b') {
      i += escape_length(bytes, i);
      continue;
    }
    // A lone carriage return redraws a line; with a line feed it is Windows' line end.
    if (c == '\r') {
      if (i + 1 < bytes.size() && bytes[i + 1] != '\n' && bytes[i + 1] != '\r') out += '\n';
    } else if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) {
      out += c == '\x7f' ? ' ' : c;
    }
    ++i;
  }
  mend_utf8(out);
  return out;
}

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

}  // namespace

TextDocument::TextDocument(std::string_view bytes) : cut_(bytes.size() > kMostBytes) {
  bytes = bytes.substr(0, kMostBytes);
  const auto wide = from_utf16(bytes);
  text_ = clean(wide ? *wide : bytes);
  std::string_view rest = text_;
  while (!rest.empty() && lines_.size() < kMostLines) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    cut_ = cut_ || line.size() > kLongestLine;
    lines_.push_back(line.substr(0, kLongestLine));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  cut_ = cut_ || !rest.empty();
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t indent_of(std::string_view line) {
  std::size_t column = 0;
  for (const char c : line) {
    if (c == ' ') {
      ++column;
    } else if (c == '\t') {
      column = (column / 8 + 1) * 8;
    } else {
      break;
    }
  }
  return column;
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}
bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = trim(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

std::optional<std::string_view> after(std::string_view text, std::string_view key, std::string_view stop) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + key.size());
  if (!stop.empty()) text = text.substr(0, text.find(stop));
  return trim(text);
}

std::string shorten(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return std::string(text.substr(0, bytes));
}

}  // namespace planner::machine
