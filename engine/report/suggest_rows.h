// What text, Markdown and HTML of suggest share. Plain text: whoever prints it escapes.
#pragma once

#include <string>
#include <vector>

#include "report/rows.h"
#include "search/suggest.h"

namespace planner {

/// Number, role, GPUs, host, price, tensor rate, VRAM, GPU power, value of each build; the first row is the head.
TableRows comparison_rows(const SuggestResult& result);

/// "fastest, best value".
std::string role_text(const std::vector<std::string>& roles);

/// What the cheapest build costs, then for each dearer one what the difference buys; empty for a single build.
std::vector<std::string> budget_steps(const SuggestResult& result);

/// Whether optimality is proved and after how much work, what was cut and left out, what was assumed: label and text.
TableRows proof_rows(const Certificate& certificate);

/// Each change that makes a sound build possible, with that build.
std::vector<std::string> relaxation_texts(const SuggestResult& result);

/// "8 GPUs for at most $60,000".
std::string request_text(const Request& request);

}  // namespace planner
