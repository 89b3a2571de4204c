#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <pugixml.hpp>

#include "quote/price.h"
#include "quote/readers.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

// An XLSX file is a zip archive of XML parts (ECMA-376): xl/sharedStrings.xml holds texts, xl/worksheets/sheetN.xml the
// cells.
constexpr std::size_t kMostUnpacked = 64u << 20;
constexpr int kMostSheets = 32;

/// Archive bytes in memory, as minizip's file functions see them.
struct MemoryFile {
  std::string_view bytes;
  std::size_t at = 0;
};

void* open_memory(void* opaque, const void*, int) {
  return opaque;
}
uLong read_memory(void*, void* stream, void* buffer, uLong size) {
  auto& file = *static_cast<MemoryFile*>(stream);
  const std::size_t n = std::min<std::size_t>(size, file.bytes.size() - file.at);
  std::memcpy(buffer, file.bytes.data() + file.at, n);
  file.at += n;
  return static_cast<uLong>(n);
}
uLong write_memory(void*, void*, const void*, uLong) {
  return 0;
}
ZPOS64_T tell_memory(void*, void* stream) {
  return static_cast<MemoryFile*>(stream)->at;
}
long seek_memory(void*, void* stream, ZPOS64_T offset, int origin) {
  auto& file = *static_cast<MemoryFile*>(stream);
  const ZPOS64_T base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? file.at
                        : origin == ZLIB_FILEFUNC_SEEK_END ? file.bytes.size()
                                                           : 0;
  if (base + offset > file.bytes.size()) return -1;
  file.at = static_cast<std::size_t>(base + offset);
  return 0;
}
int close_memory(void*, void*) {
  return 0;
}
int error_memory(void*, void*) {
  return 0;
}

class Archive {
 public:
  explicit Archive(std::string_view bytes) : file_{bytes, 0} {
    zlib_filefunc64_def functions{open_memory, read_memory,  write_memory, tell_memory,
                                  seek_memory, close_memory, error_memory, &file_};
    zip_ = unzOpen2_64("", &functions);
  }
  ~Archive() {
    if (zip_ != nullptr) unzClose(zip_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  bool open() const { return zip_ != nullptr; }
  bool too_large() const { return too_large_; }

  /// The unpacked bytes of a member; empty if it is missing or damaged, or if the archive unpacks to more than the
  /// limit.
  std::string member(const std::string& name) {
    std::string content;
    if (too_large_ || unzLocateFile(zip_, name.c_str(), 2) != UNZ_OK || unzOpenCurrentFile(zip_) != UNZ_OK)
      return content;
    char buffer[1 << 14];
    int n = 0;
    // The sizes in the directory may lie, so only what comes out counts.
    while ((n = unzReadCurrentFile(zip_, buffer, sizeof buffer)) > 0) {
      content.append(buffer, static_cast<std::size_t>(n));
      unpacked_ += static_cast<std::size_t>(n);
      if (unpacked_ <= kMostUnpacked) continue;
      too_large_ = true;
      content.clear();
      break;
    }
    const bool damaged = unzCloseCurrentFile(zip_) != UNZ_OK || n < 0;
    return damaged ? std::string() : content;
  }

 private:
  MemoryFile file_;
  unzFile zip_ = nullptr;
  std::size_t unpacked_ = 0;
  bool too_large_ = false;
};

/// All text below a node: <t>, or the <r><t> runs of rich text.
std::string text_below(const pugi::xml_node& node) {
  std::string text = node.child("t").text().get();
  for (const auto& run : node.children("r")) text += run.child("t").text().get();
  return text;
}

std::vector<std::string> shared_strings(const std::string& xml) {
  std::vector<std::string> strings;
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) return strings;
  for (const auto& item : document.child("sst").children("si")) strings.push_back(text_below(item));
  return strings;
}

/// "C7" -> 2; the number of cells read so far if there is no reference.
std::size_t column_index(std::string_view reference, std::size_t fallback) {
  std::size_t column = 0, letters = 0;
  for (const char c : reference) {
    if (c < 'A' || c > 'Z' || letters == 3) break;
    column = column * 26 + static_cast<std::size_t>(c - 'A') + 1;
    ++letters;
  }
  return letters == 0 ? fallback : column - 1;
}

/// "1234.5600000000001" -> "1234.56": spreadsheets store sums as binary fractions.
std::string tidy_number(const std::string& value) {
  const auto dot = value.find('.');
  if (dot == std::string::npos || value.find_first_not_of("0123456789.-") != std::string::npos ||
      value.size() - dot < 5)
    return value;
  const double number = std::strtod(value.c_str(), nullptr);
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", number);
  return text;
}

std::string cell_text(const pugi::xml_node& cell, const std::vector<std::string>& strings) {
  const std::string_view type = cell.attribute("t").value();
  if (type == "inlineStr") return text_below(cell.child("is"));
  const std::string value = cell.child("v").text().get();
  if (type != "s") return type == "str" ? value : tidy_number(value);
  std::size_t index = 0;
  for (const char c : value) {
    if (!is_digit(c) || index > strings.size()) return {};
    index = index * 10 + static_cast<std::size_t>(c - '0');
  }
  return index < strings.size() ? strings[index] : std::string();
}

std::vector<TableRow> sheet_rows(const std::string& xml, const std::vector<std::string>& strings) {
  std::vector<TableRow> rows;
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) return rows;
  for (const auto& row : document.child("worksheet").child("sheetData").children("row")) {
    if (rows.size() == kMostLines) break;
    TableRow result{row.attribute("r").as_uint(static_cast<unsigned>(rows.size() + 1)), {}};
    for (const auto& cell : row.children("c")) {
      const std::size_t column = column_index(cell.attribute("r").value(), result.cells.size());
      if (column >= kMostCells) break;
      if (result.cells.size() <= column) result.cells.resize(column + 1);
      result.cells[column] = cell_text(cell, strings);
    }
    if (!result.cells.empty()) rows.push_back(std::move(result));
  }
  return rows;
}

}  // namespace

std::optional<Reading> read_workbook(std::string_view bytes, const std::string& file, Diagnostics& diagnostics) {
  Archive archive(bytes);
  if (!archive.open()) {
    diagnostics.error(file, {}, "this workbook is damaged: its directory cannot be read");
    return std::nullopt;
  }
  const auto strings = shared_strings(archive.member("xl/sharedStrings.xml"));
  Reading reading;
  for (int i = 1; i <= kMostSheets && reading.entries.size() < kMostLines; ++i) {
    const std::string xml = archive.member("xl/worksheets/sheet" + std::to_string(i) + ".xml");
    auto entries = read_table(sheet_rows(xml, strings));
    std::move(entries.begin(), entries.end(), std::back_inserter(reading.entries));
  }
  if (archive.too_large()) {
    diagnostics.error(file, {}, "this workbook unpacks to more than 64 MB", "export the sheet with the quote as CSV");
    return std::nullopt;
  }
  if (reading.entries.empty()) {
    diagnostics.error(file, {}, "this workbook has no sheet with rows",
                      "planner reads XLSX; export other spreadsheets as CSV");
    return std::nullopt;
  }
  return reading;
}

}  // namespace planner::quote
