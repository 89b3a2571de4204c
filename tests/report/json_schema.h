// A validator for the keywords of JSON Schema 2020-12 that docs/schema uses; any other keyword is refused.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace planner {

/// Validates documents against the schemas of a folder.
class JsonSchema {
 public:
  /// `file` names the schema; references reach its sibling files.
  JsonSchema(std::string folder, std::string file);

  /// Faults as "/findings/0/rule: is not a string"; empty for a valid document.
  std::vector<std::string> faults(const nlohmann::json& document);

 private:
  using Json = nlohmann::json;
  struct Place {
    std::string file;
    const Json* schema;
  };
  const Json& load(const std::string& file);
  Place resolve(const std::string& file, const std::string& reference);
  void validate(const Place& place, const Json& value, const std::string& path);
  void validate_object(const Place& place, const Json& value, const std::string& path);
  void validate_alternatives(const Place& place, const Json& value, const std::string& path);
  void check_keywords(const Json& schema);
  void fault(const std::string& path, const std::string& what) { faults_.push_back(path + ": " + what); }

  std::string folder_;
  std::string file_;
  std::map<std::string, Json> files_;
  std::vector<std::string> faults_;
};

}  // namespace planner
