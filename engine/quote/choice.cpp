#include "quote/choice.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/field.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

bool subset(const std::vector<std::string>& small, const std::vector<std::string>& large) {
  return std::all_of(small.begin(), small.end(),
                     [&](const std::string& w) { return std::find(large.begin(), large.end(), w) != large.end(); });
}

int extra_count(const Comparison& c) {
  return static_cast<int>(c.extra_words.size() + c.extra_vendors.size());
}

/// A word is beyond a part only if none of the part's names has it.
void pool_forms_of_each(std::vector<Candidate>& candidates) {
  std::map<const Part*, std::pair<std::set<std::string>, std::set<std::string>>> beyond;
  for (const auto& [form, c] : candidates) {
    const std::set<std::string> words(c.extra_words.begin(), c.extra_words.end()),
        vendors(c.extra_vendors.begin(), c.extra_vendors.end());
    const auto [entry, first] = beyond.try_emplace(form->part, words, vendors);
    if (first) continue;
    std::erase_if(entry->second.first, [&](const std::string& w) { return words.count(w) == 0; });
    std::erase_if(entry->second.second, [&](const std::string& w) { return vendors.count(w) == 0; });
  }
  for (auto& [form, c] : candidates) {
    const auto& [words, vendors] = beyond[form->part];
    c.extra_words.assign(words.begin(), words.end());
    c.extra_vendors.assign(vendors.begin(), vendors.end());
  }
}

/// Words that no candidate has say nothing about which one is meant ("kept for display"). True if there were any.
bool drop_unknown_extras(std::vector<Candidate>& candidates) {
  std::set<std::string> common;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& words = candidates[i].comparison.extra_words;
    const std::set<std::string> own(words.begin(), words.end());
    if (i == 0) {
      common = own;
      continue;
    }
    std::erase_if(common, [&](const std::string& w) { return own.count(w) == 0; });
  }
  for (auto& candidate : candidates)
    std::erase_if(candidate.comparison.extra_words, [&](const std::string& w) { return common.count(w) != 0; });
  return !common.empty();
}

/// Best form of each part first.
bool better(const Candidate& a, const Candidate& b) {
  const auto& x = a.comparison;
  const auto& y = b.comparison;
  if (extra_count(x) != extra_count(y)) return extra_count(x) < extra_count(y);
  if (x.missing.size() != y.missing.size()) return x.missing.size() < y.missing.size();
  if (x.missing_vendors != y.missing_vendors) return x.missing_vendors < y.missing_vendors;
  if (x.figures != y.figures) return x.figures > y.figures;
  if (x.asides != y.asides) return x.asides > y.asides;
  if (x.matched != y.matched) return x.matched > y.matched;
  const bool base_a = info_of(*a.form->part).variant_of.empty(), base_b = info_of(*b.form->part).variant_of.empty();
  if (base_a != base_b) return base_a;
  return info_of(*a.form->part).id < info_of(*b.form->part).id;
}

std::vector<Candidate> best_form_of_each(std::vector<Candidate> candidates) {
  std::sort(candidates.begin(), candidates.end(), better);
  std::vector<Candidate> result;
  std::set<const Part*> seen;
  for (auto& candidate : candidates)
    if (seen.insert(candidate.form->part).second) result.push_back(std::move(candidate));
  return result;
}

/// True if `a` being meant is at least as likely as `b` in every respect.
bool dominates(const Candidate& a, const Candidate& b) {
  const auto& x = a.comparison;
  const auto& y = b.comparison;
  if (extra_count(x) < extra_count(y)) return true;
  if (x.missing.size() < y.missing.size() && subset(x.missing, y.missing)) return true;
  if (!subset(x.missing, y.missing)) return false;
  if (x.missing_vendors != y.missing_vendors) return x.missing_vendors < y.missing_vendors;
  if (x.figures != y.figures) return x.figures > y.figures;
  if (x.asides != y.asides) return x.asides > y.asides;
  if (info_of(*b.form->part).variant_of == info_of(*a.form->part).id) return true;
  return same_figures(*a.form->part, *b.form->part);
}

/// Board power or TDP in the phrase ("300 W") settles what words left open.
void prefer_stated_power(std::vector<Candidate>& candidates, const std::vector<Token>& query) {
  std::vector<Candidate> agreeing;
  for (const auto& candidate : candidates) {
    const auto* gpu = std::get_if<Gpu>(candidate.form->part);
    const auto* cpu = std::get_if<Cpu>(candidate.form->part);
    const Known<Power> power = gpu != nullptr ? gpu->board_power : cpu != nullptr ? cpu->tdp : Known<Power>();
    const bool said = power && std::any_of(query.begin(), query.end(), [&](const Token& t) {
                        return t.type == TokenType::watts && t.value * 1000 == power->smallest();
                      });
    if (said) agreeing.push_back(candidate);
  }
  if (!agreeing.empty()) candidates = std::move(agreeing);
}

bool sold_as_reference(const Part& part) {
  const auto& name = info_of(part).name;
  return name.find("GeForce") == std::string::npos && name.find("Radeon RX") == std::string::npos &&
         name.find("Arc") == std::string::npos;
}

/// True if the best is a module and another candidate a card of the same memory size (or the other way round), and the
/// phrase says neither: "H100 80GB" is no SXM module because one of its names happens to be that short.
bool leaves_form_open(const std::vector<Candidate>& candidates, const std::vector<Token>& query) {
  const auto* best = std::get_if<Gpu>(candidates.front().form->part);
  if (best == nullptr || !best->form_factor) return false;
  const auto says = [&](const std::string& word) {
    return std::any_of(query.begin(), query.end(), [&](const Token& t) { return t.text == word; });
  };
  const bool said = std::any_of(query.begin(), query.end(), [](const Token& t) {
    return t.text.starts_with("sxm") || t.text == "pcie-card" || t.text == "nvl" || t.text == "oam";
  });
  if (said) return false;
  return std::any_of(candidates.begin() + 1, candidates.end(), [&](const Candidate& c) {
    const auto* other = std::get_if<Gpu>(c.form->part);
    if (other == nullptr || !other->form_factor || *other->form_factor == *best->form_factor) return false;
    const bool memory_said = best->vram_type && !(best->vram_type == other->vram_type) && says(fold(*best->vram_type));
    return !memory_said && c.comparison.figures >= candidates.front().comparison.figures;
  });
}

Match several(const std::vector<Candidate>& candidates, std::string reason) {
  Match match;
  match.status = Match::Status::several;
  match.matched_by = "tokens";
  match.complete = true;
  match.score = 50;
  match.reason = std::move(reason);
  for (const auto& candidate : candidates) match.candidates.push_back(candidate.form->part);
  return match;
}

Match one(const Candidate& best) {
  const auto& c = best.comparison;
  Match match;
  match.status = Match::Status::one;
  match.part = best.form->part;
  match.matched_by = "tokens";
  match.score =
      std::max(60, 95 - 5 * static_cast<int>(c.missing.size()) - 2 * extra_count(c) - (c.unmatched_query > 4 ? 5 : 0));
  return match;
}

Match partner_of(const Candidate& base) {
  Match match = one(base);
  match.partner_card = true;
  match.score = 70;
  match.reason =
      "this board partner's card is not in the catalog: figures of the base card, so its size and plugs are to be "
      "verified";
  return match;
}

/// What a list of open candidates need not show: other products ("Ti" that nobody said) and variants whose base is
/// there.
void drop_unlikely(std::vector<Candidate>& open) {
  const auto other_product = [](const Candidate& c) {
    return std::any_of(c.comparison.missing.begin(), c.comparison.missing.end(), [](const std::string& w) {
      return w == "ti" || w == "super" || w == "xt" || w == "xtx" || w == "d" || w == "gre";
    });
  };
  if (!std::all_of(open.begin(), open.end(), other_product)) std::erase_if(open, other_product);
  std::set<std::string> listed;
  for (const auto& c : open) listed.insert(info_of(*c.form->part).id);
  std::erase_if(open, [&](const Candidate& c) { return listed.count(info_of(*c.form->part).variant_of) != 0; });
}

/// The best candidate lacks words of the phrase that others have, or another vendor is named.
Match with_extras(const std::vector<Candidate>& candidates) {
  const Candidate& best = candidates.front();
  const auto& c = best.comparison;
  const auto* gpu = std::get_if<Gpu>(best.form->part);
  const bool chip_maker = gpu != nullptr && gpu->info.variant_of.empty();
  if (chip_maker && c.missing.empty()) {
    return sold_as_reference(*best.form->part) && c.extra_words.empty() ? one(best) : partner_of(best);
  }
  Match match = several(candidates, "words of the line fit none of these: " +
                                        (c.extra_words.empty() ? c.extra_vendors.front() : c.extra_words.front()));
  match.unfitting = true;
  return match;
}

/// "Palit RTX 3090" names a maker but none of its cards: then the chip's base card stands for it.
const Candidate* named_by_vendor_alone(const Candidate& best, const std::vector<Candidate>& all) {
  const PartInfo& info = info_of(*best.form->part);
  const bool vague = best.form->kind == PartKind::gpu && !info.variant_of.empty() && !best.comparison.missing.empty() &&
                     best.comparison.telling_words == 0;
  if (!vague) return nullptr;
  const auto base = std::find_if(all.begin(), all.end(),
                                 [&](const Candidate& c) { return info_of(*c.form->part).id == info.variant_of; });
  return base == all.end() ? nullptr : &*base;
}

}  // namespace

bool same_figures(const Part& a, const Part& b) {
  if (kind_of(a) != kind_of(b)) return false;
  // Topology is not in the field table; boards and platforms are never taken for one another.
  if (kind_of(a) == PartKind::board || kind_of(a) == PartKind::platform) return &a == &b;
  for (const auto& field : fields_of(kind_of(a))) {
    const auto x = field.get(raw(a));
    const auto y = field.get(raw(b));
    if (x.known() != y.known() || (x.known() && *x != *y)) return false;
  }
  return true;
}

namespace {

/// One part or the open ones, of candidates whose words say something.
Match choose_among(std::vector<Candidate> candidates, const std::vector<Token>& query) {
  candidates = best_form_of_each(std::move(candidates));
  const PartKind kind = candidates.front().form->kind;
  std::erase_if(candidates, [&](const Candidate& c) { return c.form->kind != kind; });
  const int least_extra = extra_count(candidates.front().comparison);
  if (least_extra > 0) {
    // A vendor that no candidate has: the chip's base card stands for a graphics card of that vendor.
    const auto base = std::find_if(candidates.begin(), candidates.end(), [](const Candidate& c) {
      return c.form->kind == PartKind::gpu && info_of(*c.form->part).variant_of.empty() && c.comparison.missing.empty();
    });
    if (base != candidates.end()) std::iter_swap(candidates.begin(), base);
    return with_extras(candidates);
  }
  const auto all = candidates;
  std::erase_if(candidates, [](const Candidate& c) { return extra_count(c.comparison) > 0; });
  const Candidate& best = candidates.front();
  if (const Candidate* base = named_by_vendor_alone(best, all)) return partner_of(*base);
  const bool wins =
      std::all_of(candidates.begin() + 1, candidates.end(), [&](const Candidate& c) { return dominates(best, c); });
  const auto& missing = best.comparison.missing;
  const bool strong = std::any_of(missing.begin(), missing.end(), is_strong);
  const bool form_open = leaves_form_open(candidates, query);
  if (wins && !strong && !form_open) return one(best);
  auto open = candidates;
  prefer_stated_power(open, query);
  if (open.size() == 1 && open.size() < candidates.size()) return one(open.front());
  if (wins && !form_open)
    open.resize(1);
  else
    drop_unlikely(open);
  return several(open, strong && wins && !form_open ? "the line does not say \"" + missing.front() + "\""
                                                    : "the line does not say which of these");
}

}  // namespace

Match choose_strictly(std::vector<Candidate> candidates) {
  pool_forms_of_each(candidates);
  candidates = best_form_of_each(std::move(candidates));
  std::erase_if(candidates, [](const Candidate& c) { return extra_count(c.comparison) > 0; });
  if (candidates.empty()) return {};
  const auto& missing = candidates.front().comparison.missing;
  const bool strong = std::any_of(missing.begin(), missing.end(), is_strong);
  const bool only = candidates.size() == 1 || (missing.empty() && !candidates[1].comparison.missing.empty());
  if (only && !strong) return one(candidates.front());
  return several(candidates, "the line does not say which of these");
}

Match choose(std::vector<Candidate> candidates, const std::vector<Token>& query) {
  pool_forms_of_each(candidates);
  const bool unfitting = drop_unknown_extras(candidates);
  Match match = choose_among(std::move(candidates), query);
  match.unfitting = match.unfitting || unfitting;
  return match;
}

}  // namespace planner::quote
