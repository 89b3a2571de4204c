// Names of the report's enumerations, as they stand in JSON.
#include "check/report.h"

namespace planner {

std::string_view name_of(Severity severity) {
  constexpr std::string_view names[] = {"advises", "degrades", "blocks"};
  return names[static_cast<std::size_t>(severity)];
}

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"failed", "not_evaluated", "waived", "passed"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view name_of(Owner owner) {
  constexpr std::string_view names[] = {"buyer", "integrator", "vendor", "electrician", "administrator"};
  return names[static_cast<std::size_t>(owner)];
}

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"pass", "pass_with_warnings", "fail", "incomplete", "inconclusive"};
  return names[static_cast<std::size_t>(verdict)];
}

}  // namespace planner
