// The examples of docs/rule-language.md are what the language really does.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

std::string page() {
  std::ifstream file(PLANNER_SOURCE_DIR "/docs/rule-language.md");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE("docs: every example expression compiles") {
  const std::string text = page();
  const std::size_t begin = text.find("```\n");
  REQUIRE(begin != std::string::npos);
  std::istringstream block(text.substr(begin + 4, text.find("```", begin + 4) - begin - 4));
  int examples = 0;
  for (std::string line; std::getline(block, line); ++examples) CHECK(compiled(line).text() == line);
  CHECK(examples >= 6);
}

TEST_CASE("docs: the message shown is the message given") {
  Diagnostics diagnostics;
  const SourceText where{"rules/fit.yaml", {7, 12}, "  require: g.length <= g.board_power"};
  CHECK_FALSE(Expression::compile("g.length <= g.board_power", scope(), where, diagnostics));
  const std::string message = render(diagnostics);
  INFO(message);
  CHECK(page().find(message) != std::string::npos);
}

}  // namespace
}  // namespace planner::expr::testing
