// Chooses among the forms that a phrase may mean, or says that it cannot be chosen.
#pragma once

#include <vector>

#include "quote/comparison.h"
#include "quote/resolver.h"

namespace planner::quote {

struct Candidate {
  const Form* form = nullptr;
  Comparison comparison;
};

/// The one meant, or all that may be meant. A candidate wins only if what it needs beyond the phrase, every other one
/// needs too (the base model against its variants), and if it confirms the figures of the phrase at least as well.
Match choose(std::vector<Candidate> candidates, const std::vector<Token>& query);

/// The only candidate whose names have all words of the phrase, or the only one that needs no others; else all such.
Match choose_strictly(std::vector<Candidate> candidates);

/// True if the scalar fields of both parts are equal: then it does not matter which one is meant.
bool same_figures(const Part& a, const Part& b);

}  // namespace planner::quote
