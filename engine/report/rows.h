// The rows of an answer's tables, shared by text, Markdown and HTML. Cells are plain text: whoever prints them escapes.
#pragma once

#include <string>
#include <vector>

#include "check/report.h"
#include "facts/facts.h"

namespace planner {

using TableRows = std::vector<std::vector<std::string>>;

inline constexpr const char* kHighLineNote = "output at 200-240 V; no circuit is stated";

/// Mark (ok, ??, ask, -), line number, text and meaning of every line of a quote; empty for other builds.
TableRows line_rows(const Build& build);
/// Kind, count and name, price, what kind of price; the last row is the total.
TableRows part_rows(const Build& build, bool used);
/// Slot, card, how it is mounted, link, bandwidth, origin, gap; empty without GPUs or where the slots are not known.
TableRows slot_rows(const Facts& facts);
/// "lanes used: cpu0 x36 of x88"; empty where nothing is recorded.
std::string lanes_used(const Facts& facts);
/// What is measured between which GPUs, and the figure.
TableRows bandwidth_rows(const Facts& facts);
/// Consumer, watts, "2 x 600 W" and the basis of the figure; the last rows are totals.
TableRows consumer_rows(const Facts& facts);
/// Supply, name, load of capacity, percent, headroom, what hangs on it.
TableRows supply_rows(const Facts& facts);
/// Circuit, name, load of capacity, percent, current.
TableRows circuit_rows(const Facts& facts);
/// Wall power with the smallest circuit that carries it, and heat.
TableRows wall_rows(const Facts& facts);
/// Rules and the figure that they miss, one row for each reason.
TableRows not_evaluated_rows(const Report& report);
/// Where a figure is from: "catalog/gpus/a.yaml:3, vendor page, 2026-01-02 (low confidence)", or "computed".
std::string source_of(const FindingEvidence& evidence);
/// The fix with its likely cause, cost and whether it was checked.
std::string fix_text(const Fix& fix);
/// "2 block, 1 degrade, 3 advise, 41 pass, 0 waived, 12 not evaluated".
std::string counts_text(const Counts& counts);

}  // namespace planner
