// What kind of thing a line is about, from its category column or its words, in English, German, French and Chinese.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/part.h"

namespace planner::quote {

/// What a line is, as far as a category or its words tell.
struct Meaning {
  enum class What : std::uint8_t {
    unknown,
    part,     ///< a part of `kind`
    ignored,  ///< nothing that planner judges; `reason` says why
    context,  ///< says something about the machine or its place
    total,    ///< a sum of the lines above
    bundle    ///< several parts
  };
  What what = What::unknown;
  std::optional<PartKind> kind;
  std::string_view reason;
};

/// Meaning of a category as written ("Video Card", "Netzteil", "CPU Cooler", "内存", "SSD (OS)", "GPUs").
Meaning read_category(std::string_view category);

/// Meaning from the words of a name that came without a usable category: "SP3 CPU Cooler", "1600W PSU", "Mouse".
/// Model names are left to the catalog, apart from the few that every list writes bare ("RTX", "EPYC").
Meaning read_words(std::string_view name);

/// True if the whole text is a known category word.
bool is_category(std::string_view text);

/// Splits "CPU Cooler Cooler Master Hyper 212" at the longest category it starts with; empty category if none.
struct Labelled {
  std::string_view category;
  std::string_view rest;
};
Labelled split_category(std::string_view text);

}  // namespace planner::quote
