// Which imported parts the shipped catalog knows already, and what imported parts are called.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/catalog.h"
#include "quote/resolver.h"
#include "units/rational.h"
#include "units/scalar.h"

namespace planner::import {

class Identity {
 public:
  explicit Identity(const Catalog& shipped);

  /// The shipped part of one of these part numbers, or of exactly this name; null if there is none or several.
  const Part* known(const std::string& name, std::span<const std::string> numbers, PartKind kind) const;
  /// The shipped card of a chip ("GeForce RTX 3080 10 GB") with that much memory (GB); null unless both are sure.
  const Part* base_card(const std::string& chip, std::optional<Rational> memory);

 private:
  quote::Resolver resolver_;
  std::unordered_map<std::string, std::vector<const Part*>> by_name_, by_number_;
  std::unordered_map<std::string, const Part*> base_cards_;
};

/// Those of the part numbers that can tell parts apart: neither colors nor revisions nor pieces of the name.
std::vector<std::string> usable_part_numbers(const std::vector<std::string>& numbers, const std::string& name);

/// An id of the catalog's form: the name, and the first digits of the data set's own id (or of the file's name), so
/// that it stays the same whatever else is imported.
std::string part_id(const std::string& name, const std::string& foreign_id, const std::string& file);

/// A field's value for people.
std::string shown(const Scalar& value, const ScalarType& type);

}  // namespace planner::import
