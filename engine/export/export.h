// A plan as configuration of the tools that people run anyway: DCGM diagnostics, Node Health Check, Slurm.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

namespace planner {

/// The least that a healthy card measures, in GB/s (10^9 byte/s), and in words what it follows from.
struct Floor {
  double gb_per_s = 0;
  std::string basis;  ///< "memory_triad: 4800 GB/s datasheet x 0.91, fails below 0.88 of it"
};

/// Floors of one GPU of the plan; nothing where catalog or expectations do not give one.
struct GpuFloors {
  std::optional<Floor> host_link;  ///< pinned copy between host and card, the slower direction
  std::optional<Floor> memory;     ///< triad in the card's own memory
};

/// DCGM diagnostics: a `dcgm-diag-v1` file for `dcgmi diag --configfile`, and the same as a `-p` string where all GPUs
/// are of one model. `floors` has one entry per GPU of the plan, in its order. Every figure has a comment with its
/// origin; a figure that is not known is a comment with the reason. Deterministic.
std::string export_dcgm(const Facts& facts, const std::vector<GpuFloors>& floors);

/// LBNL Node Health Check: lines of nhc.conf, with the same promises.
std::string export_nhc(const Facts& facts);

/// Slurm: gres.conf and the node's line of slurm.conf, with the same promises. `nodes` is a Slurm host list
/// ("gpu[01-04]") or empty: then the line sets the defaults of all nodes that follow (NodeName=DEFAULT).
std::string export_slurm(const Facts& facts, std::string_view nodes);

/// True if `text` has only characters of a Slurm host list and starts with a letter.
bool is_slurm_host_list(std::string_view text);

}  // namespace planner
