#include "report/rule_page.h"

#include <map>

#include "report/escape.h"

namespace planner {
namespace {

/// An expression as code; as escaped text where it holds a backtick.
std::string code(const std::string& text) {
  return text.find('`') == std::string::npos ? "`" + safe_text(text) + "`" : markdown_escaped(text);
}

std::string item(const std::string& label, const std::string& text) {
  return text.empty() ? std::string() : "- " + label + ": " + text + "\n";
}

std::string section_of(const Rule& rule) {
  std::string out = "#### " + markdown_escaped(rule.id) + " " + markdown_escaped(rule.title) + "\n\n";
  std::string effect(name_of(rule.severity));
  if (rule.makes_incomplete) effect += "; the verdict is incomplete when it fails";
  if (rule.makes_inconclusive) effect += "; the verdict is inconclusive when it fails";
  if (rule.essential) effect += "; suggest prints only builds for which it is decided";
  out += item("effect", effect);
  out +=
      item("for", rule.each.empty() ? "the whole" : "each of " + code(rule.each) + ", called " + code(rule.variable));
  if (rule.when) out += item("when", code(rule.when->text()));
  out += item("demands", code(rule.require->text()));
  out += item("message", markdown_escaped(rule.message->text()));
  out += item("why", markdown_escaped(rule.why));
  for (const FixTemplate& fix : rule.fixes) out += item("fix", markdown_escaped(fix.text));
  for (const Cause& cause : rule.causes)
    out += item("likely cause", markdown_escaped(cause.text->text() + ": " + cause.next->text()));
  out += item("owner", std::string(name_of(rule.owner)));
  out += item("source", markdown_escaped(rule.source));
  return out + "\n";
}

}  // namespace

std::string rule_page(const std::vector<RuleChapter>& chapters) {
  std::string out =
      "# Rules\n\nWritten by `planner rule docs`; do not edit. `planner explain ID` shows the same for one rule.\n\n";
  for (const RuleChapter& chapter : chapters) {
    std::map<std::string, std::vector<const Rule*>> areas;
    for (const Rule& rule : chapter.rules->rules()) areas[rule.area].push_back(&rule);
    out += "## " + markdown_escaped(chapter.heading) + "\n\n| id | rule | severity | area |\n|---|---|---|---|\n";
    for (const auto& [area, rules] : areas)
      for (const Rule* rule : rules)
        out += "| " + markdown_escaped(rule->id) + " | " + markdown_escaped(rule->title) + " | " +
               std::string(name_of(rule->severity)) + " | " + markdown_escaped(area) + " |\n";
    out += "\n";
    for (const auto& [area, rules] : areas) {
      out += "### " + markdown_escaped(area) + "\n\n";
      for (const Rule* rule : rules) out += section_of(*rule);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace planner
