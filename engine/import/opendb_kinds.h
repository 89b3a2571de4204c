// What each category of OpenDB says, in the terms of the catalog.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "import/draft.h"
#include "import/record.h"
#include "model/part.h"

namespace planner::import {

/// What the mapping of a file needs beside it.
struct MapContext {
  const Part* base = nullptr;  ///< GPU: the shipped card of the same chip and memory, or null
  bool checked = false;        ///< the data set's people have checked the file by hand
};

/// The kind of part that a category's folder holds; nothing for categories that planner has no use for.
std::optional<PartKind> kind_of_category(std::string_view folder);

/// Adds the fields of a record to a draft of its kind.
void map_fields(const Record& record, const MapContext& context, Draft& draft);

// One function a kind; those of the host in opendb_host.cpp, the others in opendb_cards.cpp.
void map_gpu(const Record& record, const MapContext& context, Draft& draft);
void map_storage(const Record& record, Draft& draft);
void map_memory(const Record& record, const MapContext& context, Draft& draft);
void map_cpu(const Record& record, Draft& draft);
void map_board(const Record& record, const MapContext& context, Draft& draft);
void map_psu(const Record& record, const MapContext& context, Draft& draft);
void map_chassis(const Record& record, const MapContext& context, Draft& draft);
void map_cooler(const Record& record, const MapContext& context, Draft& draft);

/// "LGA 1700" as the catalog writes it: "LGA1700".
std::string socket_name(std::string_view text);
/// "Micro ATX", "EATX", "SSI EEB" as the catalog writes them; empty for names it does not have.
std::string board_form_factor(std::string_view text);
/// A figure with a unit that the name states: the only "1000W" or "1.92 TB" in it, in W or GB.
std::optional<Rational> watts_in(std::string_view name);
std::optional<Rational> gigabytes_in(std::string_view name);

}  // namespace planner::import
