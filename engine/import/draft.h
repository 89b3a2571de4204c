// A part of the catalog's format in the making.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/part.h"
#include "source/node.h"
#include "units/rational.h"

namespace planner::import {

class Draft {
 public:
  explicit Draft(PartKind kind) : kind_(kind) {}

  PartKind kind() const { return kind_; }
  /// A header entry: name, vendor, variant_of ...
  void header(std::string key, Node value) { put_entry(std::move(key), std::move(value)); }
  /// A figure of the part's own (low) confidence, or of medium confidence where `sure`.
  void figure(std::string_view field, std::string text, Location at, bool sure = false);
  void figure(std::string_view field, Rational value, std::string_view unit, Location at, bool sure = false);
  void list(std::string_view field, const std::vector<std::string>& texts, Location at);
  void structured(std::string_view field, Node value, Location at);
  /// Expressly unknown, so that a variant does not take the figure of its part.
  void unknown(std::string_view field, std::string why);
  bool has(std::string_view field) const { return part_.find(field) != nullptr; }
  /// Takes the entry out whose key or value stands at `at`; empty if there is none, else its key.
  std::string drop(Location at);

  /// True if both have the same entries, wherever they stood.
  bool says_the_same(const Draft& other) const;

  /// `{kind: ..., parts: [the part]}`.
  Node document() const;

 private:
  void put_entry(std::string key, Node value, Location at = {});

  PartKind kind_;
  Node part_ = [] {
    Node n;
    n.kind = Node::Kind::map;
    return n;
  }();
};

}  // namespace planner::import
