// What people complain about: the symptoms that `doctor` knows, and finding them in free text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planner::conform {

/// A complaint. `id` is what rules name under `symptoms:`; `hard` ones prove by themselves that something is wrong
/// (a machine that resets is not accepted), the others only tell where to look.
struct Symptom {
  std::string_view id;     ///< "slow-transfers"
  std::string_view title;  ///< "transfers are slow"
  bool hard = false;
  /// Each phrase is a list of word beginnings that must all occur in one clause: "never return"; a dot at the end of
  /// one means the whole word, an exclamation mark before one that it must not occur.
  std::span<const std::string_view> phrases;
  std::string_view measure;  ///< what to measure where the records do not decide; empty: nothing decides it
};

/// All symptoms, in the order of `doctor --list`.
std::span<const Symptom> all_symptoms();
/// The symptom of that id, or null.
const Symptom* find_symptom(std::string_view id);

/// The symptoms that a text complains of, in table order. Clauses that say that something works ("2 GPUs fine") count
/// for nothing. Empty when none is recognised.
std::vector<const Symptom*> symptoms_in(std::string_view text);

}  // namespace planner::conform
