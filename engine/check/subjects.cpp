#include "check/subjects.h"

#include <map>

#include "check/schema.h"

namespace planner {
namespace {

/// Splits "GPU 3 (name)" into "GPU", 3 and "(name)"; false for labels of another shape.
bool split_label(const std::string& label, std::string& kind, int& index, std::string& name) {
  const std::size_t open = label.find(" (");
  const std::string head = label.substr(0, open);
  const std::size_t space = head.rfind(' ');
  if (space == std::string::npos || space + 1 >= head.size()) return false;
  const std::string digits = head.substr(space + 1);
  if (digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos) return false;
  kind = head.substr(0, space);
  index = std::stoi(digits);
  name = open == std::string::npos ? std::string() : label.substr(open);
  return true;
}

std::string format_runs(const std::vector<int>& indices) {
  std::string text;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t j = i;
    while (j + 1 < indices.size() && indices[j + 1] == indices[j] + 1) ++j;
    text += (text.empty() ? "" : ", ") + std::to_string(indices[i]);
    if (j > i) text += (j == i + 1 ? ", " : "-") + std::to_string(indices[j]);
    i = j + 1;
  }
  return text;
}

}  // namespace

expr::ObjectRef Subject::object() const {
  return environment.bindings.empty() ? environment.root : environment.bindings.front();
}

std::string Subject::label() const {
  const expr::ObjectRef ref = object();
  return ref.type->label ? ref.type->label(ref.object) : ref.type->name;
}

std::vector<Subject> subjects_of(const Rule& rule, const Facts& facts) {
  return subjects_of(rule, root_object(facts));
}

std::vector<Subject> subjects_of(const Rule& rule, expr::ObjectRef root) {
  if (rule.each.empty()) return {Subject{{root, {}, 0}}};
  std::vector<Subject> subjects;
  const expr::Value list = root.type->find(rule.each)->get(root.object);
  if (const auto* elements = std::get_if<expr::List>(&list)) {
    subjects.reserve(elements->size());
    for (const expr::ObjectRef& element : *elements) subjects.push_back({{root, {element}, 0}});
  }
  return subjects;
}

std::optional<std::string> missing_list(const Rule& rule, expr::ObjectRef root) {
  if (rule.each.empty()) return std::nullopt;
  const expr::Value list = root.type->find(rule.each)->get(root.object);
  const auto* unknown = std::get_if<expr::Unknown>(&list);
  return unknown != nullptr ? std::optional(unknown->reason) : std::nullopt;
}

std::vector<std::string> compress_labels(const std::vector<std::string>& labels) {
  std::vector<std::string> result;
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, std::vector<int>>> groups;
  for (const std::string& label : labels) {
    std::string kind;
    std::string name;
    int index = 0;
    if (!split_label(label, kind, index, name)) {
      result.push_back(label);
      continue;
    }
    auto [it, added] = groups.try_emplace({kind, name}, result.size(), std::vector<int>{});
    if (added) result.emplace_back();
    it->second.second.push_back(index);
  }
  for (const auto& [key, group] : groups)
    result[group.first] = key.first + " " + format_runs(group.second) + key.second;
  return result;
}

}  // namespace planner
