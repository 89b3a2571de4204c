#include "quote/resolver.h"

#include <algorithm>
#include <set>

#include "quote/choice.h"
#include "quote/comparison.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

constexpr std::size_t kMostCandidates = 12;
constexpr std::size_t kNearest = 3;

bool names_something(const Token& token) {
  return token.type == TokenType::model || token.type == TokenType::discriminator || token.type == TokenType::word;
}

bool is_number_like(std::string_view word) {
  const bool digits = std::any_of(word.begin(), word.end(), is_digit);
  return word.size() >= 7 && digits &&
         (std::any_of(word.begin(), word.end(), is_alpha) || word.find('-') != std::string_view::npos);
}

/// Supplies are sold under one name for years: "(2025, ATX 3.1)" in a name is the generation, which decides how many
/// plugs of which kind there are. True if the part has one that the text does not state.
bool leaves_generation_open(const Part& part, const std::string& text) {
  if (kind_of(part) != PartKind::psu) return false;
  const auto of_name = tokenize(info_of(part).name), query = tokenize(std::string_view(text).substr(0, 1000));
  bool has_one = false;
  for (const Token& t : of_name) {
    if (!t.aside || t.type != TokenType::year) continue;
    has_one = true;
    if (std::any_of(query.begin(), query.end(), [&](const Token& q) { return q.text == t.text; })) return false;
  }
  if (!has_one) return false;
  // A stated ATX version is as good as the year.
  const std::string folded = fold(text);
  const auto* psu = std::get_if<Psu>(&part);
  return !(psu->atx_version && has_phrase(folded, "atx " + fold(*psu->atx_version)));
}

/// The compact name without a leading vendor, or empty if it does not start with it.
std::string without_vendor(const PartInfo& info) {
  const std::string vendor = compact(info.vendor), name = compact(info.name);
  return !vendor.empty() && name.size() > vendor.size() && name.compare(0, vendor.size(), vendor) == 0
             ? name.substr(vendor.size())
             : std::string();
}

}  // namespace

bool kind_fits(PartKind have, std::optional<PartKind> want) {
  if (!want || have == *want) return true;
  if (have == PartKind::platform) return *want == PartKind::chassis || *want == PartKind::board;
  return have == PartKind::chassis && *want == PartKind::platform;
}

Resolver::Resolver(std::span<const Part* const> parts) : parts_(parts.begin(), parts.end()) {
  forms_.reserve(parts_.size() * 5);
  by_token_.reserve(parts_.size() * 16);
  by_name_.reserve(parts_.size() * 6);
  for (const auto* part : parts_) {
    const PartInfo& info = info_of(*part);
    by_id_.emplace(info.id, part);
    const std::string vendor = fold(info.vendor);
    for (const auto word : words_of(vendor))
      if (word.size() > 1) vendors_.emplace(word);
  }
  for (const auto* part : parts_) {
    const PartInfo& info = info_of(*part);
    add_form(*part, info.name, false);
    // "TITAN RTX" is as good as "NVIDIA TITAN RTX".
    const std::string vendorless = without_vendor(info);
    if (vendorless.size() >= 6) by_name_[vendorless].push_back(static_cast<std::uint32_t>(forms_.size() - 1));
    for (const auto& alias : info.aliases) add_form(*part, alias, true);
    for (const auto& number : info.part_numbers) by_number_[compact(number)].push_back(part);
  }
}

void Resolver::add_form(const Part& part, const std::string& written, bool alias) {
  Form form{&part, kind_of(part), alias, fold(info_of(part).vendor), tokenize(written)};
  const auto index = static_cast<std::uint32_t>(forms_.size());
  by_name_[compact(written)].push_back(index);
  const auto post = [&](const std::string& token) {
    auto& postings = by_token_[token];
    if (postings.empty() || postings.back() != index) postings.push_back(index);
  };
  for (std::size_t i = 0; i < form.tokens.size(); ++i) {
    if (!names_something(form.tokens[i])) continue;
    post(form.tokens[i].text);
    if (i + 1 == form.tokens.size()) continue;
    // Model numbers are written with and without a blank ("PX 2200", "PX2200").
    const bool model = form.tokens[i].type == TokenType::model || form.tokens[i + 1].type == TokenType::model;
    if (model) post(form.tokens[i].text + form.tokens[i + 1].text);
  }
  forms_.push_back(std::move(form));
}

const Part* Resolver::find(std::string_view id) const {
  const auto hit = by_id_.find(std::string(id));
  if (hit != by_id_.end()) return hit->second;
  return further_ != nullptr ? further_->find(id) : nullptr;
}

std::vector<const Part*> Resolver::numbered(std::string_view number, std::optional<PartKind> kind) const {
  std::vector<const Part*> found;
  const auto hit = by_number_.find(compact(number));
  if (hit == by_number_.end()) return found;
  for (const auto* part : hit->second)
    if (kind_fits(kind_of(*part), kind) && std::find(found.begin(), found.end(), part) == found.end())
      found.push_back(part);
  return found;
}

Match Resolver::of_numbered(std::vector<const Part*> found) const {
  Match match;
  if (found.empty()) return match;
  match.matched_by = "part number";
  match.score = 100;
  if (found.size() == 1) {
    match.status = Match::Status::one;
    match.part = found.front();
    return match;
  }
  match.status = Match::Status::several;
  match.complete = true;
  match.candidates = std::move(found);
  match.reason = "several parts share this part number";
  return match;
}

/// The part number column, or a line that is nothing but a part number.
Match Resolver::by_part_number(const Phrase& phrase) const {
  auto found = phrase.part_number.empty() ? std::vector<const Part*>{} : numbered(phrase.part_number, phrase.kind);
  if (found.empty()) found = numbered(phrase.text, phrase.kind);
  return of_numbered(std::move(found));
}

/// A part number among other words, against what the words name: they have to agree, but the start of a longer model
/// name
/// ("NH-U14S" of "NH-U14S TR5-SP6") is no number of its own.
Match Resolver::by_number_within(const Phrase& phrase, const Match& named) const {
  const std::string_view text = phrase.text;
  std::vector<const Part*> found;
  for (std::size_t begin = 0; begin < text.size() && begin < 2000;) {
    const auto end = std::min(text.find_first_of(" ,;()[]\t", begin), text.size());
    const auto word = text.substr(begin, end - begin);
    if (is_number_like(word)) {
      for (const auto* part : numbered(word, phrase.kind)) {
        const bool within = named.part != nullptr && named.part != part &&
                            compact(info_of(*named.part).name).find(compact(word)) != std::string::npos;
        if (!within && std::find(found.begin(), found.end(), part) == found.end()) found.push_back(part);
      }
    }
    begin = end + 1;
  }
  if (found.empty()) return named;
  if (named.status == Match::Status::one && std::find(found.begin(), found.end(), named.part) == found.end()) {
    found.push_back(named.part);
    Match match = of_numbered(std::move(found));
    match.score = 50;
    match.reason = "the part number and the name mean different parts";
    return match;
  }
  if (named.status == Match::Status::one) found = {named.part};
  return of_numbered(std::move(found));
}

Match Resolver::exact(const Phrase& phrase) const {
  Match match;
  const auto id = by_id_.find(fold(trim(phrase.text)));
  if (id != by_id_.end() && kind_fits(kind_of(*id->second), phrase.kind))
    return {Match::Status::one, id->second, {}, true, false, false, "name", 100, {}};
  const auto hit = by_name_.find(compact(phrase.text));
  if (hit == by_name_.end()) return match;
  std::vector<const Form*> named, aliased;
  for (const auto index : hit->second) {
    const Form& form = forms_[index];
    if (kind_fits(form.kind, phrase.kind)) (form.alias ? aliased : named).push_back(&form);
  }
  const auto& found = named.empty() ? aliased : named;
  std::set<const Part*> distinct;
  for (const auto* form : found) distinct.insert(form->part);
  if (distinct.empty()) return match;
  match.matched_by = named.empty() ? "alias" : "name";
  match.score = named.empty() ? 98 : 100;
  const Part* first = found.front()->part;
  if (distinct.size() == 1) {
    match.status = Match::Status::one;
    match.part = first;
    return match;
  }
  match.status = Match::Status::several;
  match.complete = true;
  match.score = 50;
  for (const auto* form : found)
    if (std::find(match.candidates.begin(), match.candidates.end(), form->part) == match.candidates.end())
      match.candidates.push_back(form->part);
  match.reason = "several parts go by this name";
  return match;
}

std::vector<std::uint32_t> Resolver::forms_with_any(const std::vector<Token>& query, bool models_only,
                                                    std::optional<PartKind> kind) const {
  std::set<std::uint32_t> found;
  const auto look = [&](const std::string& text) {
    const auto hit = by_token_.find(text);
    if (hit == by_token_.end()) return;
    for (const auto index : hit->second)
      if (kind_fits(forms_[index].kind, kind)) found.insert(index);
  };
  for (std::size_t i = 0; i < query.size() && i < 64; ++i) {
    const bool model = query[i].type == TokenType::model;
    if (model || query[i].type == TokenType::watts ||
        (!models_only && names_something(query[i]) && vendors_.count(query[i].text) == 0))
      look(query[i].text);
    if (i + 1 < query.size()) look(query[i].text + query[i + 1].text);
    if (query[i].type == TokenType::watts) look(std::to_string(query[i].value));
  }
  return {found.begin(), found.end()};
}

Match Resolver::by_tokens(const std::vector<Token>& query, std::optional<PartKind> kind) const {
  std::vector<Candidate> candidates;
  for (const auto index : forms_with_any(query, false, kind)) {
    const Form& form = forms_[index];
    Comparison c = compare(query, form, vendors_);
    if (c.contradicted || !c.models_complete) continue;
    // Without a model number every telling word has to be there.
    const bool named =
        c.any_model ? c.matched >= 0.5 * c.total : c.missing.empty() && c.matched >= 2.5 && c.matched >= 0.8 * c.total;
    if (named) candidates.push_back({&form, std::move(c)});
  }
  if (candidates.empty()) return {};
  Match match = strict_ ? choose_strictly(std::move(candidates)) : choose(std::move(candidates), query);
  if (match.candidates.size() > kMostCandidates) match.candidates.resize(kMostCandidates);
  return match;
}

/// "Corsair 1600 W", "Threadripper PRO": everything the phrase says fits, but it names no model.
Match Resolver::by_words(const std::vector<Token>& query, std::optional<PartKind> kind) const {
  Match match;
  const bool says_something = std::any_of(
      query.begin(), query.end(), [](const Token& t) { return names_something(t) || t.type == TokenType::family; });
  if (!kind || !says_something || slow_lines_ == 0) return match;
  --slow_lines_;
  std::set<const Part*> seen;
  for (const auto& form : forms_) {
    if (!kind_fits(form.kind, kind)) continue;
    const Comparison c = compare(query, form, vendors_);
    const bool says_all = !c.contradicted && c.extra_words.empty() && c.extra_vendors.empty() && c.matched > 0.3;
    if (says_all && c.unmatched_query < 0.5 && seen.insert(form.part).second) match.candidates.push_back(form.part);
    if (match.candidates.size() > 60) break;
  }
  if (match.candidates.empty()) return match;
  match.status = Match::Status::several;
  match.matched_by = "tokens";
  match.score = 30;
  match.reason = "the line names no model";
  return match;
}

std::vector<const Part*> Resolver::nearest(const std::string& text, std::optional<PartKind> kind) const {
  if (slow_lines_ == 0) return {};
  --slow_lines_;
  const auto query = tokenize(std::string_view(text).substr(0, 1000));
  std::vector<std::pair<double, const Part*>> scored;
  for (const auto& form : forms_) {
    if (!kind_fits(form.kind, kind)) continue;
    const Comparison c = compare(query, form, vendors_);
    double close = 0;  // a model number one keystroke away
    for (const auto& a : form.tokens)
      for (const auto& b : query)
        if (a.type == TokenType::model && b.type == TokenType::model && a.text.size() > 2 && a.text != b.text &&
            edit_distance(a.text, b.text, 1) == 1)
          close = std::max(close, a.text.rfind(b.text, 0) == 0 || b.text.rfind(a.text, 0) == 0 ? 2.5 : 2.0);
    // A line that states only a figure ("1600W PSU") is nearest to what has that figure.
    const double score = (c.matched + close + (c.figures > 0 ? 0.5 : 0)) / (c.total + c.unmatched_query + 0.01);
    if (score > 0.2 && !(c.contradicted && close == 0 && c.figures == 0 && c.matched < 1))
      scored.emplace_back(score, form.part);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const Part*> result;
  for (const auto& [score, part] : scored) {
    if (std::find(result.begin(), result.end(), part) == result.end()) result.push_back(part);
    if (result.size() == kNearest) break;
  }
  return result;
}

Match Resolver::find_match(const Phrase& phrase) const {
  Match match = find_named(phrase);
  const bool sure = match.status != Match::Status::one || match.matched_by == "part number";
  if (sure || !leaves_generation_open(*match.part, phrase.text)) return match;
  const bool by_id = by_id_.count(fold(trim(phrase.text))) != 0;
  if (by_id) return match;
  match.status = Match::Status::several;
  match.candidates = {match.part};
  match.part = nullptr;
  match.complete = true;
  match.score = 50;
  match.reason = "the line does not say which generation";
  return match;
}

Match Resolver::find_named(const Phrase& phrase) const {
  if (Match match = by_part_number(phrase); match.status != Match::Status::none) return match;
  if (Match match = exact(phrase); match.status != Match::Status::none) return match;
  const auto query = tokenize(std::string_view(phrase.text).substr(0, 1000));
  if (Match match = by_number_within(phrase, by_tokens(query, phrase.kind)); match.status != Match::Status::none)
    return match;
  if (phrase.kind) {
    // A line under the wrong heading still names its part, but only a clear name overrules the heading.
    Match match = by_part_number({phrase.text, phrase.part_number, {}});
    if (match.status == Match::Status::none) match = by_number_within({phrase.text, {}, {}}, {});
    if (match.status == Match::Status::none) match = exact({phrase.text, {}, {}});
    if (match.status == Match::Status::one) return match;
  }
  return by_words(query, phrase.kind);
}

/// What the further parts make of a phrase. A clear answer here stands; what is open here is only settled there by a
/// part number, so that nobody's long list turns a question into an answer.
Match Resolver::find_further(const Phrase& phrase, Match own) const {
  const bool unlisted = own.status == Match::Status::none || own.partner_card || own.unfitting || !own.complete;
  if (own.status == Match::Status::one && !own.partner_card && !own.unfitting) return own;
  Match theirs = further_->resolve(phrase);
  if (theirs.status == Match::Status::one && (unlisted || theirs.matched_by == "part number")) return theirs;
  const bool better = own.status == Match::Status::none && theirs.status == Match::Status::several && theirs.complete;
  return better ? theirs : own;
}

Match Resolver::resolve(const Phrase& phrase) const {
  constexpr std::size_t kKept = 4'096;
  std::string key =
      phrase.text + '\n' + phrase.part_number + '\n' + std::string(phrase.kind ? name_of(*phrase.kind) : "");
  const auto known = answers_.find(key);
  if (known != answers_.end()) return known->second;
  Match match = find_match(phrase);
  if (further_ != nullptr) match = find_further(phrase, std::move(match));
  if (answers_.size() < kKept) answers_.emplace(std::move(key), match);
  return match;
}

}  // namespace planner::quote
