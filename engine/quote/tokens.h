// Part names as tokens: what names a model, what states a figure, what is only decoration.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planner::quote {

enum class TokenType : std::uint8_t {
  model,          ///< has a digit and names the thing: "4090", "7443p", "wrx90e"
  discriminator,  ///< a word that makes another product of a name: "super", "ti", "max-q", "server"
  word,           ///< any other word: "torrent", "sage"
  family,         ///< a word that lists leave out at will: "geforce", "ryzen", "nvidia"
  capacity,       ///< "24 GB": value in MB
  watts,          ///< "1600 W": value in W
  year,           ///< "(2024)"
  slack           ///< decoration and other figures: "black", "PCIe 5.0 x16", "64-core", "ATX"
};

struct Token {
  std::string text;
  TokenType type = TokenType::word;
  std::int64_t value = 0;
  bool aside = false;  ///< within brackets
};

/// Tokens of a name or phrase. "RTX4090" becomes "rtx" "4090", "Max-Q" one token, "24 GB" one capacity, "WS"
/// "workstation".
std::vector<Token> tokenize(std::string_view text);

/// Folded text with nothing but letters, digits and '+': equal for all ways to space and punctuate a name.
std::string compact(std::string_view text);

}  // namespace planner::quote
