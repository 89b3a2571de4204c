// The page of suggest.
#include "report/page.h"
#include "report/page_sections.h"
#include "report/suggest_rows.h"

namespace planner {
namespace {

PageSection proof_of(const Certificate& certificate) {
  return {"Proof", {}, {{{"", ""}, proof_rows(certificate)}}, {}, {}};
}

PageSection comparison_of(const SuggestResult& result) {
  TableRows rows = comparison_rows(result);
  PageTable table{rows.front(), {rows.begin() + 1, rows.end()}};
  return {"Comparison", {}, {std::move(table)}, {}, {}};
}

void add_refusal(Page& page, const SuggestResult& result) {
  if (result.conflict.empty())
    page.sections.push_back({"No sound build", {"The catalog and the rules allow no sound build at all."}, {}, {}, {}});
  else
    page.sections.push_back({"No sound build", {"These wishes cannot hold together:"}, {}, result.conflict, {}});
  if (!result.relaxations.empty())
    page.sections.push_back(
        {"What would help", {"Any one of these changes gives a sound build:"}, {}, relaxation_texts(result), {}});
}

}  // namespace

Page suggest_page(const SuggestResult& result, const Request& request, const AnswerOptions& options) {
  Page page;
  page.title = request_text(request);
  page.footer = "catalog " + result.certificate.catalog_digest + ", rules " + result.certificate.rules_digest;
  if (result.builds.empty()) {
    add_refusal(page, result);
    page.sections.push_back(proof_of(result.certificate));
    return page;
  }
  const Suggestion& best = result.builds.front();
  page.verdict = best.report.verdict;
  page.summary = counts_text(best.report.counts);
  page.sections.push_back(comparison_of(result));
  if (const auto steps = budget_steps(result); !steps.empty())
    page.sections.push_back({"What more money buys", {}, {}, steps, {}});
  const Facts facts(best.build);
  page.sections.push_back({"Build 1: " + best.build.name + " (" + role_text(best.roles) + ")",
                           {},
                           {{{"kind", "part", "price", "kind of price"}, part_rows(best.build, options.used)}},
                           {},
                           {}});
  add_machine_sections(page, facts, true);
  page.sections.push_back(findings_of(best.report));
  add_open_sections(page, best.report);
  page.sections.push_back(proof_of(result.certificate));
  return page;
}

}  // namespace planner
