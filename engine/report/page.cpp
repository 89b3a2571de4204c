// The page of check, and of any report.
#include "report/page.h"

#include "report/page_sections.h"

namespace planner {
namespace {

const std::vector<std::string> kPartHead = {"kind", "part", "price", "kind of price"};

void describe_verdict(Page& page, const Report& report) {
  page.verdict = report.verdict;
  page.summary = counts_text(report.counts);
  if (!report.catalog_digest.empty()) page.footer = "catalog " + report.catalog_digest + ", ";
  page.footer += "rules " + report.rules_digest;
}

}  // namespace

PageSection findings_of(const Report& report) {
  PageSection section{"Findings", {}, {}, {}, {}};
  for (const Finding& f : report.findings)
    if (f.outcome == Outcome::failed || f.outcome == Outcome::waived) section.findings.push_back(&f);
  if (section.findings.empty()) section.paragraphs.push_back("Nothing found.");
  return section;
}

void add_open_sections(Page& page, const Report& report) {
  const TableRows open = not_evaluated_rows(report);
  if (!open.empty()) page.sections.push_back({"Not evaluated", {}, {{{"rules", "missing figure"}, open}}, {}, {}});
  if (!report.questions.empty()) page.sections.push_back({"Questions to the vendor", {}, {}, report.questions, {}});
}

void add_machine_sections(Page& page, const Facts& facts, bool bandwidth) {
  if (!facts.inventory().gpus.empty()) {
    PageSection slots{"Slot map", {}, {}, {}, {}};
    if (!facts.placement().slots_known) slots.paragraphs.push_back("The slots of the board are not known.");
    const TableRows rows = slot_rows(facts);
    if (!rows.empty())
      slots.tables.push_back({{"slot", "card", "mounted", "link", "bandwidth", "lanes from", "gap"}, rows});
    if (const std::string lanes = lanes_used(facts); facts.placement().slots_known && !lanes.empty())
      slots.paragraphs.push_back(lanes);
    page.sections.push_back(std::move(slots));
  }
  PageSection power{"Power", {}, {}, {}, {}};
  power.tables.push_back({{"consumer", "sustained", "", "basis"}, consumer_rows(facts)});
  if (const TableRows rows = supply_rows(facts); !rows.empty())
    power.tables.push_back({{"supply", "name", "carries", "load", "headroom", "feeds"}, rows});
  if (const TableRows rows = circuit_rows(facts); !rows.empty())
    power.tables.push_back({{"circuit", "name", "carries", "load", "current"}, rows});
  power.tables.push_back({{"at the wall", "", ""}, wall_rows(facts)});
  if (facts.power().capacity_assumes_high_line) power.paragraphs.push_back(kHighLineNote);
  page.sections.push_back(std::move(power));
  const TableRows links = bandwidth ? bandwidth_rows(facts) : TableRows{};
  if (!links.empty())
    page.sections.push_back({"Bandwidth", {"One direction, line rate."}, {{{"between", "bandwidth"}, links}}, {}, {}});
}

Page check_page(const Facts& facts, const Report& report, const AnswerOptions& options) {
  const Build& build = facts.build();
  Page page;
  page.title = build.file.empty() ? "Check" : "Check of " + build.file;
  describe_verdict(page, report);
  page.sections.push_back(findings_of(report));
  if (build.quote)
    page.sections.push_back({"Lines", {}, {{{"", "line", "text", "understood as"}, line_rows(build)}}, {}, {}});
  else
    page.sections.push_back({"Parts", {}, {{kPartHead, part_rows(build, options.used)}}, {}, {}});
  add_machine_sections(page, facts, options.verbose);
  add_open_sections(page, report);
  return page;
}

Page report_page(const std::string& title, const Report& report) {
  Page page;
  page.title = title;
  describe_verdict(page, report);
  page.sections.push_back(findings_of(report));
  add_open_sections(page, report);
  return page;
}

}  // namespace planner
