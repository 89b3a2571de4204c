#include "expr/parser.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "expr/cursor.h"

namespace planner::expr {
namespace {

using NodePtr = std::unique_ptr<Node>;

std::optional<Op> relation_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::less:
      return Op::less;
    case TokenKind::less_equal:
      return Op::less_equal;
    case TokenKind::greater:
      return Op::greater;
    case TokenKind::greater_equal:
      return Op::greater_equal;
    case TokenKind::equal:
      return Op::equal;
    case TokenKind::not_equal:
      return Op::not_equal;
    case TokenKind::in:
      return Op::in;
    default:
      return std::nullopt;
  }
}

/// Tokens at which an operand is plainly missing: they are left for whoever waits for them.
bool closes(TokenKind kind) {
  switch (kind) {
    case TokenKind::end:
    case TokenKind::right_paren:
    case TokenKind::right_bracket:
    case TokenKind::comma:
    case TokenKind::question:
    case TokenKind::colon:
    case TokenKind::and_:
    case TokenKind::or_:
    case TokenKind::implies:
      return true;
    default:
      return false;
  }
}

class Parser {
 public:
  Parser(std::string_view text, Reporter& reporter) : cursor_(text, reporter) {}

  NodePtr run() {
    if (cursor_.empty()) {
      cursor_.error(cursor_.peek().span, "expression is empty");
      return nullptr;
    }
    NodePtr root = expression();
    if (!cursor_.at_end()) cursor_.unexpected();
    return cursor_.stopped() ? nullptr : std::move(root);
  }

 private:
  /// Guards the recursion of the grammar; false when the text nests too deep.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) { ok_ = ++parser_.level_ <= kMaxDepth; }
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    explicit operator bool() const { return ok_; }

   private:
    Parser& parser_;
    bool ok_ = false;
  };

  NodePtr stop(std::string message) {
    cursor_.stop(std::move(message));
    return std::make_unique<Node>();
  }
  NodePtr too_deep() { return stop("expression nests more than " + std::to_string(kMaxDepth) + " levels"); }

  NodePtr make(Op op, Span span, Span token) {
    if (++nodes_ > kMaxNodes)
      return stop("expression has more than " + std::to_string(kMaxNodes) + " operands and operators");
    auto node = std::make_unique<Node>();
    node->op = op;
    node->span = span;
    node->token = token;
    return node;
  }

  template <class... Operands>
  NodePtr make(Op op, Span token, NodePtr first, Operands... rest) {
    NodePtr node = make(op, first->span, token);
    adopt(*node, std::move(first));
    (adopt(*node, std::move(rest)), ...);
    return node->depth > kMaxDepth ? too_deep() : std::move(node);
  }

  static void adopt(Node& node, NodePtr operand) {
    node.depth = std::max<std::uint16_t>(node.depth, static_cast<std::uint16_t>(operand->depth + 1));
    if (operand->span.offset < node.span.offset) node.span = cover(operand->span, node.span);
    if (operand->span.end() > node.span.end()) node.span = cover(node.span, operand->span);
    node.operands.push_back(std::move(operand));
  }

  NodePtr expression() {
    const Level level(*this);
    if (!level) return too_deep();
    NodePtr condition = implication();
    const Span token = cursor_.peek().span;
    if (!cursor_.accept(TokenKind::question)) return condition;
    NodePtr chosen = implication();
    cursor_.expect(TokenKind::colon, "`:`");
    NodePtr other = expression();
    return make(Op::conditional, token, std::move(condition), std::move(chosen), std::move(other));
  }

  NodePtr implication() {
    NodePtr left = disjunction();
    const Span token = cursor_.peek().span;
    if (!cursor_.accept(TokenKind::implies)) return left;
    const Level level(*this);
    if (!level) return too_deep();
    return make(Op::implies, token, std::move(left), implication());
  }

  NodePtr disjunction() {
    return chain(Op::or_, TokenKind::or_, [this] { return conjunction(); });
  }
  NodePtr conjunction() {
    return chain(Op::and_, TokenKind::and_, [this] { return relation(); });
  }

  /// `a && b && c` is one node of three operands, so that long conditions are not deep.
  template <class Operand>
  NodePtr chain(Op op, TokenKind kind, Operand operand) {
    NodePtr first = operand();
    if (cursor_.peek().kind != kind) return first;
    NodePtr node = make(op, cursor_.peek().span, std::move(first));
    while (!cursor_.stopped() && cursor_.accept(kind)) adopt(*node, operand());
    return node->depth > kMaxDepth ? too_deep() : std::move(node);
  }

  NodePtr relation() {
    NodePtr left = sum();
    const auto op = relation_of(cursor_.peek().kind);
    if (!op) return left;
    const Span token = cursor_.advance().span;
    NodePtr node = *op == Op::in ? membership(std::move(left), token) : make(*op, token, std::move(left), sum());
    if (relation_of(cursor_.peek().kind) && !cursor_.stopped()) {
      cursor_.error(cursor_.peek().span, "comparisons cannot be chained", "join them with `&&`, or use parentheses");
      node->op = Op::error;
      while (!cursor_.stopped() && relation_of(cursor_.peek().kind)) {
        cursor_.advance();
        sum();
      }
    }
    return node;
  }

  NodePtr membership(NodePtr left, Span token) {
    NodePtr node = make(Op::in, token, std::move(left));
    if (!cursor_.accept(TokenKind::left_bracket)) {
      cursor_.unexpected("`[`: `in` takes a list of constants");
      node->op = Op::error;
      if (!closes(cursor_.peek().kind)) sum();
      return node;
    }
    do {
      adopt(*node, constant());
    } while (cursor_.accept(TokenKind::comma));
    const Span last = cursor_.peek().span;
    if (cursor_.expect(TokenKind::right_bracket, "`]`")) node->span = cover(node->span, last);
    return node;
  }

  NodePtr constant() {
    const Span sign = cursor_.peek().span;
    const bool negative = cursor_.accept(TokenKind::minus);
    const TokenKind kind = cursor_.peek().kind;
    const bool literal =
        kind == TokenKind::number ||
        (!negative && (kind == TokenKind::text || kind == TokenKind::true_ || kind == TokenKind::false_));
    if (!literal) {
      cursor_.unexpected("a constant");
      if (!closes(cursor_.peek().kind)) cursor_.advance();
      return make(Op::error, sign, sign);
    }
    NodePtr node = primary();
    if (negative && node->op == Op::number) negate(*node, sign);
    return node;
  }

  static void negate(Node& literal, Span sign) {
    const auto value = subtract(0, *std::get<Range>(literal.literal).low);
    literal.literal = number(value.value_or(0));
    literal.name.insert(0, "-");
    literal.span = cover(sign, literal.span);
  }

  NodePtr sum() {
    NodePtr left = product();
    while (!cursor_.stopped() && (cursor_.peek().kind == TokenKind::plus || cursor_.peek().kind == TokenKind::minus)) {
      const Op op = cursor_.peek().kind == TokenKind::plus ? Op::add : Op::subtract;
      const Span token = cursor_.advance().span;
      left = make(op, token, std::move(left), product());
    }
    return left;
  }

  NodePtr product() {
    NodePtr left = unary();
    while (!cursor_.stopped() && (cursor_.peek().kind == TokenKind::star || cursor_.peek().kind == TokenKind::slash)) {
      const Op op = cursor_.peek().kind == TokenKind::star ? Op::multiply : Op::divide;
      const Span token = cursor_.advance().span;
      left = make(op, token, std::move(left), unary());
    }
    return left;
  }

  NodePtr unary() {
    if (cursor_.peek().kind != TokenKind::not_ && cursor_.peek().kind != TokenKind::minus) return postfix();
    const Level level(*this);
    if (!level) return too_deep();
    const Op op = cursor_.peek().kind == TokenKind::not_ ? Op::not_ : Op::negate;
    const Span token = cursor_.advance().span;
    NodePtr node = make(op, token, unary());
    node->span = cover(token, node->span);
    return node;
  }

  NodePtr postfix() {
    NodePtr node = primary();
    while (!cursor_.stopped() && cursor_.accept(TokenKind::dot)) {
      const Token name = cursor_.peek();
      if (!cursor_.expect(TokenKind::identifier, "a name")) {
        node->op = Op::error;
        return node;
      }
      const bool called = cursor_.peek().kind == TokenKind::left_paren;
      node = make(called ? Op::call : Op::name, name.span, std::move(node));
      node->name = name.text;
      node->span = cover(node->span, name.span);
      if (called) arguments(*node);
    }
    return node;
  }

  void arguments(Node& node) {
    cursor_.advance();
    if (cursor_.peek().kind != TokenKind::right_paren) {
      do {
        adopt(node, expression());
      } while (!cursor_.stopped() && cursor_.accept(TokenKind::comma));
    }
    const Span last = cursor_.peek().span;
    if (cursor_.expect(TokenKind::right_paren, "`)`")) node.span = cover(node.span, last);
    if (node.depth > kMaxDepth) too_deep();
  }

  NodePtr primary() {
    const Token& token = cursor_.peek();
    switch (token.kind) {
      case TokenKind::number:
        return literal(Op::number, number(token.amount.value));
      case TokenKind::text:
        return literal(Op::text, token.text);
      case TokenKind::true_:
        return literal(Op::boolean, true);
      case TokenKind::false_:
        return literal(Op::boolean, false);
      case TokenKind::identifier:
        return name();
      case TokenKind::left_paren:
        return parenthesized();
      default:
        break;
    }
    cursor_.unexpected(cursor_.peek().kind == TokenKind::left_bracket ? "a value: lists stand only after `in`"
                                                                      : "a value");
    NodePtr node = make(Op::error, token.span, token.span);
    if (!closes(cursor_.peek().kind)) cursor_.advance();
    return node;
  }

  NodePtr literal(Op op, Value value) {
    const Token& token = cursor_.advance();
    NodePtr node = make(op, token.span, token.span);
    node->literal = std::move(value);
    node->name = token.text;
    if (op == Op::number) node->type = Type::number(token.amount.dimension);
    return node;
  }

  NodePtr name() {
    const Token& token = cursor_.advance();
    const bool called = cursor_.peek().kind == TokenKind::left_paren;
    NodePtr node = make(called ? Op::function : Op::name, token.span, token.span);
    node->name = token.text;
    if (called) arguments(*node);
    return node;
  }

  NodePtr parenthesized() {
    const Span open = cursor_.advance().span;
    NodePtr node = expression();
    const Span close = cursor_.peek().span;
    if (cursor_.expect(TokenKind::right_paren, "`)`")) node->span = cover(open, close);
    return node;
  }

  Cursor cursor_;
  std::size_t nodes_ = 0;
  std::uint32_t level_ = 0;
};

}  // namespace

std::unique_ptr<Node> parse(std::string_view text, Reporter& reporter) {
  if (text.size() > kMaxBytes) {
    reporter.error({0, 1}, "expression is longer than " + std::to_string(kMaxBytes) + " bytes");
    return nullptr;
  }
  return Parser(text, reporter).run();
}

}  // namespace planner::expr
