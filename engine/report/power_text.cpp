// Power lines, supplies and circuits as text.
#include "report/rows.h"
#include "report/sections.h"

namespace planner {
namespace {

std::string percent(const Known<Ratio>& ratio) {
  if (!ratio) return "load unknown";
  return format_decimal(multiply(ratio->in_base(), 100).value_or(0), 0) + " %";
}

template <class T>
std::string text_of(const Known<T>& value) {
  return value ? value->text() : "unknown";
}

void add_lines(TableRows& rows, const PowerFacts& power) {
  for (std::size_t i = 0; i < power.lines.size();) {
    const PowerLine& line = power.lines[i];
    std::size_t same = i + 1;
    while (same < power.lines.size() && power.lines[same].sustained == line.sustained &&
           power.lines[same].basis == line.basis && line.what.substr(0, 4) == power.lines[same].what.substr(0, 4) &&
           line.what.substr(0, 3) == "GPU")
      ++same;
    const std::size_t count = same - i;
    std::string what = line.what;
    if (count > 1)
      what = "GPU " + line.what.substr(4, line.what.find(' ', 4) - 4) + " to " + power.lines[same - 1].what.substr(4);
    const Power total = line.sustained * static_cast<std::int64_t>(count);
    const std::string each = count > 1 ? std::to_string(count) + " x " + line.sustained.text() : "";
    rows.push_back({what, total.text(), each, line.basis + (line.estimated ? " (estimate)" : "")});
    i = same;
  }
}

std::string psu_cards(const PsuLoad& load) {
  std::string text;
  for (const int g : load.gpus) text += (text.empty() ? "GPU " : ", ") + std::to_string(g);
  if (load.feeds_board) text += (text.empty() ? "" : " + ") + std::string("board");
  return text;
}

}  // namespace

TableRows consumer_rows(const Facts& facts) {
  const PowerFacts& power = facts.power();
  TableRows rows;
  add_lines(rows, power);
  rows.push_back({"sustained, DC", text_of(power.sustained)});
  if (power.excursion) rows.push_back({"with short peaks", power.excursion->text()});
  return rows;
}

TableRows supply_rows(const Facts& facts) {
  const PowerFacts& power = facts.power();
  TableRows rows;
  for (std::size_t i = 0; i < power.psus.size(); ++i) {
    const PsuLoad& load = power.psus[i];
    const Known<Power> headroom = load.capacity ? Known<Power>(*load.capacity - load.sustained) : Known<Power>{};
    rows.push_back({"PSU " + std::to_string(i), facts.inventory().psus[i].info->name,
                    load.sustained.text() + " of " + text_of(load.capacity), percent(load.load),
                    "headroom " + text_of(headroom), psu_cards(load)});
  }
  return rows;
}

TableRows circuit_rows(const Facts& facts) {
  const PowerFacts& power = facts.power();
  TableRows rows;
  for (std::size_t i = 0; i < power.circuits.size(); ++i) {
    const CircuitLoad& load = power.circuits[i];
    rows.push_back({"circuit " + std::to_string(i), facts.inventory().circuits[i].info->name,
                    load.wall.text() + " of " + text_of(load.capacity), percent(load.load), text_of(load.current)});
  }
  return rows;
}

TableRows wall_rows(const Facts& facts) {
  const PowerFacts& power = facts.power();
  TableRows rows;
  rows.push_back({"wall, AC", text_of(power.wall),
                  power.smallest_circuit.empty() ? "" : "smallest single circuit: " + power.smallest_circuit});
  if (power.btu_per_hour) rows.push_back({"heat", std::to_string(*power.btu_per_hour) + " BTU/h"});
  return rows;
}

std::string power_section(const Facts& facts, const TextStyle& style) {
  std::string out = paint(style, Ink::bold, "Power") + "\n" + table(consumer_rows(facts), 2);
  out += table(supply_rows(facts), 2);
  if (facts.power().capacity_assumes_high_line) out += std::string("  (") + kHighLineNote + ")\n";
  return out + table(circuit_rows(facts), 2) + table(wall_rows(facts), 2);
}

}  // namespace planner
