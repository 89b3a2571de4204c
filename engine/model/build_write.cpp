// Writes builds. YAML and JSON come from one JSON tree: JSON flow style is YAML too, but people get block style.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/build_file.h"
#include "model/exact_text.h"
#include "model/field.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

std::string price_text(const BuildItem& item) {
  const std::string amount = format_decimal(*Rational::make(*item.price_cents, 100), 2);
  return item.currency == "USD" ? "$" + amount : item.currency + " " + amount;
}

std::string scalar_text(const Scalar& value, const ScalarType& type) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* number = std::get_if<Rational>(&value)) return exact_text(Amount{*number, type.dimension});
  return std::get<std::string>(value);
}

/// A part that the build owns, in catalog form: its known scalar fields.
Json custom_json(const Part& part) {
  const PartInfo& info = info_of(part);
  Json j{{"kind", name_of(kind_of(part))}, {"id", info.id}, {"name", info.name}, {"confidence", "medium"}};
  j["sources"] = info.sources.empty() ? std::vector<std::string>{"stated in the quote"} : info.sources;
  for (const Field& f : fields_of(kind_of(part))) {
    const Known<Scalar> value = f.get(raw(part));
    if (value) j[std::string(f.name)] = scalar_text(*value, f.type);
  }
  return j;
}

Json item_json(const BuildItem& item) {
  Json j{{"part", info_of(*item.part).id}, {"count", item.count}};
  if (!item.slots.empty()) j["slots"] = item.slots;
  if (item.power_limit) j["power_limit"] = exact_text(*item.power_limit);
  if (item.price_cents) j["price"] = price_text(item);
  return j;
}

Json build_json(const Build& build) {
  Json j{{"planner_build", 1}};
  if (!build.name.empty()) j["name"] = build.name;
  j["parts"] = Json::array();
  Json custom = Json::array();
  for (const BuildItem& item : build.items) {
    j["parts"].push_back(item_json(item));
    const bool own = std::any_of(build.custom_parts.begin(), build.custom_parts.end(), [&](const auto& p) { return p.get() == item.part; });
    if (own) custom.push_back(custom_json(*item.part));
  }
  if (!custom.empty()) j["custom_parts"] = custom;
  for (const Waiver& w : build.waivers) {
    Json waiver{{"rule", w.rule}, {"reason", w.reason}};
    if (!w.until.empty()) waiver["until"] = w.until;
    j["waivers"].push_back(waiver);
  }
  if (build.inlet_temperature) j["inlet_temperature"] = exact_text(*build.inlet_temperature);
  return j;
}

std::string dump(const Json& j) { return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

/// Block style: top-level keys on lines of their own, one line an element of a list. JSON strings are valid YAML.
std::string yaml_of(const Json& j) {
  std::string out = "# A planner build: check it with `planner check`, buy it, and keep it for the acceptance of the machine.\n";
  for (const auto& [key, value] : j.items()) {
    if (!value.is_array()) {
      out += key + ": " + dump(value) + "\n";
      continue;
    }
    out += key + ":\n";
    for (const Json& element : value) out += "  - " + dump(element) + "\n";
  }
  return out;
}

}  // namespace

std::string write_build_yaml(const Build& build) { return yaml_of(build_json(build)); }

std::string write_build_json(const Build& build) {
  return build_json(build).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace planner
