#include "quote/assembly.h"

#include <algorithm>

#include "quote/context.h"
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

void Assembly::keep(QuoteLine line, const Entry& entry) {
  Plan plan;
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
    if (price.negative)
      diagnostics_.warning(file_, {entry.line, 0}, "the price \"" + cell + "\" is negative", "planner leaves it out");
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

void Assembly::take_items(const Entry& entry, const Meaning& meaning) {
  const Figures figures = read_figures(entry);
  std::vector<Piece> pieces;
  const bool known = resolver_.resolve({entry.name, entry.part_number, meaning.kind}).score >= 98;
  if (known)
    pieces.push_back({entry.name, false});
  else
    pieces = split_items(entry.name, meaning.kind, resolver_);
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

/// How many of a piece: its own count, the quantity column's, or both together where the column counts bundles.
Counted Assembly::count_of(const Entry& entry, const Piece& piece, const Figures& figures, std::optional<PartKind> kind,
                           bool alone) const {
  Counted counted = take_quantity(piece.text);
  // A name such as "2x 10 GbE ..." that is in the catalog as it stands has no count.
  if (resolver_.resolve({piece.text, {}, kind}).score >= 98) counted = Counted{1, false, true, plain(trim(piece.text))};
  if (figures.column.stated && (alone || !counted.stated)) {
    const bool both = counted.stated && !entry.quantity.empty() && figures.column.quantity == 1;
    counted.quantity = figures.column.quantity * (both ? counted.quantity : 1);
    counted.stated = true;
    counted.credible =
        figures.column.credible && counted.credible && counted.quantity >= 1 && counted.quantity <= kMostUnits;
  }
  // "2x HP server PSU + breakout boards": a plural without a count takes the count of what stands before it.
  const QuoteLine* before = quote_.lines.empty() ? nullptr : &quote_.lines.back();
  const bool follows =
      !alone && !counted.stated && before != nullptr && before->quantity_stated && before->line == entry.line;
  if (follows && fold(piece.text).find("boards") != std::string::npos) counted.quantity = before->quantity;
  return counted;
}

void Assembly::take_piece(const Entry& entry, const Piece& piece, const Figures& figures, std::optional<PartKind> kind,
                          bool alone) {
  QuoteLine line = line_of(entry);
  if (!alone) line.text = piece.text;
  const Counted counted = count_of(entry, piece, figures, kind, alone);
  line.name = counted.rest.empty() ? piece.text : counted.rest;
  line.quantity_stated = counted.stated;
  const Meaning words = read_words(line.name);
  // Headings such as "Adapter" and "Server" are wide; there the words decide.
  const bool words_rule = !kind || (kind == PartKind::riser && words.kind && words.kind != PartKind::psu) ||
                          (kind == PartKind::platform && words.kind);
  line.kind = words_rule && words.kind ? words.kind : kind;
  if (alone) set_prices(line, figures, counted);
  if (!counted.credible) {
    line.status = Status::unresolved;
    line.reason = "this count is not credible: at most " + std::to_string(kMostUnits) + " of a part are read";
    diagnostics_.warning(file_, {entry.line, 0}, "the count of this line is not credible",
                         "planner reads counts of 1 to 1024");
    keep(std::move(line), entry);
    return;
  }
  line.quantity = static_cast<int>(counted.quantity);
  if (!line.kind && words.what == Meaning::What::ignored &&
      resolver_.resolve({line.name, {}, {}}).status != Match::Status::one) {
    line.status = Status::ignored;
    line.reason = std::string(words.reason);
    keep(std::move(line), entry);
    return;
  }
  keep_identified(std::move(line), entry, piece, alone);
}

/// Finds the part of a counted line and keeps it; what a barebone brings along is not counted twice.
void Assembly::keep_identified(QuoteLine line, const Entry& entry, const Piece& piece, bool alone) {
  const bool after_platform = piece.included && !quote_.lines.empty() &&
                              quote_.lines.back().kind == PartKind::platform &&
                              quote_.lines.back().status == Status::resolved;
  identify(line, line.name, entry);
  if (after_platform && line.kind == PartKind::psu) {
    line.status = Status::ignored;
    line.reason = "comes with the barebone above";
  }
  const bool per_gpu = is_one_per_gpu(line, entry, piece.text);
  if (!per_gpu && !alone && !line.quantity_stated && line.kind == PartKind::riser && line.quantity == 1 &&
      line.name.back() == 's') {
    line.status = Status::ambiguous;
    line.part = nullptr;
    line.reason = "the line does not say how many";
  }
  keep(std::move(line), entry);
  plans_.back().one_per_gpu = per_gpu;
}

void Assembly::take(const Entry& entry, const Entry* next) {
  const Meaning meaning = read_category(entry.category);
  if (take_special(entry, next, meaning)) return;
  const bool sentence = words_of(entry.name).size() >= 14 && entry.name.back() == '.';
  const bool wordless =
      meaning.what == Meaning::What::unknown && (sentence || read_words(entry.name).what == Meaning::What::unknown);
  if (wordless && is_prose(entry.name) &&
      resolver_.resolve({entry.name, entry.part_number, {}}).status != Match::Status::one) {
    ignore(entry, "prose: it names no part");
    return;
  }
  take_items(entry, meaning);
}

/// Risers without a count in a list with GPUs are one for each: "PCIe 3.0 x1 (USB risers)", "risers of various
/// lengths".
bool Assembly::is_one_per_gpu(const QuoteLine& line, const Entry& entry, const std::string& text) {
  if (line.kind != PartKind::riser || line.quantity_stated || line.part == nullptr) return false;
  const std::string folded = fold(entry.category + " " + text);
  return has_phrase(folded, "per gpu") || has_any_phrase(folded, {"risers", "riser cables", "device adapters"});
}

/// A board that takes only unbuffered modules settles the type of modules that are neither ECC nor registered by their
/// line; the other way round would hide the commonest wrong order.
void Assembly::settle_memory_by_board() {
  const Board* board = nullptr;
  for (const auto& line : quote_.lines)
    if (line.part != nullptr && line.status == Status::resolved)
      if (const auto* found = std::get_if<Board>(line.part)) board = found;
  if (board == nullptr || board->udimm != Known<bool>(true) || board->rdimm != Known<bool>(false)) return;
  for (auto& line : quote_.lines) {
    if (line.status != Status::ambiguous || line.kind != PartKind::memory || line.part == nullptr) continue;
    const auto own = std::find_if(build_.custom_parts.begin(), build_.custom_parts.end(),
                                  [&](const auto& p) { return p.get() == line.part; });
    if (own == build_.custom_parts.end()) continue;
    auto& memory = std::get<Memory>(**own);
    if (memory.ecc.value_or(false) || memory.module_type) continue;
    memory.module_type = ModuleType::udimm;
    memory.info.origins.push_back(
        {"module_type", file_, {line.line, 0}, "the board takes no other modules", {}, Confidence::medium});
    if (!memory.module_capacity) continue;
    line.status = Status::resolved;
    line.score = 75;
    line.reason = "unbuffered: the board takes no other modules";
  }
}

void Assembly::add_item(QuoteLine& line, const Plan& plan, int gpus) {
  if (plan.one_per_gpu && gpus > 0) {
    line.quantity = std::min(gpus, kMostUnits);
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

void Assembly::finish() {
  settle_memory_by_board();
  int gpus = 0;
  for (const auto& line : quote_.lines)
    if (line.kind == PartKind::gpu && line.part != nullptr && line.status != Status::ignored) gpus += line.quantity;
  for (std::size_t i = 0; i < quote_.lines.size(); ++i) {
    QuoteLine& line = quote_.lines[i];
    if (line.part != nullptr && line.status != Status::ignored)
      add_item(line, plans_[i], gpus);
    else if (tender_ && line.status == Status::unresolved)
      quote_.open_points.push_back("not understood: " + line.text);
  }
}

Build Assembly::assemble(const Reading& reading) {
  build_.file = file_;
  build_.name = reading.title;
  quote_.currency = currency_in(fold(reading.currency));
  for (std::size_t i = 0; i < reading.entries.size(); ++i)
    take(reading.entries[i], i + 1 < reading.entries.size() ? &reading.entries[i + 1] : nullptr);
  finish();
  build_.quote = std::move(quote_);
  return std::move(build_);
}

}  // namespace planner::quote
