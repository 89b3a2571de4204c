// Findings, verdict, parts and quote lines as text.
#include <algorithm>
#include <map>

#include "report/rows.h"
#include "report/sections.h"

namespace planner {
namespace {

Ink ink_of(Severity s) {
  return s == Severity::blocks ? Ink::red : s == Severity::degrades ? Ink::yellow : Ink::cyan;
}

std::string join(const std::vector<std::string>& list, std::string_view separator) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : std::string(separator)) + item;
  return text;
}

std::string evidence_table(const Finding& f, const TextStyle& style) {
  std::vector<std::vector<std::string>> rows;
  for (const FindingEvidence& e : f.evidence) {
    std::string source = source_of(e);
    if (columns_of(source) > style.width / 2) source = fit(source, style.width / 2 - 3) + "...";
    rows.push_back({e.operand, e.value, source});
  }
  return table(rows, 6);
}

std::string price_text(const PartInfo& info, bool used, std::int64_t& sum, int count, bool& missing) {
  const Price* price = usd_price(info, used);
  if (price == nullptr) {
    missing = true;
    return "no price";
  }
  sum += price->cents * count;
  return (Money::from_smallest(price->cents) * count).text();
}

std::string price_note(const PartInfo& info, bool used) {
  constexpr const char* kBasis[] = {"street", "list", "launch", "estimate"};
  constexpr const char* kConfidence[] = {"low", "medium", "high"};
  const Price* price = usd_price(info, used);
  if (price == nullptr) return {};
  std::string text = kBasis[static_cast<std::size_t>(price->basis)];
  if (price->condition == Condition::used) text += ", used";
  if (!price->as_of.empty()) text += ", " + price->as_of;
  return text + ", " + kConfidence[static_cast<std::size_t>(price->confidence)] + " confidence";
}

/// What the reader made of a line.
std::string meaning_of(const QuoteLine& l) {
  std::string meaning;
  if (l.part != nullptr) meaning = std::to_string(l.quantity) + " x " + info_of(*l.part).name;
  const bool unresolved = l.status == QuoteLine::Status::unresolved;
  if (unresolved) meaning = l.part ? meaning + " (stated figures only)" : "matches no known part";
  if (l.status == QuoteLine::Status::ambiguous) meaning = "could be: ";
  if (l.status == QuoteLine::Status::ignored) meaning = l.reason.empty() ? "not relevant" : l.reason;
  if (l.status != QuoteLine::Status::ambiguous && (!unresolved || l.candidates.empty())) return printable(meaning);
  if (unresolved) meaning += "; nearest: ";
  for (std::size_t i = 0; i < l.candidates.size() && i < 3; ++i) meaning += (i ? ", " : "") + l.candidates[i];
  return printable(meaning);
}

}  // namespace

std::string source_of(const FindingEvidence& e) {
  if (e.file.empty()) return "computed";
  std::string text = e.file + ":" + std::to_string(e.line);
  if (!e.source.empty()) text += ", " + e.source;
  if (!e.as_of.empty()) text += ", " + e.as_of;
  if (e.low_confidence) text += " (low confidence)";
  return text;
}

std::string fix_text(const Fix& fix) {
  std::string text = fix.cause.empty() ? fix.text : fix.cause + ": " + fix.text;
  std::vector<std::string> notes;
  if (fix.cost && *fix.cost != Money{}) notes.push_back((*fix.cost > Money{} ? "+" : "") + fix.cost->text());
  if (fix.verified) notes.push_back("checked");
  return notes.empty() ? text : text + " (" + join(notes, ", ") + ")";
}

std::string findings_section(const Report& report, const TextStyle& style, bool verbose) {
  std::string out;
  for (const Finding& f : report.findings) {
    if (f.outcome != Outcome::failed && f.outcome != Outcome::waived) continue;
    const bool waived = f.outcome == Outcome::waived;
    const std::string head = waived ? "waived" : std::string(name_of(f.severity));
    out += paint(style, waived ? Ink::dim : ink_of(f.severity), head + "[" + f.rule + "]") + " " +
           paint(style, Ink::bold, f.title);
    if (!f.subjects.empty() && f.subjects.front() != "build") out += ": " + printable(join(f.subjects, "; "));
    out += "\n    " + wrap(style, printable(f.message), 4) + "\n";
    out += evidence_table(f, style);
    if (!f.margin.empty()) out += "      " + f.margin + "\n";
    if (f.weakened) out += "      would block; rests on a low-confidence figure, so verify it first\n";
    if (waived) out += "      waived: " + printable(f.why) + "\n";
    for (const Fix& fix : f.fixes) {
      const char* mark = fix.cause.empty() ? "    fix: " : "    cause: ";
      out += mark + wrap(style, printable(fix_text(fix)), std::string_view(mark).size()) + "\n";
    }
    if (verbose)
      out += "    source: " + wrap(style, f.source, 12) + "\n    owner: " + std::string(name_of(f.owner)) + "\n";
    out += "\n";
  }
  return out;
}

TableRows not_evaluated_rows(const Report& report) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const Finding& f : report.findings) {
    if (f.outcome == Outcome::not_evaluated) by_reason[f.why].push_back(f.rule);
  }
  TableRows rows;
  for (auto& [reason, rules] : by_reason) {
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
    rows.push_back({join(rules, ", "), reason});
  }
  return rows;
}

std::string not_evaluated_section(const Report& report, const TextStyle& style, bool all) {
  const TableRows rows = not_evaluated_rows(report);
  if (rows.empty()) return {};
  std::string out = paint(style, Ink::bold, "Not evaluated") + "\n";
  std::size_t shown = 0;
  for (const auto& row : rows) {
    if (!all && ++shown > 12) {
      out += "  and " + std::to_string(rows.size() - 12) + " more reasons (--verbose lists all)\n";
      break;
    }
    out += "  " + wrap(style, row[0] + ": " + printable(row[1]), 6) + "\n";
  }
  return out;
}

std::string counts_text(const Counts& c) {
  return std::to_string(c.blocks) + " block, " + std::to_string(c.degrades) + " degrade, " + std::to_string(c.advises) +
         " advise, " + std::to_string(c.passed) + " pass, " + std::to_string(c.waived) + " waived, " +
         std::to_string(c.not_evaluated) + " not evaluated";
}

std::string verdict_line(const Report& report, const TextStyle& style) {
  const Ink ink = report.verdict == Verdict::fail   ? Ink::red
                  : report.verdict == Verdict::pass ? Ink::green
                                                    : Ink::yellow;
  return "verdict: " + paint(style, ink, name_of(report.verdict)) + "   " + counts_text(report.counts) + "\n";
}

TableRows line_rows(const Build& build) {
  TableRows rows;
  if (!build.quote) return rows;
  constexpr const char* kMarks[] = {"ok", "??", "ask", "-"};
  for (const QuoteLine& l : build.quote->lines)
    rows.push_back(
        {kMarks[static_cast<std::size_t>(l.status)], std::to_string(l.line), printable(l.text), meaning_of(l)});
  return rows;
}

std::string lines_section(const Build& build, const TextStyle& style) {
  if (!build.quote) return {};
  constexpr std::size_t kTextColumns = 44;
  TableRows rows = line_rows(build);
  for (auto& row : rows)
    if (columns_of(row[2]) > kTextColumns) row[2] = fit(row[2], kTextColumns - 3) + "...";
  return paint(style, Ink::bold, "Lines") + "\n" + table(rows, 2);
}

TableRows part_rows(const Build& build, bool used) {
  TableRows rows;
  std::int64_t sum = 0;
  bool missing = false;
  for (const BuildItem& item : build.items) {
    const PartInfo& info = info_of(*item.part);
    const bool circuit = kind_of(*item.part) == PartKind::circuit;
    std::string name = info.name;
    if (item.power_limit) name += ", limited to " + item.power_limit->text();
    rows.push_back({std::string(name_of(kind_of(*item.part))), std::to_string(item.count) + " x " + name,
                    circuit ? "to install" : price_text(info, used, sum, item.count, missing),
                    circuit ? "" : price_note(info, used)});
  }
  rows.push_back({"total", "", Money::from_smallest(sum).text() + (missing ? " without the unpriced parts" : ""), ""});
  return rows;
}

std::string parts_section(const Build& build, bool used, const TextStyle& style) {
  return paint(style, Ink::bold, "Parts") + "\n" + table(part_rows(build, used), 2);
}

}  // namespace planner
