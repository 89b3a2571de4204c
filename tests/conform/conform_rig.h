// The shipped catalog and rules about machines, and short ways to judge evidence by them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/judge.h"
#include "check/rule_test.h"
#include "embedded_world.h"
#include "gpu_probe/conform/conform_schema.h"
#include "gpu_probe/conform/evidence.h"
#include "gpu_probe/conform/hints.h"
#include "model/build_file.h"
#include "source/embedded.h"
#include "source/read.h"

namespace planner::testing {

inline const RuleSet& machine_rules() {
  static const auto rules = [] {
    RuleSet set{conform::conform_domain()};
    Diagnostics diagnostics;
    std::vector<Document> documents;
    auto all = unpack_embedded();
    REQUIRE(all.has_value());
    for (Document& d : *all)
      if (d.file.starts_with("rules/")) documents.push_back(std::move(d));
    set.add_layer(documents, diagnostics);
    return set;
  }();
  return rules;
}

/// A plan, evidence, and what came out of them.
struct Judged {
  std::optional<Build> build;
  std::optional<Facts> facts;
  conform::Evidence evidence;
  conform::Comparison comparison;
  Report report;

  bool found(const std::string& rule) const {
    for (const Finding& f : report.findings)
      if (f.rule == rule && f.outcome == Outcome::failed) return true;
    return false;
  }
  std::vector<std::string> failed() const {
    std::vector<std::string> rules;
    for (const Finding& f : report.findings)
      if (f.outcome == Outcome::failed) rules.push_back(f.rule);
    return rules;
  }
};

/// Judges the text of files and what people tell; `plan` is a build file's text, or empty.
inline std::unique_ptr<Judged> judge_text(const Catalog& catalog, const std::vector<conform::EvidenceFile>& files,
                                          const std::vector<std::string>& told = {}, const std::string& plan = {}) {
  auto j = std::make_unique<Judged>();
  Diagnostics diagnostics;
  if (!plan.empty()) {
    const auto root = parse_yaml(plan, "plan.yaml", ReadLimits{}, diagnostics);
    if (root) j->build = read_build(*root, "plan.yaml", catalog, diagnostics);
    if (j->build) j->facts.emplace(*j->build);
  }
  j->evidence = conform::read_evidence(files, diagnostics);
  conform::tell(told, j->evidence);
  conform::Input input;
  input.machine = &j->evidence.machine;
  input.plan = j->facts ? &*j->facts : nullptr;
  input.observed = &j->evidence.observed;
  input.catalog = &catalog;
  j->comparison = conform::compare(input);
  j->report = judge(conform::root_object(j->comparison), machine_rules(), {});
  conform::settle_hints(j->evidence.machine, j->report);
  return j;
}

}  // namespace planner::testing
