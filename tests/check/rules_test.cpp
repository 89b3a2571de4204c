// The shipped rules: all load, each proves itself by its examples, ids are well formed.
#include <doctest/doctest.h>

#include <set>

#include "check/check.h"
#include "check/rule_test.h"
#include "embedded_world.h"

using namespace planner;

TEST_CASE("catalog and rules load without a message") {
  const auto& world = embedded_world();
  CHECK(render(world.diagnostics) == "");
  CHECK(world.rules.rules().size() >= 60);
  CHECK(world.catalog.parts().size() >= 500);
}

TEST_CASE("every rule passes its accept examples, fails its reject examples, and its fixes mend them") {
  const auto results = test_rules(embedded_world().rules);
  std::set<std::string> tested;
  for (const RuleTestResult& r : results) {
    INFO(r.rule << (r.accept ? " accept " : " reject ") << r.example << ": " << r.message);
    CHECK(r.passed);
    tested.insert(r.rule);
  }
  CHECK(tested.size() == embedded_world().rules.rules().size());
}

TEST_CASE("a rule of the same id twice in one layer names both places") {
  const std::string rule =
      "  - {id: T-1, title: t, severity: blocks, owner: buyer, for: build, require: 'gpus.count() > 0', message: m, "
      "why: w, fix: f, "
      "source: s, accept: [{}], reject: [{}]}\n";
  Diagnostics diagnostics;
  const auto root = parse_yaml("area: test\nrules:\n" + rule + rule, "twice.yaml", ReadLimits{}, diagnostics);
  REQUIRE(root);
  RuleSet rules;
  rules.add_layer({Document{"twice.yaml", *root}}, diagnostics);
  CHECK(render(diagnostics).find("rule T-1 is defined twice; first at twice.yaml:3") != std::string::npos);
}

TEST_CASE("an override changes a severity or switches a rule off") {
  Diagnostics diagnostics;
  auto documents = unpack_embedded();
  std::vector<Document> shipped;
  for (Document& d : *documents)
    if (d.file.starts_with("rules/")) shipped.push_back(std::move(d));
  RuleSet rules;
  rules.add_layer(shipped, diagnostics);
  const auto root = parse_yaml("override:\n  - {id: PWR-402, severity: advises}\n  - {id: THM-702, severity: off}\n",
                               "site.yaml", ReadLimits{}, diagnostics);
  REQUIRE(root);
  rules.add_layer({Document{"site.yaml", *root}}, diagnostics);
  CHECK(render(diagnostics) == "");
  REQUIRE(rules.find("PWR-402") != nullptr);
  CHECK(rules.find("PWR-402")->severity == Severity::advises);
  CHECK(rules.find("THM-702") == nullptr);
}
