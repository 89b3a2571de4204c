// Messages: their shape, their limits, and that a file cannot forge what a terminal shows.
#include "source/diagnostic.h"

#include <doctest/doctest.h>

using namespace planner;

namespace {

std::string one(std::string_view text, Location at, std::string message, std::string help = {}) {
  Diagnostics d;
  d.error("parts.yaml", at, std::move(message), std::move(help));
  d.attach_text("parts.yaml", text);
  return render(d);
}

}  // namespace

TEST_CASE("a message names the place, shows the line and underlines the word") {
  CHECK(one("kind: gpu\nparts:\n  - vrm: 24 GB\n", {3, 5}, "unknown field `vrm` of a gpu", "did you mean `vram`?") ==
        "error: unknown field `vrm` of a gpu\n"
        " --> parts.yaml:3:5\n"
        "  |\n"
        "3 |   - vrm: 24 GB\n"
        "  |     ^^^\n"
        "  = help: did you mean `vram`?\n");
}

TEST_CASE("the gutter is as wide as the line number") {
  CHECK(one(std::string(11, '\n') + "x\n", {12, 1}, "bad") ==
        "error: bad\n  --> parts.yaml:12:1\n   |\n12 | x\n   | ^\n");
}

TEST_CASE("a message about a whole file has no line") {
  Diagnostics d;
  d.warning("a.yaml", {}, "is empty");
  CHECK(render(d) == "warning: is empty\n --> a.yaml\n");
  CHECK(!d.has_errors());
}

TEST_CASE("columns are bytes, carets stand under characters") {
  CHECK(one("Größe: zwei\n", {1, 10}, "bad").find("1 | Größe: zwei\n  |        ^^^^\n") != std::string::npos);
}

TEST_CASE("a place beyond the text is still shown") {
  CHECK(one("ab\n", {1, 99}, "bad") == "error: bad\n --> parts.yaml:1:99\n  |\n1 | ab\n  |   ^\n");
  CHECK(one("ab\n", {9, 1}, "bad") == "error: bad\n --> parts.yaml:9:1\n");
}

TEST_CASE("a long line is cut around the caret") {
  const std::string text = std::string(5000, 'a') + " wrong " + std::string(5000, 'b');
  const std::string shown = one(text, {1, 5002}, "bad");
  CHECK(shown.size() < 600);
  CHECK(shown.find("...aaa") != std::string::npos);
  CHECK(shown.find(" wrong ") != std::string::npos);
  CHECK(shown.find("bbb...") != std::string::npos);
}

TEST_CASE("control characters and direction marks are escaped") {
  CHECK(printable("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(printable("tab\there\n") == "tab here\\n");
  CHECK(printable("x\xE2\x80\xAEy") == "x\\u{202e}y");
  CHECK(printable("\xC2\x9B") == "\\x9b");
  CHECK(printable("Grüße, 你好") == "Grüße, 你好");
  const std::string shown = one("key\x1b]0;owned\x07: 1\n", {1, 1}, "bad \x1b[2J");
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.find('\x07') == std::string::npos);
}

TEST_CASE("printable survives broken UTF-8") {
  for (const char* text : {"\xFF", "\xC3", "a\xE2\x82", "\xF0\x9F\x98", "\x80\x80"}) CHECK(!printable(text).empty());
}

TEST_CASE("at most a hundred messages are kept, all are counted") {
  Diagnostics d;
  for (int i = 0; i < 250; ++i) d.error("a", {1, 1}, "m");
  CHECK(d.items().size() == Diagnostics::kLimit);
  CHECK(d.error_count() == 250);
  CHECK(d.dropped() == 150);
  CHECK(render(d).ends_with("\n150 more messages not shown\n"));
  Diagnostics both;
  both.append(d);
  both.append(d);
  CHECK(both.error_count() == 500);
  CHECK(both.items().size() + both.dropped() == 500);
}

TEST_CASE("did you mean: near names only") {
  const std::vector<std::string_view> names = {"vram", "vram_type", "board_power", "length"};
  CHECK(did_you_mean("vrma", names) == "vram");
  CHECK(did_you_mean("borad_power", names) == "board_power");
  CHECK(did_you_mean("VRAM", names) == "vram");
  CHECK(did_you_mean("lenght", names) == "length");
  CHECK(!did_you_mean("price", names));
  CHECK(!did_you_mean("", names));
  CHECK(!did_you_mean("x", {}));
  CHECK(!did_you_mean(std::string(100'000, 'x'), names));
}
