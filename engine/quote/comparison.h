// How a phrase and one written form of a part compare, token by token.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "quote/resolver.h"

namespace planner::quote {

struct Comparison {
  bool models_complete = false;          ///< every model token of the form is in the phrase
  bool any_model = false;                ///< at least one model token matched
  bool contradicted = false;             ///< a token or figure of the phrase belongs to another product
  std::vector<std::string> missing;      ///< the form's telling words that the phrase lacks
  std::vector<std::string> extra_words;  ///< the phrase's words that the form lacks
  std::vector<std::string> extra_vendors;
  int missing_vendors = 0;  ///< board partners' names of the form that the phrase lacks
  int telling_words = 0;    ///< matched words beyond model numbers, vendors and families
  int asides = 0;           ///< bracketed qualifiers of the form found in the phrase
  int figures = 0;          ///< stated figures that the part confirms
  double matched = 0;       ///< weight of matched tokens
  double total = 0;         ///< weight of the form's tokens
  double unmatched_query = 0;
};

/// Compares a phrase with a form. `vendors` holds the words of all vendors' names.
Comparison compare(const std::vector<Token>& query, const Form& form, const std::unordered_set<std::string>& vendors);

/// -1: a figure of the phrase contradicts the part, otherwise how many figures the part confirms.
int figures_agree(const std::vector<Token>& query, const Part& part);

/// True for words whose absence makes another product ("super", "ti", "shift", "xl").
bool is_strong(const std::string& word);

}  // namespace planner::quote
