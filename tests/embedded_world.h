// The shipped catalog and rules, loaded once for a test program.
#pragma once

#include <doctest/doctest.h>

#include "check/rule.h"
#include "model/catalog.h"
#include "source/embedded.h"
#include "source/read.h"

namespace planner {

struct EmbeddedWorld {
  Catalog catalog;
  RuleSet rules;
  Diagnostics diagnostics;
};

inline EmbeddedWorld& embedded_world() {
  static EmbeddedWorld world;
  static const bool loaded = [] {
    auto documents = unpack_embedded();
    if (!documents) return false;
    std::vector<Document> catalog;
    std::vector<Document> rules;
    for (Document& d : *documents) (d.file.starts_with("rules/") ? rules : catalog).push_back(std::move(d));
    world.catalog.add_layer(catalog, world.diagnostics);
    world.rules.add_layer(rules, world.diagnostics);
    return true;
  }();
  REQUIRE(loaded);
  return world;
}

}  // namespace planner
