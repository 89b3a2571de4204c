#include "quote/quote.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "model/build_file.h"
#include "quote/assembly.h"
#include "quote/format.h"
#include "quote/mention.h"
#include "quote/readers.h"
#include "quote/resolver.h"
#include "quote/wording.h"
#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

std::string shown(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

/// At most one byte more than the limit, so that the caller can tell.
std::string read_stream(std::istream& stream, std::size_t limit) {
  std::string bytes;
  char buffer[1 << 16];
  while (bytes.size() <= limit && stream) {
    stream.read(buffer, sizeof buffer);
    bytes.append(buffer, static_cast<std::size_t>(stream.gcount()));
  }
  return bytes;
}

std::optional<Node> parse(quote::Format format, std::string_view text, const std::string& file,
                          Diagnostics& diagnostics) {
  return format == quote::Format::json ? parse_json(text, file, {}, diagnostics)
                                       : parse_yaml(text, file, {}, diagnostics);
}

std::optional<quote::Reading> read_text(quote::Format format, std::string_view text, const std::string& file,
                                        Diagnostics& diagnostics) {
  switch (format) {
    case quote::Format::markdown:
      return quote::read_markdown(text);
    case quote::Format::html:
      return quote::read_html(text);
    case quote::Format::spaced:
      return quote::read_spaced(text);
    case quote::Format::delimited:
      return quote::read_delimited(text, file, diagnostics);
    case quote::Format::yaml:
    case quote::Format::json: {
      const auto root = parse(format, text, file, diagnostics);
      return root ? quote::read_structured(*root, file, diagnostics) : std::nullopt;
    }
    case quote::Format::list:
    case quote::Format::workbook:
    case quote::Format::pdf:
      return quote::read_list(text);
  }
  return std::nullopt;
}

std::optional<quote::Reading> read_any(const std::string& path, std::string_view bytes, Diagnostics& diagnostics) {
  const std::string file = shown(path);
  const quote::Format format = quote::detect_format(path, bytes);
  if (format == quote::Format::workbook) return quote::read_workbook(bytes, file, diagnostics);
  std::string from_pdf;
  if (format == quote::Format::pdf) {
    auto text = quote::pdf_text(bytes, file, diagnostics);
    if (!text) return std::nullopt;
    from_pdf = std::move(*text);
  }
  const std::string_view text =
      without_byte_order_mark(format == quote::Format::pdf ? std::string_view(from_pdf) : bytes);
  if (!accept_text(text, file, {}, diagnostics)) return std::nullopt;
  if (format == quote::Format::pdf)
    return quote::looks_spaced(text) ? quote::read_spaced(text) : quote::read_list(text);
  return read_text(format, text, file, diagnostics);
}

}  // namespace

std::optional<quote::Reading> quote::read_entries(const std::string& path, std::string_view bytes,
                                                  Diagnostics& diagnostics) {
  auto reading = read_any(path, bytes, diagnostics);
  if (reading && reading->entries.empty()) {
    diagnostics.error(shown(path), {}, "there are no lines in this input");
    return std::nullopt;
  }
  return reading;
}

std::optional<std::string> read_input_bytes(const std::string& path, Diagnostics& diagnostics) {
  const ReadLimits limits;
  std::string bytes;
  if (path == "-") {
    bytes = read_stream(std::cin, limits.bytes);
  } else {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::is_regular_file(status)) {
      diagnostics.error(path, {},
                        std::filesystem::exists(status) ? "this is not a regular file" : "there is no such file");
      return std::nullopt;
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
      diagnostics.error(path, {}, "this file cannot be opened");
      return std::nullopt;
    }
    bytes = read_stream(stream, limits.bytes);
  }
  if (bytes.size() > limits.bytes) {
    diagnostics.error(shown(path), {}, "this input is larger than " + describe_size(limits.bytes));
    return std::nullopt;
  }
  return bytes;
}

std::optional<Build> read_quote(const std::string& path, std::string_view text, const std::vector<const Part*>& parts,
                                Diagnostics& diagnostics) {
  const auto reading = quote::read_entries(path, text, diagnostics);
  if (!reading) return std::nullopt;
  const quote::Resolver resolver(parts);
  return quote::Assembly(resolver, shown(path), diagnostics).assemble(*reading);
}

namespace {

std::optional<Build> read_catalog_quote(const std::string& path, std::string_view text, const Catalog& catalog,
                                        Diagnostics& diagnostics) {
  const auto reading = quote::read_entries(path, text, diagnostics);
  if (!reading) return std::nullopt;
  std::vector<const Part*> parts;
  parts.reserve(catalog.parts().size());
  for (const auto& part : catalog.parts()) parts.push_back(part.get());
  quote::Resolver resolver(parts);
  quote::Resolver archived(quote::mentioned(catalog, *reading));
  archived.be_strict();
  if (!archived.parts().empty()) resolver.set_further(&archived);
  auto build = quote::Assembly(resolver, shown(path), diagnostics).assemble(*reading);
  build.catalog = &catalog;
  return build;
}

}  // namespace

std::optional<Build> read_input(const std::string& path, std::string_view text, const Catalog& catalog,
                                Diagnostics& diagnostics) {
  const quote::Format format = quote::detect_format(path, text);
  if ((format == quote::Format::yaml || format == quote::Format::json) &&
      (text.find("planner_build") != std::string_view::npos || text.find("part:") != std::string_view::npos ||
       text.find("\"part\"") != std::string_view::npos)) {
    const auto root = parse(format, without_byte_order_mark(text), shown(path), diagnostics);
    if (!root) return std::nullopt;
    if (is_build_file(*root)) return read_build(*root, shown(path), catalog, diagnostics);
  }
  return read_catalog_quote(path, text, catalog, diagnostics);
}

}  // namespace planner
