// What all exports say about a plan: models with their counts, and where a figure comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

namespace planner::plan_text {

/// GPUs that drivers and tools take for one model (the same part or a common device id), in the order of the plan.
struct Model {
  const Gpu* part = nullptr;  ///< of the first
  std::vector<int> gpus;      ///< indices into Inventory::gpus
};

std::vector<Model> models_of(const Facts& facts);

enum class Maker : std::uint8_t { nvidia, amd, other };
/// Whose driver runs the card; the vendor of a board partner's card does not tell.
Maker maker_of(const Gpu& gpu);
/// True if every GPU of the plan is of that maker.
bool all_by(const std::vector<Model>& models, Maker maker);

/// A figure of a model, or why the plan gives none.
struct Figure {
  std::optional<std::int64_t> value;
  std::string origin;  ///< a comment without "#"
};

/// The smallest planned link width and generation of these GPUs; nothing if one of them is unknown.
Figure least_lanes(const Facts& facts, const std::vector<int>& gpus);
Figure least_gen(const Facts& facts, const std::vector<int>& gpus);

/// The planned power limit in milliwatts (`planned` true), else the board power of the catalog; nothing if GPUs of the
/// model have different limits.
struct PowerFigure {
  Figure watts_milli;
  bool planned = false;
};
PowerFigure power_limit(const Facts& facts, const Model& model);

/// "board_power, catalog/gpus/x.yaml:31": the place of a catalog figure.
std::string place_of(const PartInfo& info, std::string_view field);

/// Text as a comment: one "# " line per line; control characters become spaces, so that a name in a build file cannot
/// end the comment.
std::string comment(std::string_view text);

/// The first lines of every export.
std::string heading(const Facts& facts, std::string_view what);

/// The value without trailing zeros, at most three decimals: "450", "55.4".
std::string decimal(double value);

/// Device ids of a model without vendor, lower case: "2335". Others than NVIDIA's are left out.
std::vector<std::string> device_ids(const Gpu& gpu);

}  // namespace planner::plan_text
