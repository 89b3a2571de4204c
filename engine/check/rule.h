// A rule as data: what it demands of whom, why, from which source, and with which examples it proves itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/report.h"
#include "expr/expression.h"
#include "source/node.h"

namespace planner {

/// How a rule's fix changes the build; candidates are found and verified by the engine, never written into the rule.
enum class FixKind : std::uint8_t {
  advice,        ///< text only
  replace_part,  ///< the cheapest other catalog part of `kind` that satisfies the rule and adds no blocking finding
  add_part,      ///< one or more of the cheapest catalog part of `kind`
  cap_gpu_power  ///< the highest power limit (multiple of 10 W) at which the rule holds
};

struct FixTemplate {
  FixKind type = FixKind::advice;
  std::string text;  ///< may hold `{part}`, `{limit}`, `{count}` for what the engine found
  PartKind kind = PartKind::psu;
};

/// A likely cause of a failure and what a person does about it. Causes stand in the order of their likelihood.
struct Cause {
  std::optional<expr::Expression> when;  ///< evidence that speaks for it; absent: always possible
  std::optional<expr::Template> text;
  std::optional<expr::Template> next;  ///< the step that removes it or tells it from the others
};

/// A small build that must pass or fail the rule: a named base build with changes.
struct RuleExample {
  Node node;
  bool accept = false;
};

struct Rule {
  std::string id;     ///< "PWR-104", never reused
  std::string title;  ///< names the bad thing: "psu-overcommitted"
  std::string area;
  Severity severity = Severity::advises;
  Owner owner = Owner::buyer;
  std::string each;  ///< "" for the build, else the list it ranges over: "gpus"
  std::string variable;
  std::optional<expr::Expression> when;
  std::optional<expr::Expression> require;
  std::optional<expr::Template> message;
  std::optional<expr::Template> question;  ///< to the vendor, when it cannot be evaluated
  bool essential = false;              ///< suggest prints only builds for which it is decided, not merely not failed
  bool makes_incomplete = false;       ///< a failure means that the input lacks what a verdict needs
  bool makes_inconclusive = false;     ///< a failure means that the evidence can be read either way
  std::vector<std::string> yields_to;  ///< rules whose failure explains this one: then it is not reported again
  std::string why;
  std::string source;
  std::vector<FixTemplate> fixes;
  std::vector<Cause> causes;          ///< of rules about assembled machines, in place of computed fixes
  std::vector<std::string> symptoms;  ///< complaints of users that a failure of this rule can explain
  std::vector<RuleExample> examples;
  expr::Footprint footprint = 0;  ///< of `when`, `require` and the list
  std::string file;
  Location at;
};

/// A named build that examples start from.
struct BaseBuild {
  std::string name;
  Node node;
};

/// What a set of rules is about: its name in rule files (`domain: conform`) and what its rules may name. The schema
/// outlives every set of the domain.
struct RuleDomain {
  std::string name;
  const expr::Schema* schema = nullptr;
};

/// Rules about builds: the domain of files that name none.
const RuleDomain& build_domain();

/// All active rules of one domain, sorted by id.
class RuleSet {
 public:
  RuleSet() : RuleSet(build_domain()) {}
  explicit RuleSet(RuleDomain domain) : domain_(std::move(domain)) {}
  const RuleDomain& domain() const { return domain_; }

  /// Loads rule documents (`area:`, `rules:`), example parts and base builds; documents of other domains are left out.
  /// A later layer may override the severity
  /// of a rule, waive it or switch it off (`override: [{id, severity|off|waive}]`) or add rules; the same id twice in
  /// one layer is an error that names both places. All errors are reported; a rule with errors is left out.
  void add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics);

  const std::vector<Rule>& rules() const { return rules_; }
  const Rule* find(std::string_view id_or_title) const;
  const std::vector<Document>& example_parts() const { return example_parts_; }
  const std::vector<BaseBuild>& base_builds() const { return base_builds_; }
  std::string digest() const;

 private:
  friend class RuleLoader;
  RuleDomain domain_;
  std::vector<Rule> rules_;
  std::vector<Document> example_parts_;
  std::vector<BaseBuild> base_builds_;
  std::uint64_t digest_ = 0xcbf29ce484222325ull;
};

}  // namespace planner
