// Readers of outside input: YAML and JSON into a Node tree, delimited text into rows, files within limits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.h"
#include "source/node.h"

namespace planner {

/// Reads a whole file ("-" is standard input). Refuses directories, devices, files over `limits.bytes` (without reading
/// them) and text that is not UTF-8 or holds NUL; strips a byte order mark. Nothing and a diagnostic on failure.
std::optional<std::string> read_text_file(const std::string& path, const ReadLimits& limits, Diagnostics& diagnostics);

/// Parses one YAML document: strict subset without anchors, aliases, tags and duplicate keys.
std::optional<Node> parse_yaml(std::string_view text, const std::string& file, const ReadLimits& limits,
                               Diagnostics& diagnostics);

/// Parses JSON (RFC 8259) into the same tree, duplicate keys refused; numbers stay text.
std::optional<Node> parse_json(std::string_view text, const std::string& file, const ReadLimits& limits,
                               Diagnostics& diagnostics);

/// Reads a file and parses it: JSON if its name ends in .json (or, from standard input, it starts with "{"), else YAML.
std::optional<Document> read_document(const std::string& path, const ReadLimits& limits, Diagnostics& diagnostics);

/// One row of delimited text, with the line it starts on.
struct Row {
  std::uint32_t line = 0;
  std::vector<std::string> cells;
};

/// Parses RFC 4180 text with any of , ; or tab (the one most frequent in the first line unless given).
/// Quoted cells may hold line ends. At most 100,000 rows of 256 cells.
std::optional<std::vector<Row>> parse_delimited(std::string_view text, const std::string& file,
                                                Diagnostics& diagnostics, std::optional<char> delimiter = std::nullopt);

/// True if the bytes are well-formed UTF-8; otherwise `bad_at` is the offset of the first bad byte.
bool is_utf8(std::string_view text, std::size_t& bad_at);

/// Writes the file whole or not at all: to a temporary beside it, flushed, then renamed over it.
/// Returns an empty string, or why it failed (the old file is then untouched).
std::string write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// Serializes documents into the blob that is embedded in the binary, and reads such a blob back.
/// The blob is trusted (built by this project) but still bounds-checked; nothing on a damaged one.
std::string pack_documents(const std::vector<Document>& documents);
std::optional<std::vector<Document>> unpack_documents(std::string_view blob);

}  // namespace planner
