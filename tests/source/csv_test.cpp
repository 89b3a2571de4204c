// Delimited text as spreadsheets of different countries write it.
#include <doctest/doctest.h>

#include "source/read.h"

using namespace planner;

namespace {

std::vector<Row> read(std::string_view text, std::optional<char> delimiter = std::nullopt) {
  Diagnostics d;
  auto rows = parse_delimited(text, "t.csv", d, delimiter);
  REQUIRE_MESSAGE(rows.has_value(), render(d));
  return std::move(*rows);
}

using Cells = std::vector<std::string>;

}  // namespace

TEST_CASE("the delimiter is the one most frequent in the first line") {
  CHECK(read("a,b;c,d\n")[0].cells == Cells{"a", "b;c", "d"});
  CHECK(read("a;b;1,5\nc;d;2,5\n")[1].cells == Cells{"c", "d", "2,5"});
  CHECK(read("a\tb\n")[0].cells == Cells{"a", "b"});
  CHECK(read("\"x;y;z\",b,c\n")[0].cells == Cells{"x;y;z", "b", "c"});
  CHECK(read("a,b\n", ';')[0].cells == Cells{"a,b"});
  CHECK(read("single\n")[0].cells == Cells{"single"});
}

TEST_CASE("quoted cells hold delimiters, quotes and line ends") {
  const auto rows = read("a,\"b \"\"c\"\", d\ne\"\n1,2\n");
  CHECK(rows[0].cells == Cells{"a", "b \"c\", d\ne"});
  CHECK(rows[1].cells == Cells{"1", "2"});
  CHECK(rows[1].line == 3);
}

TEST_CASE("empty cells and short rows stay, blank lines go") {
  const auto rows = read("a,b,c\n,,\n\nx\n");
  CHECK(rows.size() == 3);
  CHECK(rows[1].cells == Cells{"", "", ""});
  CHECK(rows[2].cells == Cells{"x"});
  CHECK(rows[2].line == 4);
}

TEST_CASE("line ends: CRLF, none at the end, a lone carriage return is text") {
  const auto rows = read("a,b\r\nc,d");
  CHECK(rows[0].cells == Cells{"a", "b"});
  CHECK(rows[1].cells == Cells{"c", "d"});
  CHECK(read("a\rb,c\n")[0].cells == Cells{"a\rb", "c"});
  CHECK(read("").empty());
  CHECK(read("\xEF\xBB\xBFname,qty\n")[0].cells == Cells{"name", "qty"});
}

TEST_CASE("a quote that is never closed is located") {
  Diagnostics d;
  CHECK(!parse_delimited("a,b\nc,\"d\ne,f\n", "t.csv", d));
  CHECK(d.items()[0].message == "quoted cell has no closing quote");
  CHECK(d.items()[0].at == Location{2, 3});
}

TEST_CASE("limits are kept") {
  Diagnostics d;
  CHECK(!parse_delimited(std::string(300, ','), "t.csv", d));
  CHECK(d.items().back().message == "row has more than 256 cells");
  std::string many;
  for (int i = 0; i < 100'001; ++i) many += "a\n";
  CHECK(!parse_delimited(many, "t.csv", d));
  CHECK(d.items().back().message == "table has more than 100000 rows");
  CHECK(!parse_delimited("a,\xFF\n", "t.csv", d));
  CHECK(d.items().back().at == Location{1, 3});
}
