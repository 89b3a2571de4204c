#include <array>
#include <utility>

#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

void append_utf8(std::string& out, std::uint32_t code) {
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

constexpr auto kEntities = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"amp", "&"},  {"lt", "<"},    {"gt", ">"},   {"quot", "\""},  {"apos", "'"},   {"nbsp", " "},   {"times", "x"},
    {"euro", "€"}, {"pound", "£"}, {"yen", "¥"},  {"ndash", "-"},  {"mdash", "-"},  {"reg", ""},     {"trade", ""},
    {"auml", "ä"}, {"ouml", "ö"},  {"uuml", "ü"}, {"eacute", "é"}, {"egrave", "è"}, {"thinsp", " "},
});

/// Decodes the entity at text[at] == '&' into `out`; how many bytes it took.
std::size_t decode_entity(std::string_view text, std::size_t at, std::string& out) {
  const auto end = text.substr(at, 12).find(';');
  if (end == std::string_view::npos || end < 2) return out += '&', 1;
  const auto name = text.substr(at + 1, end - 1);
  if (name[0] == '#') {
    const bool hex = name.size() > 2 && (name[1] == 'x' || name[1] == 'X');
    std::uint32_t code = 0;
    for (const char c : name.substr(hex ? 2 : 1)) {
      const int digit = is_digit(c)                   ? c - '0'
                        : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                      : -1;
      if (digit < 0 || code > 0x110000) return out += '&', 1;
      code = code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
    }
    append_utf8(out, code);
    return end + 1;
  }
  for (const auto& [written, value] : kEntities)
    if (written == name) return out += value, end + 1;
  return out += '&', 1;
}

/// Walks tags and text, collecting the rows of tables and the lines of other text.
class HtmlWalk {
 public:
  explicit HtmlWalk(std::string_view text) : text_(text) {}

  Reading run() {
    while (at_ < text_.size() && reading_.entries.size() < kMostLines) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '<' && tag()) continue;
      if (text_[at_] == '&') {
        at_ += decode_entity(text_, at_, words_);
        continue;
      }
      words_ += text_[at_] == '\n' || text_[at_] == '\t' ? ' ' : text_[at_];
      ++at_;
    }
    end_row();
    end_table();
    if (!tables_) end_line();
    return std::move(reading_);
  }

 private:
  bool tag() {
    if (text_.substr(at_, 4) == "<!--") return skip_past("-->");
    const auto close = text_.find('>', at_);
    if (close == std::string_view::npos || at_ + 1 >= text_.size() ||
        !(is_alpha(text_[at_ + 1]) || text_[at_ + 1] == '/' || text_[at_ + 1] == '!'))
      return false;
    const std::string name = fold(text_.substr(at_ + 1, std::min<std::size_t>(close - at_ - 1, 16)));
    const std::string_view word = std::string_view(name).substr(0, name.find_first_of(" \t\n/", 1));
    for (const std::string_view hidden : {"script", "style", "head"})
      if (word == hidden) return skip_past("</" + std::string(hidden) + ">");
    advance(close + 1);
    if (word == "table")
      end_line(), end_table(), tables_ = depth_ = true;
    else if (word == "/table")
      end_row(), end_table(), depth_ = false;
    else if (word == "tr")
      end_row();
    else if (word == "/tr")
      end_row();
    else if (word == "td" || word == "th")
      end_cell(), open_ = true;
    else if (word == "/td" || word == "/th")
      end_cell();
    else if (word == "br" || word == "p" || word == "div" || word == "li" || word == "/p" || word == "/div" ||
             word == "/li" || (word.size() == 2 && word[0] == 'h'))
      depth_ ? void(words_ += ' ') : end_line();
    return true;
  }
  bool skip_past(const std::string& end) {
    const auto hit = text_.find(end, at_);
    advance(hit == std::string_view::npos ? text_.size() : hit + end.size());
    return true;
  }
  void advance(std::size_t to) {
    for (; at_ < to; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
  }
  void end_cell() {
    if (open_ && row_.cells.size() < kMostCells) row_.cells.emplace_back(trim(words_));
    if (row_.cells.size() == 1) row_.line = line_;
    words_.clear();
    open_ = false;
  }
  void end_row() {
    end_cell();
    if (!row_.cells.empty() && rows_.size() < kMostLines) rows_.push_back(std::move(row_));
    row_ = {};
  }
  void end_table() {
    auto entries = read_table(rows_);
    for (auto& entry : entries) reading_.entries.push_back(std::move(entry));
    rows_.clear();
  }
  void end_line() {
    if (!trim(words_).empty() && !depth_) reading_.entries.push_back(read_list_line(line_, words_, false));
    words_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool tables_ = false, depth_ = false, open_ = false;
  std::string words_;
  TableRow row_;
  std::vector<TableRow> rows_;
  Reading reading_;
};

}  // namespace

Reading read_html(std::string_view text) {
  return HtmlWalk(text).run();
}

}  // namespace planner::quote
