#include <algorithm>
#include <utility>

#include "expr/expression.h"
#include "expr/reporter.h"

namespace planner::expr {

/// Text, or text followed by the value of an expression.
struct Template::Piece {
  std::string text;
  std::optional<Expression> hole;
};

namespace {

/// Longest message text that is read.
constexpr std::size_t kMaxTemplateBytes = 16384;

/// End of the hole whose expression begins at `at`: its `}` outside quotes, or npos.
std::size_t hole_end(std::string_view text, std::size_t at) {
  char quote = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == '\0' && c == '}') return at;
    if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    } else if (quote != '\0' && c == '\\') {
      ++at;
    }
  }
  return std::string_view::npos;
}

/// A number in front of a percent sign.
bool is_percent(const Value& value, std::string_view after) {
  const Range* range = std::get_if<Range>(&value);
  return range != nullptr && range->is_exact() && (after.starts_with('%') || after.starts_with(" %"));
}

}  // namespace

std::optional<Template> Template::compile(std::string_view text, const Scope& scope, const SourceText& where,
                                          Diagnostics& diagnostics) {
  Reporter reporter(text, where, diagnostics);
  if (text.size() > kMaxTemplateBytes) {
    reporter.error({0, 1}, "message is longer than " + std::to_string(kMaxTemplateBytes) + " bytes");
    return std::nullopt;
  }
  std::vector<Piece> pieces(1);
  bool good = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const auto offset = static_cast<std::uint32_t>(at);
    if (c != '{' && c != '}') {
      pieces.back().text += c;
    } else if (at + 1 < text.size() && text[at + 1] == c) {
      pieces.back().text += c;
      ++at;
    } else if (c == '}') {
      reporter.error({offset, 1}, "`}` without `{`", "write `}}` for a brace");
    } else if (const std::size_t end = hole_end(text, at + 1); end == std::string_view::npos) {
      reporter.error({offset, 1}, "`{` is not closed", "write `{{` for a brace");
      break;
    } else {
      pieces.back().hole =
          Expression::compile(text.substr(at + 1, end - at - 1), scope, place_of(text, where, at + 1), diagnostics);
      good = good && pieces.back().hole.has_value();
      pieces.emplace_back();
      at = end;
    }
  }
  if (!good || reporter.failed()) return std::nullopt;
  return Template(std::move(pieces));
}

Template::Template(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

std::string Template::render(const Environment& environment) const {
  std::string out;
  for (const Piece& piece : pieces_) {
    out += piece.text;
    if (!piece.hole) continue;
    const Value value = piece.hole->evaluate(environment);
    const bool last = &piece == &pieces_.back();
    if (!last && is_percent(value, (&piece + 1)->text))
      out += format_decimal(*std::get<Range>(value).low, 1);
    else
      out += is_unknown(value) ? "unknown" : format(value, piece.hole->type());
  }
  return out;
}

std::string Template::text() const {
  std::string out;
  for (const Piece& piece : pieces_) {
    out += piece.text;
    if (piece.hole) out += "{" + piece.hole->text() + "}";
  }
  return out;
}

Footprint Template::footprint() const {
  Footprint reads = 0;
  for (const Piece& piece : pieces_) reads |= piece.hole ? piece.hole->footprint() : 0;
  return reads;
}

}  // namespace planner::expr
