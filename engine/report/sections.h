// The parts of a text report that check and suggest share.
#pragma once

#include <string>

#include "check/report.h"
#include "facts/facts.h"
#include "report/style.h"

namespace planner {

/// Slots top down from the CPU edge: card, width, gaps, link and where it comes from; then risers and ports.
std::string slot_map(const Facts& facts, const TextStyle& style);

/// Lines, supplies and circuits with headroom.
std::string power_section(const Facts& facts, const TextStyle& style);

/// Bandwidth of GPUs and pairs, bisection, fair share.
std::string bandwidth_section(const Facts& facts, const TextStyle& style);

/// Parts with count, price and its date and basis.
std::string parts_section(const Build& build, bool used, const TextStyle& style);

/// Failed findings with evidence, margin and fixes; `verbose` adds why and all sources.
std::string findings_section(const Report& report, const TextStyle& style, bool verbose);

/// What was not evaluated and why, one line per missing figure.
std::string not_evaluated_section(const Report& report, const TextStyle& style, bool all);

/// "verdict: fail   2 block, 1 degrades, 3 advise, 41 pass, 0 waived, 12 not evaluated".
std::string verdict_line(const Report& report, const TextStyle& style);

/// What became of every line of the quote.
std::string lines_section(const Build& build, const TextStyle& style);

}  // namespace planner
