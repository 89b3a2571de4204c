// One reading of a text, for tests.
#pragma once

#include <string>
#include <string_view>

#include "gpu_probe/machine/merge.h"

namespace planner::machine {

/// Everything that the text tells, merged.
inline Machine read_text(std::string_view text, bool identifiers = false) {
  return merge_all(read_document_of_machine("test", text), identifiers);
}

/// The machine of several texts; the first is "a", then "b", ...
inline Machine read_texts(std::initializer_list<std::string_view> texts) {
  std::vector<Reading> readings;
  char name = 'a';
  for (const std::string_view text : texts) {
    for (Reading& reading : read_document_of_machine(std::string(1, name), text))
      readings.push_back(std::move(reading));
    ++name;
  }
  return merge_all(std::move(readings), false);
}

}  // namespace planner::machine
