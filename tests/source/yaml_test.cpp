// The strict YAML subset: what it reads, what it refuses, and that hostile text ends in a message.
#include <doctest/doctest.h>

#include "source/read.h"

using namespace planner;

namespace {

Node read(std::string_view text) {
  Diagnostics d;
  auto root = parse_yaml(text, "t.yaml", {}, d);
  REQUIRE_MESSAGE(root.has_value(), render(d));
  return std::move(*root);
}

/// The first message about a text that must be refused.
Diagnostic refuse(std::string_view text, const ReadLimits& limits = {}) {
  Diagnostics d;
  const auto root = parse_yaml(text, "t.yaml", limits, d);
  CHECK(!root.has_value());
  REQUIRE(!d.items().empty());
  return d.items().front();
}

}  // namespace

TEST_CASE("scalars stay text") {
  const Node root = read("a: no\nb: 0123\nc: 1e3\nd: 2026-11-30\ne: 0x1F\nf: .inf\n");
  CHECK(root.find("a")->text == "no");
  CHECK(root.find("b")->text == "0123");
  CHECK(root.find("c")->text == "1e3");
  CHECK(root.find("d")->text == "2026-11-30");
  CHECK(root.find("e")->text == "0x1F");
  CHECK(root.find("f")->text == ".inf");
  CHECK(root.find("g") == nullptr);
}

TEST_CASE("null only when it stands without quotes") {
  const Node root = read("a: null\nb: ~\nc:\nd: \"null\"\ne: ''\nf: [~, x]\n");
  for (const char* key : {"a", "b", "c"}) CHECK(root.find(key)->is_null());
  CHECK(root.find("d")->text == "null");
  CHECK(root.find("d")->quoted);
  CHECK(root.find("e")->is_scalar());
  CHECK(root.find("f")->items[0].is_null());
  CHECK(!root.find("f")->items[1].quoted);
}

TEST_CASE("every node knows its place, in bytes") {
  const Node root = read("list:\n  - {ä: ö, key: value}\n  - plain\n");
  CHECK(root.entries[0].at == Location{1, 1});
  const Node& list = *root.find("list");
  CHECK(list.at == Location{2, 3});
  CHECK(list.items[0].at == Location{2, 5});
  CHECK(list.items[0].entries[1].at == Location{2, 14});
  CHECK(list.items[0].entries[1].value.at == Location{2, 19});
  CHECK(list.items[1].at == Location{3, 5});
}

TEST_CASE("an omitted value has the place of its key") {
  CHECK(read("a:\n\n\nb: 1\n").find("a")->at == Location{1, 1});
}

TEST_CASE("line ends of other systems and a byte order mark change nothing") {
  const Node root = read(
      "\xEF\xBB\xBF"
      "a: 1\r\nb:\r\n  - x\r\n  - y\r\n");
  CHECK(root.find("a")->text == "1");
  CHECK(root.find("b")->items[1].text == "y");
  CHECK(root.find("b")->items[1].at == Location{4, 5});
}

TEST_CASE("an empty file is null") {
  for (const char* text : {"", "\n\n", "# nothing\n", "---\n", "--- \n...\n"}) CHECK(read(text).is_null());
}

TEST_CASE("a key twice is refused, naming both places") {
  const auto d = refuse("a: 1\nb: {x: 1, y: 2, x: 3}\n");
  CHECK(d.message == "key `x` is given twice; first at line 2");
  CHECK(d.at == Location{2, 17});
  CHECK(refuse("a: 1\n\"a\": 2\n").at == Location{2, 1});
}

TEST_CASE("anchors, aliases, tags and further documents are refused") {
  CHECK(refuse("a: &x 1\n").message == "anchors (`&x`) are not supported");
  CHECK(refuse("a: &x [1]\nb: *x\n").at == Location{1, 4});
  CHECK(refuse("a: *x\n").at.line == 1);
  CHECK(refuse("a: &x {k: *x}\n").at == Location{1, 4});
  CHECK(refuse("a: !!int 3\n").message == "tags (`!name`) are not supported");
  CHECK(refuse("a: ! 3\n").at == Location{1, 4});
  CHECK(refuse("!!map {a: 1}\n").at == Location{1, 1});
  CHECK(refuse("a: 1\n---\nb: 2\n").message == "a second YAML document");
}

TEST_CASE("a bomb of anchors never gets to explode") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int n = 0; n < 8; ++n) bomb += ", " + before;
    bomb += "]\n";
  }
  CHECK(refuse(bomb).at == Location{1, 5});
}

TEST_CASE("keys are plain words") {
  CHECK(refuse("? [a, b]\n: 1\n").message == "a list or a map stands where a key is expected");
  CHECK(refuse("{a: 1}: 2\n").message == "a list or a map stands where a key is expected");
  CHECK(refuse(": 1\n").message == "a key is empty");
  CHECK(refuse("~: 1\n").message == "a key is empty");
}

TEST_CASE("limits are kept, with the place") {
  ReadLimits limits;
  limits.depth = 3;
  CHECK(refuse("a: [[[1]]]\n", limits).message == "nested deeper than 3 levels");
  limits = {};
  limits.nodes = 5;
  CHECK(refuse("a: 1\nb: 2\nc: 3\n", limits).at == Location{3, 1});
  limits = {};
  limits.scalar_bytes = 10;
  CHECK(refuse("a: 0123456789x\n", limits).message == "text of 11 bytes is longer than 10 bytes");
  limits = {};
  limits.bytes = 10;
  CHECK(refuse("a: 123456789\n", limits).message == "file is larger than 10 bytes");
}

TEST_CASE("text that is not UTF-8 or holds NUL is refused with the offset") {
  CHECK(refuse("a: 1\nb: \xFF\n").message == "byte 0xff at offset 8 is not valid UTF-8");
  CHECK(refuse("a: 1\nb: \xFF\n").at == Location{2, 4});
  CHECK(refuse("a: \xC0\xAF\n").at == Location{1, 4});
  CHECK(refuse("a: \xED\xA0\x80\n").at == Location{1, 4});
  CHECK(refuse(std::string_view("a: \0b\n", 6)).message == "NUL byte at offset 3 in a text file");
}

TEST_CASE("hostile text ends in a message") {
  for (const char* piece : {"[", "{", "- ", "? ", "a: ", "{a: ", "[{", "&a ", "*a ", "!t ", "\"", "'", "|\n ", ">\n",
                            "%", "[]", "#", ", ", "]"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    Diagnostics d;
    const auto root = parse_yaml(text, "t.yaml", {}, d);
    CHECK_MESSAGE(root.has_value() != d.has_errors(), piece);
  }
}

TEST_CASE("syntax errors are located") {
  const auto d = refuse("a: 1\nb: [1, 2\nc: 3\n");
  CHECK(d.message.starts_with("invalid YAML: "));
  CHECK(d.at.line >= 2);
  CHECK(refuse("parts:\n  - a: b: c\n").line_text == "  - a: b: c");
}
