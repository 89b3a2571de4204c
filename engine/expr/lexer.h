// Tokens of the rule language. A number and its unit are one token, so that `450 W` needs no grammar of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expr/reporter.h"
#include "units/dimension.h"

namespace planner::expr {

enum class TokenKind : std::uint8_t {
  end,
  error,
  identifier,
  number,
  text,
  true_,
  false_,
  in,
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  comma,
  dot,
  question,
  colon,
  not_,
  minus,
  plus,
  star,
  slash,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  and_,
  or_,
  implies
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
  std::string text;  ///< identifier; content of a string; a number as it is printed: "450 W"
  Amount amount;     ///< number, in base units
};

/// Splits a text into tokens, the last being `end`. Errors are reported; the broken piece becomes an `error` token.
std::vector<Token> tokenize(std::string_view text, Reporter& reporter);

}  // namespace planner::expr
