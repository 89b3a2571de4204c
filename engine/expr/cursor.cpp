#include "expr/cursor.h"

#include <utility>

namespace planner::expr {

Cursor::Cursor(std::string_view text, Reporter& reporter)
    : text_(text), reporter_(reporter), tokens_(tokenize(text, reporter)) {}

bool Cursor::accept(TokenKind kind) {
  if (peek().kind != kind || at_end()) return false;
  ++at_;
  return true;
}

bool Cursor::expect(TokenKind kind, const std::string& symbol) {
  if (accept(kind)) return true;
  unexpected(symbol);
  return false;
}

void Cursor::error(Span span, std::string message, std::string help) {
  reporter_.error(span, std::move(message), std::move(help));
}

void Cursor::stop(std::string message) {
  if (!stopped_) error(peek().span, std::move(message));
  stopped_ = true;
  at_ = tokens_.size() - 1;
}

void Cursor::unexpected(const std::string& wanted) {
  const Token& token = peek();
  const bool follows = at_ < quiet_until_;
  quiet_until_ = at_ + 2;
  if (stopped_ || token.kind == TokenKind::error || follows) return;
  std::string message = at_end() ? "unexpected end of expression"
                                 : "unexpected " + quoted(text_.substr(token.span.offset, token.span.length));
  if (!wanted.empty()) message += ", expected " + wanted;
  error(token.span, std::move(message), hint(token));
}

std::string Cursor::hint(const Token& token) const {
  if (at_ == 0) return {};
  const Token& before = tokens_[at_ - 1];
  if (token.kind == TokenKind::identifier) {
    if (token.text == "and") return "write `&&`";
    if (token.text == "or") return "write `||`";
    if (before.kind == TokenKind::number && find_unit(token.text) != nullptr)
      return "a unit stands at most one space after its number";
  }
  if (before.kind == TokenKind::identifier && before.text == "not") return "write `!`";
  if (before.kind == TokenKind::number && before.text.ends_with('%')) return "`%` is percent; there is no modulo";
  return {};
}

}  // namespace planner::expr
