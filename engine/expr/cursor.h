// The token stream as the parser walks it: look ahead, accept, and report what is out of place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/lexer.h"

namespace planner::expr {

/// Walks the tokens of one text. Errors that only follow from the last one are not reported.
class Cursor {
 public:
  Cursor(std::string_view text, Reporter& reporter);

  const Token& peek() const { return tokens_[at_]; }
  bool at_end() const { return peek().kind == TokenKind::end; }
  /// True when the text had no token at all.
  bool empty() const { return tokens_.size() == 1; }
  /// The current token; steps over it unless it is the end.
  const Token& advance() { return tokens_[at_end() ? at_ : at_++]; }
  /// Steps over a token of that kind, if it stands here.
  bool accept(TokenKind kind);
  /// Likewise; otherwise reports that `symbol` was expected.
  bool expect(TokenKind kind, const std::string& symbol);
  /// Reports the current token as out of place.
  void unexpected(const std::string& wanted = {});
  /// Reports that a limit is exceeded and steps to the end.
  void stop(std::string message);
  bool stopped() const { return stopped_; }
  void error(Span span, std::string message, std::string help = {});

 private:
  std::string hint(const Token& token) const;

  std::string_view text_;
  Reporter& reporter_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t quiet_until_ = 0;  ///< tokens before it are not reported: they follow an error
  bool stopped_ = false;
};

}  // namespace planner::expr
