// One JSON file of an open data set, read by path; what means "unknown" there is unknown here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/node.h"
#include "units/rational.h"

namespace planner::import {

class Record {
 public:
  /// `file` is its path inside the data set; the tree must outlive the record.
  Record(const Node& root, std::string file) : root_(root), file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  /// The value at a path such as "metadata.name", or null.
  const Node* at(std::string_view path) const;
  Location place(std::string_view path) const;
  /// The text with runs of blanks and line ends as one blank; empty where there is none or it says nothing ("None").
  std::string text(std::string_view path) const;
  std::vector<std::string> texts(std::string_view path) const;
  /// A number above zero: the data set writes 0 for what it does not know.
  std::optional<Rational> number(std::string_view path) const;
  /// A whole number above zero.
  std::optional<std::int64_t> count(std::string_view path) const;
  bool is_true(std::string_view path) const;
  /// True if a map has a number above zero: a block of zeros alone is a form nobody filled in.
  bool has_figures(std::string_view path) const;

 private:
  const Node& root_;
  std::string file_;
};

}  // namespace planner::import
