// Texts made to hurt: they are refused with messages, quickly.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

std::string first_error(std::string_view text) {
  Diagnostics diagnostics;
  const auto expression = Expression::compile(text, scope(), {}, diagnostics);
  CHECK(expression.has_value() == !diagnostics.has_errors());
  return diagnostics.items().empty() ? "" : diagnostics.items().front().message;
}

TEST_CASE("hostile: nesting is limited, in every construct that nests") {
  const std::string deep = "expression nests more than 64 levels";
  CHECK(first_error(repeated("(", 2000)) == deep);
  CHECK(first_error(repeated("(", 70) + "yes" + repeated(")", 70)) == deep);
  CHECK(first_error(repeated("(", 60) + "yes" + repeated(")", 60)).empty());
  CHECK(first_error(repeated("!", 2000) + "yes") == deep);
  CHECK(first_error(repeated("-", 2000) + "1") == deep);
  CHECK(first_error(repeated("yes ? 1 : ", 300) + "2") == deep);
  CHECK(first_error(repeated("yes ==> ", 300) + "no") == deep);
  CHECK(first_error("1" + repeated(" + 1", 500)) == deep);
  CHECK(first_error("1" + repeated("*1", 500)) == deep);
  CHECK(first_error("g" + repeated(".a", 500)) == deep);
  CHECK(first_error(repeated("known(", 500)) == deep);
  CHECK(first_error(repeated("gpus.all(a, ", 300)) == deep);
}

TEST_CASE("hostile: size is limited, long conditions are not deep") {
  CHECK(first_error(std::string(5000, ' ')) == "expression is longer than 4096 bytes");
  CHECK(first_error("yes" + repeated("&&yes", 600)).empty());
  CHECK(first_error("no" + repeated("||no", 900)).empty());
  CHECK(first_error("1in[1" + repeated(",1", 1200) + "]") == "expression has more than 1000 operands and operators");
  CHECK(result("1in[1" + repeated(",1", 900) + "]") == "true");
}

TEST_CASE("hostile: names, texts and bytes that are not text") {
  CHECK(first_error(std::string(4000, 'a')).size() < 100);
  CHECK(first_error("g." + std::string(4000, 'a')).size() < 100);
  CHECK(first_error("g.cooling == '" + std::string(4000, 'a') + "'").size() < 120);
  CHECK(first_error(std::string(4000, '9')) == "number cannot be read exactly");
  CHECK(first_error("1 " + std::string(4000, 'W')).size() < 100);
  CHECK(first_error(std::string("yes\0no", 6)) == "unexpected character");
  CHECK(first_error("\xff\xfe\x80") == "unexpected character");
  CHECK(first_error("g.name == '\xff'").empty());
  CHECK(first_error("\x1b[31m") == "unexpected character");
  CHECK(first_error("\"\\") == "unknown escape in a text");
  CHECK(first_error("'") == "text is not closed");
}

TEST_CASE("hostile: nested macros over long lists end as unknown") {
  World world;
  while (world.gpus.size() < 300) world.gpus.push_back(world.gpus.front());
  const std::string nested = "gpus.sum(a, gpus.sum(b, gpus.sum(c, gpus.sum(d, 1))))";
  CHECK(result(nested, world) == "unknown (too many elements to visit)");
  CHECK(result(nested + " > 3", world) == "unknown (too many elements to visit)");
  CHECK(result("gpus.count(a, gpus.all(b, a.length == b.length)) == 0", world) == "true");
}

TEST_CASE("hostile: the number of messages is bounded") {
  Diagnostics diagnostics;
  CHECK_FALSE(Expression::compile(repeated("#", 4000), scope(), {}, diagnostics));
  CHECK(diagnostics.items().size() == Diagnostics::kLimit);
}

TEST_CASE("hostile: random sequences of tokens never crash") {
  constexpr const char* kPieces[] = {"g",   ".",  "length", "(",   ")",   "gpus",   ".all(", "x,", "x",   "&&",    "||",
                                     "!",   "-",  "450",    " W",  "80%", "?",      ":",     "in", "[",   "]",     ",",
                                     "'a'", "==", "<=",     "==>", "x16", "GB/s.x", "$3",    "/s", "yes", "known("};
  std::mt19937 random(7);
  int compiled_texts = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    Diagnostics diagnostics;
    const auto expression = Expression::compile(text, scope(), {}, diagnostics);
    CHECK(expression.has_value() == !diagnostics.has_errors());
    if (!expression) continue;
    ++compiled_texts;
    CHECK(compiled(expression->text()).text() == expression->text());
  }
  CHECK(compiled_texts > 100);
}

}  // namespace
}  // namespace planner::expr::testing
