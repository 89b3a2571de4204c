// Writes builds. YAML and JSON come from one JSON tree: JSON flow style is YAML too, but people get block style.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/build_file.h"
#include "model/exact_text.h"
#include "model/part_writer.h"
#include "model/price_reader.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

/// Scalars stay text: "450 W", "true" and "24" are read alike with and without quotes.
Json json_of(const Node& node) {
  if (node.is_scalar()) return node.text;
  Json j = node.is_list() ? Json::array() : Json::object();
  for (const Node& item : node.items) j.push_back(json_of(item));
  for (const Node::Entry& e : node.entries) j[e.key] = json_of(e.value);
  return j;
}

Json item_json(const BuildItem& item) {
  Json j{{"part", info_of(*item.part).id}, {"count", item.count}};
  if (!item.slots.empty()) j["slots"] = item.slots;
  if (item.power_limit) j["power_limit"] = exact_text(*item.power_limit);
  if (item.price_cents) j["price"] = format_price(*item.price_cents, item.currency);
  return j;
}

Json build_json(const Build& build) {
  Json j{{"planner_build", 1}};
  if (!build.name.empty()) j["name"] = build.name;
  j["parts"] = Json::array();
  Json custom = Json::array();
  for (const BuildItem& item : build.items) {
    j["parts"].push_back(item_json(item));
    const bool written =
        std::any_of(custom.begin(), custom.end(), [&](const Json& c) { return c["id"] == info_of(*item.part).id; });
    const bool own = !written && std::any_of(build.custom_parts.begin(), build.custom_parts.end(),
                                             [&](const auto& p) { return p.get() == item.part; });
    if (own) custom.push_back(json_of(write_part(*item.part)));
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

std::string dump(const Json& j) {
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Block style: top-level keys on lines of their own, one line an element of a list. JSON strings are valid YAML.
std::string yaml_of(const Json& j) {
  std::string out =
      "# A planner build: check it with `planner check`, buy it, and keep it for the acceptance of the machine.\n";
  for (const auto& [key, value] : j.items()) {
    if (!value.is_array() || value.empty()) {
      out += key + ": " + dump(value) + "\n";
      continue;
    }
    out += key + ":\n";
    for (const Json& element : value) out += "  - " + dump(element) + "\n";
  }
  return out;
}

}  // namespace

std::string write_build_yaml(const Build& build) {
  return yaml_of(build_json(build));
}

std::string write_build_json(const Build& build) {
  return build_json(build).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace planner
