// Lines of a quote that are no items: sums, remarks, mains, requirements of a tender.
#include <algorithm>

#include "quote/assembly.h"
#include "quote/context.h"
#include "quote/stated.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

using Status = QuoteLine::Status;

}  // namespace

void Assembly::take_circuit(const Entry& entry, const std::string& text) {
  quote_.remarks.push_back(entry.text);
  QuoteLine line = line_of(entry);
  line.kind = PartKind::circuit;
  const auto circuit = find_circuit(text);
  if (!circuit) {
    line.status = Status::ignored;
    line.reason = "about the mains, but without a voltage and a current";
    keep(std::move(line), entry);
    return;
  }
  const Counted counted = take_quantity(entry.name);
  line.quantity = counted.stated && counted.credible ? static_cast<int>(counted.quantity) : 1;
  line.quantity_stated = counted.stated;
  if (!use_generic(line, text, entry))
    use_stated(line, text, entry, generic_parts(PartKind::circuit, text, resolver_), true);
  line.status = Status::resolved;
  if (find_circuit(circuit->remainder))
    line.reason = "the first circuit counts; the alternative is a remark: " + circuit->remainder;
  keep(std::move(line), entry);
}

void Assembly::take_requirement(const Entry& entry, const Entry* next, const Meaning& meaning) {
  tender_ = true;
  QuoteLine line = line_of(entry);
  line.status = Status::ambiguous;
  line.kind = meaning.kind;
  std::string_view text = entry.name;
  const bool continues = text.substr(0, 3) == "OR ";
  if (continues) text.remove_prefix(3);
  const Counted counted = take_quantity(text);
  if (counted.stated && counted.credible) {
    line.quantity = static_cast<int>(counted.quantity);
    line.quantity_stated = true;
  }
  if (!line.kind) line.kind = read_words(counted.rest).kind;
  line.reason = has_alternatives(entry.name) || (next != nullptr && next->name.substr(0, 3) == "OR ")
                    ? "one of several alternatives: nobody has decided yet"
                    : "a requirement, not a part: several products meet it";
  if (continues && !quote_.open_points.empty())
    quote_.open_points.back() += " " + entry.name;
  else
    quote_.open_points.push_back(entry.category.empty() ? entry.name : entry.category + ": " + entry.name);
  keep(std::move(line), entry);
}

/// The stated sum of the lines above; a subtotal counts only where there is no total yet.
void Assembly::take_total(const Entry& entry) {
  Figures figures = read_figures(entry);
  if (!figures.total_cents) figures.total_cents = figures.either_cents ? figures.either_cents : figures.unit_cents;
  if (!figures.total_cents) figures.total_cents = read_price(entry.name).cents;
  const bool partial = fold(entry.category + entry.name).find("sub") != std::string::npos && quote_.stated_total_cents;
  if (figures.total_cents && !partial) quote_.stated_total_cents = figures.total_cents;
  if (quote_.currency.empty()) quote_.currency = figures.currency;
  QuoteLine line = line_of(entry);
  line.status = Status::ignored;
  line.reason = figures.total_cents ? "the stated total" : "a total without an amount";
  line.currency = figures.currency;
  keep(std::move(line), entry);
}

/// Remarks about the machine and power limits for all of its GPUs.
bool Assembly::take_remark(const Entry& entry, const Meaning& meaning, const std::string& whole) {
  const auto cap = power_cap(whole);
  if (meaning.what == Meaning::What::context) {
    if (cap) cap_for_all_watts_ = cap;
    quote_.remarks.push_back(entry.text);
    ignore(entry, "says something about the machine, but names no part");
    return true;
  }
  const bool of_gpus = cap && (!meaning.kind || meaning.kind == PartKind::gpu);
  if (!of_gpus || resolver_.resolve({entry.name, {}, PartKind::gpu}).status != Match::Status::none) return false;
  cap_for_all_watts_ = cap;
  quote_.remarks.push_back(entry.text);
  ignore(entry, "a planned power limit of " + std::to_string(*cap) + " W for every GPU");
  return true;
}

/// Lines that are no items: headings, sums, remarks, circuits, requirements, plans for all GPUs.
bool Assembly::take_special(const Entry& entry, const Entry* next, const Meaning& meaning) {
  const std::string whole = entry.category.empty() ? entry.name : entry.category + ": " + entry.name;
  const bool context_heading =
      entry.heading == "above the table" && find_circuit(entry.text) && is_about_mains(entry.text);
  if (!entry.heading.empty() && !context_heading) {
    ignore(entry, entry.heading);
    return true;
  }
  const bool names_total =
      entry.category.empty() && read_category(entry.name.substr(0, entry.name.find('('))).what == Meaning::What::total;
  if (meaning.what == Meaning::What::total || names_total) {
    take_total(entry);
    return true;
  }
  const bool mains = meaning.kind == PartKind::circuit || context_heading ||
                     (!meaning.kind && is_about_mains(whole) && find_circuit(whole));
  const bool only_mains = entry.category.empty() && find_circuit(entry.name) && words_of(entry.name).size() <= 6;
  if (mains || only_mains) {
    take_circuit(entry, context_heading ? entry.text : whole);
    return true;
  }
  if (take_remark(entry, meaning, whole)) return true;
  if (is_requirement(entry.name) || has_alternatives(entry.name) ||
      (next != nullptr && next->name.substr(0, 3) == "OR ")) {
    take_requirement(entry, next, meaning);
    return true;
  }
  if (meaning.what != Meaning::What::ignored) return false;
  ignore(entry, std::string(meaning.reason));
  return true;
}

}  // namespace planner::quote
