// Compiled expressions of the rule language (docs/rule-language.md): typed with units, total, three-valued.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/schema.h"

namespace planner::expr {

/// A name bound by the rule itself ("g" in `for: each gpu g`).
struct Binding {
  std::string name;
  const ObjectType* type = nullptr;
};

/// The names visible to an expression.
struct Scope {
  const Schema* schema = nullptr;
  std::vector<Binding> bindings;
};

/// Where an expression's text stands, so that messages point into the YAML file.
struct SourceText {
  std::string file;
  Location at;            ///< of the first character of the text
  std::string line_text;  ///< the file's line, if at hand
};

/// Objects to evaluate on.
struct Environment {
  ObjectRef root;
  std::vector<ObjectRef> bindings;  ///< in the order of Scope::bindings
  /// Part kinds that are still open: members that read any of them yield ranges (by direction) or unknown,
  /// unless fixed. With nothing open, results are exact or unknown.
  Footprint open = 0;
};

/// One value that decided a result.
struct Evidence {
  std::string path;   ///< as written: "g.length"
  std::string fact;   ///< what it is: "gpu.length"; empty for an object
  std::string label;  ///< of the object it was read from: "GPU 3 (RTX 4090)"
  Value value;
  Type type;
  std::optional<Origin> origin;
  std::string why_unknown;
};

/// How far the sides of the deciding ordering comparison are apart ("short by 28 mm"). Of several that failed, the
/// first; a condition that holds has one only if a single comparison decided it (within a macro its tightest element).
struct Margin {
  Rational amount;  ///< > 0: by how much the requirement is missed; for a held one, the slack (< 0)
  Dimension dimension;
};

/// Result with the reads that decided it, in order of appearance and each once (at most 200): of a false `&&` its false
/// operands, of a false `||` all, of a comparison both sides, of a macro the elements that decide. An unknown result
/// lists the reads that are unknown, with their reasons.
struct Trace {
  Value result;
  std::vector<Evidence> evidence;
  std::optional<Margin> margin;
};

class Node;

class Expression {
 public:
  /// Lexes, parses and type-checks. All errors are added to `diagnostics`, with caret and "did you mean".
  static std::optional<Expression> compile(std::string_view text, const Scope& scope, const SourceText& where,
                                           Diagnostics& diagnostics);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  Type type() const;
  /// Union of `reads` of every member it can read.
  Footprint footprint() const;
  /// Full names ("gpu.length", "power.sustained") of all members it reads, sorted.
  const std::vector<std::string>& member_names() const;
  /// Canonical text; compiles to an equal expression.
  std::string text() const;

  Value evaluate(const Environment& environment) const;
  Trace trace(const Environment& environment) const;

 private:
  explicit Expression(std::unique_ptr<Node> root);
  std::unique_ptr<Node> root_;
  std::vector<std::string> member_names_;
};

/// Text with `{expression}` holes, as in rule messages; `{{` and `}}` are braces. Numbers print with their unit.
class Template {
 public:
  static std::optional<Template> compile(std::string_view text, const Scope& scope, const SourceText& where,
                                         Diagnostics& diagnostics);
  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  ~Template();
  /// Unknown holes print as "unknown".
  std::string render(const Environment& environment) const;
  /// As written, holes in canonical form.
  std::string text() const;
  Footprint footprint() const;

 private:
  struct Piece;
  explicit Template(std::vector<Piece> pieces);
  std::vector<Piece> pieces_;
};

/// A value as people read it: "450 W", "true", "x16", "rdimm", "unknown (depth not recorded)", labels for objects.
std::string format(const Value& value, const Type& type);

}  // namespace planner::expr
