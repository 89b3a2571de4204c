// Rules about machines prove themselves, and say what a person needs to act.
#include "conform/conform_rig.h"
#include "gpu_probe/conform/example.h"

using namespace planner;
using namespace planner::testing;

TEST_CASE("every rule about machines passes its accept examples and fails its reject examples") {
  const auto results = conform::test_machine_rules(machine_rules(), embedded_world().rules);
  CHECK(results.size() >= 2 * machine_rules().rules().size());
  for (const RuleTestResult& r : results) {
    INFO(r.rule, r.accept ? " accept " : " reject ", r.example, ": ", r.message);
    CHECK(r.passed);
  }
}

TEST_CASE("every rule has ranked causes with a next step, and names known symptoms only") {
  CHECK(machine_rules().rules().size() >= 40);
  for (const Rule& rule : machine_rules().rules()) {
    INFO(rule.id);
    CHECK_FALSE(rule.causes.empty());
    for (const std::string& symptom : rule.symptoms) CHECK(conform::find_symptom(symptom) != nullptr);
    for (const std::string& other : rule.yields_to) CHECK(machine_rules().find(other) != nullptr);
  }
}

TEST_CASE("every symptom is known to at least one rule") {
  for (const conform::Symptom& symptom : conform::all_symptoms()) {
    INFO(symptom.id);
    const auto& rules = machine_rules().rules();
    CHECK(std::any_of(rules.begin(), rules.end(), [&](const Rule& r) {
      return std::find(r.symptoms.begin(), r.symptoms.end(), symptom.id) != r.symptoms.end();
    }));
  }
}

TEST_CASE("rules about machines stay out of the rules about builds, and the other way round") {
  for (const Rule& rule : machine_rules().rules()) CHECK(embedded_world().rules.find(rule.id) == nullptr);
  CHECK(machine_rules().find("PWR-401") == nullptr);
}
