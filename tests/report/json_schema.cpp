#include "report/json_schema.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace planner {
namespace {

using Json = nlohmann::json;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw std::runtime_error("schema names an unknown type " + type);
}

bool has_any_type(const Json& value, const Json& types) {
  if (types.is_string()) return has_type(value, types);
  return std::any_of(types.begin(), types.end(), [&](const Json& t) { return has_type(value, t); });
}

}  // namespace

JsonSchema::JsonSchema(std::string folder, std::string file) : folder_(std::move(folder)), file_(std::move(file)) {}

std::vector<std::string> JsonSchema::faults(const Json& document) {
  faults_.clear();
  validate({file_, &load(file_)}, document, "");
  return faults_;
}

const Json& JsonSchema::load(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  std::ifstream stream(folder_ + "/" + file);
  if (!stream) throw std::runtime_error("no schema " + file);
  return files_.emplace(file, Json::parse(stream)).first->second;
}

JsonSchema::Place JsonSchema::resolve(const std::string& file, const std::string& reference) {
  const std::size_t hash = reference.find('#');
  const std::string target = hash == 0 ? file : reference.substr(0, hash);
  return {target, &load(target).at(Json::json_pointer(reference.substr(hash + 1)))};
}

void JsonSchema::check_keywords(const Json& schema) {
  constexpr const char* kKnown[] = {
      "$schema", "$id",  "$defs", "title", "description", "type",    "properties", "required", "additionalProperties",
      "items",   "enum", "const", "$ref",  "anyOf",       "minimum", "pattern"};
  for (const auto& [key, unused] : schema.items())
    if (std::find(std::begin(kKnown), std::end(kKnown), key) == std::end(kKnown))
      throw std::runtime_error("schema uses the keyword " + key);
}

void JsonSchema::validate(const Place& place, const Json& value, const std::string& path) {
  const Json& schema = *place.schema;
  check_keywords(schema);
  if (schema.contains("$ref")) validate(resolve(place.file, schema["$ref"]), value, path);
  if (schema.contains("type") && !has_any_type(value, schema["type"]))
    return fault(path, "is " + std::string(value.type_name()) + ", not " + schema["type"].dump());
  if (schema.contains("const") && value != schema["const"]) fault(path, "is not " + schema["const"].dump());
  if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
    fault(path, value.dump() + " is none of " + schema["enum"].dump());
  if (schema.contains("minimum") && value.is_number() && value < schema["minimum"])
    fault(path, "is below " + schema["minimum"].dump());
  if (schema.contains("pattern") && value.is_string() &&
      !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
    fault(path, "does not match " + schema["pattern"].dump());
  if (schema.contains("anyOf")) validate_alternatives(place, value, path);
  if (value.is_object()) validate_object(place, value, path);
  if (value.is_array() && schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      validate({place.file, &schema["items"]}, value[i], path + "/" + std::to_string(i));
}

void JsonSchema::validate_object(const Place& place, const Json& value, const std::string& path) {
  const Json& schema = *place.schema;
  for (const Json& key : schema.value("required", Json::array()))
    if (!value.contains(key.get<std::string>())) fault(path, "lacks " + key.dump());
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [key, member] : value.items()) {
    const std::string at = path + "/" + key;
    if (properties.contains(key)) {
      validate({place.file, &schema["properties"][key]}, member, at);
    } else if (schema.contains("additionalProperties")) {
      const Json& rest = schema["additionalProperties"];
      if (rest == false) fault(at, "is not documented");
      if (rest.is_object()) validate({place.file, &rest}, member, at);
    }
  }
}

void JsonSchema::validate_alternatives(const Place& place, const Json& value, const std::string& path) {
  const std::vector<std::string> before = faults_;
  for (const Json& alternative : (*place.schema)["anyOf"]) {
    faults_ = before;
    validate({place.file, &alternative}, value, path);
    if (faults_.size() == before.size()) return;
  }
  faults_ = before;
  fault(path, "matches no alternative");
}

}  // namespace planner
