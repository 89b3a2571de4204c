// Questions to the vendor: what a person must ask before the verdict can be firm.
#include <algorithm>

#include "check/finding.h"
#include "facts/facts.h"
#include "quote/quote.h"

namespace planner {

std::vector<std::string> vendor_questions_of(const Report& report, const Facts& facts, const RuleSet& rules,
                                             const Catalog& catalog) {
  std::vector<std::string> questions = vendor_questions(facts.build(), catalog);
  for (const Finding& f : report.findings) {
    const Rule* rule = rules.find(f.rule);
    if (f.outcome != Outcome::not_evaluated || rule == nullptr || !rule->question) continue;
    const expr::Environment environment = subjects_of(*rule, facts).front().environment;
    std::string text = rule->question->render(environment);
    if (std::find(questions.begin(), questions.end(), text) == questions.end()) questions.push_back(std::move(text));
  }
  return questions;
}

}  // namespace planner
