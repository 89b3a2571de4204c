// Typed values out of a Node tree, with located messages that say what was expected and what stood there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/enum_names.h"
#include "source/diagnostic.h"
#include "source/node.h"
#include "units/dimension.h"
#include "units/quantity.h"

namespace planner {

/// Reads values of one file. Every function returns nothing after it has reported an error.
class NodeReader {
 public:
  NodeReader(std::string file, Diagnostics& diagnostics) : file_(std::move(file)), diagnostics_(diagnostics) {}

  const std::string& file() const { return file_; }
  std::size_t error_count() const { return diagnostics_.error_count(); }
  void error(Location at, std::string message, std::string help = {}) {
    diagnostics_.error(file_, at, std::move(message), std::move(help));
  }
  void warning(Location at, std::string message, std::string help = {}) {
    diagnostics_.warning(file_, at, std::move(message), std::move(help));
  }

  /// True if `node` is a map whose keys are all in `keys`; `owner` names the thing: "unknown field `x` of a slot".
  bool is_map_of(const Node& node, std::span<const std::string_view> keys, std::string_view owner);
  bool is_list(const Node& node, std::string_view what);

  std::optional<std::string> text(const Node& node, std::string_view what);
  /// A list of texts; a single text counts as a list of one.
  std::optional<std::vector<std::string>> texts(const Node& node, std::string_view what);
  std::optional<bool> boolean(const Node& node, std::string_view what);
  std::optional<int> integer(const Node& node, std::string_view what, int least, int most);
  /// A number of that dimension in base units, within what is plausible for any part.
  std::optional<Rational> amount(const Node& node, std::string_view what, Dimension dimension);
  /// "2026", "2026-03" or "2026-03-29".
  std::optional<std::string> date(const Node& node, std::string_view what);
  /// One of `names`.
  std::optional<std::string> choice(const Node& node, std::string_view what, std::span<const std::string_view> names);

  template <class E>
  std::optional<E> enumerator(const Node& node, std::string_view what) {
    const auto name = choice(node, what, names_of<E>());
    return name ? enum_of<E>(*name) : std::nullopt;
  }
  template <class Tag>
  std::optional<Quantity<Tag>> quantity(const Node& node, std::string_view what) {
    const auto value = amount(node, what, Tag::dimension);
    return value ? std::optional(Quantity<Tag>::from_rational(*value)) : std::nullopt;
  }

 private:
  std::string file_;
  Diagnostics& diagnostics_;
};

/// "`a`, `b` and `c`" for messages.
std::string listed(std::span<const std::string_view> names);

/// A help line "did you mean `x`?" if a name is near, else `otherwise`.
std::string near_or(std::string_view name, std::span<const std::string_view> names, std::string otherwise);

}  // namespace planner
