// Terminal style and layout of text reports: color only where wanted, lines wrapped at a width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.h"

namespace planner {

struct TextStyle {
  bool color = false;
  std::size_t width = 100;
};

enum class Ink { plain, bold, dim, red, yellow, green, cyan };

/// The text in that ink, or unchanged without color.
std::string paint(const TextStyle& style, Ink ink, std::string_view text);

/// Wraps at spaces to the style's width; continuation lines are indented by `indent`, the first is not.
std::string wrap(const TextStyle& style, std::string_view text, std::size_t indent);

/// Number of columns a UTF-8 text takes (one per code point).
std::size_t columns_of(std::string_view text);

/// Text cut or padded to exactly `width` columns.
std::string fit(std::string_view text, std::size_t width);

/// A table: columns padded to their widest cell, two spaces between, no trailing spaces, each line indented.
std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

}  // namespace planner
