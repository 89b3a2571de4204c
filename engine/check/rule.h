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
  bool essential = false;         ///< suggest prints only builds for which it is decided, not merely not failed
  bool makes_incomplete = false;  ///< a failure means that the input lacks what a verdict needs
  std::vector<std::string> yields_to;      ///< rules whose failure explains this one: then it is not reported again
  std::string why;
  std::string source;
  std::vector<FixTemplate> fixes;
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

/// All active rules, sorted by id.
class RuleSet {
 public:
  /// Loads rule documents (`area:`, `rules:`), example parts and base builds. A later layer may override the severity
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
  std::vector<Rule> rules_;
  std::vector<Document> example_parts_;
  std::vector<BaseBuild> base_builds_;
  std::uint64_t digest_ = 0xcbf29ce484222325ull;
};

}  // namespace planner
