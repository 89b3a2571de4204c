// Quantities as text that reads back as the very same quantity, for files that planner writes.
#pragma once

#include <string>

#include "units/quantity.h"

namespace planner {

/// "267.7 mm", "x16", "3.5 slots", "3200 MHz", "0.8": all digits, no thousands separators.
std::string exact_text(const Amount& amount);

template <class Tag>
std::string exact_text(Quantity<Tag> quantity) {
  return exact_text(Amount{quantity.in_base(), Tag::dimension});
}

}  // namespace planner
