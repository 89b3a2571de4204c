// Writes a snapshot: every known field of every struct, by the lists of fields.h.
#include <cmath>
#include <nlohmann/json.hpp>

#include "gpu_probe/machine/fields.h"
#include "gpu_probe/machine/snapshot.h"

namespace planner::machine {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::string& text) {
  return text;
}
Json to_json(std::int64_t number) {
  return number;
}
Json to_json(bool flag) {
  return flag;
}
Json to_json(double number) {
  return std::isfinite(number) ? Json(number) : Json();
}
Json to_json(const PciAddress& address) {
  return to_text(address);
}
Json to_json(EventKind kind) {
  return std::string(to_text(kind));
}
template <Described T>
Json to_json(const T& object);
template <class T>
Json to_json(const std::vector<T>& list);
template <class T>
Json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : Json();
}

template <class T>
Json to_json(const std::vector<T>& list) {
  Json array = Json::array();
  for (const T& item : list) array.push_back(to_json(item));
  return array;
}

template <Described T>
Json to_json(const T& object) {
  Json out = Json::object();
  each_field(object, [&](const char* name, const auto& value) {
    Json json = to_json(value);
    if (!json.is_null() && !(json.is_structured() && json.empty())) out[name] = std::move(json);
  });
  return out;
}

}  // namespace

std::string write_snapshot(const Machine& machine) {
  Json out = Json::object();
  out["planner_machine"] = true;
  out["format_version"] = kSnapshotVersion;
  Json body = to_json(machine);
  for (auto& [name, value] : body.items()) out[name] = std::move(value);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_snapshot(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n{");
  return start != std::string_view::npos && text.substr(start, 17) == "\"planner_machine\"";
}

}  // namespace planner::machine
