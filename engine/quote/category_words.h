// The words by which quotes name kinds of parts, and the reasons why others are left aside.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "quote/category.h"

namespace planner::quote {

/// A category or word of a name, folded, and what it means.
struct Word {
  std::string_view written;
  Meaning::What what = Meaning::What::part;
  PartKind kind = PartKind::count_;
  std::string_view reason = {};
};

constexpr Word part(std::string_view written, PartKind kind) {
  return {written, Meaning::What::part, kind, {}};
}
constexpr Word ignored(std::string_view written, std::string_view reason) {
  return {written, Meaning::What::ignored, PartKind::count_, reason};
}

inline constexpr std::string_view kPeripheral = "a peripheral: it decides nothing in this machine";
inline constexpr std::string_view kConsumable = "small material: not judged";
inline constexpr std::string_view kFans = "fans and accessories are not parts that planner judges";
inline constexpr std::string_view kService = "a service, licence or fee, not hardware";

/// Category columns and labels, in English, German, French and Chinese.
std::span<const Word> category_words();
/// Words inside names; the first that is found decides ("CPU cooler" before "CPU", "PSU breakout" before "PSU").
std::span<const Word> name_words();
/// Product families that lists write without any category.
std::span<const std::pair<std::string_view, PartKind>> product_families();

}  // namespace planner::quote
