// What lines say about the place and the plan rather than about parts: mains, power caps, requirements of a tender.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planner::quote {

/// "Japan, 100 V 15 A outlet": the first one that the text names.
struct StatedCircuit {
  std::int64_t volts = 0;
  std::int64_t amperes = 0;
  std::string region;     ///< "JP", "US", "EU", "CH", "UK", "CN", "AU" or empty
  std::string remainder;  ///< what follows: alternatives, other circuits
};
/// Nothing unless both a voltage of 90..480 V and a current of 5..125 A stand close together.
std::optional<StatedCircuit> find_circuit(std::string_view text);
/// True if the words of the text are about mains power.
bool is_about_mains(std::string_view text);

/// Watts of a planned power limit: "200 W power cap", "capped at 280 W", "power limit 300W", "nvidia-smi -pl 250".
std::optional<std::int64_t> power_cap(std::string_view text);

/// True for requirements that several products meet: "minimum 140 GB", ">= 94 GB", "or equivalent".
bool is_requirement(std::string_view text);
/// True if the text offers alternatives in capitals or words ("4 x H100 OR 8 x L40S").
bool has_alternatives(std::string_view text);

}  // namespace planner::quote
