// Pages as GitHub-flavored Markdown.
#include "report/escape.h"
#include "report/page.h"

namespace planner {
namespace {

std::string row_of(const std::vector<std::string>& cells, std::size_t columns) {
  std::string out = "|";
  for (std::size_t i = 0; i < columns; ++i)
    out += " " + (i < cells.size() ? markdown_escaped(cells[i]) : std::string()) + " |";
  return out + "\n";
}

void add_table(std::string& out, const PageTable& table) {
  out += row_of(table.head, table.head.size()) + "|";
  for (std::size_t i = 0; i < table.head.size(); ++i) out += "---|";
  out += "\n";
  for (const auto& row : table.rows) out += row_of(row, table.head.size());
  out += "\n";
}

void add_finding(std::string& out, const Finding& f) {
  const bool waived = f.outcome == Outcome::waived;
  out += "### " + std::string(waived ? "waived" : name_of(f.severity)) + ": " + markdown_escaped(f.rule) + " " +
         markdown_escaped(f.title) + "\n\n";
  if (!f.subjects.empty() && f.subjects.front() != "build") {
    std::string subjects;
    for (const std::string& s : f.subjects) subjects += (subjects.empty() ? "" : "; ") + s;
    out += "**" + markdown_escaped(subjects) + "**\n\n";
  }
  out += markdown_escaped(f.message) + "\n\n";
  PageTable evidence{{"figure", "of", "value", "source"}, {}};
  for (const FindingEvidence& e : f.evidence) evidence.rows.push_back({e.operand, e.subject, e.value, source_of(e)});
  if (!evidence.rows.empty()) add_table(out, evidence);
  if (!f.margin.empty()) out += "- margin: " + markdown_escaped(f.margin) + "\n";
  if (f.weakened) out += "- would block; rests on a low-confidence figure, so verify it first\n";
  if (waived) out += "- waived: " + markdown_escaped(f.why) + "\n";
  for (const Fix& fix : f.fixes)
    out += (fix.cause.empty() ? "- fix: " : "- cause: ") + markdown_escaped(fix_text(fix)) + "\n";
  out += "- owner: " + std::string(name_of(f.owner)) + "\n";
  if (!f.source.empty()) out += "- source: " + markdown_escaped(f.source) + "\n";
  out += "\n";
}

}  // namespace

std::string markdown_of(const Page& page) {
  std::string out = "# " + markdown_escaped(page.title) + "\n\n";
  if (page.verdict) out += "**Verdict: " + markdown_escaped(name_of(*page.verdict)) + "**: " + page.summary + "\n\n";
  for (const PageSection& section : page.sections) {
    out += "## " + markdown_escaped(section.heading) + "\n\n";
    for (const std::string& paragraph : section.paragraphs) out += markdown_escaped(paragraph) + "\n\n";
    for (const PageTable& table : section.tables) add_table(out, table);
    for (const std::string& bullet : section.bullets) out += "- " + markdown_escaped(bullet) + "\n";
    if (!section.bullets.empty()) out += "\n";
    for (const Finding* finding : section.findings) add_finding(out, *finding);
  }
  return page.footer.empty() ? out : out + "---\n\n" + markdown_escaped(page.footer) + "\n";
}

}  // namespace planner
