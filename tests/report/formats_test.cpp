// Every format of a report, with text as hostile as a quote can be.
#include "report/formats.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "check/check.h"
#include "embedded_world.h"
#include "quote/quote.h"
#include "report/markup.h"

using namespace planner;

namespace {

const std::string kHostile =
    "</script>|`x`<img src=y onerror=z> ]]> -->\x01\x1b[2J\xFF\xC3 \"'&amp; [l](http://e.example) @all\n# h";

Finding finding(const std::string& rule, Severity severity, Outcome outcome) {
  Finding f;
  f.rule = rule;
  f.title = "card-too-long";
  f.severity = severity;
  f.outcome = outcome;
  f.subjects = {kHostile, "GPU 1"};
  f.message = kHostile;
  f.margin = kHostile;
  f.why = kHostile;
  f.source = kHostile;
  f.places = {{3, 7}};
  f.evidence.push_back(
      {kHostile, kHostile, kHostile, kHostile, "W", "catalog/x.yaml", 4, kHostile, "2026-01-01", true});
  f.fixes.push_back({kHostile, std::nullopt, Money::from_base(12), true, ""});
  f.fixes.push_back({kHostile, std::nullopt, std::nullopt, false, kHostile});
  return f;
}

Report hostile_report() {
  Report report;
  report.verdict = Verdict::fail;
  report.counts = {1, 1, 0, 2, 1, 1};
  report.findings = {
      finding("FIT-601", Severity::blocks, Outcome::failed), finding("FIT-601", Severity::blocks, Outcome::failed),
      finding("FIT-602", Severity::degrades, Outcome::failed), finding("FIT-603", Severity::blocks, Outcome::waived),
      finding("FIT-604", Severity::blocks, Outcome::not_evaluated)};
  report.questions = {kHostile};
  report.explained = {"FIT-605"};
  return report;
}

struct Checked {
  Build build;
  std::unique_ptr<Facts> facts;
  Report report;
};

Checked check_quote(const std::string& text) {
  EmbeddedWorld& world = embedded_world();
  Diagnostics diagnostics;
  auto build = read_input("quote.md", text, world.catalog, diagnostics);
  REQUIRE(build);
  Checked checked{std::move(*build), nullptr, {}};
  checked.facts = std::make_unique<Facts>(checked.build);
  CheckOptions options;
  options.catalog = &world.catalog;
  checked.report = check(*checked.facts, world.rules, options);
  return checked;
}

const char* kQuote =
    "| Component | Specification | Qty |\n|---|---|---|\n| GPU | NVIDIA GeForce RTX 4090 | 2 |\n"
    "| PSU | ASRock Phantom Gaming PG-1600G 1600W | 1 |\n| CPU | AMD Ryzen Threadripper 7960X | 1 |\n"
    "| Motherboard | ASUS Pro WS TRX50-SAGE WIFI | 1 |\n| Other | <b>x</b> `rm` | 1 |\n";

void check_tables(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::size_t bars = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      bars = 0;
      continue;
    }
    if (bars == 0) bars = open_bars(line);
    CHECK_MESSAGE(open_bars(line) == bars, line);
  }
}

}  // namespace

TEST_CASE("Markdown tables keep their columns and nothing of the quote is HTML") {
  const std::string markdown = markdown_of(report_page(kHostile, hostile_report()));
  check_tables(markdown);
  for (std::size_t at = 0; (at = markdown.find('<', at)) != std::string::npos; ++at)
    CHECK((markdown[at - 1] == '\\' || markdown.substr(at, 8) == "<!-- -->"));
  CHECK(markdown.find("](") != std::string::npos);
  CHECK(markdown.find("\\](http\\://") != std::string::npos);
  CHECK(markdown.find("\n# h") == std::string::npos);
}

TEST_CASE("HTML and JUnit are well-formed whatever the quote says") {
  const std::string html = html_of(report_page(kHostile, hostile_report()));
  CHECK(markup_fault(html) == "");
  CHECK(html.find("<img") == std::string::npos);
  CHECK(html.find("<script") == std::string::npos);
  CHECK(html.find("</body>") != std::string::npos);
  CHECK(markup_fault(junit_of(hostile_report(), {"check", kHostile, nullptr})) == "");
}

TEST_CASE("the reader of markup finds faults") {
  CHECK(markup_fault("<a><b></a></b>") != "");
  CHECK(markup_fault("<a>") != "");
  CHECK(markup_fault("a & b") != "");
  CHECK(markup_fault("<a b=\"<\"/>") != "");
  CHECK(markup_fault("<a>\x01</a>") != "");
  CHECK(markup_fault("<a b=\"x\">t<meta></a>") == "");
}

TEST_CASE("JUnit counts every rule once") {
  const std::string xml = junit_of(hostile_report(), {"check", "q.md", nullptr});
  CHECK(xml.find("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\"") != std::string::npos);
  CHECK(xml.find("<failure type=\"blocks\"") != std::string::npos);
  CHECK(xml.find("<system-out>degrades") != std::string::npos);
  CHECK(xml.find("file=\"q.md\" line=\"3\"") != std::string::npos);
}

TEST_CASE("JUnit: an incomplete verdict is an error, an explained rule is no pass") {
  EmbeddedWorld& world = embedded_world();
  Report report;
  report.verdict = Verdict::incomplete;
  report.explained = {world.rules.rules().front().id};
  const std::string xml = junit_of(report, {"check", "", &world.rules});
  const std::string count = std::to_string(world.rules.rules().size() + 1);
  CHECK(xml.find("tests=\"" + count + "\" failures=\"0\" errors=\"1\" skipped=\"1\"") != std::string::npos);
  CHECK(xml.find("another finding explains it") != std::string::npos);
}

TEST_CASE("SARIF: levels, kinds, suppressions and places") {
  const auto j = nlohmann::json::parse(sarif_of(hostile_report(), {"check", "my quote.md", nullptr}));
  CHECK(j.at("version") == "2.1.0");
  const auto& run = j.at("runs").at(0);
  const auto& results = run.at("results");
  REQUIRE(results.size() == 5);
  CHECK(results[0].at("level") == "error");
  CHECK(results[2].at("level") == "warning");
  CHECK(results[3].at("suppressions").at(0).at("status") == "accepted");
  CHECK(results[4].at("kind") == "open");
  CHECK(results[4].at("level") == "none");
  const auto& place = results[0].at("locations").at(0).at("physicalLocation");
  CHECK(place.at("artifactLocation").at("uri") == "my%20quote.md");
  CHECK(place.at("region").at("startLine") == 3);
  const auto& rules = run.at("tool").at("driver").at("rules");
  for (const auto& result : results)
    CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
}

TEST_CASE("SARIF describes every rule with help") {
  EmbeddedWorld& world = embedded_world();
  const Checked checked = check_quote(kQuote);
  const auto j = nlohmann::json::parse(sarif_of(checked.report, {"check", "quote.md", &world.rules}));
  const auto& rules = j.at("runs").at(0).at("tool").at("driver").at("rules");
  CHECK(rules.size() == world.rules.rules().size());
  for (const auto& rule : rules) CHECK(rule.at("help").at("text").get<std::string>().size() > 20);
}

TEST_CASE("findings about parts lead to the lines of the quote") {
  const Checked checked = check_quote(kQuote);
  bool found = false;
  for (const Finding& f : checked.report.findings) {
    if (f.outcome != Outcome::failed || f.subjects.empty() || !f.subjects.front().starts_with("PSU 0")) continue;
    found = true;
    REQUIRE(!f.places.empty());
    CHECK(f.places.front().line == 4);
  }
  CHECK(found);
}

TEST_CASE("check in every format tells verdict, findings, lines, slots and power") {
  const Checked checked = check_quote(kQuote);
  const ReportContext context{"check", "quote.md", &embedded_world().rules};
  for (const Format format : {Format::markdown, Format::html}) {
    const std::string text = check_document(format, *checked.facts, checked.report, context, {});
    for (const char* wanted : {"Findings", "Lines", "Slot map", "Power", "Not evaluated", "RTX 4090", "PG-1600G"})
      CHECK_MESSAGE(text.find(wanted) != std::string::npos, wanted);
    CHECK(text.find(counts_text(checked.report.counts)) != std::string::npos);
  }
  check_tables(check_document(Format::markdown, *checked.facts, checked.report, context, {}));
  CHECK(markup_fault(check_document(Format::html, *checked.facts, checked.report, context, {})) == "");
  CHECK(markup_fault(check_document(Format::junit, *checked.facts, checked.report, context, {})) == "");
}

TEST_CASE("formats by name") {
  CHECK(parse_format("sarif") == Format::sarif);
  CHECK(parse_format("html") == Format::html);
  CHECK(!parse_format("yaml"));
  CHECK(!report_document(Format::text, {}, {}, {}));
}
