// JSON into the same tree as YAML.
#include <doctest/doctest.h>

#include "source/read.h"

using namespace planner;

namespace {

Node read(std::string_view text) {
  Diagnostics d;
  auto root = parse_json(text, "t.json", {}, d);
  REQUIRE_MESSAGE(root.has_value(), render(d));
  return std::move(*root);
}

Diagnostic refuse(std::string_view text, const ReadLimits& limits = {}) {
  Diagnostics d;
  CHECK(!parse_json(text, "t.json", limits, d).has_value());
  REQUIRE(!d.items().empty());
  return d.items().front();
}

}  // namespace

TEST_CASE("values become nodes, numbers keep their digits") {
  const Node root =
      read(R"({"a": 1.50, "b": -2e3, "c": "450 W", "d": true, "e": null, "f": [1,2 , 3], "g": 18446744073709551616})");
  CHECK(root.find("a")->text == "1.50");
  CHECK(!root.find("a")->quoted);
  CHECK(root.find("b")->text == "-2e3");
  CHECK(root.find("c")->text == "450 W");
  CHECK(root.find("c")->quoted);
  CHECK(root.find("d")->text == "true");
  CHECK(root.find("e")->is_null());
  CHECK(root.find("f")->items[1].text == "2");
  CHECK(root.find("g")->text == "18446744073709551616");
}

TEST_CASE("every node knows its place") {
  const Node root = read("{\n  \"ä\": [1, \"x\",\n    {\"k\": 12}],\n  \"b\" : null\n}\n");
  CHECK(root.at == Location{1, 1});
  CHECK(root.entries[0].at == Location{2, 3});
  const Node& list = root.entries[0].value;
  CHECK(list.at == Location{2, 9});
  CHECK(list.items[0].at == Location{2, 10});
  CHECK(list.items[1].at == Location{2, 13});
  CHECK(list.items[2].at == Location{3, 5});
  CHECK(list.items[2].entries[0].value.at == Location{3, 11});
  CHECK(root.entries[1].at == Location{4, 3});
  CHECK(root.entries[1].value.at == Location{4, 9});
}

TEST_CASE("a key twice is refused") {
  const auto d = refuse("{\"a\": 1,\n \"a\": 2}");
  CHECK(d.message == "key `a` is given twice; first at line 1");
  CHECK(d.at == Location{2, 2});
}

TEST_CASE("what is not JSON is refused with its place") {
  CHECK(refuse("").message.starts_with("invalid JSON: "));
  CHECK(refuse("{\"a\": 1,}").at == Location{1, 9});
  CHECK(refuse("[1, 2\n,, 3]").at == Location{2, 2});
  CHECK(refuse("{} x").at.line == 1);
  CHECK(refuse("{'a': 1}").at == Location{1, 2});
  CHECK(refuse("[NaN]").message.starts_with("invalid JSON: "));
  CHECK(refuse("[1e999]").message.starts_with("invalid JSON: "));
  CHECK(refuse("\"\\ud800\"").message.starts_with("invalid JSON: "));
  CHECK(refuse("[\"a\\u0000b\"]").message == "text holds a NUL character");
  CHECK(refuse("[\"\xFF\"]").message == "byte 0xff at offset 2 is not valid UTF-8");
}

TEST_CASE("limits are kept") {
  CHECK(refuse(std::string(100'000, '[')).message == "nested deeper than 64 levels");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  CHECK(refuse(deep).message == "nested deeper than 64 levels");
  ReadLimits limits;
  limits.nodes = 3;
  CHECK(refuse("[1,2,3,4]", limits).message == "file has more than 3 values");
  limits = {};
  limits.scalar_bytes = 4;
  CHECK(refuse("[\"12345\"]", limits).message == "text of 5 bytes is longer than 4 bytes");
  CHECK(refuse("[12345]", limits).message == "text of 5 bytes is longer than 4 bytes");
}

TEST_CASE("a byte order mark is skipped") {
  CHECK(read("\xEF\xBB\xBF[1]").items.size() == 1);
}
