// Parts made of the figures that a line states: enough for arithmetic, and unknown in everything else.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/part.h"
#include "quote/resolver.h"

namespace planner::quote {

/// A part of the kind with just the figures in the text ("1600W PSU": rated output 1600 W), or a copy of `base` with
/// those figures laid over. Every figure carries the source "stated in the quote" and medium confidence. Null for
/// platforms, of which a quote cannot state enough.
std::shared_ptr<Part> part_as_stated(PartKind kind, const std::string& text, const std::string& file, Location at,
                                     const Part* base = nullptr);

/// Adds to `part` the figures in which all candidates agree, with the source "the same for all candidates".
void add_shared_figures(Part& part, std::span<const Part* const> candidates);

/// A copy of a chip maker's card standing for a board partner's: size and plugs get low confidence.
std::shared_ptr<Part> partner_card(const Part& base, const std::string& text, Location at);

/// The catalog's generic parts that the words allow: an open frame, a USB riser, "32GB DDR4 ECC RDIMM", "4TB NVMe
/// Gen4", a circuit.
std::vector<const Part*> generic_parts(PartKind kind, const std::string& text, const Resolver& resolver);

/// How the line says GPUs are attached, as riser type; nothing if it names none.
std::optional<RiserType> riser_type(std::string_view folded);

}  // namespace planner::quote
