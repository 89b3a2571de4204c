// The outcome of a check: findings with evidence, fixes and owners, and the verdict that follows from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expr/expression.h"
#include "model/build.h"

namespace planner {

enum class Severity : std::uint8_t { advises, degrades, blocks };
enum class Outcome : std::uint8_t { failed, not_evaluated, waived, passed };
enum class Owner : std::uint8_t { buyer, integrator, vendor, electrician, administrator };
enum class Verdict : std::uint8_t { pass, pass_with_warnings, fail, incomplete, inconclusive };
std::string_view name_of(Severity severity);
std::string_view name_of(Outcome outcome);
std::string_view name_of(Owner owner);
std::string_view name_of(Verdict verdict);

/// A remedy. `text` tells what to do; a patch can be applied to the build and checked again.
struct Fix {
  std::string text;
  struct Patch {
    enum class Kind : std::uint8_t { add, remove, replace, set_power_limit } kind = Kind::add;
    std::string part;         ///< id in the build (remove, replace, set_power_limit) or to add
    std::string replacement;  ///< replace: new id
    int count = 0;
    Known<Power> power_limit;
  };
  std::optional<Patch> patch;
  std::optional<Money> cost;  ///< difference in price
  bool verified = false;      ///< the patched build was checked and no longer has the finding
  std::string cause{};        ///< machines: the likely cause that it removes or tests; empty for builds
};

/// One operand that decided a finding, ready to print.
struct FindingEvidence {
  std::string operand;  ///< "g.length"
  std::string fact;     ///< "gpu.length", as `explain` knows it; empty for an object
  std::string subject;  ///< "GPU 3 (RTX 4090)"
  std::string value;    ///< "358 mm"
  std::string unit;
  std::string file;  ///< catalog file, or empty for a computed fact
  std::uint32_t line = 0;
  std::string source;
  std::string as_of;
  bool low_confidence = false;
};

struct Finding {
  std::string rule;  ///< "PWR-104"
  std::string title;
  Severity severity = Severity::advises;  ///< as reported
  bool weakened = false;                  ///< would block, but rests on a low-confidence figure
  Outcome outcome = Outcome::failed;
  std::vector<std::string> subjects;
  std::vector<Location> places;  ///< where the input names the subjects; empty: nowhere or not known
  std::string message;
  std::string margin;  ///< "short by 28 mm", or empty
  std::vector<FindingEvidence> evidence;
  std::vector<Fix> fixes;
  Owner owner = Owner::buyer;
  std::string why;     ///< not_evaluated: the missing figure; waived: the reason
  std::string source;  ///< of the rule
};

struct Counts {
  int blocks = 0, degrades = 0, advises = 0, passed = 0, not_evaluated = 0, waived = 0;
};

struct Report {
  Verdict verdict = Verdict::pass;
  Counts counts;
  std::vector<Finding>
      findings;  ///< failed first (blocks, degrades, advises), then waived, then not evaluated; by rule id
  std::vector<std::string> explained;  ///< rules that failed too, but whose failure a finding above explains
  std::vector<std::string> questions;  ///< to the vendor, for what could not be decided
  std::string catalog_digest;
  std::string rules_digest;
};

}  // namespace planner
