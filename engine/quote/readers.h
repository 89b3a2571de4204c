// The readers of the forms in which quotes come; each turns text into entries and understands nothing of parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quote/entry.h"
#include "quote/table.h"
#include "source/diagnostic.h"
#include "source/node.h"

namespace planner::quote {

/// Plain lists, forum posts and PCPartPicker's text: one line, one entry, "Category: name (price)" taken apart.
Reading read_list(std::string_view text);
/// Markdown: each table by its header, everything between them as a list.
Reading read_markdown(std::string_view text);
/// Text in columns that runs of spaces separate, as `pdftotext -layout` prints it or a viewer's clipboard holds it.
Reading read_spaced(std::string_view text);
/// HTML: the cells of all tables; the remaining text as a list where there is no table.
Reading read_html(std::string_view text);
/// Comma, semicolon or tab separated rows.
std::optional<Reading> read_delimited(std::string_view text, const std::string& file, Diagnostics& diagnostics);
/// YAML or JSON: a list of items, a map with such a list (`parts`, `items`, `components`, ...) or a map of categories.
std::optional<Reading> read_structured(const Node& root, const std::string& file, Diagnostics& diagnostics);
/// The sheets of an XLSX workbook, one table each. Refuses more than 64 MB of unpacked XML.
std::optional<Reading> read_workbook(std::string_view bytes, const std::string& file, Diagnostics& diagnostics);
/// A PDF's text through the program `pdftotext` (no shell, 20 s, 8 MB), or nothing with a diagnostic where it is not
/// installed.
std::optional<std::string> pdf_text(std::string_view bytes, const std::string& file, Diagnostics& diagnostics);

/// A quote in any supported form as entries, at least one; nothing and a message where it cannot be read.
std::optional<Reading> read_entries(const std::string& path, std::string_view bytes, Diagnostics& diagnostics);

/// One line of a list as an entry; `pcpp` for PCPartPicker's text, where the category is not followed by a colon.
Entry read_list_line(std::uint32_t number, std::string_view line, bool pcpp);
/// True if enough lines of the text stand in columns.
bool looks_spaced(std::string_view text);

}  // namespace planner::quote
