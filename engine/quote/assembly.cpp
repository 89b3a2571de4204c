#include "quote/assembly.h"

#include <algorithm>

#include "quote/context.h"
#include "quote/stated.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

using Status = QuoteLine::Status;

/// Sentences that name no part: "Runs at 50 C, and I am happy with it."
bool is_prose(std::string_view text) {
  const auto words = words_of(text);
  return words.size() >= 9 && (text.back() == '.' || text.back() == '!' || words.size() >= 16);
}

}  // namespace

Assembly::Assembly(const Resolver& resolver, std::string file, Diagnostics& diagnostics)
    : resolver_(resolver), file_(std::move(file)), diagnostics_(diagnostics) {}

QuoteLine Assembly::line_of(const Entry& entry) const {
  QuoteLine line;
  line.line = entry.line;
  line.text = entry.text;
  line.category = entry.category;
  line.name = entry.name;
  return line;
}

void Assembly::keep(QuoteLine line, const Entry& entry, bool included) {
  Plan plan;
  plan.included = included;
  if (line.kind == PartKind::gpu) {
    plan.cap_watts = power_cap(entry.name);
    if (!plan.cap_watts) plan.cap_watts = power_cap(entry.note);
  }
  if (quote_.currency.empty()) quote_.currency = line.currency;
  quote_.lines.push_back(std::move(line));
  plans_.push_back(plan);
}

void Assembly::ignore(const Entry& entry, std::string reason) {
  QuoteLine line = line_of(entry);
  line.status = Status::ignored;
  line.reason = std::move(reason);
  const Figures figures = read_figures(entry);
  line.currency = figures.currency;
  line.total_cents = figures.total_cents ? figures.total_cents : figures.either_cents;
  line.unit_cents = figures.unit_cents;
  if (figures.column.stated && figures.column.credible) {
    line.quantity = static_cast<int>(figures.column.quantity);
    line.quantity_stated = true;
  }
  if (!line.total_cents && line.unit_cents) line.total_cents = *line.unit_cents * line.quantity;
  keep(std::move(line), entry);
}

Assembly::Figures Assembly::read_figures(const Entry& entry) {
  Figures figures;
  figures.column = read_quantity_cell(entry.quantity);
  figures.currency = currency_in(fold(entry.currency));
  const auto read = [&](const std::string& cell) {
    StatedPrice price = read_price(cell);
    figures.range = figures.range || price.range;
    if (!price.currency.empty()) figures.currency = price.currency;
    if (price.negative) diagnostics_.warning(file_, {entry.line, 0}, "the price \"" + cell + "\" is negative", "planner leaves it out");
    if (price.quantity && !figures.column.stated) {
      figures.column.quantity = *price.quantity;
      figures.column.stated = true;
    }
    return price;
  };
  const StatedPrice unit = read(entry.unit_price), total = read(entry.total), either = read(entry.price);
  figures.unit_cents = unit.unit_cents ? unit.unit_cents : unit.cents;
  figures.total_cents = total.cents;
  if (either.unit_cents) {
    figures.unit_cents = either.unit_cents;
    figures.total_cents = either.cents;
  } else if (either.each || (figures.column.stated && !entry.quantity.empty() && !figures.unit_cents)) {
    figures.unit_cents = either.cents;
  } else {
    figures.either_cents = either.cents;
  }
  return figures;
}

/// A price that may be either is the line's: "2x RTX 3090 | $2,000" is two cards for $2,000.
void Assembly::set_prices(QuoteLine& line, const Figures& figures, const Counted& counted) const {
  line.currency = figures.currency;
  line.unit_cents = figures.unit_cents;
  line.total_cents = figures.total_cents ? figures.total_cents : figures.either_cents;
  if (!line.total_cents && line.unit_cents) line.total_cents = *line.unit_cents * counted.quantity;
  if (!line.unit_cents && line.total_cents && counted.quantity == 1) line.unit_cents = line.total_cents;
  if (figures.range && !line.unit_cents && !line.total_cents) line.reason = "the price is a range";
}

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
  if (!use_generic(line, text, entry)) use_stated(line, text, entry, generic_parts(PartKind::circuit, text, resolver_), true);
  line.status = Status::resolved;
  if (find_circuit(circuit->remainder)) line.reason = "the first circuit counts; the alternative is a remark: " + circuit->remainder;
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
  line.reason = has_alternatives(entry.name) || (next != nullptr && next->name.substr(0, 3) == "OR ") ? "one of several alternatives: nobody has decided yet" : "a requirement, not a part: several products meet it";
  if (continues && !quote_.open_points.empty()) quote_.open_points.back() += " " + entry.name;
  else quote_.open_points.push_back(entry.category.empty() ? entry.name : entry.category + ": " + entry.name);
  keep(std::move(line), entry);
}

/// Lines that are no items: headings, sums, remarks, circuits, requirements, plans for all GPUs.
bool Assembly::take_special(const Entry& entry, const Entry* next, const Meaning& meaning) {
  const std::string whole = entry.category.empty() ? entry.name : entry.category + ": " + entry.name;
  const bool context_heading = entry.heading == "above the table" && find_circuit(whole + entry.text) && is_about_mains(entry.text);
  if (!entry.heading.empty() && !context_heading) {
    ignore(entry, entry.heading);
    return true;
  }
  if (meaning.what == Meaning::What::total || (entry.category.empty() && read_category(entry.name.substr(0, entry.name.find('('))).what == Meaning::What::total)) {
    Figures figures = read_figures(entry);
    if (!figures.total_cents) figures.total_cents = figures.either_cents ? figures.either_cents : figures.unit_cents;
    if (!figures.total_cents) figures.total_cents = read_price(entry.name).cents;
    const bool partial = fold(whole).find("sub") != std::string::npos && quote_.stated_total_cents;
    if (figures.total_cents && !partial) quote_.stated_total_cents = figures.total_cents;
    if (quote_.currency.empty()) quote_.currency = figures.currency;
    QuoteLine line = line_of(entry);
    line.status = Status::ignored;
    line.reason = figures.total_cents ? "the stated total" : "a total without an amount";
    line.currency = figures.currency;
    keep(std::move(line), entry);
    return true;
  }
  const bool mains = meaning.kind == PartKind::circuit || context_heading || (!meaning.kind && is_about_mains(whole) && find_circuit(whole));
  const bool only_mains = entry.category.empty() && find_circuit(entry.name) && words_of(entry.name).size() <= 6;
  if (mains || only_mains) {
    take_circuit(entry, context_heading ? entry.text : whole);
    return true;
  }
  if (meaning.what == Meaning::What::context) {
    quote_.remarks.push_back(entry.text);
    if (const auto cap = power_cap(whole)) cap_for_all_watts_ = cap;
    ignore(entry, "says something about the machine, but names no part");
    return true;
  }
  if (const auto cap = power_cap(whole); cap && (!meaning.kind || meaning.kind == PartKind::gpu) && resolver_.resolve({entry.name, {}, PartKind::gpu}).status == Match::Status::none) {
    cap_for_all_watts_ = cap;
    quote_.remarks.push_back(entry.text);
    ignore(entry, "a planned power limit of " + std::to_string(*cap) + " W for every GPU");
    return true;
  }
  if (is_requirement(entry.name) || has_alternatives(entry.name) || (next != nullptr && next->name.substr(0, 3) == "OR ")) {
    take_requirement(entry, next, meaning);
    return true;
  }
  if (meaning.what == Meaning::What::ignored) {
    ignore(entry, std::string(meaning.reason));
    return true;
  }
  return false;
}

void Assembly::take_items(const Entry& entry, const Meaning& meaning) {
  const Figures figures = read_figures(entry);
  std::vector<Piece> pieces;
  const bool known = resolver_.resolve({entry.name, entry.part_number, meaning.kind}).score >= 98;
  if (known) pieces.push_back({entry.name, false});
  else pieces = split_items(entry.name, meaning.kind, resolver_);
  if (pieces.size() == 1) {
    take_piece(entry, pieces.front(), figures, meaning.kind, true);
    return;
  }
  // The line itself keeps the price of all; its items follow without prices of their own.
  QuoteLine line = line_of(entry);
  line.status = Status::ignored;
  line.reason = "several items in one line: they follow";
  set_prices(line, figures, {});
  keep(std::move(line), entry);
  const auto kind = meaning.what == Meaning::What::bundle ? std::nullopt : meaning.kind;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    // The heading holds for the first piece; the others may say what they are ("PSU: HP server PSU + breakout boards").
    const Meaning words = read_words(pieces[i].text);
    take_piece(entry, pieces[i], figures, i > 0 && words.kind ? words.kind : kind, false);
  }
}

void Assembly::take_piece(const Entry& entry, const Piece& piece, const Figures& figures, std::optional<PartKind> kind, bool alone) {
  QuoteLine line = line_of(entry);
  if (!alone) line.text = piece.text;
  Counted counted = take_quantity(piece.text);
  const bool named = resolver_.resolve({piece.text, {}, kind}).score >= 98;
  if (named) counted = Counted{1, false, true, plain(trim(piece.text))};
  if (figures.column.stated && (alone || !counted.stated)) {
    counted.quantity = figures.column.quantity * (counted.stated && !entry.quantity.empty() && figures.column.quantity == 1 ? counted.quantity : 1);
    counted.stated = true;
    counted.credible = figures.column.credible && counted.credible && counted.quantity >= 1 && counted.quantity <= kMostUnits;
  }
  // "2x HP server PSU + breakout boards": a plural without a count takes the count of what stands before it.
  if (!alone && !counted.stated && !quote_.lines.empty() && quote_.lines.back().quantity_stated && quote_.lines.back().line == entry.line && fold(piece.text).find("boards") != std::string::npos)
    counted.quantity = quote_.lines.back().quantity;
  line.name = counted.rest.empty() ? piece.text : counted.rest;
  line.quantity_stated = counted.stated;
  const Meaning words = read_words(line.name);
  // Headings such as "Adapter" and "Server" are wide; there the words decide.
  const bool words_rule = !kind || (kind == PartKind::riser && words.kind && words.kind != PartKind::psu) || (kind == PartKind::platform && words.kind);
  line.kind = words_rule && words.kind ? words.kind : kind;
  if (alone) set_prices(line, figures, counted);
  if (!counted.credible) {
    line.status = Status::unresolved;
    line.reason = "this count is not credible: at most " + std::to_string(kMostUnits) + " of a part are read";
    diagnostics_.warning(file_, {entry.line, 0}, "the count of this line is not credible", "planner reads counts of 1 to 1024");
    keep(std::move(line), entry);
    return;
  }
  line.quantity = static_cast<int>(counted.quantity);
  if (!line.kind && words.what == Meaning::What::ignored && resolver_.resolve({line.name, {}, {}}).status != Match::Status::one) {
    line.status = Status::ignored;
    line.reason = std::string(words.reason);
    keep(std::move(line), entry);
    return;
  }
  const bool after_platform = piece.included && !quote_.lines.empty() && quote_.lines.back().kind == PartKind::platform && quote_.lines.back().status == Status::resolved;
  identify(line, line.name, entry);
  if (after_platform && line.kind == PartKind::psu) {
    line.status = Status::ignored;
    line.reason = "comes with the barebone above";
  }
  const bool per_gpu = is_one_per_gpu(line, entry, piece.text);
  if (!per_gpu && !alone && !counted.stated && line.kind == PartKind::riser && line.quantity == 1 && line.name.back() == 's') {
    line.status = Status::ambiguous;
    line.part = nullptr;
    line.reason = "the line does not say how many";
  }
  keep(std::move(line), entry, piece.included);
  plans_.back().one_per_gpu = per_gpu;
}

void Assembly::take(const Entry& entry, const Entry* next) {
  const Meaning meaning = read_category(entry.category);
  if (take_special(entry, next, meaning)) return;
  const bool sentence = words_of(entry.name).size() >= 14 && entry.name.back() == '.';
  const bool wordless = meaning.what == Meaning::What::unknown && (sentence || read_words(entry.name).what == Meaning::What::unknown);
  if (wordless && is_prose(entry.name) && resolver_.resolve({entry.name, entry.part_number, {}}).status != Match::Status::one) {
    ignore(entry, "prose: it names no part");
    return;
  }
  take_items(entry, meaning);
}

/// Risers without a count in a list with GPUs are one for each: "PCIe 3.0 x1 (USB risers)", "risers of various lengths".
bool Assembly::is_one_per_gpu(const QuoteLine& line, const Entry& entry, const std::string& text) {
  if (line.kind != PartKind::riser || line.quantity_stated || line.part == nullptr) return false;
  const std::string folded = fold(entry.category + " " + text);
  return has_phrase(folded, "per gpu") || has_any_phrase(folded, {"risers", "riser cables", "device adapters"});
}

/// A board that takes only unbuffered modules settles the type of modules that are neither ECC nor registered by their line; the
/// other way round would hide the commonest wrong order.
void Assembly::settle_memory_by_board() {
  const Board* board = nullptr;
  for (const auto& line : quote_.lines)
    if (line.part != nullptr && line.status == Status::resolved)
      if (const auto* found = std::get_if<Board>(line.part)) board = found;
  if (board == nullptr || board->udimm != Known<bool>(true) || board->rdimm != Known<bool>(false)) return;
  for (auto& line : quote_.lines) {
    if (line.status != Status::ambiguous || line.kind != PartKind::memory || line.part == nullptr) continue;
    const auto own = std::find_if(build_.custom_parts.begin(), build_.custom_parts.end(), [&](const auto& p) { return p.get() == line.part; });
    if (own == build_.custom_parts.end()) continue;
    auto& memory = std::get<Memory>(**own);
    if (memory.ecc.value_or(false) || memory.module_type) continue;
    memory.module_type = ModuleType::udimm;
    memory.info.origins.push_back({"module_type", file_, {line.line, 0}, "the board takes no other modules", {}, Confidence::medium});
    if (!memory.module_capacity) continue;
    line.status = Status::resolved;
    line.score = 75;
    line.reason = "unbuffered: the board takes no other modules";
  }
}

void Assembly::finish() {
  settle_memory_by_board();
  int gpus = 0;
  for (const auto& line : quote_.lines)
    if (line.kind == PartKind::gpu && line.part != nullptr && line.status != Status::ignored) gpus += line.quantity;
  for (std::size_t i = 0; i < quote_.lines.size(); ++i) {
    QuoteLine& line = quote_.lines[i];
    const Plan& plan = plans_[i];
    if (line.part == nullptr || line.status == Status::ignored) {
      if (tender_ && line.status == Status::unresolved) quote_.open_points.push_back("not understood: " + line.text);
      continue;
    }
    if (plan.one_per_gpu && gpus > 0) {
      line.quantity = gpus;
      line.reason = "the line gives no count: one for each GPU is assumed";
      line.score = std::min(line.score, 60);
    }
    BuildItem item;
    item.part = line.part;
    item.count = line.quantity;
    item.price_cents = line.unit_cents;
    if (!item.price_cents && line.total_cents) item.price_cents = (*line.total_cents + line.quantity / 2) / line.quantity;
    item.currency = line.currency.empty() ? quote_.currency : line.currency;
    item.at = {line.line, 0};
    const auto cap = plan.cap_watts ? plan.cap_watts : cap_for_all_watts_;
    if (line.kind == PartKind::gpu && cap) item.power_limit = Power::from_base(*cap);
    build_.items.push_back(std::move(item));
  }
}

Build Assembly::assemble(const Reading& reading) {
  build_.file = file_;
  build_.name = reading.title;
  quote_.currency = currency_in(fold(reading.currency));
  for (std::size_t i = 0; i < reading.entries.size(); ++i) take(reading.entries[i], i + 1 < reading.entries.size() ? &reading.entries[i + 1] : nullptr);
  finish();
  build_.quote = std::move(quote_);
  return std::move(build_);
}

}  // namespace planner::quote
