#include "import/identity.h"

#include <algorithm>

#include "import/opendb_kinds.h"
#include "quote/tokens.h"
#include "quote/wording.h"
#include "source/content_hash.h"

namespace planner::import {
namespace {

std::vector<const Part*> all_parts(const Catalog& catalog) {
  std::vector<const Part*> parts;
  for (const auto& part : catalog.parts()) parts.push_back(part.get());
  return parts;
}

const Part* only(const std::unordered_map<std::string, std::vector<const Part*>>& index, const std::string& key,
                 PartKind kind) {
  const auto found = index.find(key);
  const bool one = found != index.end() && found->second.size() == 1 && kind_of(*found->second.front()) == kind;
  return one ? found->second.front() : nullptr;
}

}  // namespace

Identity::Identity(const Catalog& shipped) : resolver_(all_parts(shipped)) {
  for (const auto& part : shipped.parts()) {
    const PartInfo& info = info_of(*part);
    by_name_[quote::compact(info.name)].push_back(part.get());
    for (const auto& alias : info.aliases) {
      auto& same = by_name_[quote::compact(info.vendor + " " + alias)];
      if (std::find(same.begin(), same.end(), part.get()) == same.end()) same.push_back(part.get());
    }
    for (const auto& number : info.part_numbers) by_number_[quote::compact(number)].push_back(part.get());
  }
}

const Part* Identity::known(const std::string& name, std::span<const std::string> numbers, PartKind kind) const {
  for (const auto& number : numbers)
    if (const Part* part = only(by_number_, quote::compact(number), kind)) return part;
  return only(by_name_, quote::compact(name), kind);
}

const Part* Identity::base_card(const std::string& chip, std::optional<Rational> memory) {
  if (chip.empty() || !memory || !memory->is_integer()) return nullptr;
  const std::string size = " " + std::to_string(memory->num()) + " GB";
  const auto [slot, added] = base_cards_.emplace(chip + "\n" + size, nullptr);
  if (!added) return slot->second;
  for (const std::string& text : {chip, chip.find("GB") == std::string::npos ? chip + size : chip}) {
    const quote::Match match = resolver_.resolve({text, {}, PartKind::gpu});
    if (match.status != quote::Match::Status::one || match.partner_card) continue;
    const auto* gpu = std::get_if<Gpu>(match.part);
    const bool same = gpu != nullptr && gpu->info.variant_of.empty() && gpu->vram && gpu->vram->in_base() == *memory;
    if (same) return slot->second = match.part;
  }
  return nullptr;
}

std::vector<std::string> usable_part_numbers(const std::vector<std::string>& numbers, const std::string& name) {
  constexpr std::size_t kLeast = 7, kLongest = 40, kMost = 24;
  const std::string whole = quote::compact(name);
  std::vector<std::string> usable;
  for (const auto& number : numbers) {
    const std::string key = quote::compact(number);
    const bool digits = std::any_of(key.begin(), key.end(), quote::is_digit);
    const bool letters = std::any_of(key.begin(), key.end(), quote::is_alpha);
    const bool words = std::count(number.begin(), number.end(), ' ') > 0;
    const bool of_name = key.size() < 12 && whole.find(key) != std::string::npos;
    const bool tells = digits && (letters || key.size() >= 9) && key.size() >= kLeast && key.size() <= kLongest;
    if (tells && !words && !of_name && usable.size() < kMost) usable.push_back(number);
  }
  return usable;
}

std::string part_id(const std::string& name, const std::string& foreign_id, const std::string& file) {
  constexpr std::size_t kLongestName = 60, kDigits = 8;
  std::string id = "opendb-";
  for (const char c : quote::fold(name)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain && id.size() < kLongestName) id += c;
    if (!plain && id.back() != '-' && id.size() < kLongestName) id += '-';
  }
  if (id.back() != '-') id += '-';
  std::string suffix;
  for (const char c : quote::fold(foreign_id))
    if (suffix.size() < kDigits && ((c >= 'a' && c <= 'f') || (c >= '0' && c <= '9'))) suffix += c;
  if (suffix.size() == kDigits) return id + suffix;
  ContentHash hash;
  hash.add(file);
  constexpr std::string_view kHex = "0123456789abcdef";
  for (suffix.clear(); suffix.size() < kDigits;) suffix += kHex[(hash.value() >> (4 * suffix.size())) & 0xF];
  return id + suffix;
}

std::string shown(const Scalar& value, const ScalarType& type) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const auto* number = std::get_if<Rational>(&value)) return format_amount({*number, type.dimension});
  return std::get<std::string>(value);
}

}  // namespace planner::import
