// Evaluation of a checked tree: total, without exceptions, three-valued.
#pragma once

#include <array>

#include "expr/interval.h"
#include "expr/node.h"

namespace planner::expr {

/// Reason of everything that a part decides which is not chosen yet.
inline constexpr const char* kNotChosen = "not chosen yet";

/// Reason of a result that nested macros over long lists would take too long to find.
inline constexpr const char* kTooManyElements = "too many elements to visit";

/// What a running evaluation sees: the caller's objects and the variables of the macros around it.
struct Frame {
  explicit Frame(const Environment& e) : environment(e) {}
  const Environment& environment;
  std::array<ObjectRef, kMaxMacroDepth> locals;
  std::uint32_t visited = 0;

  /// Counts one element visited by a macro; false when the evaluation has had its share and ends as unknown.
  bool visit() { return ++visited <= kMaxVisited; }
  static constexpr std::uint32_t kMaxVisited = 2'000'000;
};

/// Value of a checked node. An Unknown may lack its reason, and numbers may be ranges also for complete builds
/// (the smallest of 800 W and an unknown is at most 800 W); `settled` mends both.
Value evaluate(const Node& node, Frame& frame);

/// The elements of a list as far as they are known.
struct Elements {
  List items;
  std::vector<bool> uncertain;     ///< per item: may turn out not to belong; empty when all are certain
  bool complete = true;            ///< false: more may follow
  std::optional<Unknown> missing;  ///< there is no list at all, and why
  bool certain(std::size_t i) const { return uncertain.empty() || !uncertain[i]; }
};

/// Value of a member. Of a list that still grows, the elements so far: they will belong to the final list.
Value read_member(const Node& node, Frame& frame);

Elements evaluate_list(const Node& node, Frame& frame);

/// Value of a macro or `.count()`.
Value evaluate_macro(const Node& node, Frame& frame);

/// A value by the rules for callers: reasons given, and inexact only while parts are open.
Value settled(Value value, const Node& node, const Environment& environment);

Truth truth_of(const Value& value);
/// A boolean, or Unknown without a reason.
Value boolean(Truth truth);

}  // namespace planner::expr
