// How one line of a quote finds its part: the catalog's, a generic one, or one of the stated figures.
#include <algorithm>

#include "quote/assembly.h"
#include "quote/memory_phrase.h"
#include "quote/stated.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

using Status = QuoteLine::Status;

constexpr std::size_t kListedCandidates = 6;

void list_candidates(QuoteLine& line, const std::vector<const Part*>& candidates) {
  for (const auto* part : candidates)
    if (line.candidates.size() < kListedCandidates) line.candidates.push_back(info_of(*part).id);
}

void add_reason(QuoteLine& line, const std::string& reason) {
  if (reason.empty()) return;
  line.reason += (line.reason.empty() ? "" : "; ") + reason;
}

/// The phrase as of a single module, which read_memory() reads first.
std::string one_module(std::int64_t gb, const std::string& text) {
  return "1x" + std::to_string(gb) + " GB " + text;
}

std::string with_note(const std::string& text, const Entry& entry) {
  return entry.note.empty() ? text : text + ", " + entry.note;
}

/// True if the text has more than a category and figures.
bool names_model(const std::string& text) {
  const auto tokens = tokenize(text);
  return !is_category(text) && std::any_of(tokens.begin(), tokens.end(), [](const Token& t) {
    return t.type == TokenType::model || t.type == TokenType::word || t.type == TokenType::discriminator;
  });
}

/// ECC modules come registered and unbuffered up to the size where unbuffered ones end.
bool leaves_type_open(const MemoryPhrase& phrase) {
  if (phrase.module_type || !phrase.ecc.value_or(false) || !phrase.module_gb) return false;
  return *phrase.module_gb <= (phrase.memory_type == "DDR5" ? 64 : 32);
}

}  // namespace

const Part* Assembly::own(std::shared_ptr<Part> part) {
  if (part == nullptr) return nullptr;
  // Several parts of one line get ids of their own, so that a saved build can tell them apart.
  PartInfo& info = info_of(*part);
  const auto taken = std::count_if(build_.custom_parts.begin(), build_.custom_parts.end(),
                                   [&](const auto& p) { return info_of(*p).id.rfind(info.id, 0) == 0; });
  if (taken > 0 && info.id.rfind("stated-", 0) == 0) info.id += "-" + std::to_string(taken + 1);
  build_.custom_parts.push_back(std::move(part));
  return build_.custom_parts.back().get();
}

/// A part of the figures that the line states and, if they agree, of those that all candidates share.
void Assembly::use_stated(QuoteLine& line, const std::string& text, const Entry& entry,
                          const std::vector<const Part*>& candidates, bool agree) {
  if (!line.kind) return;
  auto part = part_as_stated(*line.kind, with_note(text, entry), file_, {line.line, 0});
  if (part == nullptr) return;
  info_of(*part).name = text;
  if (agree) add_shared_figures(*part, candidates);
  line.part = own(std::move(part));
  if (line.matched_by.empty()) {
    line.matched_by = "stated figures";
    line.score = 40;
  }
}

bool Assembly::use_generic(QuoteLine& line, const std::string& text, const Entry& entry) {
  if (!line.kind) return false;
  const auto generics = generic_parts(*line.kind, with_note(text, entry), resolver_);
  if (generics.empty()) return false;
  const auto* riser = std::get_if<Riser>(generics.front());
  if (generics.size() == 1 && riser == nullptr) {
    line.part = generics.front();
  } else {
    // Lengths of risers are stated line by line; figures in which several generic parts differ stay unknown.
    use_stated(line, text, entry, generics, true);
  }
  if (line.part == nullptr) return false;
  line.status = Status::resolved;
  line.matched_by = "stated figures";
  line.score = generics.size() == 1 ? 85 : 70;
  list_candidates(line, generics.size() == 1 ? std::vector<const Part*>{} : generics);
  return true;
}

void Assembly::settle(QuoteLine& line, const Match& match, const std::string& text, const Entry& entry) {
  line.matched_by = match.matched_by;
  line.score = match.score;
  add_reason(line, match.reason);
  list_candidates(line, match.candidates);
  if (match.status == Match::Status::one) {
    line.status = Status::resolved;
    line.kind = kind_of(*match.part);
    line.part = match.partner_card ? own(partner_card(*match.part, text, {line.line, 0})) : match.part;
    return;
  }
  if (match.status == Match::Status::several) {
    line.status = Status::ambiguous;
    if (!line.kind) line.kind = kind_of(*match.candidates.front());
    // Few candidates by words alone may only be those that the catalog happens to hold.
    use_stated(line, text, entry, match.candidates,
               match.complete ? match.candidates.size() > 1 : match.candidates.size() > 3);
    return;
  }
  line.status = Status::unresolved;
  line.matched_by.clear();
  list_candidates(line, resolver_.nearest(text, line.kind));
  add_reason(line, names_model(text) ? "not in the catalog" : "the line names no model");
  use_stated(line, text, entry, {}, false);
}

/// A kit or module of a maker, by its name; the generic modules are found by their figures.
bool Assembly::identify_kit(QuoteLine& line, const std::string& text, const Entry& entry) {
  const Match match = resolver_.resolve({text, entry.part_number, PartKind::memory});
  if (match.status != Match::Status::one) return false;
  const auto& memory = std::get<Memory>(*match.part);
  const MemoryPhrase phrase = read_memory(text);
  const bool sure = match.score >= 98;
  if (phrase.modules && !(sure && !memory.info.generic)) {
    const bool same = memory.modules == Known<std::int64_t>(*phrase.modules) &&
                      memory.module_capacity == Known<DataSize>(DataSize::from_base(*phrase.module_gb));
    if (!same || !phrase.kit) return false;
  }
  // An alias of a generic module may leave open what decides whether it fits.
  const bool open = memory.info.generic && !phrase.module_type && phrase.ecc.value_or(true);
  if (memory.info.generic && (!sure || (open && phrase.ecc))) return false;
  if (!memory.info.generic && match.score < 85) return false;
  settle(line, match, text, entry);
  if (memory.info.generic && !line.quantity_stated && !phrase.modules) {
    add_reason(line, "the line does not say how many modules: one is assumed");
    line.score = 70;
  }
  return true;
}

void Assembly::identify_memory(QuoteLine& line, const std::string& text, const Entry& entry) {
  if (identify_kit(line, text, entry)) return;
  const MemoryPhrase phrase = read_memory(with_note(text, entry));
  const MemoryPhrase own_words = read_memory(text);
  const bool registered = own_words.module_type == ModuleType::rdimm || own_words.module_type == ModuleType::lrdimm;
  // "Qty 1, 128 GB DDR4" is a kit; "Qty 1, 32 GB" a module.
  const std::int64_t largest_single = registered || line.quantity > 1 ? 256 : 32;
  std::string figures = text;
  if (own_words.modules && !own_words.kit) {
    // "24x96 GB": the count is that of the modules.
    if (!line.quantity_stated) line.quantity = static_cast<int>(*own_words.modules);
    line.quantity_stated = true;
    figures = one_module(*own_words.module_gb, own_words.rest);
  } else if (own_words.modules) {
    line.quantity *= static_cast<int>(*own_words.modules);
    figures = one_module(*own_words.module_gb, text);
  } else if (!own_words.total_gb && phrase.total_gb && line.quantity > 1 && *phrase.total_gb % line.quantity == 0) {
    // "8 x Kingston DDR4 ECC Reg" with "256GB" beside it: 32 GB each.
    figures = one_module(*phrase.total_gb / line.quantity, text);
  } else if (own_words.total_gb && line.quantity_stated && *own_words.total_gb <= largest_single) {
    figures = one_module(*own_words.total_gb, text);
  }
  line.quantity = std::min(line.quantity, kMostUnits);
  if (line.quantity > 1 && line.total_cents) line.unit_cents.reset();
  // Series that are sold only as unbuffered modules without ECC.
  const bool desktop = has_any_phrase(
      fold(text), {"vengeance", "fury beast", "trident", "ripjaws", "dominator", "ballistix", "viper", "xtreem"});
  if (desktop && !own_words.module_type && !own_words.ecc) figures += " UDIMM non-ECC";
  identify_module(line, figures, text);
}

/// Memory by its figures: the generic module, or one of the stated figures.
void Assembly::identify_module(QuoteLine& line, const std::string& figures, const std::string& text) {
  const auto generics = generic_parts(PartKind::memory, figures, resolver_);
  if (generics.size() == 1 && !leaves_type_open(read_memory(figures))) {
    line.part = generics.front();
    line.status = Status::resolved;
    line.matched_by = "stated figures";
    line.score = 85;
    return;
  }
  line.status = Status::ambiguous;
  line.matched_by = "stated figures";
  line.score = 50;
  auto part = part_as_stated(PartKind::memory, figures, file_, {line.line, 0});
  auto& memory = std::get<Memory>(*part);
  memory.info.name = text;
  if (!memory.module_capacity) {
    add_reason(line, "the line does not say how many modules make up this capacity");
  } else if (!memory.module_type) {
    add_reason(line, "the line does not say whether these are registered (RDIMM) or unbuffered (UDIMM) modules");
  } else {
    line.status = Status::resolved;
    line.score = 80;
  }
  if (generics.size() > 1) add_shared_figures(*part, generics);
  list_candidates(line, generics);
  line.part = own(std::move(part));
}

void Assembly::identify(QuoteLine& line, const std::string& text, const Entry& entry) {
  if (line.kind == PartKind::memory) {
    identify_memory(line, text, entry);
    return;
  }
  const Match match = resolver_.resolve({text, entry.part_number, line.kind});
  // A generic part stands only for a line that names neither a model nor a maker.
  const auto tokens = tokenize(text);
  const bool named =
      line.kind == PartKind::storage && std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) {
        return t.type == TokenType::model || t.type == TokenType::discriminator || resolver_.is_vendor(t.text);
      });
  const bool may_be_generic =
      line.kind == PartKind::riser || line.kind == PartKind::chassis || line.kind == PartKind::storage;
  if (match.status == Match::Status::none && may_be_generic && !named && use_generic(line, text, entry)) return;
  settle(line, match, text, entry);
}

}  // namespace planner::quote
