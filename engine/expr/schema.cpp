#include "expr/schema.h"

#include <algorithm>
#include <utility>

namespace planner::expr {

const Member* ObjectType::find(std::string_view member) const {
  const auto it = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.name == member; });
  return it == members.end() ? nullptr : &*it;
}

const ObjectType* Schema::find(std::string_view type) const {
  const auto it = std::find_if(types.begin(), types.end(), [&](const ObjectType& t) { return t.name == type; });
  return it == types.end() ? nullptr : &*it;
}

ObjectType& Schema::add(std::string name, std::string doc) {
  return types.emplace_back(ObjectType{std::move(name), std::move(doc), {}, {}, {}});
}

}  // namespace planner::expr
