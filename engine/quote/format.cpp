#include "quote/format.h"

#include <algorithm>
#include <vector>

#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

std::string extension_of(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos || path.find('/', dot) != std::string::npos ? std::string()
                                                                              : fold(path.substr(dot + 1));
}

/// The first line that is not blank.
std::string_view first_line(std::string_view text) {
  for (const auto& [number, line] : split_lines(text.substr(0, 1u << 16)))
    if (!trim(line).empty()) return trim(line);
  return {};
}

bool looks_json(std::string_view text) {
  text = trim(text);
  if (text.empty()) return false;
  if (text.front() == '{') return true;
  const auto next = trim(text.substr(1)).substr(0, 1);
  // "[PCPartPicker Part List](https://...)" is a Markdown link.
  return text.front() == '[' && (next == "{" || next == "\"" || next == "[" || next == "]");
}

bool looks_yaml(std::string_view text) {
  bool list = false, keyed = false;
  for (const auto& [number, line] : split_lines(text.substr(0, 1u << 16))) {
    if (line.substr(0, 14) == "planner_build:" || line.substr(0, 3) == "---")
      return line.substr(0, 3) != "---" || trim(line) == "---";
    list = list || trim(line) == "parts:" || trim(line) == "items:" || trim(line) == "components:";
    keyed =
        keyed || line.find("- name: ") != std::string_view::npos || line.find("- category: ") != std::string_view::npos;
  }
  return list && keyed;
}

bool looks_markdown(std::string_view text) {
  std::size_t rows = 0;
  for (const auto& [number, line] : split_lines(text.substr(0, 1u << 18))) {
    const auto row = trim(line);
    const bool rule = row.find("--") != std::string_view::npos && row.find('|') != std::string_view::npos &&
                      row.find_first_not_of("|:- \t") == std::string_view::npos;
    if (rule) return true;
    rows += !row.empty() && row.front() == '|' && row.back() == '|' ? 1 : 0;
  }
  return rows > 0;
}

bool looks_delimited(std::string_view text) {
  const auto line = first_line(text);
  for (const char delimiter : {',', ';', '\t'}) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == delimiter)
        cells.emplace_back();
      else if (c != '"')
        cells.back() += c;
    }
    if (cells.size() >= 2 && !columns_of(cells).empty()) return true;
  }
  return false;
}

}  // namespace

Format detect_format(const std::string& path, std::string_view bytes) {
  if (bytes.substr(0, 4) == std::string_view("PK\x03\x04", 4)) return Format::workbook;
  if (bytes.substr(0, 5) == "%PDF-") return Format::pdf;
  const std::string extension = extension_of(path);
  if (extension == "yaml" || extension == "yml") return Format::yaml;
  if (extension == "json") return Format::json;
  if (extension == "csv" || extension == "tsv") return Format::delimited;
  if (extension == "html" || extension == "htm") return Format::html;
  if (extension == "md" || extension == "markdown") return Format::markdown;
  const std::string head = fold(bytes.substr(0, 4096));
  if (looks_json(bytes)) return Format::json;
  const bool tags = head.find("<table") != std::string::npos || head.find("<html") != std::string::npos ||
                    head.find("<!doctype") != std::string::npos;
  if (tags) return Format::html;
  if (looks_yaml(bytes)) return Format::yaml;
  if (looks_markdown(bytes)) return Format::markdown;
  if (looks_delimited(bytes)) return Format::delimited;
  return looks_spaced(bytes) ? Format::spaced : Format::list;
}

}  // namespace planner::quote
