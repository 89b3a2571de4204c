// Pages as one HTML file that needs nothing else.
#include "report/escape.h"
#include "report/page.h"

namespace planner {
namespace {

/// No script runs and nothing is fetched, whatever an escape might miss.
constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>)";

constexpr std::string_view kStyle = R"(</title>
<style>
:root { --ink: #1c2127; --paper: #fff; --line: #d5dae0; --soft: #f4f6f8; --dim: #5c6670;
        --blocks: #b3261e; --degrades: #8a5a00; --advises: #00629b; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7ea; --paper: #14181c; --line: #38414a; --soft: #1d2329; --dim: #9aa5b0;
          --blocks: #ff8a80; --degrades: #ffc46b; --advises: #7cc4ff; --good: #7fd8a0; }
}
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif;
       max-width: 78rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; }
section { overflow-x: auto; }
.verdict { padding: .7rem 1rem; background: var(--soft); border-left: .35rem solid var(--dim); }
.finding { padding: .7rem 1rem; margin: .8rem 0; background: var(--soft); border-left: .35rem solid var(--dim); }
.blocks, .fail { border-color: var(--blocks); } .blocks h3, .fail strong { color: var(--blocks); }
.degrades, .pass_with_warnings, .incomplete, .inconclusive { border-color: var(--degrades); }
.degrades h3, .pass_with_warnings strong, .incomplete strong, .inconclusive strong { color: var(--degrades); }
.advises { border-color: var(--advises); } .advises h3 { color: var(--advises); }
.pass { border-color: var(--good); } .pass strong { color: var(--good); }
.dim, footer { color: var(--dim); }
@media print {
  :root { --ink: #000; --paper: #fff; --line: #999; --soft: #fff; --dim: #333;
          --blocks: #8c0000; --degrades: #5c3d00; --advises: #003a5c; --good: #0b4a24; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .finding, tr { break-inside: avoid; } h2 { break-after: avoid; } section { overflow: visible; }
}
</style>
</head>
<body>
)";

std::string element(std::string_view tag, std::string_view text) {
  return "<" + std::string(tag) + ">" + markup_escaped(text) + "</" + std::string(tag) + ">";
}

void add_table(std::string& out, const PageTable& table) {
  out += "<table>\n<thead><tr>";
  for (const std::string& cell : table.head) out += element("th", cell);
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < table.head.size(); ++i) out += element("td", i < row.size() ? row[i] : "");
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n";
}

void add_list(std::string& out, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out += "<ul>\n";
  for (const std::string& item : items) out += element("li", item) + "\n";
  out += "</ul>\n";
}

std::vector<std::string> notes_of(const Finding& f) {
  std::vector<std::string> notes;
  if (!f.margin.empty()) notes.push_back(f.margin);
  if (f.weakened) notes.push_back("would block; rests on a low-confidence figure, so verify it first");
  if (f.outcome == Outcome::waived) notes.push_back("waived: " + f.why);
  for (const Fix& fix : f.fixes) notes.push_back((fix.cause.empty() ? "fix: " : "cause: ") + fix_text(fix));
  return notes;
}

void add_finding(std::string& out, const Finding& f) {
  const bool waived = f.outcome == Outcome::waived;
  const std::string severity(waived ? "waived" : name_of(f.severity));
  out +=
      "<article class=\"finding " + severity + "\">\n" + element("h3", severity + " " + f.rule + " " + f.title) + "\n";
  std::string subjects;
  for (const std::string& s : f.subjects)
    if (s != "build") subjects += (subjects.empty() ? "" : "; ") + s;
  if (!subjects.empty()) out += "<p class=\"dim\">" + markup_escaped(subjects) + "</p>\n";
  out += element("p", f.message) + "\n";
  PageTable evidence{{"figure", "of", "value", "source"}, {}};
  for (const FindingEvidence& e : f.evidence) evidence.rows.push_back({e.operand, e.subject, e.value, source_of(e)});
  if (!evidence.rows.empty()) add_table(out, evidence);
  add_list(out, notes_of(f));
  out += "<p class=\"dim\">owner: " + markup_escaped(name_of(f.owner));
  if (!f.source.empty()) out += "; source: " + markup_escaped(f.source);
  out += "</p>\n</article>\n";
}

}  // namespace

std::string html_of(const Page& page) {
  std::string out = std::string(kHead) + markup_escaped(page.title) + std::string(kStyle);
  out += element("h1", page.title) + "\n";
  if (page.verdict) {
    const std::string verdict(name_of(*page.verdict));
    out += "<p class=\"verdict " + verdict + "\"><strong>" + verdict + "</strong> " + markup_escaped(page.summary) +
           "</p>\n";
  }
  for (const PageSection& section : page.sections) {
    out += "<section>\n" + element("h2", section.heading) + "\n";
    for (const std::string& paragraph : section.paragraphs) out += element("p", paragraph) + "\n";
    for (const PageTable& table : section.tables) add_table(out, table);
    add_list(out, section.bullets);
    for (const Finding* finding : section.findings) add_finding(out, *finding);
    out += "</section>\n";
  }
  if (!page.footer.empty()) out += "<footer>" + markup_escaped(page.footer) + "</footer>\n";
  return out + "</body>\n</html>\n";
}

}  // namespace planner
