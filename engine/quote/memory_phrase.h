// Memory as written: "24x96 GB DDR5-6400", "32GB (2x16)", "512GB DDR4 ECC", "8 x Kingston DDR4 ECC Reg" with "256GB"
// beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/part.h"

namespace planner::quote {

/// The figures of a memory line; what is not written stays empty.
struct MemoryPhrase {
  std::optional<std::int64_t> modules;  ///< in all: of "24x96 GB" or "(2x16)"
  std::optional<std::int64_t> module_gb;
  std::optional<std::int64_t> total_gb;  ///< "512GB" without a module count
  std::string memory_type;               ///< "DDR4"
  std::optional<ModuleType> module_type;
  std::optional<bool> ecc;
  std::optional<std::int64_t> speed_mts;
  bool kit = false;  ///< the module count is the kit's ("64 GB kit (2x32)"), not the order's ("24x96 GB")
  std::string rest;  ///< the phrase without a leading "24x96 GB"
};

MemoryPhrase read_memory(std::string_view phrase);

}  // namespace planner::quote
