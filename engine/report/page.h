// An answer as headed sections of tables, lists and findings: what Markdown and HTML print. Text in it is plain and may
// come from a hostile file; whoever prints a page escapes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/report.h"
#include "report/answer.h"
#include "report/rows.h"

namespace planner {

struct PageTable {
  std::vector<std::string> head;
  TableRows rows;  ///< may be shorter than the head
};

/// Printed in this order; empty members print nothing.
struct PageSection {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<PageTable> tables;
  std::vector<std::string> bullets;
  std::vector<const Finding*> findings;
};

struct Page {
  std::string title;
  std::optional<Verdict> verdict;
  std::string summary;  ///< beside the verdict: the counts
  std::vector<PageSection> sections;
  std::string footer;  ///< digests
};

/// Everything that the text of `check` tells. The report must outlive the page.
Page check_page(const Facts& facts, const Report& report, const AnswerOptions& options);

/// Findings, open questions and what was not evaluated: the page of a report about anything else.
Page report_page(const std::string& title, const Report& report);

/// The comparison, what more money buys, the first build in full, and the proof. The result must outlive the page.
Page suggest_page(const SuggestResult& result, const Request& request, const AnswerOptions& options);

/// GitHub-flavored Markdown. No text of the page can start a table cell, link, tag, mention or heading of its own.
std::string markdown_of(const Page& page);

/// One self-contained HTML file without scripts or anything to load, for light and dark screens and for paper.
std::string html_of(const Page& page);

}  // namespace planner
