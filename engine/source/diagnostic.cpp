#include "source/diagnostic.h"

#include <algorithm>

namespace planner {
namespace {

constexpr std::size_t kShownColumns = 160;  // a longer source line is cut around the caret

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '/' || c == '$' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Code point that starts at `at` (well-formed text expected) and its length in bytes.
std::pair<std::uint32_t, std::size_t> code_point(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t wanted = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t value = wanted == 1 ? lead : lead & (0x7Fu >> wanted);
  std::size_t length = 1;
  while (length < wanted && at + length < text.size() && is_continuation(text[at + length]))
    value = value << 6 | (static_cast<unsigned char>(text[at + length++]) & 0x3Fu);
  return {value, length};
}

/// Characters that move the cursor or turn the reading direction, so that a file cannot forge what a terminal shows.
bool is_deceptive(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

std::string hex(std::uint32_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  do digits.insert(digits.begin(), kDigits[value & 0xF]);
  while ((value >>= 4) != 0 || digits.size() < 2);
  return digits;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

/// Moves `at` back to the start of the code point it lies in.
std::size_t to_boundary(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

void render_source_line(const Diagnostic& d, const std::string& gutter, std::string& out) {
  std::string_view line = d.line_text;
  const std::size_t wanted = d.at.column == 0 ? 0 : d.at.column - 1;
  std::size_t begin = to_boundary(line, std::min(wanted, line.size()));
  std::size_t end = to_boundary(line, std::min<std::size_t>(begin + std::max(1u, d.length), line.size()));
  std::string_view before;
  std::string_view after;
  if (line.size() > kShownColumns) {
    const std::size_t from = begin > kShownColumns / 2 ? to_boundary(line, begin - kShownColumns / 2) : 0;
    const std::size_t to = to_boundary(line, std::min(from + kShownColumns, line.size()));
    before = from > 0 ? "..." : "";
    after = to < line.size() ? "..." : "";
    line = line.substr(from, to - from);
    begin -= from;
    end = std::min(end - from, line.size());
  }
  const std::string left = printable(line.substr(0, begin));
  const std::string marked = printable(line.substr(begin, end - begin));
  out += gutter + " |\n";
  out += std::to_string(d.at.line) + " | " + std::string(before) + left + marked + printable(line.substr(end)) +
         std::string(after) + "\n";
  out += gutter + " | " + std::string(before.size() + columns(left), ' ') +
         std::string(std::max<std::size_t>(1, columns(marked)), '^') + "\n";
}

void render_one(const Diagnostic& d, std::string& out) {
  out += (d.level == DiagnosticLevel::error ? "error: " : "warning: ") + printable(d.message) + "\n";
  const std::string gutter(d.at.line == 0 ? 1 : std::to_string(d.at.line).size(), ' ');
  if (!d.file.empty()) {
    out += gutter + "--> " + printable(d.file);
    if (d.at.line != 0) out += ":" + std::to_string(d.at.line);
    if (d.at.line != 0 && d.at.column != 0) out += ":" + std::to_string(d.at.column);
    out += "\n";
  }
  if (!d.line_text.empty() && d.at.line != 0) render_source_line(d, gutter, out);
  if (!d.help.empty()) out += gutter + " = help: " + printable(d.help) + "\n";
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Edit distance with transpositions of neighbours (optimal string alignment), ignoring case of ASCII letters.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], two_back[j - 2] + 1);
    }
    std::swap(two_back, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

void Diagnostics::add(Diagnostic d) {
  if (d.level == DiagnosticLevel::error) ++errors_;
  if (items_.size() < kLimit) {
    items_.push_back(std::move(d));
  } else {
    ++dropped_;
  }
}

void Diagnostics::error(std::string file, Location at, std::string message, std::string help) {
  add({DiagnosticLevel::error, std::move(file), at, 1, std::move(message), std::move(help), {}});
}

void Diagnostics::warning(std::string file, Location at, std::string message, std::string help) {
  add({DiagnosticLevel::warning, std::move(file), at, 1, std::move(message), std::move(help), {}});
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& d : other.items_) {
    if (items_.size() < kLimit) {
      items_.push_back(d);
    } else {
      ++dropped_;
    }
  }
  errors_ += other.errors_;
  dropped_ += other.dropped_;
}

void Diagnostics::attach_text(std::string_view file, std::string_view text) {
  std::uint32_t line = 1;
  std::size_t start = 0;
  for (Diagnostic& d : items_) {
    if (!d.line_text.empty() || d.at.line == 0 || d.file != file || text.empty()) continue;
    if (d.at.line < line) {
      line = 1;
      start = 0;
    }
    while (line < d.at.line && start < text.size()) {
      start = std::min(text.find('\n', start), text.size() - 1) + 1;
      ++line;
    }
    if (line != d.at.line) continue;
    std::string_view shown = text.substr(start, text.find('\n', start) - start);
    if (shown.ends_with('\r')) shown.remove_suffix(1);
    d.line_text = shown;
    if (d.length > 1 || d.at.column == 0 || d.at.column > shown.size()) continue;
    const auto from = shown.begin() + d.at.column - 1;
    const auto word = std::find_if_not(from, shown.end(), is_word) - from;
    d.length = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, word));
  }
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, length] = code_point(text, at);
    if (value == '\t') {
      out += ' ';
    } else if (value == '\n') {
      out += "\\n";
    } else if (!is_deceptive(value)) {
      out += text.substr(at, length);
    } else {
      out += value < 0x100 ? "\\x" + hex(value) : "\\u{" + hex(value) + "}";
    }
    at += length;
  }
  return out;
}

std::string render(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.items()) {
    if (!out.empty()) out += "\n";
    render_one(d, out);
  }
  if (diagnostics.dropped() > 0) out += "\n" + std::to_string(diagnostics.dropped()) + " more messages not shown\n";
  return out;
}

std::optional<std::string_view> did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestName = 80;  // the distance takes the product of both lengths
  if (name.empty() || name.size() > kLongestName) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t gap =
        name.size() > candidate.size() ? name.size() - candidate.size() : candidate.size() - name.size();
    if (gap >= best_distance) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = candidate;
  }
  return best;
}

}  // namespace planner
