// Makes Node trees in code, for what is written out as YAML or JSON.
#pragma once

#include <string>
#include <utility>

#include "source/node.h"

namespace planner {

inline Node scalar_node(std::string text, bool quoted = false) {
  Node n;
  n.kind = Node::Kind::scalar;
  n.quoted = quoted;
  n.text = std::move(text);
  return n;
}

inline Node list_node() {
  Node n;
  n.kind = Node::Kind::list;
  return n;
}

inline Node map_node() {
  Node n;
  n.kind = Node::Kind::map;
  return n;
}

/// Appends an entry to a map; the key must be new.
inline void put(Node& map, std::string key, Node value) {
  map.entries.push_back({std::move(key), {}, std::move(value)});
}
inline void put(Node& map, std::string key, std::string text) {
  put(map, std::move(key), scalar_node(std::move(text)));
}

/// A list of texts.
template <class Texts>
Node text_list_node(const Texts& texts) {
  Node n = list_node();
  for (const auto& text : texts) n.items.push_back(scalar_node(std::string(text)));
  return n;
}

}  // namespace planner
