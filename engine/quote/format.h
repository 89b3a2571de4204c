// Which form an input has, from its first bytes, its extension and its look.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace planner::quote {

enum class Format : std::uint8_t { yaml, json, delimited, markdown, html, workbook, pdf, spaced, list };

/// Bytes decide before the extension, the extension before the look of the text.
Format detect_format(const std::string& path, std::string_view bytes);

}  // namespace planner::quote
