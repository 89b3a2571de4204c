// Reading quotes, parts lists and build files as they come: one entrance for every format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/build.h"
#include "model/catalog.h"
#include "source/diagnostic.h"

namespace planner {

/// The bytes of an input file, binary formats included ("-" is standard input); at most 8 MB. Nothing and a diagnostic
/// on failure.
std::optional<std::string> read_input_bytes(const std::string& path, Diagnostics& diagnostics);

/// Reads a build or quote in any supported form: planner's build files, other YAML or JSON, CSV/TSV, Markdown, HTML,
/// XLSX, PDF, text in columns and plain lists. `path` names the input in messages and its extension helps to tell
/// formats apart. Every line of a quote ends in Build::quote as resolved, unresolved, ambiguous or ignored. Parts made
/// of stated figures are owned by the build; all others by `catalog`, which must outlive it. Nothing only where the
/// input as a whole cannot be read.
std::optional<Build> read_input(const std::string& path, std::string_view text, const Catalog& catalog,
                                Diagnostics& diagnostics);

/// As read_input, against a list of parts and for quotes alone.
std::optional<Build> read_quote(const std::string& path, std::string_view text, const std::vector<const Part*>& parts,
                                Diagnostics& diagnostics);

/// Questions that the vendor has to answer before a verdict can be trusted, in the order of the lines: for each
/// ambiguous line what the candidates differ in, for assumed counts and open variants what was assumed. The same
/// question is asked once.
std::vector<std::string> vendor_questions(const Build& build, const Catalog& catalog);

}  // namespace planner
