#include "quote/comparison.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "quote/wording.h"

namespace planner::quote {
namespace {

double weight_of(const Token& token) {
  switch (token.type) {
    case TokenType::model:
      return 3;
    case TokenType::discriminator:
      return 2;
    case TokenType::word:
      return 1.5;
    case TokenType::family:
      return 0.4;
    case TokenType::year:
      return 0.5;
    case TokenType::capacity:
    case TokenType::watts:
    case TokenType::slack:
      return 0;
  }
  return 0;
}

constexpr char kByWatts = 2;

bool compared(const Token& token) {
  return token.type != TokenType::capacity && token.type != TokenType::watts && token.type != TokenType::slack;
}

/// Typing errors are forgiven in words, never in anything with a digit.
bool same_word(const Token& a, const Token& b) {
  if (a.text == b.text) return true;
  if (a.text.size() > 2 && b.text.substr(0, 3) == "sxm" && a.text == "sxm") return true;
  if (b.text.size() > 2 && a.text.substr(0, 3) == "sxm" && b.text == "sxm") return true;
  const bool words = a.type != TokenType::model && b.type != TokenType::model && a.type != TokenType::discriminator &&
                     b.type != TokenType::discriminator;
  const std::size_t shorter = std::min(a.text.size(), b.text.size());
  if (!words || shorter < 5) return false;
  const std::size_t limit = shorter >= 8 ? 2 : 1;
  return edit_distance(a.text, b.text, limit) <= limit;
}

/// "1600" or "1600t" of a supply's name is said by "1600 W" as well; the letters after it are then left open.
bool said_by_watts(const Token& form, const std::vector<Token>& query, PartKind kind) {
  if (kind != PartKind::psu || form.text.empty() || !std::all_of(form.text.begin(), form.text.end(), is_digit) ||
      form.text.size() > 5)
    return false;
  const long value = std::strtol(form.text.c_str(), nullptr, 10);
  return std::any_of(query.begin(), query.end(),
                     [&](const Token& q) { return q.type == TokenType::watts && q.value == value; });
}

/// Matches form tokens to query tokens; adjacent ones may be written together ("gr701", "gr 701").
void match_tokens(const std::vector<Token>& query, const Form& form, std::vector<char>& in_query,
                  std::vector<char>& in_form) {
  const auto& tokens = form.tokens;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (in_form[i] || !compared(tokens[i])) continue;
    for (std::size_t j = 0; j < query.size() && !in_form[i]; ++j) {
      if (in_query[j] && query[j].type == TokenType::model && query[j].text.size() < 3) continue;
      if (same_word(tokens[i], query[j])) {
        in_form[i] = in_query[j] = 1;
      } else if (j + 1 < query.size() && !query[j].text.empty() &&
                 tokens[i].text == query[j].text + query[j + 1].text) {
        in_form[i] = in_query[j] = in_query[j + 1] = 1;
      } else if (i + 1 < tokens.size() && query[j].text == tokens[i].text + tokens[i + 1].text) {
        in_form[i] = in_form[i + 1] = in_query[j] = 1;
      }
    }
    if (!in_form[i] && said_by_watts(tokens[i], query, form.kind)) in_form[i] = kByWatts;
  }
}

/// Words that only on graphics cards make another product.
bool only_for_gpus(const std::string& word) {
  static constexpr auto kWords =
      std::to_array<std::string_view>({"server", "workstation", "active", "passive", "mobile", "blower", "ada",
                                       "blackwell", "pcie-card", "founders", "d", "xp", "compact", "pro"});
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool satisfied_by_figures(const std::string& word, const Part& part) {
  const auto* gpu = std::get_if<Gpu>(&part);
  if (gpu == nullptr) {
    const auto* memory = std::get_if<Memory>(&part);
    if (memory == nullptr) return false;
    if (word == "non-ecc") return memory->ecc == Known<bool>(false);
    if (word == "udimm") return memory->module_type == Known<ModuleType>(ModuleType::udimm);
    if (word == "rdimm") return memory->module_type == Known<ModuleType>(ModuleType::rdimm);
    return false;
  }
  if (word == "pcie-card") return gpu->form_factor == Known<GpuFormFactor>(GpuFormFactor::pcie_card);
  if (word == "passive") return gpu->cooling == Known<GpuCooling>(GpuCooling::passive);
  if (word == "blower") return gpu->cooling == Known<GpuCooling>(GpuCooling::blower);
  if (word == "active") return gpu->cooling.known() && *gpu->cooling != GpuCooling::passive;
  if (word == "workstation")
    return gpu->cooling.known() && *gpu->cooling != GpuCooling::passive &&
           gpu->info.name.find("Server") == std::string::npos && gpu->info.name.find("GeForce") == std::string::npos;
  if (word.substr(0, 3) == "sxm") return gpu->form_factor == Known<GpuFormFactor>(GpuFormFactor::sxm);
  return gpu->architecture.known() && fold(*gpu->architecture).find(word) != std::string::npos;
}

/// What the phrase says and the form does not.
void judge_extras(const std::vector<Token>& query, const std::vector<char>& in_query, const Form& form,
                  const std::unordered_set<std::string>& vendors, Comparison& result) {
  for (std::size_t j = 0; j < query.size(); ++j) {
    const Token& token = query[j];
    if (in_query[j] || !compared(token)) continue;
    result.unmatched_query += weight_of(token);
    const bool after_match =
        j > 0 && in_query[j - 1] && query[j - 1].type != TokenType::model && query[j - 1].aside == token.aside;
    if (token.type == TokenType::discriminator) {
      const bool counts = form.kind == PartKind::gpu ? !token.aside || is_strong(token.text)
                                                     : !only_for_gpus(token.text) || token.text == "pro";
      if (counts && !token.aside && !satisfied_by_figures(token.text, *form.part)) result.contradicted = true;
      if (counts && token.aside && form.kind == PartKind::gpu && !satisfied_by_figures(token.text, *form.part))
        result.contradicted = true;
    } else if (token.type == TokenType::model) {
      // A bare number right behind the matched words is a generation ("Enthoo Pro 2" is no "Enthoo Pro").
      if (after_match && token.text.size() <= 2 && !token.aside) result.contradicted = true;
      if (!token.aside || token.text.size() > 2) result.extra_words.push_back(token.text);  // "(2 x 16GB)"
    } else if (has_phrase(form.vendor, token.text)) {
      result.unmatched_query -= weight_of(token);
    } else if (vendors.count(token.text) != 0) {
      result.extra_vendors.push_back(token.text);
    } else if (token.type == TokenType::word && !token.aside) {
      result.extra_words.push_back(token.text);
    }
  }
}

/// -1 if figures of the type are stated and none equals `actual` within the tolerance, 1 if one does, 0 if none is
/// stated.
int stated_agrees(const std::vector<Token>& query, TokenType type, std::int64_t actual, std::int64_t percent) {
  bool any = false, hit = false;
  for (const auto& token : query) {
    if (token.type != type || token.value <= 0) continue;
    any = true;
    hit = hit || std::llabs(token.value - actual) * 100 <= actual * percent;
  }
  return hit ? 1 : any ? -1 : 0;
}

bool names_other_class(const std::vector<Token>& query, EfficiencyClass actual) {
  static constexpr auto kClasses =
      std::to_array<std::pair<std::string_view, EfficiencyClass>>({{"titanium", EfficiencyClass::titanium},
                                                                   {"platinum", EfficiencyClass::platinum},
                                                                   {"gold", EfficiencyClass::gold},
                                                                   {"bronze", EfficiencyClass::bronze}});
  return std::any_of(query.begin(), query.end(), [&](const Token& token) {
    return std::any_of(kClasses.begin(), kClasses.end(),
                       [&](const auto& c) { return c.first == token.text && c.second != actual; });
  });
}

/// Of "32GB (2 x 16GB)" the larger figure is the kit's; a single figure may be the module's.
int kit_agrees(const std::vector<Token>& query, const Memory& memory) {
  if (!memory.module_capacity || !memory.modules) return 0;
  const auto one = memory.module_capacity->smallest();
  const auto kit = one * *memory.modules;
  std::int64_t largest = 0, smallest = 0;
  for (const auto& token : query) {
    if (token.type != TokenType::capacity || token.value <= 0) continue;
    largest = std::max(largest, token.value);
    smallest = smallest == 0 ? token.value : std::min(smallest, token.value);
  }
  if (largest == 0) return 0;
  return largest == kit ? 2 : largest == smallest && largest == one ? 1 : -1;
}

}  // namespace

bool is_strong(const std::string& word) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"super", "ti",     "xt",        "xtx",     "gre",  "d",     "v2",    "v3",     "v4",     "sxm",
       "sxm2",  "sxm3",   "sxm4",      "sxm5",    "oam",  "nvl",   "max-q", "shift",  "xl",     "mini",
       "plus",  "ultra",  "elite",     "evo",     "ii",   "iii",   "iv",    "se",     "laptop", "mobile",
       "xp",    "server", "pcie-card", "compact", "lite", "rdimm", "udimm", "lrdimm", "sodimm", "non-ecc"});
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

int figures_agree(const std::vector<Token>& query, const Part& part) {
  if (const auto* gpu = std::get_if<Gpu>(&part)) {
    // 7 % covers 180 against 192 GB as sold and parts none of the catalog's neighbours (10/12, 40/48, 80/94).
    return gpu->vram ? stated_agrees(query, TokenType::capacity, gpu->vram->smallest(), 7) : 0;
  }
  if (const auto* storage = std::get_if<Storage>(&part))
    return storage->capacity ? stated_agrees(query, TokenType::capacity, storage->capacity->smallest(), 1) : 0;
  if (const auto* psu = std::get_if<Psu>(&part)) {
    if (psu->efficiency && names_other_class(query, *psu->efficiency)) return -1;
    return psu->rated_output ? stated_agrees(query, TokenType::watts, psu->rated_output->smallest() / 1000, 0) : 0;
  }
  const auto* memory = std::get_if<Memory>(&part);
  return memory != nullptr ? kit_agrees(query, *memory) : 0;
}

Comparison compare(const std::vector<Token>& query, const Form& form, const std::unordered_set<std::string>& vendors) {
  Comparison result;
  std::vector<char> in_query(query.size(), 0), in_form(form.tokens.size(), 0);
  match_tokens(query, form, in_query, in_form);
  result.models_complete = true;
  for (std::size_t i = 0; i < form.tokens.size(); ++i) {
    const Token& token = form.tokens[i];
    if (token.aside) {
      const bool said =
          in_form[i] || std::any_of(query.begin(), query.end(), [&](const Token& q) { return q.text == token.text; });
      if (said && token.type != TokenType::family) ++result.asides;
      continue;
    }
    if (!compared(token)) continue;
    const bool vendor = vendors.count(token.text) != 0 && token.type != TokenType::model;
    const double weight = vendor ? 0.5 : weight_of(token);
    result.total += weight;
    if (in_form[i]) {
      result.matched += weight;
      result.telling_words +=
          !vendor && (token.type == TokenType::word || token.type == TokenType::discriminator) ? 1 : 0;
      result.any_model = result.any_model || (token.type == TokenType::model && in_form[i] != kByWatts);
    } else if (token.type == TokenType::model) {
      result.models_complete =
          result.models_complete && token.text.size() == 1 && form.kind == PartKind::cpu;  // the 9 of "Ryzen 9 9950X"
    } else if (vendor) {
      result.missing_vendors += form.kind == PartKind::gpu && token.type != TokenType::family ? 1 : 0;
    } else if (token.type != TokenType::family) {
      result.missing.push_back(token.text);
    }
  }
  const int figures = figures_agree(query, *form.part);
  result.figures = std::max(figures, 0);
  result.contradicted = figures < 0;
  judge_extras(query, in_query, form, vendors, result);
  return result;
}

}  // namespace planner::quote
