// What every reader demands of its text before it looks at the format.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "source/diagnostic.h"
#include "source/node.h"

namespace planner {

/// Line and column of a byte offset (at most the size of the text).
Location locate(std::string_view text, std::size_t offset);

/// True if the text is within `limits.bytes`, well-formed UTF-8 and free of NUL; otherwise reports why not, with the
/// place.
bool accept_text(std::string_view text, const std::string& file, const ReadLimits& limits, Diagnostics& diagnostics);

/// Skips a UTF-8 byte order mark.
std::string_view without_byte_order_mark(std::string_view text);

/// "8 MiB" or "512 bytes", for messages about limits.
std::string describe_size(std::size_t bytes);

}  // namespace planner
