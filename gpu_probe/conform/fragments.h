// Pieces of tool output as people paste them: without headings, a few rows of a table, one group of a long listing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/conform/observation.h"
#include "gpu_probe/machine/machine.h"

namespace planner::conform {

/// The text with the heading that it lost, for the readers of whole outputs: rows of `topo -m`, a group of
/// `nvidia-smi -q`, rows of `dcgmi diag`, LnkCap and LnkSta of lspci. Empty where it is no such piece. `made_address`
/// tells that the heading had to invent an address, which `forget_address` takes out again.
std::string completed_fragment(std::string_view text, bool& made_address);
void forget_address(machine::Machine& machine);

/// Reads rows that no reader of whole outputs takes: nvtop's device line, tables of pairs ("GPU1 <-> GPU2 ... 13.2
/// GB/s"), bare rows of a bandwidth matrix, `dcgmi nvlink -s`, clock reason masks, temperatures, ACSCtl in prose.
/// Returns whether anything was found. Never throws; looks at the first 10,000 lines.
bool read_fragment(std::string_view text, machine::Machine& machine, Observed& observed);

}  // namespace planner::conform
