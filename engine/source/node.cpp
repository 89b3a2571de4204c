#include "source/node.h"

#include <algorithm>

namespace planner {

const Node* Node::find(std::string_view key) const {
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return it == entries.end() ? nullptr : &it->value;
}

}  // namespace planner
