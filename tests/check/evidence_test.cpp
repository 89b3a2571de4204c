// From computed facts back to the catalog.
#include "check/evidence.h"

#include <doctest/doctest.h>

#include "check/check.h"
#include "check/schema.h"
#include "embedded_world.h"

using namespace planner;

namespace {

const expr::Member* member(std::string_view name) {
  const std::size_t dot = name.find('.');
  const expr::ObjectType* type = rule_schema().find(name.substr(0, dot));
  return type != nullptr ? type->find(name.substr(dot + 1)) : nullptr;
}

}  // namespace

TEST_CASE("the inputs of facts are facts and catalog fields that exist") {
  for (const FactInputs& inputs : fact_inputs()) {
    CHECK_MESSAGE(member(inputs.fact) != nullptr, inputs.fact);
    for (const std::string_view field : inputs.fields) {
      REQUIRE_MESSAGE(member(field) != nullptr, field);
      CHECK_MESSAGE(static_cast<bool>(member(field)->origin), field);
    }
  }
}

TEST_CASE("a computed fact is shown with the catalog figures behind it") {
  EmbeddedWorld& world = embedded_world();
  Build build;
  for (const char* id :
       {"asus-pro-ws-trx50-sage-wifi", "kingston-fury-beast-ddr5-5600-64-gb-2x32", "nvidia-geforce-rtx-4090"}) {
    const Part* part = world.catalog.find(id);
    REQUIRE_MESSAGE(part != nullptr, id);
    build.items.push_back({part, 1, {}, {}, {}, {}, {static_cast<std::uint32_t>(build.items.size() + 1), 1}});
  }
  build.catalog = &world.catalog;
  const Report report = check(Facts(build), world.rules, {});
  bool found = false;
  for (const Finding& f : report.findings) {
    if (f.rule != "MEM-802") continue;
    found = true;
    REQUIRE(f.places.size() == 1);
    CHECK(f.places.front().line == 2);
    std::size_t from_catalog = 0;
    for (const FindingEvidence& e : f.evidence)
      from_catalog += e.fact == "board.udimm" && !e.file.empty() && e.line > 0;
    CHECK(from_catalog == 1);
  }
  CHECK(found);
}
