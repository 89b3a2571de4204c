#include "model/node_reader.h"

#include <algorithm>

namespace planner {
namespace {

std::string kind_name(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "empty";
    case Node::Kind::scalar:
      return "`" + node.text + "`";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return {};
}

std::string quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

/// What no part of a machine exceeds: beyond it a unit or a digit is wrong. In base units.
struct Plausible {
  Dimension dimension;
  std::int64_t least;
  std::int64_t most;
};
constexpr std::array kPlausible = {
    Plausible{dim::number, 0, 1'000'000},
    Plausible{dim::power, 0, 100'000},
    Plausible{dim::length, 0, 100'000},
    Plausible{dim::slots, 0, 64},
    Plausible{dim::lanes, 0, 1024},
    Plausible{dim::data, 0, 1'000'000},
    Plausible{dim::bandwidth, 0, 1'000'000},
    Plausible{dim::compute, 0, 10'000'000},
    Plausible{dim::voltage, 0, 1000},
    Plausible{dim::current, 0, 1000},
    Plausible{dim::airflow, 0, 10'000},
    Plausible{dim::temperature, -60, 150},
    Plausible{dim::frequency, 0, 100'000'000'000},
    Plausible{dim::time, 0, 1'000'000},
    Plausible{dim::mass, 0, 1000},
    Plausible{dim::money, 0, 100'000'000},
};

std::string example_of(Dimension dimension, std::string_view number) {
  if (dimension == dim::lanes) return "x" + std::string(number);
  if (dimension == dim::money) return "$" + std::string(number);
  if (dimension == dim::frequency) return std::string(number) + " MHz";
  const auto units = unit_table();
  const auto it = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.dimension == dimension; });
  return std::string(number) + (it == units.end() ? "" : " " + std::string(it->symbol));
}

std::string expectation(Dimension dimension) {
  return dimension.is_number() ? "a plain number" : "an amount of " + describe(dimension);
}

/// The symbols of all units of a dimension.
std::vector<std::string_view> symbols_of(Dimension dimension) {
  std::vector<std::string_view> symbols;
  for (const Unit& u : unit_table()) {
    if (u.dimension == dimension) symbols.push_back(u.symbol);
  }
  return symbols;
}

/// How to mend a text that is no amount of `dimension`.
std::string amount_help(std::string_view text, Dimension dimension) {
  const std::size_t split = std::min(text.find_first_not_of("-0123456789._"), text.size());
  const auto number = parse_decimal(text.substr(0, split));
  if (!number) return "write it like `" + example_of(dimension, "16") + "`";
  std::string_view symbol = text.substr(split);
  while (symbol.starts_with(' ')) symbol.remove_prefix(1);
  const std::string_view digits = text.substr(0, split);
  if (symbol.empty()) return "did you mean `" + example_of(dimension, digits) + "`?";
  if (const auto near = did_you_mean(symbol, symbols_of(dimension)))
    return "did you mean `" + std::string(digits) + " " + std::string(*near) + "`?";
  return "write it like `" + example_of(dimension, digits) + "`";
}

bool is_date(std::string_view text) {
  const auto digits = [&](std::size_t at, std::size_t count) {
    return text.size() >= at + count && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                    text.begin() + static_cast<std::ptrdiff_t>(at + count),
                                                    [](char c) { return c >= '0' && c <= '9'; });
  };
  const auto between = [&](std::size_t at, std::string_view least, std::string_view most) {
    const std::string_view part = text.substr(at, 2);
    return part >= least && part <= most;
  };
  const bool year = digits(0, 4) && (text.starts_with("19") || text.starts_with("20"));
  const bool month = text.size() == 4 || (text[4] == '-' && digits(5, 2) && between(5, "01", "12"));
  const bool day = text.size() <= 7 || (text[7] == '-' && digits(8, 2) && between(8, "01", "31"));
  return year && (text.size() == 4 || text.size() == 7 || text.size() == 10) && month && day;
}

}  // namespace

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += quoted(names[i]);
  }
  return out;
}

std::string near_or(std::string_view name, std::span<const std::string_view> names, std::string otherwise) {
  const auto near = did_you_mean(name, {names.begin(), names.end()});
  return near ? "did you mean " + quoted(*near) + "?" : std::move(otherwise);
}

bool NodeReader::is_map_of(const Node& node, std::span<const std::string_view> keys, std::string_view owner) {
  if (!node.is_map()) {
    error(node.at, std::string(owner) + " is a map of fields, not " + kind_name(node));
    return false;
  }
  bool all_known = true;
  for (const Node::Entry& e : node.entries) {
    if (std::find(keys.begin(), keys.end(), e.key) != keys.end()) continue;
    error(e.at, "unknown field " + quoted(e.key) + " of " + std::string(owner),
          near_or(e.key, keys, "it has " + listed(keys)));
    all_known = false;
  }
  return all_known;
}

bool NodeReader::is_list(const Node& node, std::string_view what) {
  if (node.is_list()) return true;
  error(node.at, quoted(what) + " is a list, not " + kind_name(node));
  return false;
}

std::optional<std::string> NodeReader::text(const Node& node, std::string_view what) {
  if (node.is_scalar() && !node.text.empty()) return node.text;
  error(node.at, quoted(what) + " is a text, not " + (node.is_scalar() ? "empty" : kind_name(node)),
        node.is_null() ? "leave the field out, or write {unknown: why}" : "");
  return std::nullopt;
}

std::optional<std::vector<std::string>> NodeReader::texts(const Node& node, std::string_view what) {
  std::vector<std::string> all;
  if (!node.is_list()) {
    auto one = text(node, what);
    if (!one) return std::nullopt;
    all.push_back(std::move(*one));
    return all;
  }
  for (const Node& item : node.items) {
    auto one = text(item, what);
    if (!one) return std::nullopt;
    all.push_back(std::move(*one));
  }
  return all;
}

std::optional<bool> NodeReader::boolean(const Node& node, std::string_view what) {
  if (node.is_scalar() && node.text == "true") return true;
  if (node.is_scalar() && node.text == "false") return false;
  error(node.at, quoted(what) + " is `true` or `false`, not " + kind_name(node));
  return std::nullopt;
}

std::optional<int> NodeReader::integer(const Node& node, std::string_view what, int least, int most) {
  const auto value = node.is_scalar() ? parse_decimal(node.text) : std::nullopt;
  if (!value || !value->is_integer()) {
    error(node.at, quoted(what) + " is a whole number, not " + kind_name(node));
    return std::nullopt;
  }
  if (*value < Rational(least) || *value > Rational(most)) {
    error(node.at,
          quoted(what) + " is " + std::to_string(least) + " to " + std::to_string(most) + ", not " + kind_name(node));
    return std::nullopt;
  }
  return static_cast<int>(value->num());
}

std::optional<Rational> NodeReader::amount(const Node& node, std::string_view what, Dimension dimension) {
  if (!node.is_scalar()) {
    error(node.at, quoted(what) + " is " + expectation(dimension) + ", not " + kind_name(node),
          node.is_null() ? "leave the field out, or write {unknown: why}" : "");
    return std::nullopt;
  }
  const auto amount = parse_amount(node.text);
  if (!amount || amount->dimension != dimension) {
    std::string problem = quoted(what) + " is " + expectation(dimension) + ", but " + kind_name(node);
    if (!amount) problem += " is not";
    if (amount && amount->dimension.is_number()) problem += " has no unit";
    if (amount && !amount->dimension.is_number()) problem += " is " + describe(amount->dimension);
    error(node.at, std::move(problem), amount_help(node.text, dimension));
    return std::nullopt;
  }
  const auto plausible =
      std::find_if(kPlausible.begin(), kPlausible.end(), [&](const Plausible& p) { return p.dimension == dimension; });
  if (plausible != kPlausible.end() &&
      (amount->value < Rational(plausible->least) || amount->value > Rational(plausible->most))) {
    error(node.at, quoted(what) + " of " + kind_name(node) + " is not plausible",
          "parts have " + format_amount({plausible->least, dimension}) + " to " +
              format_amount({plausible->most, dimension}));
    return std::nullopt;
  }
  return amount->value;
}

std::optional<std::string> NodeReader::date(const Node& node, std::string_view what) {
  if (node.is_scalar() && is_date(node.text)) return node.text;
  error(node.at, quoted(what) + " is a date such as 2026-03 or 2026-03-29, not " + kind_name(node));
  return std::nullopt;
}

std::optional<std::string> NodeReader::choice(const Node& node, std::string_view what,
                                              std::span<const std::string_view> names) {
  if (node.is_scalar() && std::find(names.begin(), names.end(), node.text) != names.end()) return node.text;
  error(node.at, quoted(what) + " cannot be " + kind_name(node), near_or(node.text, names, "it is " + listed(names)));
  return std::nullopt;
}

}  // namespace planner
