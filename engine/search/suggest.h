// suggest: the best builds for a request, with a certificate of what was proved, or the conflict and the nearest
// relaxations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "search/columns.h"
#include "search/request.h"

namespace planner {

/// Objective values of one build.
struct Scores {
  Compute throughput;  ///< total dense BF16 tensor rate (FP16 where there is no BF16)
  bool fp16 = false;   ///< the throughput is FP16
  DataSize vram;       ///< total
  Power gpu_power;     ///< sustained, of all GPUs
  std::int64_t cents = 0;
};

/// One build of the answer; its report is the arbiter's.
struct Suggestion {
  std::vector<std::string> roles;  ///< fastest, cheapest, best_value, most_efficient, front; in this order
  Build build;
  Scores scores;
  Report report;
};

/// What was proved and how much work it took.
struct Certificate {
  bool proved = false;
  double gap = 0;    ///< share by which an undecided model may be better in the objective; 0 when proved
  std::string open;  ///< of a stopped search: what it leaves undecided, in words
  std::int64_t nodes = 0;
  std::int64_t leaves = 0;
  int gpu_models = 0;  ///< considered
  std::map<std::string, std::int64_t> prunes;
  Exclusions excluded;
  std::string catalog_digest;
  std::string rules_digest;
  std::vector<std::string> assumptions;
};

/// A single change that makes the request feasible, itself a proved optimum.
struct Relaxation {
  std::string wish;  ///< "budget"
  std::string text;  ///< "raise the budget by $412 (to $60,412)"
  std::optional<Suggestion> example;
};

struct SuggestResult {
  std::vector<Suggestion> builds;  ///< by the objective, best first; empty when nothing fits
  Certificate certificate;
  std::vector<std::string> conflict;  ///< a minimal set of wishes that cannot hold together, in words
  std::vector<Relaxation> relaxations;
};

/// Solves the request. Deterministic. `today` is passed to the arbiter.
SuggestResult suggest(const Request& request, const Catalog& catalog, const RuleSet& rules, const std::string& today,
                      Diagnostics& diagnostics);

/// Objective values of `count` cards of a model at a price.
Scores scores_of(const Part& gpu, int count, std::int64_t cents, const std::optional<Power>& limit);

/// A minimal conflict and single relaxations of an infeasible request.
void explain_infeasible(const Request& request, const Catalog& catalog, const RuleSet& rules, SuggestResult& result);

struct CheapestBuild {
  const Part* gpu = nullptr;
  Build build;
  std::int64_t cents = 0;
};

/// The cheapest sound build over all GPU models; the building block of relaxations.
std::optional<CheapestBuild> cheapest_build(const Request& request, const Catalog& catalog, const RuleSet& rules);

}  // namespace planner
