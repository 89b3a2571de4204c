#include "import/draft.h"

#include <algorithm>

#include "source/content_hash.h"
#include "source/node_builder.h"

namespace planner::import {
namespace {

bool within(const Node& node, Location at) {
  return node.at == at ||
         std::any_of(node.items.begin(), node.items.end(), [&](const Node& n) { return within(n, at); }) ||
         std::any_of(node.entries.begin(), node.entries.end(),
                     [&](const Node::Entry& e) { return within(e.value, at); });
}

void set_place(Node& node, Location at) {
  node.at = at;
  for (Node& item : node.items) set_place(item, at);
  for (Node::Entry& e : node.entries) {
    e.at = at;
    set_place(e.value, at);
  }
}

}  // namespace

void Draft::put_entry(std::string key, Node value, Location at) {
  set_place(value, at);
  part_.entries.push_back({std::move(key), at, std::move(value)});
}

void Draft::figure(std::string_view field, std::string text, Location at, bool sure) {
  Node value = scalar_node(std::move(text));
  if (sure) {
    Node with_origin = map_node();
    put(with_origin, "value", std::move(value));
    put(with_origin, "confidence", "medium");
    value = std::move(with_origin);
  }
  put_entry(std::string(field), std::move(value), at);
}

void Draft::figure(std::string_view field, Rational value, std::string_view unit, Location at, bool sure) {
  figure(field, format_decimal(value) + (unit.empty() ? "" : " ") + std::string(unit), at, sure);
}

void Draft::list(std::string_view field, const std::vector<std::string>& texts, Location at) {
  if (!texts.empty()) put_entry(std::string(field), text_list_node(texts), at);
}

void Draft::structured(std::string_view field, Node value, Location at) {
  put_entry(std::string(field), std::move(value), at);
}

void Draft::unknown(std::string_view field, std::string why) {
  Node value = map_node();
  put(value, "unknown", std::move(why));
  put_entry(std::string(field), std::move(value));
}

std::string Draft::drop(Location at) {
  if (at == Location{}) return {};
  const auto bad = std::find_if(part_.entries.begin(), part_.entries.end(),
                                [&](const Node::Entry& e) { return e.at == at || within(e.value, at); });
  if (bad == part_.entries.end()) return {};
  std::string key = bad->key;
  part_.entries.erase(bad);
  return key;
}

bool Draft::says_the_same(const Draft& other) const {
  // Headers come after the figures, so that a finished draft is compared by its first entries.
  if (kind_ != other.kind_ || part_.entries.size() < other.part_.entries.size()) return false;
  Node mine = map_node();
  mine.entries.assign(part_.entries.begin(),
                      part_.entries.begin() + static_cast<std::ptrdiff_t>(other.part_.entries.size()));
  const bool ended =
      part_.entries.size() == other.part_.entries.size() || part_.entries[other.part_.entries.size()].key == "id";
  return ended && content_digest({{}, std::move(mine)}) == content_digest({{}, other.part_});
}

Node Draft::document() const {
  Node root = map_node(), parts = list_node();
  parts.items.push_back(part_);
  put(root, "kind", std::string(name_of(kind_)));
  put(root, "parts", std::move(parts));
  return root;
}

}  // namespace planner::import
