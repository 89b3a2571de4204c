#include "quote/mention.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/archive.h"
#include "quote/tokens.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

constexpr std::size_t kMostOfEntry = 400;
constexpr std::size_t kMostOfReading = 4'000;
constexpr std::size_t kMostKeysOfEntry = 300;

std::string number_key(std::string_view number) {
  return "n:" + compact(number);
}
std::string name_key(std::string_view name) {
  return "=" + compact(name);
}
std::string token_key(std::string_view token) {
  return "t:" + std::string(token);
}

bool is_telling(const Token& token) {
  return token.type == TokenType::word || token.type == TokenType::discriminator;
}

/// Keys of the tokens: model tokens, alone and with their neighbors; words too where `words`.
void add_tokens(std::set<std::string>& keys, const std::vector<Token>& tokens, bool words) {
  for (std::size_t i = 0; i < tokens.size() && keys.size() < kMostKeysOfEntry; ++i) {
    const bool model = tokens[i].type == TokenType::model;
    if (model || (words && is_telling(tokens[i]))) keys.insert(token_key(tokens[i].text));
    const bool pair = i + 1 < tokens.size() && (model || words || tokens[i + 1].type == TokenType::model);
    if (pair) keys.insert(token_key(tokens[i].text + tokens[i + 1].text));
  }
}

/// Everything that an entry says, as keys: whole cells, words that may be part numbers, tokens.
void add_entry(std::set<std::string>& whole, std::set<std::string>& tokens, const Entry& entry) {
  for (const std::string* cell : {&entry.name, &entry.text, &entry.part_number, &entry.note}) {
    const std::string_view text = std::string_view(*cell).substr(0, 1000);
    if (trim(text).empty()) continue;
    whole.insert(name_key(text));
    whole.insert(number_key(text));
    for (std::size_t begin = 0; begin < text.size() && whole.size() < kMostKeysOfEntry;) {
      const auto end = std::min(text.find_first_of(" ,;()[]\t|", begin), text.size());
      if (end - begin >= 5) whole.insert(number_key(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    add_tokens(tokens, tokenize(text), true);
  }
}

/// The indices that an entry may mean, best first.
std::vector<std::uint32_t> meant(const PartArchive& archive, const Entry& entry) {
  std::set<std::string> whole, tokens;
  add_entry(whole, tokens, entry);
  std::vector<std::uint32_t> found;
  std::map<std::uint32_t, std::uint32_t> hits;
  for (const auto& key : whole)
    for (const auto index : archive.with_key(key)) found.push_back(index);
  for (const auto& key : tokens)
    for (const auto index : archive.with_key(key)) ++hits[index];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> scored;
  for (const auto& [index, count] : hits)
    if (count >= archive.needed(index)) scored.emplace_back(count, index);
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [count, index] : scored) found.push_back(index);
  if (found.size() > kMostOfEntry) found.resize(kMostOfEntry);
  return found;
}

}  // namespace

MentionKeys mention_keys(const PartInfo& info) {
  MentionKeys result;
  for (const auto& number : info.part_numbers) result.keys.push_back(number_key(number));
  std::vector<std::string> names = info.aliases;
  names.push_back(info.name);
  std::set<std::string> tokens;
  std::size_t needed = 0;
  for (const auto& name : names) {
    result.keys.push_back(name_key(name));
    const std::string vendor = compact(info.vendor), whole = compact(name);
    if (!vendor.empty() && whole.size() > vendor.size() + 5 && whole.starts_with(vendor))
      result.keys.push_back("=" + whole.substr(vendor.size()));
    const auto parts = tokenize(name);
    const auto models =
        std::count_if(parts.begin(), parts.end(), [](const Token& t) { return t.type == TokenType::model; });
    const auto words = std::count_if(parts.begin(), parts.end(), is_telling);
    add_tokens(tokens, parts, models == 0);
    const auto own = static_cast<std::size_t>(models > 0 ? models : words);
    needed = needed == 0 ? own : std::min(needed, own);
  }
  result.keys.insert(result.keys.end(), tokens.begin(), tokens.end());
  result.needed = static_cast<std::uint32_t>(std::max<std::size_t>(1, needed));
  return result;
}

std::vector<const Part*> mentioned(const Catalog& catalog, const Reading& reading) {
  std::vector<const Part*> parts;
  for (const auto& archive : catalog.archives()) {
    std::set<std::uint32_t> indices;
    for (const Entry& entry : reading.entries) {
      if (indices.size() >= kMostOfReading) break;
      for (const auto index : meant(*archive, entry)) indices.insert(index);
    }
    for (const auto index : indices) {
      if (catalog.find_loaded(archive->id(index)) != nullptr) continue;
      if (const Part* part = archive->part(index, catalog)) parts.push_back(part);
    }
  }
  return parts;
}

}  // namespace planner::quote
