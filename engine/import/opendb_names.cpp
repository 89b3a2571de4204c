// OpenDB's names in the catalog's terms, and figures that names state.
#include <algorithm>
#include <array>
#include <utility>

#include "import/opendb_kinds.h"
#include "quote/tokens.h"

namespace planner::import {
namespace {

/// The only figure of a type in a name; nothing where it states none or several that differ.
std::optional<std::int64_t> only_figure(std::string_view name, quote::TokenType type) {
  std::optional<std::int64_t> found;
  for (const auto& token : quote::tokenize(name)) {
    if (token.type != type || token.value <= 0) continue;
    if (found && *found != token.value) return std::nullopt;
    found = token.value;
  }
  return found;
}

}  // namespace

std::optional<PartKind> kind_of_category(std::string_view folder) {
  static constexpr std::array<std::pair<std::string_view, PartKind>, 9> kCategories = {
      {{"CPU", PartKind::cpu},
       {"CPUCooler", PartKind::cooler},
       {"GPU", PartKind::gpu},
       {"Motherboard", PartKind::board},
       {"NetworkCard", PartKind::nic},
       {"PCCase", PartKind::chassis},
       {"PSU", PartKind::psu},
       {"RAM", PartKind::memory},
       {"Storage", PartKind::storage}}};
  const auto* known =
      std::find_if(kCategories.begin(), kCategories.end(), [&](const auto& c) { return c.first == folder; });
  return known == kCategories.end() ? std::nullopt : std::optional(known->second);
}

void map_fields(const Record& record, const MapContext& context, Draft& draft) {
  switch (draft.kind()) {
    case PartKind::gpu:
      return map_gpu(record, context, draft);
    case PartKind::board:
      return map_board(record, context, draft);
    case PartKind::cpu:
      return map_cpu(record, draft);
    case PartKind::memory:
      return map_memory(record, context, draft);
    case PartKind::psu:
      return map_psu(record, context, draft);
    case PartKind::chassis:
      return map_chassis(record, context, draft);
    case PartKind::cooler:
      return map_cooler(record, context, draft);
    case PartKind::storage:
      return map_storage(record, draft);
    default:
      return;  // network cards have names and part numbers alone
  }
}

std::string socket_name(std::string_view text) {
  std::string name(text);
  if (name.starts_with("LGA ")) name.erase(3, 1);
  if (name == "sTR4") name = "TR4";
  return name;
}

std::string board_form_factor(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kForms = {{{"ATX", "ATX"},
                                                                                           {"Micro ATX", "Micro-ATX"},
                                                                                           {"Mini-ITX", "Mini-ITX"},
                                                                                           {"EATX", "E-ATX"},
                                                                                           {"XL ATX", "XL-ATX"},
                                                                                           {"SSI EEB", "SSI-EEB"},
                                                                                           {"SSI CEB", "SSI-CEB"}}};
  const auto* known = std::find_if(kForms.begin(), kForms.end(), [&](const auto& f) { return f.first == text; });
  return std::string(known == kForms.end() ? std::string_view() : known->second);
}

std::optional<Rational> watts_in(std::string_view name) {
  const auto watts = only_figure(name, quote::TokenType::watts);
  return watts ? std::optional(Rational(*watts)) : std::nullopt;
}

std::optional<Rational> gigabytes_in(std::string_view name) {
  const auto megabytes = only_figure(name, quote::TokenType::capacity);
  return megabytes ? Rational::make(*megabytes, 1000) : std::nullopt;
}

}  // namespace planner::import
