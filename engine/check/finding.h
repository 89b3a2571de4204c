// Turns failed and unevaluable evaluations of one rule into as few findings as there are causes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/report.h"
#include "check/rule.h"
#include "check/subjects.h"

namespace planner {

/// Collects a rule's failures; subjects with the same message become one finding, all unknowns with the same reason
/// another.
class FindingMerger {
 public:
  FindingMerger(const Rule& rule, bool evidence) : rule_(rule), evidence_(evidence) {}
  void add_failure(const Subject& subject);
  void add_unknown(const Subject& subject);
  /// The list that the rule ranges over is not known at all.
  void add_missing(const std::string& why);
  std::vector<Finding> take();

 private:
  struct Group {
    Finding finding;
    std::vector<std::string> labels;
  };
  Group& group(Outcome outcome, const std::string& key);

  const Rule& rule_;
  bool evidence_;
  std::vector<Group> groups_;
  std::map<std::pair<Outcome, std::string>, std::size_t> index_;
};

/// An operand ready to print.
FindingEvidence to_finding_evidence(const expr::Evidence& evidence);

/// Questions to the vendor: of rules that could not be evaluated and have one, and of ambiguous lines.
std::vector<std::string> vendor_questions_of(const Report& report, const Facts& facts, const RuleSet& rules,
                                             const Catalog& catalog);

}  // namespace planner
