#include "expr/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace planner::expr {
namespace {

/// Longest fraction that is read, so that every literal can be printed exactly again.
constexpr std::size_t kFractionDigits = 18;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name_start(char c) {
  return is_letter(c) || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80U;
}

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

/// Longer symbols stand before their prefixes.
constexpr std::array kSymbols = {
    Symbol{"==>", TokenKind::implies},    Symbol{"==", TokenKind::equal},         Symbol{"!=", TokenKind::not_equal},
    Symbol{"<=", TokenKind::less_equal},  Symbol{">=", TokenKind::greater_equal}, Symbol{"&&", TokenKind::and_},
    Symbol{"||", TokenKind::or_},         Symbol{"(", TokenKind::left_paren},     Symbol{")", TokenKind::right_paren},
    Symbol{"[", TokenKind::left_bracket}, Symbol{"]", TokenKind::right_bracket},  Symbol{",", TokenKind::comma},
    Symbol{".", TokenKind::dot},          Symbol{"?", TokenKind::question},       Symbol{":", TokenKind::colon},
    Symbol{"!", TokenKind::not_},         Symbol{"-", TokenKind::minus},          Symbol{"+", TokenKind::plus},
    Symbol{"*", TokenKind::star},         Symbol{"/", TokenKind::slash},          Symbol{"<", TokenKind::less},
    Symbol{">", TokenKind::greater},
};

struct Mistake {
  std::string_view text;
  std::string_view instead;
};

constexpr std::array kMistakes = {
    Mistake{"=", "=="}, Mistake{"&", "&&"}, Mistake{"|", "||"}, Mistake{"≤", "<="}, Mistake{"≥", ">="},
    Mistake{"≠", "!="}, Mistake{"×", "*"},  Mistake{"·", "*"},  Mistake{"÷", "/"},  Mistake{"−", "-"},
    Mistake{"–", "-"},  Mistake{"“", "\""}, Mistake{"”", "\""}, Mistake{"’", "'"},  Mistake{"‘", "'"},
};

std::string unit_help(std::string_view wrong) {
  std::vector<std::string_view> symbols;
  for (const Unit& unit : unit_table()) {
    if (unit.symbol != "$") symbols.push_back(unit.symbol);
  }
  const auto same = [&](std::string_view symbol) {
    return std::equal(symbol.begin(), symbol.end(), wrong.begin(), wrong.end(),
                      [](char a, char b) { return (a | 0x20) == (b | 0x20); });
  };
  const auto near = std::find_if(symbols.begin(), symbols.end(), same);
  if (near != symbols.end()) return "did you mean " + quoted(*near) + "?";
  if (wrong.size() > 1 && (wrong[0] | 0x20) == 'e' && is_digit(wrong[1]))
    return "write the number out; it has no exponent";
  const std::string help = suggestion(wrong, symbols);
  return help.empty() ? "units are " + listed(symbols, symbols.size()) : help;
}

class Lexer {
 public:
  Lexer(std::string_view text, Reporter& reporter) : text_(text), reporter_(reporter) {}

  std::vector<Token> run() {
    while (skip_space()) next();
    add(TokenKind::end, text_.size());
    return std::move(tokens_);
  }

 private:
  bool skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size();
  }

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token& add(TokenKind kind, std::size_t begin) {
    Token token;
    token.kind = kind;
    token.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max<std::size_t>(1, at_ - begin))};
    tokens_.push_back(std::move(token));
    return tokens_.back();
  }

  void fail(std::size_t begin, std::string message, std::string help = {}) {
    reporter_.error(add(TokenKind::error, begin).span, std::move(message), std::move(help));
  }

  void next() {
    const char c = peek();
    if (is_digit(c) || (c == '$' && is_digit(peek(1)))) return number();
    if (is_name_start(c)) return name();
    if (c == '"' || c == '\'') return string(c);
    symbol();
  }

  void symbol() {
    const std::size_t begin = at_;
    const std::string_view rest = text_.substr(at_);
    const auto it =
        std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Symbol& s) { return rest.starts_with(s.text); });
    if (it != kSymbols.end()) {
      at_ += it->text.size();
      add(it->kind, begin);
      return;
    }
    stray_character();
  }

  void stray_character() {
    const std::size_t begin = at_;
    const std::string_view rest = text_.substr(at_);
    const auto it =
        std::find_if(kMistakes.begin(), kMistakes.end(), [&](const Mistake& m) { return rest.starts_with(m.text); });
    if (it != kMistakes.end()) {
      at_ += it->text.size();
      return fail(begin, "unexpected character " + quoted(it->text), "write " + quoted(it->instead));
    }
    const bool printable = peek() > ' ' && peek() < 0x7F;
    const std::string message =
        printable ? "unexpected character " + quoted(rest.substr(0, 1)) : "unexpected character";
    if (is_ascii(peek())) {
      ++at_;
    } else {
      while (at_ < text_.size() && !is_ascii(text_[at_])) ++at_;
    }
    const std::string_view help = rest.front() == '%' ? "`%` is percent and follows a number; there is no modulo" : "";
    fail(begin, message, std::string(help));
  }

  void name() {
    const std::size_t begin = at_;
    while (is_name_part(peek())) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool member = !tokens_.empty() && tokens_.back().kind == TokenKind::dot;
    if (!member && word.size() > 1 && word.front() == 'x' && std::all_of(word.begin() + 1, word.end(), is_digit))
      return lanes(begin, word);
    const TokenKind kind = member            ? TokenKind::identifier
                           : word == "true"  ? TokenKind::true_
                           : word == "false" ? TokenKind::false_
                           : word == "in"    ? TokenKind::in
                                             : TokenKind::identifier;
    add(kind, begin).text = word;
  }

  void lanes(std::size_t begin, std::string_view word) {
    const auto amount = parse_amount(word);
    if (!amount) return fail(begin, "number is too large");
    Token& token = add(TokenKind::number, begin);
    token.amount = *amount;
    token.text = "x" + format_decimal(amount->value);
  }

  void number() {
    const std::size_t begin = at_;
    const bool money = peek() == '$';
    if (money) ++at_;
    const std::size_t digits = at_;
    while (is_digit(peek()) || peek() == '_') ++at_;
    std::size_t fraction = 0;
    if (peek() == '.' && is_digit(peek(1))) {
      const std::size_t point = at_++;
      while (is_digit(peek())) ++at_;
      fraction = at_ - point - 1;
    }
    const auto value = parse_decimal(text_.substr(digits, at_ - digits));
    const std::string_view symbol = money ? "$" : unit_symbol();
    const Unit* unit = symbol.empty() ? nullptr : find_unit(symbol);
    if (!symbol.empty() && unit == nullptr) {
      const std::size_t unit_begin = at_ - symbol.size();
      return fail(unit_begin, "unknown unit " + quoted(symbol), unit_help(symbol));
    }
    const auto scaled = value && unit != nullptr ? multiply(*value, unit->scale) : value;
    if (fraction > kFractionDigits) return fail(begin, "number has more than 18 decimals");
    if (!scaled) return fail(begin, "number cannot be read exactly", "at most 18 digits, single `_` between digits");
    Token& token = add(TokenKind::number, begin);
    token.amount = {*scaled, unit != nullptr ? unit->dimension : dim::number};
    token.text = printed(*value, symbol);
  }

  static std::string printed(Rational value, std::string_view symbol) {
    const std::string digits = format_decimal(value, kFractionDigits);
    if (symbol.empty()) return digits;
    if (symbol == "$") return "$" + digits;
    return digits + (symbol == "%" ? "" : " ") + std::string(symbol);
  }

  /// The unit after a number, at most one space away; consumes it. `in` before `[` is the operator, not inches, and
  /// the `s` of `GB/s.gen` is a name, not seconds.
  std::string_view unit_symbol() {
    std::size_t begin = at_ + (peek() == ' ' ? 1 : 0);
    if (begin >= text_.size()) return {};
    if (text_[begin] == '%') {
      at_ = begin + 1;
      return text_.substr(begin, 1);
    }
    if (!is_name_start(text_[begin])) return {};
    std::size_t end = begin;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    if (text_.substr(begin, end - begin) == "in" && operator_follows(end)) return {};
    if (per_second_follows(end)) {
      const std::string_view rate = text_.substr(begin, end + 2 - begin);
      if (find_unit(rate) != nullptr) end += 2;
    }
    if (find_unit(text_.substr(begin, end - begin)) == nullptr) end = rate_end(end);
    at_ = end;
    return text_.substr(begin, end - begin);
  }

  /// End of "/S" after an unknown unit, so that the message shows all of "Gb/S".
  std::size_t rate_end(std::size_t at) const {
    if (at + 1 >= text_.size() || text_[at] != '/' || !is_letter(text_[at + 1])) return at;
    for (++at; at < text_.size() && is_letter(text_[at]);) ++at;
    return at;
  }

  bool operator_follows(std::size_t at) const {
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at < text_.size() && text_[at] == '[';
  }

  bool per_second_follows(std::size_t at) const {
    const std::string_view rest = text_.substr(at);
    if (!rest.starts_with("/s")) return false;
    if (rest.size() > 2 && is_name_part(rest[2])) return false;
    return !(rest.size() > 3 && rest[2] == '.' && is_name_start(rest[3]));
  }

  void string(char quote) {
    const std::size_t begin = at_++;
    std::string content;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\') {
        const char escaped = peek(1);
        if (escaped != '\\' && escaped != '"' && escaped != '\'') {
          reporter_.error({static_cast<std::uint32_t>(at_), 2}, "unknown escape in a text",
                          "only \\\\, \\\" and \\' can be escaped");
        }
        ++at_;
        if (at_ >= text_.size() || text_[at_] == '\n') break;
      }
      content += text_[at_++];
    }
    if (at_ >= text_.size() || text_[at_] != quote)
      return fail(begin, "text is not closed", std::string("end it with ") + quote);
    ++at_;
    add(TokenKind::text, begin).text = std::move(content);
  }

  std::string_view text_;
  Reporter& reporter_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, Reporter& reporter) {
  return Lexer(text, reporter).run();
}

}  // namespace planner::expr
